import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';

/** Informs ticket holders that an event is cancelled or over. */
export function EventNotice({ event }: { event: ManagedOrder['event'] }) {
	const { t } = useLingui();
	const action = <EventLink path={`/events/${event.slug}`} />;
	if (event.status === 'cancelled')
		return (
			<Callout tone="danger" title={t`This event was cancelled`} action={action}>
				<Trans>Your ticket is no longer needed. Questions? Contact {event.organiserName}.</Trans>
			</Callout>
		);
	if (event.status === 'postponed')
		return (
			<Callout tone="warning" title={t`This event was postponed`} action={action}>
				<Trans>Your ticket is still valid. {event.organiserName} will announce a new date.</Trans>
			</Callout>
		);
	return event.isOver ? (
		<Callout tone="info" action={action}>
			<Trans>This event is over.</Trans>
		</Callout>
	) : null;
}

export function EventLink({ path }: { path: string }) {
	const { t } = useLingui();
	return (
		<ButtonLink to={path} variant="outline" size="sm">
			{t`View event`}
		</ButtonLink>
	);
}

/** What the holder must know before looking at tickets: the event is off, the order is over. A donation alone has no tickets to speak of. */
export function OrderNotice({ order }: { order: ManagedOrder }) {
	const { t } = useLingui();
	const { event } = order;
	const hasTickets = order.attendees.length > 0;
	const again = <EventLink path={`/${hasTickets ? 'events' : 'register'}/${event.slug}`} />;
	const notices = [];
	if (hasTickets) notices.push(<EventNotice key="event" event={event} />);
	if (order.status === 'cancelled' && !hasTickets) {
		notices.push(<Callout key="order" title={t`This donation is cancelled`} action={again} />);
	} else if (
		order.status === 'cancelled' &&
		order.attendees.every(({ resale }) => resale?.state === 'sold')
	) {
		notices.push(<Callout key="order" tone="success" title={t`You sold your tickets`} action={again} />);
	} else if (order.status === 'cancelled' && order.declineMessage === null) {
		notices.push(
			<Callout key="order" title={t`This registration is cancelled`} action={again}>
				<Trans>Your tickets are no longer valid. Changed your mind? Register again.</Trans>
			</Callout>,
		);
	}
	return notices;
}
