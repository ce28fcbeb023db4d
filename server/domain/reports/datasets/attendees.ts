import { isAdmissionTicket } from '#server/db/admissions.ts';
import { ticketColumns } from '#server/domain/orders/attendee-columns.ts';
import { message, TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { attendeeFieldNames, attendeeFields, mapFields } from '#shared/rules/attendee-fields.ts';
import {
	eventColumns,
	eventJoin,
	orderColumns,
	type ReportDataset,
	tierColumn,
	tierJoin,
} from './dataset.ts';

const active = `a.status = 'active'`;
/** Tickets that let somebody in: those of add-ons are no guests. */
const isGuest = isAdmissionTicket('a');
const isIn = 'inside.at IS NOT NULL';
/** The event took place and its door was used: only then is whoever did not come a no-show. */
const couldCome = 'e.ends_at < now() AND door.event_id IS NOT NULL';
const entries = `check_ins c
	WHERE c.organisation_id = $1 AND ($2::uuid[] IS NULL OR c.event_id = ANY($2)) AND c.verdict = 'accepted'
		AND c.annulled_at IS NULL AND c.attendee_id IS NOT NULL`;

export const attendees: ReportDataset = {
	id: 'attendees',
	label: message`Attendees`,
	description: message`One row for each ticket.`,
	needs: 'attendees.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	from: 'attendees a',
	organisation: 'a.organisation_id',
	event: 'a.event_id',
	key: ['a.event_id', 'a.id'],
	joins: {
		event: eventJoin('a.event_id'),
		type: 'LEFT JOIN ticket_types t ON t.organisation_id = $1 AND t.id = a.ticket_type_id',
		order: 'LEFT JOIN orders o ON o.organisation_id = $1 AND o.event_id = a.event_id AND o.id = a.order_id',
		tiers: tierJoin(
			'l.order_id, l.ticket_type_id',
			'tiers.event_id = a.event_id AND tiers.order_id = a.order_id AND tiers.ticket_type_id = a.ticket_type_id',
		),
		inside: `LEFT JOIN (SELECT c.attendee_id, min(c.occurred_at) AS at FROM ${entries} GROUP BY 1) inside
			ON inside.attendee_id = a.id`,
		door: `LEFT JOIN (SELECT DISTINCT c.event_id FROM ${entries}) door ON door.event_id = a.event_id`,
	},
	answered: { event: 'a.event_id', order: 'a.order_id', guest: 'a.id' },
	columns: {
		name: { label: message`Name`, type: 'text', sql: 'a.name', isPersonal: true },
		email: { label: message`Email`, type: 'text', sql: 'a.email', isPersonal: true },
		ticketType: { label: message`Ticket type`, type: 'text', sql: 't.name', joins: ['type'] },
		tier: tierColumn,
		status: {
			label: message`Ticket status`,
			type: 'choice',
			sql: 'a.status',
			choices: { held: message`Held`, active: message`Active`, cancelled: message`Cancelled` },
		},
		checkedIn: { label: message`Checked in`, type: 'flag', sql: `(${isIn})`, joins: ['inside'] },
		isAdmission: { label: message`Admits a guest`, type: 'flag', sql: 't.is_admission', joins: ['type'] },
		checkedInAt: { label: message`Check-in time`, type: 'instant', sql: 'inside.at', joins: ['inside'] },
		createdAt: { label: message`Registered`, type: 'instant', sql: 'a.created_at' },
		cancelledAt: { label: message`Ticket cancelled`, type: 'instant', sql: 'a.cancelled_at' },
		...eventColumns('a.event_id'),
		...orderColumns(['order']),
		...mapFields(attendeeFieldNames, (field) => ({
			label: new TranslatableMessage(attendeeFields[field].title, []),
			type: 'text' as const,
			sql: ticketColumns[field],
			isPersonal: true as const,
		})),
	},
	measures: {
		tickets: { label: message`Number of tickets`, type: 'number', of: { kind: 'count' } },
		activeTickets: {
			label: message`Active tickets`,
			type: 'number',
			of: { kind: 'count', where: active },
		},
		guests: {
			label: message`Guests`,
			type: 'number',
			of: { kind: 'count', where: `${active} AND ${isGuest}` },
		},
		checkedIn: {
			label: message`Checked in`,
			type: 'number',
			of: { kind: 'count', where: `${active} AND ${isIn} AND ${isGuest}` },
			joins: ['inside'],
		},
		checkInRate: {
			label: message`Check-in rate`,
			type: 'percent',
			of: { kind: 'count', where: `${active} AND ${isIn} AND ${isGuest}` },
			per: { kind: 'count', where: `${active} AND ${isGuest}` },
			joins: ['inside'],
		},
		noShows: {
			label: message`No-shows`,
			type: 'number',
			of: { kind: 'count', where: `${active} AND NOT (${isIn}) AND ${couldCome} AND ${isGuest}` },
			joins: ['inside', 'door', 'event'],
		},
		addresses: {
			label: message`Different email addresses`,
			type: 'number',
			of: { kind: 'distinct', sql: `nullif(lower(a.email), '')` },
		},
	},
};
