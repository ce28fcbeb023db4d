import { z } from '../lib/z.ts';
import { messageCategories, messageStates, recipientStates, ruleKinds } from '../rules/messages/messages.ts';
import { everyone, segment } from '../rules/messages/segments.ts';
import { instant, message, noContent, page, paging } from './common.ts';
import type { AnyEndpoint } from './endpoint.ts';
import {
	guestMessage,
	messageBody,
	messageContent,
	messagePreview,
	messageRecipient,
	messageRule,
	messageSubject,
	ruleContent,
	whichRecipient,
} from './messages.ts';

/** Schemas shared by endpoints for the guests of an event and of a series (guest-messages.ts). */
type Shared = Partial<AnyEndpoint>;

const maybeEmpty = { subject: messageSubject(0).default(''), text: messageBody(0).default('') };

export const list = {
	method: 'GET',
	limit: 'read',
	query: z.object({
		state: z.enum(messageStates).optional(),
		...paging(20, 100),
	}),
	output: page(guestMessage),
} satisfies Shared;

export const create = {
	method: 'POST',
	limit: 'write',
	status: 201,
	body: z.strictObject({
		...messageContent,
		sendAt: instant().nullish(),
		isDraft: z.boolean().default(false),
	}),
	output: guestMessage,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const preview = {
	method: 'POST',
	summary:
		'Preview a message: the number of recipients, and the text as one of them would get it. Nothing is stored.',
	limit: 'report',
	body: z.strictObject({ ...messageContent, ...maybeEmpty, ...whichRecipient }),
	output: messagePreview,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const test = {
	method: 'POST',
	summary: 'Send a test of a message to your own email address, as one of its recipients would get it.',
	limit: 'mail',
	status: 202,
	body: z.strictObject({ ...messageContent, ...whichRecipient }),
	output: message(),
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const get = {
	method: 'GET',
	summary: 'Get a message with the delivery status of its emails.',
	limit: 'read',
	hasVersion: true,
	output: guestMessage,
} satisfies Shared;

export const update = {
	method: 'PATCH',
	summary: 'Update a draft or a scheduled message.',
	limit: 'write',
	hasVersion: true,
	body: z
		.strictObject({
			subject: messageSubject(),
			text: messageBody(),
			segment,
			category: z.enum(messageCategories),
			/** Null takes the time off a draft. */
			sendAt: instant().nullable(),
		})
		.partial(),
	output: guestMessage,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const send = {
	method: 'POST',
	summary: 'Send a draft at `sendAt`, or now if omitted.',
	limit: 'write',
	status: 202,
	body: z.strictObject({ sendAt: instant().nullish() }),
	output: guestMessage,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const cancel = {
	method: 'POST',
	summary:
		'Cancel a message. If it is being sent, sending stops; `counts` has the number of emails already sent.',
	limit: 'write',
	output: guestMessage,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const remove = {
	method: 'DELETE',
	summary: 'Delete a draft, or a message that was cancelled or rejected before any email was sent.',
	limit: 'write',
	status: 204,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const recipients = {
	method: 'GET',
	summary: 'List the recipients of a message with the delivery status of each email.',
	limit: 'read',
	query: z.object({
		state: z.enum(recipientStates).optional(),
		...paging(50, 200),
	}),
	output: page(messageRecipient),
} satisfies Shared;

export const rules = {
	method: 'GET',
	limit: 'read',
	output: page(messageRule),
} satisfies Shared;

export const createRule = {
	method: 'POST',
	summary:
		'Customise the confirmation or the reminder, or add an automatic message before the start or after the end.',
	limit: 'write',
	status: 201,
	body: z
		.strictObject({ kind: z.enum(ruleKinds), ...ruleContent })
		.partial()
		.required({ kind: true }),
	output: messageRule,
	errors: ['BUSINESS_RULE_VIOLATION', 'RESOURCE_ALREADY_EXISTS'],
} satisfies Shared;

export const updateRule = {
	method: 'PATCH',
	summary: 'Update an automatic message.',
	limit: 'write',
	hasVersion: true,
	body: z.strictObject(ruleContent).partial(),
	output: messageRule,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const removeRule = {
	method: 'DELETE',
	summary: 'Delete an automatic message. The confirmation and the reminder return to their default.',
	limit: 'write',
	status: 204,
	output: noContent(),
} satisfies Shared;

export const previewRule = {
	method: 'POST',
	summary: 'Preview an automatic message as a guest would get it. Nothing is stored.',
	limit: 'report',
	body: z.strictObject({
		kind: z.enum(ruleKinds),
		...maybeEmpty,
		segment: segment.default(everyone),
		...whichRecipient,
	}),
	output: messagePreview,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;
