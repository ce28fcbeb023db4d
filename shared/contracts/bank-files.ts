import { z } from '../lib/z.ts';
import { bankLineProblems, bankLineStates, bankSkipReasons } from '../rules/bank-lines.ts';
import { BANK_FILE_MB } from '../rules/file-sizes.ts';
import { instant, page, paging, text, uuid } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

const view = organisationAccess('money.view');
const manage = organisationAccess('money.manage');

/** Money that came to the organisation's bank, as a file of the bank said it. */
export const bankLine = z
	.object({
		id: uuid(),
		bookedOn: z.string(),
		amountMinor: z.int(),
		currency: z.string(),
		payer: z.string(),
		text: z.string(),
		state: z.enum(bankLineStates),
		/** Of a line that waits: why it was not matched by itself. */
		problem: z.enum(bankLineProblems).nullable(),
		/**
		 * On the newest line of a file that may be the same as one of another file: how many such lines of the file wait. On all others 0.
		 */
		alikeInFile: z.int(),
		/** The order that its reference names, or that it was matched with. */
		order: z
			.object({
				id: uuid(),
				eventId: uuid(),
				code: z.string(),
				reference: z.string(),
				totalMinor: z.int(),
			})
			.nullable(),
	})
	.meta({ id: 'BankLine' });
export type BankLine = z.output<typeof bankLine>;

export const importBankFile = endpoint({
	id: 'orders.importBankFile',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-files',
	summary:
		'Import a bank statement (CAMT.052, 053 or 054, MT940, CSV or Excel): a transfer with the reference and the full amount of an order confirms the order. Importing the same file again adds nothing; a line that may duplicate a line of another file is held for review. A file with an unknown value in a column that matters is refused. The file is not stored.',
	access: manage,
	limit: 'upload',
	status: 201,
	params: organisationParams,
	upload: {
		field: 'file',
		maxBytes: BANK_FILE_MB * 1_000_000,
		description: `CAMT (XML or ZIP), MT940, CSV or Excel (.xlsx), up to ${BANK_FILE_MB} MB`,
	},
	output: z.object({
		/** Lines that are new. */
		added: z.int(),
		/** Of all lines of the file: those that are matched. */
		matched: z.int(),
		/** Lines that wait for a person. */
		waiting: z.int(),
		/** Lines of an earlier file. */
		known: z.int(),
		/** Of the lines that wait: those that may be the same as a line of another file. */
		maybeSame: z.int(),
		/** Rows that are no payments to the organisation. */
		skipped: z.int(),
		/** The same, by reason. */
		skippedBy: z.partialRecord(z.enum(bankSkipReasons), z.int()),
	}),
});

export const listBankLines = endpoint({
	id: 'orders.listBankLines',
	method: 'GET',
	path: '/api/organisations/{organisation}/bank-lines',
	summary: 'List lines of imported bank statements by state, newest first.',
	access: view,
	limit: 'read',
	params: organisationParams,
	query: z.object({
		state: z.enum(bankLineStates).default('new'),
		...paging(50, 100),
	}),
	output: page(bankLine),
});

const lineParams = organisationParams.extend({ line: uuid() });

export const matchBankLine = endpoint({
	id: 'orders.matchBankLine',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-lines/{line}/match',
	summary:
		'Match a line with an order: the line, and others that wait for the order, pay it. Any excess is owed to the buyer.',
	access: manage,
	limit: 'write',
	idempotency: 'command',
	requiresKey: true,
	params: lineParams,
	body: z.strictObject({
		/** Of the order, as its buyer was given it. */
		reference: text({ min: 1, max: 60 }),
	}),
	output: bankLine,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const ignoreBankLine = endpoint({
	id: 'orders.ignoreBankLine',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-lines/{line}/ignore',
	summary: 'Dismiss a line that pays no order.',
	access: manage,
	limit: 'write',
	idempotency: 'command',
	params: lineParams,
	output: bankLine,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const restoreBankLine = endpoint({
	id: 'orders.restoreBankLine',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-lines/{line}/restore',
	summary: 'Restore a dismissed line for review.',
	access: manage,
	limit: 'write',
	idempotency: 'command',
	params: lineParams,
	output: bankLine,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const separateBankLine = endpoint({
	id: 'orders.separateBankLine',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-lines/{line}/separate',
	summary:
		'Mark a line as not a duplicate of a line in another file. It is then matched by its reference as usual.',
	access: manage,
	limit: 'write',
	idempotency: 'command',
	requiresKey: true,
	params: lineParams,
	output: bankLine,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const ignoreAlikeBankLines = endpoint({
	id: 'orders.ignoreAlikeBankLines',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-lines/{line}/ignore-alike',
	summary: 'Dismiss all possible duplicates in the file of a line. Use `at` to undo it.',
	access: manage,
	limit: 'write',
	idempotency: 'command',
	params: lineParams,
	output: z.object({ lines: z.int(), at: z.string() }),
});

export const restoreAlikeBankLines = endpoint({
	id: 'orders.restoreAlikeBankLines',
	method: 'POST',
	path: '/api/organisations/{organisation}/bank-lines/{line}/restore-alike',
	summary: 'Restore the lines of a file that were dismissed together, unless changed since.',
	access: manage,
	limit: 'write',
	idempotency: 'command',
	params: lineParams,
	body: z.strictObject({ at: instant() }),
	output: z.object({ lines: z.int() }),
});
