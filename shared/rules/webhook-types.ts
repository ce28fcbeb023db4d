/** What connections can be told about. `test.ping` is sent on demand only. */
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

/** Names that types had before, and what they are called now: connections that asked for one go on getting it under that name. */
export const formerTypes = {
	'order.refunded': 'refund.created',
	'ticket.checked_in': 'check_in.created',
	'ticket.check_in_undone': 'check_in.undone',
} as const satisfies Record<string, WebhookType>;
export type FormerType = keyof typeof formerTypes;

/** What a connection may ask for: the types that are offered, and former names. */
export const acceptedTypes = [...webhookTypes, ...(Object.keys(formerTypes) as FormerType[])] as const;
export type AcceptedType = WebhookType | FormerType;
export type MessageType = AcceptedType | 'test.ping';

export const isFormerType = (type: string): type is FormerType => Object.hasOwn(formerTypes, type);

/** What a type is called now. */
export const currentType = <T extends string>(type: T | FormerType): Exclude<T, FormerType> | WebhookType =>
	isFormerType(type) ? formerTypes[type] : (type as Exclude<T, FormerType>);

/** What a type was called before; undefined: it never had another name. */
export const formerTypeOf = (type: string): FormerType | undefined =>
	(Object.keys(formerTypes) as FormerType[]).find((former) => formerTypes[former] === type);

/** How a connection sends: a signed webhook, or a line in a chat. */
export const connectionKinds = ['webhook', 'slack', 'discord', 'teams'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** What each kind is called, and which address it wants. */
export const connectors: Record<ConnectionKind, { name: string; target: string }> = {
	webhook: { name: 'Webhook', target: 'An address of your own program, of Zapier, Make or n8n, over https.' },
	slack: { name: 'Slack or Mattermost', target: 'The address of an incoming webhook of the channel.' },
	discord: { name: 'Discord', target: 'The address of a webhook of the channel.' },
	teams: { name: 'Microsoft Teams', target: 'The address of a workflow of the channel that takes webhooks.' },
};

/** Connections of one organisation. */
export const connectionLimit = 50;

/** Pauses before the second, third … try of a message, in seconds; after the last one it has failed. */
export const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** With nothing but failures for so long, a connection is switched off. */
export const failingDays = 3;
