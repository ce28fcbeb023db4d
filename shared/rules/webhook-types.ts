/** Message types that connections can subscribe to. `test.ping` is only sent on request. */
export const webhookTypes = [
	'event.published',
	'event.updated',
	'event.rescheduled',
	'event.cancelled',
	'event.postponed',
	'registration.created',
	'registration.cancelled',
	'order.approval_requested',
	'order.paid',
	'refund.requested',
	'refund.created',
	'refund.succeeded',
	'refund.failed',
	'donation.received',
	'fundraiser.goal_reached',
	'payout.paid',
	'gift_card.issued',
	'gift_card.used',
	'withdrawal.received',
	'waitlist.joined',
	'waitlist.offered',
	'waitlist.accepted',
	'waitlist.lapsed',
	'waitlist.left',
	'group.created',
	'group.claimed',
	'guest.updated',
	'guest.answered',
	'ticket.listed',
	'ticket.resold',
	'check_in.created',
	'check_in.undone',
	'check_in.refused',
	'consent.given',
	'consent.ended',
	'message.sent',
	'report.ready',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** Former type names and their current ones. Connections that subscribed by a former name still get it under that name. */
export const formerTypes = {
	'order.refunded': 'refund.created',
	'ticket.checked_in': 'check_in.created',
	'ticket.check_in_undone': 'check_in.undone',
} as const satisfies Record<string, WebhookType>;
export type FormerType = keyof typeof formerTypes;

/** Types that a connection may subscribe to: current and former names. */
export const acceptedTypes = [...webhookTypes, ...(Object.keys(formerTypes) as FormerType[])] as const;
export type AcceptedType = WebhookType | FormerType;
export type MessageType = AcceptedType | 'test.ping';

export const isFormerType = (type: string): type is FormerType => Object.hasOwn(formerTypes, type);

/** The current name of a type. */
export const currentType = <T extends string>(type: T | FormerType): Exclude<T, FormerType> | WebhookType =>
	isFormerType(type) ? formerTypes[type] : (type as Exclude<T, FormerType>);

/** The former name of a type; undefined if there is none. */
export const formerTypeOf = (type: string): FormerType | undefined =>
	(Object.keys(formerTypes) as FormerType[]).find((former) => formerTypes[former] === type);

/** Kinds of connections: a signed webhook, or a chat. */
export const connectionKinds = ['webhook', 'slack', 'discord', 'teams'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** Name of each kind, and the URL it needs. */
export const connectors: Record<ConnectionKind, { name: string; target: string }> = {
	webhook: { name: 'Webhook', target: 'An https URL of your own program, or of Zapier, Make or n8n.' },
	slack: { name: 'Slack or Mattermost', target: 'The URL of an incoming webhook of the channel.' },
	discord: { name: 'Discord', target: 'The URL of a webhook of the channel.' },
	teams: { name: 'Microsoft Teams', target: 'The URL of a workflow of the channel that accepts webhooks.' },
};

/** Connections of one organisation. */
export const connectionLimit = 50;

/** Delays before the second, third … attempt, in seconds. After the last attempt a message has failed. */
export const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Days of continuous failure after which a connection is disabled. */
export const failingDays = 3;
