import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A grey bar in the place and size of what is coming. Give it the final width and height by class. */
export function Skeleton({ className }: { className?: string }) {
	return <span aria-hidden="true" className={clsx('skeleton block rounded-sm', className ?? 'h-4 w-full')} />;
}

/** The stand-in of a part of a page while it loads: said once, and shown only after 200 ms, so that quick answers never flash. */
export function SkeletonGroup(props: { label?: string; className?: string; children: ReactNode }) {
	const { t } = useLingui();
	return (
		<div role="status" aria-busy="true" className={clsx('skeleton-group', props.className)}>
			<span className="sr-only">{props.label ?? t`Loading`}</span>
			{props.children}
		</div>
	);
}

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
