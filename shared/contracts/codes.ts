import { z } from '../lib/z.ts';
import { CODE_PATTERN } from '../rules/code-key.ts';
import { codeKinds } from '../rules/pricing/codes.ts';
import { instant, moneyMinor, noContent, page, paging, text, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** A code as somebody types it. One that is written differently than any code can be is simply unknown. */
export const typedCode = () => text({ max: 100, min: 1 });

/** Whether a code can be used now; derived, never stored. */
export const codeStates = ['active', 'scheduled', 'ended', 'used_up'] as const;
export type CodeState = (typeof codeStates)[number];

export const code = z
	.object({
		id: uuid(),
		/** As the organiser wrote it. Buyers may write it in other case, and with or without blanks, `-` and `_`. */
		code: z.string(),
		/** For the organiser alone. */
		label: z.string(),
		kind: z.enum(codeKinds),
		/** Of `percent`: 2000 is 20 % off. */
		basisPoints: z.int().nullable(),
		/** Of `fixed`: what is taken off each ticket. Of `price`: what each costs. */
		amountMinor: z.int().nullable(),
		currency: z.string(),
		/** Null: every ticket type with a price. Hidden types that are named can be had with the code. */
		ticketTypeIds: z.array(uuid()).nullable(),
		/** Tickets that an order must have for the code, at least and at most (null: as many as the type allows). */
		minQuantity: z.int(),
		maxQuantity: z.int().nullable(),
		startsAt: z.string().nullable(),
		/** The first instant at which it no longer holds. */
		endsAt: z.string().nullable(),
		/** Orders that may use it; null: any number. An order that ends or is cancelled gives its use back. */
		uses: z.int().nullable(),
		used: z.int(),
		/** Orders of one buyer, by email; null: any number. */
		usesPerBuyer: z.int().nullable(),
		/** What it may save all buyers together; null: any amount. */
		budgetMinor: z.int().nullable(),
		savedMinor: z.int(),
		state: z.enum(codeStates),
		/** The event's page with the code. */
		url: z.string(),
		/** Of a code that was made with others. */
		batchId: uuid().nullable(),
		version: z.int(),
		createdAt: z.string(),
	})
	.meta({ id: 'Code' });
export type Code = z.output<typeof code>;

const terms = {
	label: text({ max: 100 }),
	kind: z.enum(codeKinds),
	basisPoints: z.int().min(1).max(10_000).nullable(),
	amountMinor: moneyMinor().nullable(),
	ticketTypeIds: z.array(uuid()).min(1).max(200).nullable(),
	minQuantity: z.int().min(1).max(1_000),
	maxQuantity: z.int().min(1).max(1_000).nullable(),
	startsAt: instant().nullable(),
	endsAt: instant().nullable(),
	uses: z.int().min(1).max(10_000_000).nullable(),
	usesPerBuyer: z.int().min(1).max(1_000).nullable(),
	budgetMinor: moneyMinor().min(1).nullable(),
};

const editable = {
	code: text({ max: 40, min: 3 }).refine(
		(value) => CODE_PATTERN.test(value),
		'Use letters, digits, - and _ only.',
	),
	...terms,
};

export const codeParams = eventParams.extend({ code: uuid() });

export const listCodes = endpoint({
	id: 'codes.listCodes',
	method: 'GET',
	path: '/api/events/{event}/codes',
	summary: 'List codes, newest first. Codes of a batch are listed only with `batch`, or found by a search.',
	access: eventAccess('codes.edit'),
	limit: 'read',
	params: eventParams,
	query: z.object({
		...paging(50, 100),
		/** The codes of one batch; without it, and without a search, those that belong to none. */
		batch: uuid().optional(),
		/** Beginning of the code. */
		search: text({ max: 40 }).optional(),
	}),
	output: page(code).extend({
		/** Of the event, in batches or not. */
		total: z.int(),
	}),
});

export const createCode = endpoint({
	id: 'codes.createCode',
	method: 'POST',
	path: '/api/events/{event}/codes',
	summary:
		'Create a code: a percentage or an amount off each ticket, a set price, or access to hidden tickets.',
	access: eventAccess('codes.edit'),
	limit: 'write',
	status: 201,
	hasVersion: true,
	params: eventParams,
	body: z.strictObject(editable).partial().required({ code: true, kind: true }),
	output: code,
	errors: ['RESOURCE_ALREADY_EXISTS', 'BUSINESS_RULE_VIOLATION'],
});

export const updateCode = endpoint({
	id: 'codes.updateCode',
	method: 'PATCH',
	path: '/api/events/{event}/codes/{code}',
	summary: 'Update a code. Orders that used it keep their prices.',
	access: eventAccess('codes.edit'),
	limit: 'write',
	hasVersion: true,
	params: codeParams,
	body: z.strictObject(editable).partial(),
	output: code,
	errors: ['RESOURCE_ALREADY_EXISTS', 'BUSINESS_RULE_VIOLATION'],
});

export const deleteCode = endpoint({
	id: 'codes.deleteCode',
	method: 'DELETE',
	path: '/api/events/{event}/codes/{code}',
	summary: 'Delete a code that no order used; a used code is ended instead.',
	access: eventAccess('codes.edit'),
	limit: 'write',
	status: 204,
	params: codeParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** Codes that were made together: alike but for their letters. */
export const codeBatch = z
	.object({
		id: uuid(),
		/** For the organiser alone. */
		label: z.string(),
		/** The terms, which all of them share; `uses` and the rest are those of each code. */
		terms: code.pick({
			kind: true,
			basisPoints: true,
			amountMinor: true,
			currency: true,
			ticketTypeIds: true,
			minQuantity: true,
			maxQuantity: true,
			startsAt: true,
			endsAt: true,
			uses: true,
			usesPerBuyer: true,
			budgetMinor: true,
		}),
		codes: z.int(),
		/** Codes of it that an order uses, these orders, and what they saved. */
		usedCodes: z.int(),
		used: z.int(),
		savedMinor: z.int(),
		state: z.enum(codeStates),
		createdAt: z.string(),
	})
	.meta({ id: 'CodeBatch' });
export type CodeBatch = z.output<typeof codeBatch>;

/** Most codes that are made at once, that an event may have, and most batches. */
export const MAX_BATCH = 10_000;
export const MAX_CODES = 100_000;
export const MAX_BATCHES = 100;

export const batchParams = eventParams.extend({ batch: uuid() });
const batchAccess = eventAccess('codes.edit');

export const listCodeBatches = endpoint({
	id: 'codes.listCodeBatches',
	method: 'GET',
	path: '/api/events/{event}/code-batches',
	summary: 'List batches of codes, newest first.',
	access: batchAccess,
	limit: 'read',
	params: eventParams,
	output: page(codeBatch),
});

export const createCodeBatch = endpoint({
	id: 'codes.createCodeBatch',
	method: 'POST',
	path: '/api/events/{event}/code-batches',
	summary:
		'Create a batch of random codes with the same terms. Each can be used once unless `uses` says otherwise.',
	access: batchAccess,
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z
		.strictObject({ ...terms, count: z.int().min(1).max(MAX_BATCH) })
		.partial()
		.required({ count: true, kind: true }),
	output: codeBatch,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateCodeBatch = endpoint({
	id: 'codes.updateCodeBatch',
	method: 'PATCH',
	path: '/api/events/{event}/code-batches/{batch}',
	summary: 'Update all codes of a batch. Orders that used one of them keep their prices.',
	access: batchAccess,
	limit: 'write',
	params: batchParams,
	body: z.strictObject(terms).partial(),
	output: codeBatch,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteCodeBatch = endpoint({
	id: 'codes.deleteCodeBatch',
	method: 'DELETE',
	path: '/api/events/{event}/code-batches/{batch}',
	summary: 'Delete a batch whose codes were never used; a used batch is ended instead.',
	access: batchAccess,
	limit: 'write',
	status: 204,
	params: batchParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const exportCodes = endpoint({
	id: 'codes.exportCodes',
	method: 'GET',
	path: '/api/events/{event}/codes/export',
	summary:
		'Export all codes, or those of a batch, with their links. Cells that a spreadsheet would run as formulas are escaped.',
	access: batchAccess,
	limit: 'export',
	params: eventParams,
	query: z.object({ batch: uuid().optional(), format: z.enum(['csv', 'xlsx']).default('csv') }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
