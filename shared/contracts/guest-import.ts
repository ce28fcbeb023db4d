import { z } from '../lib/z.ts';
import { attendeeFieldNames } from '../rules/attendee-fields.ts';
import { GUEST_FILE_MB } from '../rules/file-sizes.ts';
import { textEncodings } from '../rules/text-encodings.ts';
import { page, queryFlag, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/**
 * Kinds of guest list columns. Buyer's address: taken for guests without one of their own. Quantity: the tickets that a
 * row stands for. Plus ones: people beside the guest; not imported, but rows that have some say so.
 */
export const importFields = [
	'name',
	'firstName',
	'lastName',
	'email',
	'buyerEmail',
	'ticketType',
	'code',
	...attendeeFieldNames,
	'status',
	'quantity',
	'plusOnes',
	'checkedInAt',
] as const;
export type ImportField = (typeof importFields)[number];

/** Column numbers (from 0) by field; fields without a column are absent. */
export const importMapping = z.partialRecord(z.enum(importFields), z.int().min(0).max(500));

export const importVerdicts = [
	'ok',
	'duplicate_in_file',
	'already_on_list',
	'invalid_email',
	'no_name',
	'name_too_long',
	'empty',
	'cancelled',
	/** Invited, on a waiting list, not approved or not paid in the other product. */
	'not_confirmed',
] as const;

export const importRow = z.object({
	/** Number of the row as a spreadsheet counts: the header is 1. */
	row: z.int(),
	verdict: z.enum(importVerdicts),
	name: z.string(),
	email: z.string(),
	/** The guests that the row makes. */
	quantity: z.int(),
	ticketTypeName: z.string(),
	/** Why it does not come in, or what was changed; empty when there is nothing to say. */
	message: z.string(),
});
export type ImportRow = z.output<typeof importRow>;

export const importPreview = z
	.object({
		fileName: z.string(),
		/** Null for an Excel workbook. */
		encoding: z.enum(textEncodings).nullable(),
		delimiter: z.string().nullable(),
		hasHeader: z.boolean(),
		columns: z.array(z.object({ index: z.int(), name: z.string(), samples: z.array(z.string()) })),
		mapping: importMapping,
		/** How a column was found: by its name, by what is in it, or as it was requested. */
		foundBy: z.partialRecord(z.enum(importFields), z.enum(['name', 'content', 'choice'])),
		/** Guests: a row of quantity 3 counts as 3. */
		counts: z.object({ rows: z.number(), ok: z.number(), duplicates: z.number(), refused: z.number() }),
		/** Ticket names of the list and the types they become; null stands for the chosen type. */
		ticketTypes: z.array(z.object({ name: z.string(), guests: z.int(), ticketTypeId: uuid().nullable() })),
		/** Missing places that prevent the import; empty if there are none. */
		obstacles: z.array(z.string()),
		/** The first rows and every row that will not come in, at most 500. */
		rows: z.array(importRow),
	})
	.meta({ id: 'ImportPreview' });
export type ImportPreview = z.output<typeof importPreview>;

/** A person’s choices for a guest list import; the others are guessed. */
const importChoices = {
	/** JSON of `{field: column}`; it takes the place of the whole guess. */
	mapping: z.string().max(2_000).optional(),
	encoding: z.enum(textEncodings).optional(),
	hasHeader: queryFlag().optional(),
	/** The type of guests whose own ticket is not known here; the first on offer when absent. */
	ticketTypeId: uuid().optional(),
	/** Create a hidden free ticket type for each ticket name of the list that the event does not have. */
	createTicketTypes: queryFlag().optional(),
};

const listUpload = {
	field: 'file',
	maxBytes: GUEST_FILE_MB * 1_000_000,
	description: `CSV, TSV or Excel (.xlsx), up to ${GUEST_FILE_MB} MB`,
};

export const previewAttendeeImport = endpoint({
	id: 'orders.previewAttendeeImport',
	method: 'POST',
	path: '/api/events/{event}/attendee-imports/preview',
	summary:
		'Preview an import: read a guest list, guess its columns and report for each row what would happen. Nothing is written.',
	access: eventAccess('attendees.edit'),
	limit: 'upload',
	params: eventParams,
	query: z.object(importChoices),
	upload: listUpload,
	output: importPreview,
});

export const attendeeImport = z
	.object({
		id: uuid(),
		fileName: z.string(),
		taken: z.int(),
		refused: z.int(),
		createdAt: z.string(),
		undoneAt: z.string().nullable(),
		/** Undo is offered for an hour. */
		canUndo: z.boolean(),
	})
	.meta({ id: 'AttendeeImport' });
export type AttendeeImport = z.output<typeof attendeeImport>;

export const importAttendees = endpoint({
	id: 'orders.importAttendees',
	method: 'POST',
	path: '/api/events/{event}/attendee-imports',
	summary: 'Import a guest list: all valid rows, or none. Importing the same file again adds no one twice.',
	access: eventAccess('attendees.edit'),
	limit: 'upload',
	status: 201,
	params: eventParams,
	query: z.object({ ...importChoices, sendMail: queryFlag().optional() }),
	upload: listUpload,
	output: attendeeImport,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listAttendeeImports = endpoint({
	id: 'orders.listAttendeeImports',
	method: 'GET',
	path: '/api/events/{event}/attendee-imports',
	summary: 'List the imports of an event, newest first.',
	access: eventAccess('attendees.view'),
	limit: 'read',
	params: eventParams,
	output: page(attendeeImport),
});

export const undoAttendeeImport = endpoint({
	id: 'orders.undoAttendeeImport',
	method: 'POST',
	path: '/api/events/{event}/attendee-imports/{import}/undo',
	summary: 'Undo an import within an hour. Guests who are already checked in stay.',
	access: eventAccess('attendees.edit'),
	limit: 'write',
	params: eventParams.extend({ import: uuid() }),
	output: attendeeImport,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
