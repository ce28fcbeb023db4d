import { ticketColumns } from '#server/domain/orders/attendee-columns.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import { attendeeFieldNames, attendeeFields } from '#shared/rules/attendee-fields.ts';
import { instantCell, textCell } from './csv-cells.ts';

/**
 * The columns of an exported guest list: as a text of a spreadsheet, and as a cell of CSV that the database writes (`a` the
 * attendee, `t` the ticket type, `o` the order, `inside` the first check-in that stands).
 */
export const guestColumns: { title: string; value: (guest: Attendee) => string; sql: string }[] = [
	{ title: 'Name', value: (guest) => guest.name, sql: textCell('a.name') },
	{ title: 'Email', value: (guest) => guest.email, sql: textCell('a.email') },
	{ title: 'Ticket type', value: (guest) => guest.ticketTypeName, sql: textCell('t.name') },
	{ title: 'Status', value: (guest) => guest.status, sql: 'a.status' },
	{ title: 'Order', value: (guest) => guest.orderCode, sql: 'o.code' },
	{ title: 'Ticket code', value: (guest) => guest.ticketCode, sql: 'a.ticket_code' },
	{
		title: 'Checked in at',
		value: (guest) => guest.checkedInAt ?? '',
		sql: instantCell('inside.occurred_at'),
	},
	{ title: 'Registered at', value: (guest) => guest.createdAt, sql: instantCell('a.created_at') },
	{ title: 'Source', value: (guest) => guest.source, sql: 'o.source' },
	{
		title: 'Admits',
		value: (guest) => (guest.isAdmission ? 'yes' : 'no'),
		sql: "CASE WHEN t.is_admission THEN 'yes' ELSE 'no' END",
	},
	...attendeeFieldNames.map((field) => ({
		title: attendeeFields[field].title,
		value: (guest: Attendee) => guest[field],
		sql: textCell(ticketColumns[field]),
	})),
];

/** The columns that hold dates. */
export const guestDates = { 'Checked in at': 'instant', 'Registered at': 'instant' } as const;

/** One record of CSV, line break and all, as an SQL expression. */
export const csvRecord = `${guestColumns.map((column) => column.sql).join(`\n\t|| ',' || `)} || E'\\r\\n'`;
