import { placesSql } from '#server/domain/groups/open-places.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

const open = `CASE WHEN g.state = 'open' THEN greatest(counts.places - counts.taken, 0) ELSE 0 END`;
const joins = ['counts'] as const;

export const groups: ReportDataset = {
	id: 'groups',
	label: message`Groups`,
	description: message`One row for each group of guests who come together.`,
	needs: 'orders.view',
	erasedBy: ['orders.guest-erased'],
	from: 'group_bookings g',
	organisation: 'g.organisation_id',
	event: 'g.event_id',
	key: ['g.event_id', 'g.id'],
	joins: {
		event: eventJoin('g.event_id'),
		type: 'LEFT JOIN ticket_types tt ON tt.organisation_id = $1 AND tt.event_id = g.event_id AND tt.id = g.ticket_type_id',
		counts: `LEFT JOIN LATERAL (${placesSql}) AS counts ON true`,
	},
	columns: {
		name: { label: message`Group`, type: 'text', sql: 'g.name', isPersonal: true },
		leader: { label: message`Leader`, type: 'text', sql: 'g.leader_name', isPersonal: true },
		leaderEmail: {
			label: message`Email of the leader`,
			type: 'text',
			sql: 'g.leader_email',
			isPersonal: true,
		},
		pays: {
			label: message`Who pays`,
			type: 'choice',
			sql: 'g.pays',
			choices: { leader: message`One order`, each: message`Each guest` },
		},
		ticketType: { label: message`Ticket type`, type: 'text', sql: 'tt.name', joins: ['type'] },
		places: { label: message`Places`, type: 'number', sql: 'counts.places', joins },
		taken: { label: message`Spots taken`, type: 'number', sql: 'counts.taken', joins },
		open: { label: message`Open spots`, type: 'number', sql: open, joins },
		state: {
			label: message`State`,
			type: 'choice',
			sql: 'g.state',
			choices: { open: message`Open`, ended: message`Ended` },
		},
		deadlineAt: { label: message`Deadline`, type: 'instant', sql: 'g.deadline_at' },
		createdAt: { label: message`Made on`, type: 'instant', sql: 'g.created_at' },
		endedAt: { label: message`Ended`, type: 'instant', sql: 'g.ended_at' },
		...eventColumns('g.event_id'),
	},
	measures: {
		groups: { label: message`Number of groups`, type: 'number', of: { kind: 'count' } },
		places: { label: message`Places`, type: 'number', of: { kind: 'sum', sql: 'counts.places' }, joins },
		taken: { label: message`Spots taken`, type: 'number', of: { kind: 'sum', sql: 'counts.taken' }, joins },
		open: { label: message`Open spots`, type: 'number', of: { kind: 'sum', sql: open }, joins },
		takenShare: {
			label: message`Share taken`,
			type: 'percent',
			of: { kind: 'sum', sql: 'counts.taken' },
			per: { kind: 'sum', sql: 'counts.places' },
			joins,
		},
	},
};
