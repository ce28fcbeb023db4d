import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

const accepted = `c.verdict = 'accepted' AND c.annulled_at IS NULL`;

export const checkIns: ReportDataset = {
	id: 'check_ins',
	label: message`Check-ins`,
	description: message`One row for each scan and manual check-in.`,
	needs: 'check_ins.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	from: 'check_ins c',
	organisation: 'c.organisation_id',
	event: 'c.event_id',
	key: ['c.id'],
	joins: {
		event: eventJoin('c.event_id'),
		gate: 'LEFT JOIN gates g ON g.organisation_id = $1 AND g.id = c.gate_id',
		list: 'LEFT JOIN check_in_lists l ON l.organisation_id = $1 AND l.id = c.list_id',
		guest:
			'LEFT JOIN attendees a ON a.organisation_id = $1 AND a.event_id = c.event_id AND a.id = c.attendee_id',
		type: 'LEFT JOIN ticket_types t ON t.organisation_id = $1 AND t.id = a.ticket_type_id',
	},
	columns: {
		occurredAt: { label: message`Time`, type: 'instant', sql: 'c.occurred_at' },
		verdict: {
			label: message`Result`,
			type: 'choice',
			sql: 'c.verdict',
			choices: {
				accepted: message`Accepted`,
				already_checked_in: message`Already checked in`,
				unknown_code: message`Unknown code`,
				wrong_event: message`Another event`,
				cancelled: message`Cancelled ticket`,
				unpaid: message`Not paid`,
				wrong_list: message`Not on this list`,
				not_yet_valid: message`Too early`,
				no_longer_valid: message`Too late`,
				left: message`Left`,
				not_inside: message`Not inside`,
				conflict: message`Conflict`,
			},
		},
		direction: {
			label: message`Direction`,
			type: 'choice',
			sql: 'c.direction',
			choices: { in: message`In`, out: message`Out` },
		},
		method: {
			label: message`Method`,
			type: 'choice',
			sql: 'c.method',
			choices: { scan: message`Scan`, manual: message`Manual` },
		},
		gate: { label: message`Entrance`, type: 'text', sql: 'g.name', joins: ['gate'] },
		list: { label: message`Check-in list`, type: 'text', sql: 'l.name', joins: ['list'] },
		device: { label: message`Device`, type: 'text', sql: 'c.device', isPersonal: true },
		isReplayed: { label: message`Made offline`, type: 'flag', sql: 'c.is_replayed' },
		isUndone: { label: message`Undone`, type: 'flag', sql: '(c.annulled_at IS NOT NULL)' },
		ticketType: {
			label: message`Ticket type`,
			type: 'text',
			sql: 't.name',
			joins: ['guest', 'type'],
		},
		guest: {
			label: message`Name`,
			type: 'text',
			sql: 'a.name',
			joins: ['guest'],
			needs: 'attendees.view',
			isPersonal: true,
		},
		...eventColumns('c.event_id'),
	},
	measures: {
		scans: { label: message`Number of scans`, type: 'number', of: { kind: 'count' } },
		accepted: { label: message`Accepted`, type: 'number', of: { kind: 'count', where: accepted } },
		refused: {
			label: message`Refused`,
			type: 'number',
			of: { kind: 'count', where: `c.verdict NOT IN ('accepted', 'left')` },
		},
		guests: {
			label: message`Different guests checked in`,
			type: 'number',
			of: { kind: 'distinct', sql: 'c.attendee_id', where: `${accepted} AND t.is_admission` },
			joins: ['guest', 'type'],
		},
		acceptedShare: {
			label: message`Share accepted`,
			type: 'percent',
			of: { kind: 'count', where: accepted },
			per: { kind: 'count' },
		},
	},
};
