import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedOrder } from '#shared/contracts/orders.ts';

/** What the holder must know before looking at tickets: the event is off, the order is over. A donation alone has no tickets to speak of. */
export function OrderNotice({ order }: { order: ManagedOrder }) {
	const { t } = useLingui();
	const { event } = order;
	const hasTickets = order.attendees.length > 0;
	const again = (
		<ButtonLink
			to={hasTickets ? `/events/${event.slug}` : `/register/${event.slug}`}
			variant="outline"
			size="sm"
		>
			{t`View event`}
		</ButtonLink>
	);
	const notices = [];
	if (hasTickets && event.status === 'cancelled') {
		notices.push(
			<Callout key="event" tone="danger" title={t`This event was cancelled`} action={again}>
				<Trans>Your ticket is no longer needed. Questions? Contact {event.organiserName}.</Trans>
			</Callout>,
		);
	} else if (hasTickets && event.status === 'postponed') {
		notices.push(
			<Callout key="event" tone="warning" title={t`This event was postponed`} action={again}>
				<Trans>Your ticket is still valid. {event.organiserName} will announce a new date.</Trans>
			</Callout>,
		);
	} else if (hasTickets && event.isOver) {
		notices.push(
			<Callout key="event" tone="info" action={again}>
				<Trans>This event is over.</Trans>
			</Callout>,
		);
	}
	if (order.status === 'cancelled' && !hasTickets) {
		notices.push(<Callout key="order" title={t`This donation is cancelled`} action={again} />);
	} else if (order.status === 'cancelled') {
		notices.push(
			<Callout key="order" title={t`This registration is cancelled`} action={again}>
				<Trans>Your tickets are no longer valid. Changed your mind? Register again.</Trans>
			</Callout>,
		);
	} else if (order.status === 'awaiting_approval') {
		notices.push(
			<Callout key="order" tone="info" title={t`Waiting for approval`}>
				<Trans>
					{event.organiserName} is reviewing your registration. We’ll email {order.buyer.email}.
				</Trans>
			</Callout>,
		);
	}
	return notices;
}
