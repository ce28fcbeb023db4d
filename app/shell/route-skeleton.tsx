import { useMatches, useParams } from 'react-router';
import { type PageShape, PageSkeleton } from '#app/ui/page-skeleton.tsx';

/** What a page exports as `handle` to say what it looks like; without one it is a list. */
export interface ShapedPage {
	shape: PageShape;
}

/** The content of the present page while it is read, in the shape that its route names. */
export function RouteSkeleton({ head }: { head?: 'page' | 'event' }) {
	const handle = useMatches().at(-1)?.handle as ShapedPage | undefined;
	return <PageSkeleton of={handle?.shape ?? 'rows'} {...(head && { head })} />;
}

/** The same with its frame, where not even its name is known. */
export function PageWaiting() {
	const { event } = useParams();
	return (
		<div className="page-width py-6 md:py-8">
			<RouteSkeleton head={event ? 'event' : 'page'} />
		</div>
	);
}
