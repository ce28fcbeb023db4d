import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { SaleSummary } from '../sale-lines.ts';
import type { Offer } from '../use-live-types.ts';
import { waitlistPath } from './ticket-notes.tsx';

/** Why there is no form, and what will come. */
export function SaleNotice(props: {
	event: PublicEvent;
	summary: SaleSummary;
	offer: Offer;
	/** Of an event behind a password, which has no page of its own for the waitlist. */
	eventAccess?: string | undefined;
}) {
	const { event, summary, offer } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const isHydrated = useHydrated();
	if (event.status === 'draft') {
		return (
			<Callout icon={Eye} title={t`Preview`}>
				<Trans>Registration opens when you publish.</Trans>
			</Callout>
		);
	}
	if (event.status === 'postponed') {
		return (
			<Callout tone="warning" title={t`Postponed`}>
				<Trans>Registration reopens once there’s a new date.</Trans>
			</Callout>
		);
	}
	const waitlist = offer.takesWaitlist && !props.eventAccess ? waitlistPath(event.slug, offer) : null;
	const notices: Record<string, ReactNode> = {
		none: (
			<Callout title={t`Registration isn’t open yet`}>
				<Trans>There are no tickets for this event yet.</Trans>
			</Callout>
		),
		sold_out: (
			<>
				<Callout
					tone="warning"
					title={t`Sold out`}
					action={
						waitlist ? (
							<ButtonLink to={waitlist} tone="event">
								{t`Join the waitlist`}
							</ButtonLink>
						) : undefined
					}
				>
					{waitlist ? (
						<Trans>All spots are taken. We email you when one is free.</Trans>
					) : (
						<Trans>All spots are taken. Check back: cancelled spots reappear here.</Trans>
					)}
				</Callout>
				<SoldOutBar event={event} waitlist={waitlist} />
			</>
		),
		unavailable: (
			<Callout title={t`Not on sale`}>
				<Trans>The organiser isn’t taking payments right now.</Trans>
			</Callout>
		),
		ended: (
			<Callout title={t`Registration is closed`}>
				<Trans>This event no longer takes registrations.</Trans>
			</Callout>
		),
	};
	if (summary.state === 'not_yet') {
		const opens = formats.dateTime(summary.opensAt, event.timeZone);
		const soon = formats.relative(summary.opensAt);
		return (
			<Callout tone="info" title={t`Registration opens ${opens}`}>
				<Trans>No need to reload.</Trans>
				{isHydrated ? <span className="block text-muted">{soon}</span> : null}
			</Callout>
		);
	}
	return notices[summary.state] ?? null;
}

/** On a phone, in the place of the bar that leads to the form: to the waitlist, or where nothing can be had here, to other events. */
function SoldOutBar({ event, waitlist }: { event: PublicEvent; waitlist: string | null }) {
	const { t } = useLingui();
	return (
		<div
			data-bottom-bar="narrow"
			className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-hairline bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] min-[45rem]:hidden print:hidden"
		>
			<span className="flex-none font-medium">{t`Sold out`}</span>
			<ButtonLink
				to={waitlist ?? `/organisers/${event.organiser.slug}`}
				size="lg"
				tone="event"
				className="grow"
			>
				{waitlist ? t`Join the waitlist` : t`See other events`}
			</ButtonLink>
		</div>
	);
}
