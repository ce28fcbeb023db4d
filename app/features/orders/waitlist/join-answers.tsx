import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** The response of `waitlist.join`, and the address of its email. */
export interface Joined {
	token: string | null;
	position: number | null;
	email: string;
}

/** What happens once tickets are available. */
export function WhatIsNext({ event }: { event: Pick<PublicEvent, 'waitlistMode' | 'waitlistOfferHours'> }) {
	const { waitlistMode, waitlistOfferHours } = event;
	return (
		<p>
			{waitlistMode === 'manual' ? (
				<Trans>When the organiser offers you tickets, we hold them for you and email you.</Trans>
			) : (
				<Trans>When tickets become available, we hold them for you and email you.</Trans>
			)}{' '}
			<Plural
				value={waitlistOfferHours}
				one="You then have up to # hour to get them."
				other="You then have up to # hours to get them."
			/>
		</p>
	);
}

/** The place on the list, and where its link is. */
export function JoinedNote(props: { joined: Joined; event: Parameters<typeof WhatIsNext>[0]['event'] }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const { token, position, email } = props.joined;
	const address = <bdi className="font-medium [overflow-wrap:anywhere]">{email}</bdi>;
	if (token === null)
		return (
			<Callout tone="info" title={t`This address is already on the list`}>
				<Trans>We’ve sent its link to {address} again. It shows your position.</Trans>
			</Callout>
		);
	return (
		<>
			<Callout tone="success" title={position === null ? undefined : t`You’re number ${position} in line`}>
				{hasEmail ? (
					<Trans>We’ve sent a link to {address}. It shows your position, and you can leave there.</Trans>
				) : (
					<Trans>
						Keep the link below. It shows your position, and your tickets once they are available.
					</Trans>
				)}
			</Callout>
			<WhatIsNext event={props.event} />
			<ButtonLink to={`/waitlist/${token}`} variant="outline" size="lg" className="self-start">
				{t`See my position`}
			</ButtonLink>
		</>
	);
}

/** Nothing to wait for: tickets can be had, or the event has no waitlist. */
export function NoWaitlist(props: { slug: string; code: string | undefined; isFree: boolean }) {
	const { t } = useLingui();
	const { slug, code, isFree } = props;
	return (
		<Callout
			tone="info"
			title={isFree ? t`Tickets are available right now` : t`There’s no waitlist to join right now`}
			action={
				<ButtonLink to={`/events/${slug}${code ? `?code=${encodeURIComponent(code)}` : ''}`} size="sm">
					{isFree ? t`Get tickets` : t`View event`}
				</ButtonLink>
			}
		>
			{isFree ? (
				<Trans>You don’t have to wait.</Trans>
			) : (
				<Trans>The event page shows which tickets you can get.</Trans>
			)}
		</Callout>
	);
}
