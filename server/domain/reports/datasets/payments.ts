import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset, tierColumn, tierJoin } from './dataset.ts';

export const payments: ReportDataset = {
	id: 'payments',
	label: message`Payments`,
	description: message`One row for each payment of an order.`,
	needs: 'money.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	// Gifts by agreement and trials are no payments of an order.
	from: `(SELECT * FROM payments WHERE organisation_id = $1 AND subject_kind = 'order' AND event_id IS NOT NULL) p`,
	organisation: 'p.organisation_id',
	event: 'p.event_id',
	key: ['p.event_id', 'p.id'],
	joins: {
		event: eventJoin('p.event_id'),
		tiers: tierJoin('l.order_id', 'tiers.event_id = p.event_id AND tiers.order_id = p.subject_id'),
		order: 'LEFT JOIN orders o ON o.organisation_id = $1 AND o.event_id = p.event_id AND o.id = p.subject_id',
	},
	columns: {
		createdAt: { label: message`Started`, type: 'instant', sql: 'p.created_at' },
		settledAt: { label: message`Received`, type: 'instant', sql: 'p.settled_at' },
		method: {
			label: message`Method`,
			type: 'choice',
			sql: 'p.method',
			choices: {
				card: message`Card`,
				transfer: message`Bank transfer`,
				cash: message`Cash`,
				door_card: message`Card at the door`,
				gift_card: message`Gift card`,
			},
		},
		state: {
			label: message`State`,
			type: 'choice',
			sql: 'p.state',
			choices: {
				created: message`Created`,
				requires_action: message`Waiting for the buyer`,
				processing: message`Processing`,
				succeeded: message`Succeeded`,
				failed: message`Failed`,
				cancelled: message`Cancelled`,
			},
		},
		orderCode: { label: message`Order`, type: 'text', sql: 'o.code', joins: ['order'], isPersonal: true },
		buyerName: {
			label: message`Buyer`,
			type: 'text',
			sql: 'o.buyer_name',
			joins: ['order'],
			needs: 'attendees.view',
			isPersonal: true,
		},
		tier: tierColumn,
		currency: { label: message`Currency`, type: 'text', sql: 'p.currency' },
		amount: { label: message`Amount`, type: 'money', sql: 'p.amount_minor' },
		received: { label: message`Received`, type: 'money', sql: 'p.captured_minor' },
		refunded: { label: message`Refunded`, type: 'money', sql: 'p.refunded_minor' },
		fee: { label: message`Platform fee`, type: 'money', sql: 'p.fee_minor' },
		...eventColumns('p.event_id'),
	},
	measures: {
		payments: { label: message`Number of payments`, type: 'number', of: { kind: 'count' } },
		received: { label: message`Received`, type: 'money', of: { kind: 'sum', sql: 'p.captured_minor' } },
		refunded: { label: message`Refunded`, type: 'money', of: { kind: 'sum', sql: 'p.refunded_minor' } },
		kept: {
			label: message`Received less refunds`,
			type: 'money',
			of: { kind: 'sum', sql: 'p.captured_minor - p.refunded_minor' },
		},
		fees: {
			label: message`Platform fees`,
			type: 'money',
			of: { kind: 'sum', sql: 'p.fee_minor', where: 'p.captured_minor > 0' },
		},
	},
};
