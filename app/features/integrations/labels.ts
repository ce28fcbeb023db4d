import { useLingui } from '@lingui/react/macro';
import type { Delivery } from '#shared/contracts/deliveries.ts';
import type { Connection } from '#shared/contracts/integrations.ts';
import type { ConnectionKind, MessageType } from '#shared/rules/webhook-types.ts';

/** The ways to send, in words. */
export function useKindLabels(): Record<ConnectionKind, string> {
	const { t } = useLingui();
	return {
		webhook: t`Webhook`,
		slack: t`Slack or Mattermost`,
		discord: t`Discord`,
		teams: t`Microsoft Teams`,
	};
}

/** The subject of a message. */
export function useTypeLabels(): Record<MessageType, string> {
	const { t } = useLingui();
	return {
		'event.published': t`Event published`,
		'event.updated': t`Event details changed`,
		'event.rescheduled': t`Event has a new date`,
		'event.cancelled': t`Event cancelled`,
		'event.postponed': t`Event postponed`,
		'registration.created': t`New registration`,
		'registration.cancelled': t`Registration cancelled`,
		'order.approval_requested': t`Order waits for approval`,
		'order.paid': t`Order paid`,
		'refund.requested': t`Refund requested`,
		'refund.created': t`Refund created`,
		'refund.succeeded': t`Refund succeeded`,
		'refund.failed': t`Refund failed`,
		'order.refunded': t`Refund created (former name)`,
		'donation.received': t`Donation received`,
		'fundraiser.goal_reached': t`Fundraiser goal reached`,
		'payout.paid': t`Payout paid`,
		'gift_card.issued': t`Gift card issued`,
		'withdrawal.received': t`Withdrawal received`,
		'gift_card.used': t`Gift card used`,
		'waitlist.joined': t`Waitlist joined`,
		'waitlist.offered': t`Tickets offered from the waitlist`,
		'waitlist.accepted': t`Tickets ordered from the waitlist`,
		'waitlist.lapsed': t`Waitlist offer ended`,
		'waitlist.left': t`Waitlist left`,
		'group.created': t`Group created`,
		'group.claimed': t`Group spot claimed`,
		'guest.updated': t`Guest details changed`,
		'guest.answered': t`Answers changed`,
		'ticket.listed': t`Ticket offered for resale`,
		'ticket.resold': t`Ticket resold`,
		'check_in.created': t`Guest checked in`,
		'check_in.undone': t`Check-in undone`,
		'check_in.refused': t`Ticket refused at the door`,
		'ticket.checked_in': t`Guest checked in (former name)`,
		'ticket.check_in_undone': t`Check-in undone (former name)`,
		'consent.given': t`Consent to news given`,
		'consent.ended': t`Consent to news ended`,
		'message.sent': t`Message to guests sent`,
		'report.ready': t`Report ready`,
		'test.ping': t`Test`,
	};
}

/** Why a call failed and what to do about it. */
export function useOutcomeText(): (of: { status: number | null; error: string | null }) => string {
	const { t } = useLingui();
	return ({ status, error }) => {
		switch (error) {
			case null:
				return status === null ? t`Not sent yet` : t`Answered ${status}`;
			case 'address':
				return t`The URL can’t be called. Enter it again.`;
			case 'private':
				return t`The host name resolves to an address that is not on the public internet.`;
			case 'dns':
				return t`The host name can’t be resolved. Check its spelling.`;
			case 'tls':
				return t`The TLS certificate of the endpoint is not valid.`;
			case 'timeout':
				return t`No response in time. Respond first, then do the work.`;
			case 'redirect':
				return t`Answered with a redirect (${status ?? 0}), which is not followed. Enter the final address.`;
			case 'status':
				return t`Answered ${status ?? 0}. Only 2xx counts as delivered.`;
			default:
				return t`Couldn’t connect, or the connection was closed before a response.`;
		}
	};
}

/** What state a connection is in. */
export function useStateText(): (connection: Connection) => {
	label: string;
	tone: 'success' | 'warning' | 'danger' | 'neutral';
} {
	const { t } = useLingui();
	return ({ state, failingSince }) => {
		if (state === 'disabled') return { label: t`Switched off`, tone: 'danger' };
		if (state === 'paused') return { label: t`Paused`, tone: 'neutral' };
		return failingSince ? { label: t`Failing`, tone: 'warning' } : { label: t`Active`, tone: 'success' };
	};
}

/** Labels of delivery states. */
export function useDeliveryState(): (delivery: Delivery) => {
	label: string;
	tone: 'success' | 'pending' | 'danger' | 'neutral';
} {
	const { t } = useLingui();
	return ({ state, attempts }) => {
		if (state === 'delivered') return { label: t`Delivered`, tone: 'success' };
		if (state === 'dead') return { label: t`Failed`, tone: 'danger' };
		if (state === 'dropped') return { label: t`Dropped`, tone: 'neutral' };
		return attempts > 0 ? { label: t`Retrying`, tone: 'pending' } : { label: t`Waiting`, tone: 'pending' };
	};
}
