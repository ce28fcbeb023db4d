import { z } from '../lib/z.ts';
import { messageCategories, messageStates, recipientStates, ruleKinds } from '../rules/messages/messages.ts';
import { everyone, segment } from '../rules/messages/segments.ts';
import { cursor, instant, message, noContent, page, pageLimit } from './common.ts';
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

/** What calls for the guests of an event and for those of a series have in common (guest-messages.ts). */
type Shared = Partial<AnyEndpoint>;

const maybeEmpty = { subject: messageSubject(0).default(''), text: messageBody(0).default('') };

export const list = {
	method: 'GET',
	limit: 'read',
	query: z.object({
		state: z.enum(messageStates).optional(),
		limit: pageLimit(20, 100),
		cursor: cursor().optional(),
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
	summary: 'How many addresses a message goes to, and how one of its recipients reads it. Nothing is stored.',
	limit: 'report',
	body: z.strictObject({ ...messageContent, ...maybeEmpty, ...whichRecipient }),
	output: messagePreview,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const test = {
	method: 'POST',
	summary: 'Send a message to your own address, as one of its recipients would read it.',
	limit: 'mail',
	status: 202,
	body: z.strictObject({ ...messageContent, ...whichRecipient }),
	output: message(),
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const get = {
	method: 'GET',
	summary: 'Get a message with what became of its emails.',
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
	summary: 'Send a draft at `sendAt`, without it now.',
	limit: 'write',
	status: 202,
	body: z.strictObject({ sendAt: instant().nullish() }),
	output: guestMessage,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const cancel = {
	method: 'POST',
	summary: 'Cancel a message. One that is being sent stops: `counts` says how many emails were on their way.',
	limit: 'write',
	output: guestMessage,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const remove = {
	method: 'DELETE',
	summary: 'Delete a draft, or a message that was cancelled or refused before any of it was sent.',
	limit: 'write',
	status: 204,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const recipients = {
	method: 'GET',
	summary: 'Who a message went to, and what became of each email.',
	limit: 'read',
	query: z.object({
		state: z.enum(recipientStates).optional(),
		limit: pageLimit(50, 200),
		cursor: cursor().optional(),
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
	summary: 'Change the confirmation or the reminder, or add a message before the start or after the end.',
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
	summary: 'Update a rule.',
	limit: 'write',
	hasVersion: true,
	body: z.strictObject(ruleContent).partial(),
	output: messageRule,
	errors: ['BUSINESS_RULE_VIOLATION'],
} satisfies Shared;

export const removeRule = {
	method: 'DELETE',
	summary: 'Delete a rule: confirmation and reminder are as usual again.',
	limit: 'write',
	status: 204,
	output: noContent(),
} satisfies Shared;

export const previewRule = {
	method: 'POST',
	summary: 'How a guest reads what a rule sends. Nothing is stored.',
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
