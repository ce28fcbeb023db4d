import { z } from '../lib/z.ts';
import {
	messageCategories,
	messageLimits,
	messageStates,
	recipientStates,
	ruleKinds,
	skipReasons,
} from '../rules/messages/messages.ts';
import { placeholders, subjectPlaceholders, unknownPlaceholders } from '../rules/messages/placeholders.ts';
import { everyone, segment } from '../rules/messages/segments.ts';
import { page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint } from './endpoint.ts';

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

const knownOnly = (known: readonly string[]) =>
	[
		(value: string) => unknownPlaceholders(value, known).length === 0,
		{
			error: ({ input }: { input?: unknown }) =>
				`Unknown: ${inBraces(unknownPlaceholders(String(input), known).slice(0, 10))}. Only these placeholders are known: ${inBraces(known)}.`,
			params: { code: 'VALIDATION_INVALID_FORMAT' },
		},
	] as const;

/** One line; placeholders in braces. */
export const messageSubject = (min = 1) =>
	text({ min, max: messageLimits.subject }).refine(...knownOnly(subjectPlaceholders));
/** Markdown; placeholders in braces. */
export const messageBody = (min = 1) =>
	text({ min, max: messageLimits.text, lines: true }).refine(...knownOnly(placeholders));

const counts = z.object({
	/** Addresses that it goes to, and those that it leaves out; fixed when sending begins, before that as of now. */
	addresses: z.int(),
	/** Before sending, for members who may not see guests: there are fewer than five, and `addresses` is 4 however many. */
	isFewer: z.boolean().optional(),
	waiting: z.int(),
	sent: z.int(),
	bounced: z.int(),
	complained: z.int(),
	failed: z.int(),
	/** Opted out of such messages since. */
	unsubscribed: z.int(),
	skipped: z.object({
		bounced: z.int(),
		opted_out: z.int(),
		not_following: z.int(),
		example: z.int(),
		cancelled: z.int(),
	}),
});
export type MessageCounts = z.output<typeof counts>;

export const guestMessage = z
	.object({
		id: uuid(),
		/** The event whose guests it goes to; null: those of a series. */
		eventId: uuid().nullable(),
		seriesId: uuid().nullable(),
		subject: z.string(),
		/** Markdown with placeholders. */
		text: z.string(),
		segment,
		category: z.enum(messageCategories),
		state: z.enum(messageStates),
		/** When it is, or was, to be sent; null: a draft without a time. */
		sendAt: z.string().nullable(),
		/** When the last of its emails was handed to the outbox. */
		sentAt: z.string().nullable(),
		/** Name of the member who wrote it; empty: a rule did, or the member is gone. */
		author: z.string(),
		/** The rule that made it. */
		ruleId: uuid().nullable(),
		/** Why it waits for review, or was refused. */
		reviewReason: z.string(),
		/** Where replies go; empty: nowhere. */
		replyTo: z.string(),
		counts,
		version: z.int(),
		createdAt: z.string(),
		updatedAt: z.string(),
	})
	.meta({ id: 'GuestMessage' });
export type GuestMessage = z.output<typeof guestMessage>;

export const messageContent = {
	subject: messageSubject(),
	text: messageBody(),
	segment: segment.default(everyone),
	category: z.enum(messageCategories).default('service'),
};

/** A message as it would be now, as one of its recipients reads it. */
export const messagePreview = z.object({
	/** Addresses that get it, and those that do not. */
	counts: z.object({
		addresses: z.int(),
		bounced: z.int(),
		optedOut: z.int(),
		notFollowing: z.int(),
		/** Tickets without any address. */
		withoutAddress: z.int(),
		/**
		 * For members who may not see guests: there are fewer than five, and `addresses` is 4 however many. Fewer than five that do
		 * not get it are left out too.
		 */
		isFewer: z.boolean().optional(),
	}),
	/** Null: there is no recipient, or none that you may see. */
	recipient: z.object({ name: z.string(), email: z.string(), at: z.int() }).nullable(),
	subject: z.string(),
	html: z.string(),
	text: z.string(),
	/** Where replies go; empty: nowhere. */
	replyTo: z.string(),
	/** Why it would wait for review; empty: it would not. */
	reviewReason: z.string(),
	/** An example event of the demo, whose guests are invented: nothing is sent. */
	isExample: z.boolean(),
});
export type MessagePreview = z.output<typeof messagePreview>;

/** Which recipient: the n-th by address, of those whose name or address has `q` in it. */
export const whichRecipient = {
	at: z.int().min(0).max(10_000_000).default(0),
	q: text({ max: 200 }).default(''),
};

export const messageRecipient = z.object({
	position: z.int(),
	name: z.string(),
	/** Masked for members who may not see addresses. */
	email: z.string(),
	state: z.enum(recipientStates),
	reason: z.enum(skipReasons).nullable(),
	/** The mail server’s response. */
	detail: z.string(),
	sentAt: z.string().nullable(),
});
export type MessageRecipient = z.output<typeof messageRecipient>;

export const messageRule = z
	.object({
		/** Null: nothing is stored, it is what holds unless the organiser says otherwise. */
		id: uuid().nullable(),
		kind: z.enum(ruleKinds),
		/** Minutes before the start, or after the end; 0 for the confirmation. */
		offsetMinutes: z.int(),
		/** Empty: the usual subject. */
		subject: z.string(),
		/** Markdown with placeholders; for confirmation and reminder words beside the usual ones. */
		text: z.string(),
		segment,
		isOn: z.boolean(),
		/** A rule of the series that holds for this date. */
		isOfSeries: z.boolean(),
		/** When it goes out next; null: never, or by the order. */
		dueAt: z.string().nullable(),
		version: z.int(),
	})
	.meta({ id: 'MessageRule' });
export type MessageRule = z.output<typeof messageRule>;

export const ruleContent = {
	offsetMinutes: z.int().min(0).max(messageLimits.offsetMinutes),
	subject: messageSubject(0),
	text: messageBody(0),
	segment,
	isOn: z.boolean(),
};

const reviewed = z.object({
	id: uuid(),
	organisation: z.object({ id: uuid(), name: z.string(), slug: z.string() }),
	event: z.object({ id: uuid(), title: z.string(), slug: z.string() }).nullable(),
	subject: z.string(),
	text: z.string(),
	category: z.enum(messageCategories),
	addresses: z.int(),
	reason: z.string(),
	sendAt: z.string().nullable(),
	createdAt: z.string(),
});
export type MessageReview = z.output<typeof reviewed>;

const reviewParams = z.object({ message: uuid() });

export const listMessageReviews = endpoint({
	id: 'messages.listReviews',
	method: 'GET',
	path: '/api/admin/message-reviews',
	summary: 'List messages of new organisers that are pending review, oldest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object(paging(50, 100)),
	output: page(reviewed),
});

export const releaseMessage = endpoint({
	id: 'messages.release',
	method: 'POST',
	path: '/api/admin/message-reviews/{message}/release',
	summary: 'Approve a message. It is sent at its scheduled time.',
	access: adminAccess,
	limit: 'write',
	params: reviewParams,
	output: reviewed,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const refuseMessage = endpoint({
	id: 'messages.refuse',
	method: 'POST',
	path: '/api/admin/message-reviews/{message}/refuse',
	summary: 'Reject a message. Its organiser is shown the reason.',
	access: adminAccess,
	limit: 'write',
	params: reviewParams,
	body: z.strictObject({ reason: text({ min: 1, max: 500, lines: true }) }),
	output: reviewed,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
