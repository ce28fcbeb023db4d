import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

/** Null: not limited. The database keeps it from going below zero. */
const left = '(p.size - p.confirmed - p.held)';

/** Every ticket type has a pool of its own. A pool that several share may leave fewer; that one is no sum of ticket types. */
export const ticketTypes: ReportDataset = {
	id: 'ticket_types',
	label: message`Ticket types`,
	description: message`One row for each ticket type of an event.`,
	needs: 'events.view',
	erasedBy: [],
	from: 'ticket_types t JOIN capacity_pools p ON p.organisation_id = $1 AND p.id = t.pool_id',
	organisation: 't.organisation_id',
	event: 't.event_id',
	key: ['t.event_id', 't.id'],
	joins: { event: eventJoin('t.event_id') },
	columns: {
		ticketType: { label: message`Ticket type`, type: 'text', sql: 't.name' },
		kind: {
			label: message`Kind`,
			type: 'choice',
			sql: 't.kind',
			choices: {
				free: message`Free`,
				paid: message`Paid`,
				donation: message`Donation`,
				add_on: message`Add-on`,
			},
		},
		isAdmission: { label: message`Admits guests`, type: 'flag', sql: 't.is_admission' },
		currency: { label: message`Currency`, type: 'text', sql: 't.currency' },
		price: { label: message`Price`, type: 'money', sql: 't.price_minor' },
		size: { label: message`Capacity`, type: 'number', sql: 'p.size' },
		sold: { label: message`Tickets sold`, type: 'number', sql: 'p.confirmed' },
		held: { label: message`Tickets held`, type: 'number', sql: 'p.held' },
		left: { label: message`Tickets left`, type: 'number', sql: left },
		salesStartAt: { label: message`Sales start`, type: 'instant', sql: 't.sales_start_at' },
		salesEndAt: { label: message`Sales end`, type: 'instant', sql: 't.sales_end_at' },
		isClosed: { label: message`Closed`, type: 'flag', sql: 't.is_closed' },
		isHidden: { label: message`Hidden`, type: 'flag', sql: 't.is_hidden' },
		...eventColumns('t.event_id'),
	},
	measures: {
		ticketTypes: { label: message`Number of ticket types`, type: 'number', of: { kind: 'count' } },
		sold: { label: message`Tickets sold`, type: 'number', of: { kind: 'sum', sql: 'p.confirmed' } },
		held: { label: message`Tickets held`, type: 'number', of: { kind: 'sum', sql: 'p.held' } },
		left: { label: message`Tickets left`, type: 'number', of: { kind: 'sum', sql: left } },
		size: { label: message`Capacity`, type: 'number', of: { kind: 'sum', sql: 'p.size' } },
		occupancy: {
			label: message`Occupancy`,
			type: 'percent',
			of: { kind: 'sum', sql: 'p.confirmed', where: 'p.size IS NOT NULL' },
			per: { kind: 'sum', sql: 'p.size' },
		},
	},
};
