import { Skeleton, SkeletonGroup } from './skeleton.tsx';

/**
 * What stands in the place of a page's content: `figures` for tiles above two charts, `rows` for a list or table. Of about the height of
 * what comes.
 */
export function PageSkeleton({ of }: { of: 'figures' | 'rows' }) {
	const isList = of === 'rows';
	return (
		<SkeletonGroup className="flex w-full flex-col gap-6">
			<span className={isList ? 'flex flex-col gap-2' : 'grid grid-cols-2 gap-3 md:grid-cols-4'}>
				{Array.from({ length: isList ? 8 : 4 }, (_, index) => (
					<Skeleton key={index} className={isList ? 'h-14' : 'h-28'} />
				))}
			</span>
			{isList ? null : (
				<span className="grid gap-8 lg:grid-cols-2">
					<Skeleton className="h-72" />
					<Skeleton className="h-72" />
				</span>
			)}
		</SkeletonGroup>
	);
}
