import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarClock } from 'lucide-react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { hasNewDate } from '#shared/rules/event-state.ts';

/** What a postponed event waits for: a new date, then to be published again. */
export default function PostponedOverview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const may = (action: string) => event.organisation?.permissions.includes(action) ?? false;
	const isDated = hasNewDate(event);
	return (
		<Callout
			tone="warning"
			title={t`This event is postponed`}
			action={
				isDated ? (
					may('events.publish') ? (
						<ButtonLink to={`/event-review?event=${event.id}`}>{t`Review and publish`}</ButtonLink>
					) : undefined
				) : may('events.edit') ? (
					<ButtonLink to={`/events/${event.id}/edit#times`} icon={CalendarClock}>
						{t`Set new date`}
					</ButtonLink>
				) : undefined
			}
		>
			{isDated ? (
				<Trans>The new date is set. Republish to reopen registration.</Trans>
			) : (
				<Trans>Registration is paused until you set a new date. Tickets stay valid.</Trans>
			)}
		</Callout>
	);
}
