import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { NoticePage } from './notice-page.tsx';
import { PageTitle } from './page-title.tsx';

export function NotFound() {
	const { t } = useLingui();
	const [, first = ''] = useLocation().pathname.split('/');
	// A signed link that is wrong says what it was for.
	const links: Record<string, { title: string; text: string; to: string; label: ReactNode }> = {
		ticket: {
			title: t`We couldn’t find this ticket`,
			text: t`The link may be incomplete, or a newer one replaced it.`,
			to: '/help#find-my-ticket',
			label: <Trans>Find my ticket</Trans>,
		},
		'shared-report': {
			title: t`We couldn’t find this report`,
			text: t`The link may be incomplete, revoked or expired. Ask the sender for a new one.`,
			to: '/',
			label: <Trans>Go to Homepage</Trans>,
		},
		'feedback-report': {
			title: t`We couldn’t find this report`,
			text: t`The link may be incomplete. Please copy the whole link and try again.`,
			to: '/contact',
			label: <Trans>Contact Support</Trans>,
		},
	};
	const link = links[/^(?:my-ticket|transfer)$/.test(first) ? 'ticket' : first];
	if (link)
		return (
			<Missing title={link.title} text={link.text}>
				<ButtonLink to={link.to}>{link.label}</ButtonLink>
			</Missing>
		);
	return (
		<Missing title={t`Page not found`} text={t`We couldn’t find that page. The link may be old or mistyped.`}>
			<ButtonLink to="/">
				<Trans>Go to Homepage</Trans>
			</ButtonLink>
			<ButtonLink to="/events" variant="outline">
				<Trans>Browse Events</Trans>
			</ButtonLink>
		</Missing>
	);
}

function Missing(props: { title: string; text: string; children: ReactNode }) {
	return (
		<NoticePage title={props.title} picture={<ClosedDoor />}>
			<PageTitle title={props.title} />
			<meta name="robots" content="noindex" />
			<p className="max-w-measure text-muted">{props.text}</p>
			<div className="mt-2 flex flex-wrap gap-3">{props.children}</div>
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
