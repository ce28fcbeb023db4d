import { attendees } from '#server/db/tables/orders.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import { type AttendeeField, attendeeFieldNames, mapFields } from '#shared/rules/attendee-fields.ts';

/** The column of a field; a field without one in the table does not compile. */
export const columnOf = (field: AttendeeField): string => attendees[field].name;

/** Ticket columns of orders and the guest list: SQL by property, of an attendee `a` and the ticket type `t`. */
export const ticketColumns = {
	id: 'a.id',
	name: 'a.name',
	email: 'a.email',
	ticketCode: 'a.ticket_code',
	ticketTypeId: 'a.ticket_type_id',
	ticketTypeName: 't.name',
	status: 'a.status',
	version: 'a.version',
	...mapFields(attendeeFieldNames, (field) => `a.${columnOf(field)}`),
} satisfies Partial<Record<keyof Attendee, string>>;

/** A row of the guest list, but for when they came in; of `a`, `t` and the order `o`. */
export const guestColumns: Record<Exclude<keyof Attendee, 'checkedInAt'>, string> = {
	...ticketColumns,
	isAdmission: 't.is_admission',
	orderId: 'a.order_id',
	orderCode: 'o.code',
	source: 'o.source',
	createdAt: 'a.created_at',
};
