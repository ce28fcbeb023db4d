import { useLingui } from '@lingui/react/macro';

/** What comes: tiles above charts, a list or table, fields under their labels, or a picture above tiles. */
export type PageShape = 'figures' | 'rows' | 'form' | 'hero';

/**
 * A placeholder of about the height of a page's content; components.css lays its bars out by their shape.
 * @param head what stands above it: the name of a page, or of an event with its tabs
 */
export function PageSkeleton({ of, head }: { of: PageShape; head?: 'page' | 'event' }) {
	const { t } = useLingui();
	return (
		<div role="status" aria-busy="true" className="page-skeleton">
			<span className="sr-only">{t`Loading`}</span>
			{head ? <span className="skeleton" data-head={head} /> : null}
			<span data-shape={of}>
				{Array.from({ length: 8 }, (_, bar) => (
					<span key={bar} className="skeleton" />
				))}
			</span>
		</div>
	);
}
