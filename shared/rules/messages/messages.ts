/**
 * States of a message to guests. A draft is sent at once or at a time; a message of a new organiser that is too large waits in review. Sending
 * never goes back: cancelled while sending, it stops what is not yet in the outbox.
 */
export const messageStates = [
	'draft',
	'scheduled',
	'in_review',
	'refused',
	'sending',
	'sent',
	'cancelled',
] as const;
export type MessageState = (typeof messageStates)[number];

/** About a ticket that its reader holds, or news for those who follow the organiser. */
export const messageCategories = ['service', 'marketing'] as const;
export type MessageCategory = (typeof messageCategories)[number];

/** The delivery state of the email to one recipient. */
export const recipientStates = [
	/** Not sent yet. */
	'waiting',
	'sent',
	/** The mail server of the address refused it, at once or later. */
	'bounced',
	/** Sent, and reported as unwanted. */
	'complained',
	'failed',
	'skipped',
] as const;
export type RecipientState = (typeof recipientStates)[number];

/**
 * Why a recipient gets no email: their address bounced before, they opted out, they do not follow (marketing), the event is an example, or
 * the message was cancelled before it was their turn.
 */
export const skipReasons = ['bounced', 'opted_out', 'not_following', 'example', 'cancelled'] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * Rules: what goes out by itself. The confirmation and the first reminder are emails of their own, to which the organiser adds words;
 * `before_start` and `after_end` are messages like those written manually, made when their time comes.
 */
export const ruleKinds = ['confirmation', 'reminder', 'before_start', 'after_end'] as const;
export type MessageRuleKind = (typeof ruleKinds)[number];

export const messageLimits = {
	subject: 200,
	text: 20_000,
	/** Messages of one event or series that are drafts or scheduled. */
	open: 100,
	rules: 12,
	/** Conditions of one segment. */
	conditions: 10,
	/** Minutes that a rule may lie beside the event: 60 days. */
	offsetMinutes: 86_400,
	/** Recipients of one message, and of one day, of an organisation that is not verified. */
	unverifiedMessage: 200,
	unverifiedDay: 500,
	/** Links to other hosts in a message of an organisation that is not verified. */
	unverifiedLinks: 3,
} as const;

/** Fewer addresses than these are not counted for members who may not see guests. */
export const FEW_ADDRESSES = 5;

/** Minutes before the start at which the reminder goes out, and after the end for the thanks, unless the organiser says otherwise. */
export const USUAL_REMINDER_MINUTES = 1_440;
export const USUAL_THANKS_MINUTES = 180;
/** Minutes before the start at which the reminder can go out: an hour to 14 days. */
export const REMINDER_MINUTES = { least: 60, most: 20_160 } as const;
