import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';
import { NoticePage } from './notice-page.tsx';
import { PageTitle } from './page-title.tsx';
import { useRouteExists } from './routes-that-exist.ts';

export function NotFound() {
	const { t } = useLingui();
	const exists = useRouteExists();
	return (
		<NoticePage title={<Trans>Page not found</Trans>} picture={<ClosedDoor />}>
			<PageTitle title={t`Page not found`} />
			<meta name="robots" content="noindex" />
			<p className="max-w-measure text-muted">
				<Trans>There is nothing at this address. The link may be old, or a letter may be missing.</Trans>
			</p>
			<div className="mt-2 flex flex-wrap gap-3">
				<ButtonLink to="/">
					<Trans>Go to Homepage</Trans>
				</ButtonLink>
				{exists('/events') ? (
					<ButtonLink to="/events" variant="outline">
						<Trans>Browse Events</Trans>
					</ButtonLink>
				) : null}
			</div>
		</NoticePage>
	);
}

/** The product's door, shut, and a little light under it. */
function ClosedDoor() {
	return (
		<svg width="96" height="96" viewBox="0 0 96 96" fill="none" aria-hidden="true">
			<path d="M20 84V44a28 28 0 0 1 56 0v40Z" className="fill-sunken stroke-edge" strokeWidth="1.5" />
			<path d="M32 84V45a16 16 0 0 1 32 0v39Z" className="fill-surface stroke-edge" strokeWidth="1.5" />
			<circle cx="57" cy="62" r="2.5" className="fill-muted" />
			<path d="M32 84h32l8 6H24Z" className="fill-accent/35" />
			<path d="M10 84h76" className="stroke-control" strokeWidth="1.5" strokeLinecap="round" />
		</svg>
	);
}
