import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

export const waitlist: ReportDataset = {
	id: 'waitlist',
	label: message`Waitlist`,
	description: message`One row for each person or party that waits for tickets, or has waited.`,
	needs: 'orders.view',
	erasedBy: ['orders.guest-erased'],
	from: 'waitlist_entries w',
	organisation: 'w.organisation_id',
	event: 'w.event_id',
	key: ['w.event_id', 'w.id'],
	joins: {
		event: eventJoin('w.event_id'),
		offers: `LEFT JOIN LATERAL (SELECT count(*)::int AS made, count(*) FILTER (WHERE o.state = 'lapsed')::int AS lapsed
			FROM waitlist_offers o WHERE o.organisation_id = $1 AND o.entry_id = w.id) AS offers ON true`,
	},
	columns: {
		name: { label: message`Name`, type: 'text', sql: 'w.name', isPersonal: true },
		email: { label: message`Email`, type: 'text', sql: 'w.email', isPersonal: true },
		party: { label: message`Tickets`, type: 'number', sql: 'w.party' },
		takesFewer: { label: message`Takes fewer`, type: 'flag', sql: 'w.takes_fewer' },
		state: {
			label: message`State`,
			type: 'choice',
			sql: 'w.state',
			choices: {
				waiting: message`Waiting`,
				offered: message`Has an offer`,
				bought: message`Got tickets`,
				lapsed: message`Offer not used`,
				left: message`Left`,
				removed: message`Removed`,
				closed: message`Closed`,
			},
		},
		offers: { label: message`Offers`, type: 'number', sql: 'offers.made', joins: ['offers'] },
		lapsedOffers: {
			label: message`Offers not used`,
			type: 'number',
			sql: 'offers.lapsed',
			joins: ['offers'],
		},
		joinedAt: { label: message`Joined`, type: 'instant', sql: 'w.created_at' },
		endedAt: { label: message`Ended`, type: 'instant', sql: 'w.ended_at' },
		...eventColumns('w.event_id'),
	},
	measures: {
		entries: { label: message`Number of entries`, type: 'number', of: { kind: 'count' } },
		tickets: { label: message`Tickets`, type: 'number', of: { kind: 'sum', sql: 'w.party' } },
		boughtShare: {
			label: message`Got tickets`,
			type: 'percent',
			of: { kind: 'count', where: `w.state = 'bought'` },
			per: { kind: 'count' },
		},
	},
};
