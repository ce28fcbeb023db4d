import { useMatches, useParams } from 'react-router';
import { type PageShape, PageSkeleton } from '#app/ui/page-skeleton.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** What a page exports as `handle` to say what it looks like; without one it is a list. */
export interface ShapedPage {
	shape: PageShape;
}

/** The content of the present page while it is read, in the shape that its route names. */
export function RouteSkeleton({ head }: { head?: 'page' | 'event' }) {
	const handle = useMatches().at(-1)?.handle as ShapedPage | undefined;
	return <PageSkeleton of={handle?.shape ?? 'rows'} {...(head && { head })} />;
}

/** The same with its frame and a spinner (section 2), where not even its name is known: the user is read, or the event. */
export function PageWaiting() {
	const { event } = useParams();
	return (
		<div className="page-width relative py-6 md:py-8">
			<RouteSkeleton head={event ? 'event' : 'page'} />
			<Spinner isDecorative className="absolute end-(--gutter) top-8 text-muted opacity-(--skeleton-shown)" />
		</div>
	);
}
