import { message } from '#shared/errors/translatable-message.ts';
import {
	eventColumns,
	eventJoin,
	orderColumns,
	type ReportDataset,
	tierColumn,
	tierJoin,
} from './dataset.ts';

const confirmed = `o.status = 'confirmed'`;
const scoped = (alias: string) =>
	`${alias}.organisation_id = $1 AND ($2::uuid[] IS NULL OR ${alias}.event_id = ANY($2))`;

export const orders: ReportDataset = {
	id: 'orders',
	label: message`Orders`,
	description: message`One row for each order.`,
	needs: 'orders.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	from: 'orders o',
	organisation: 'o.organisation_id',
	event: 'o.event_id',
	key: ['o.event_id', 'o.id'],
	joins: {
		event: eventJoin('o.event_id'),
		places: `LEFT JOIN (SELECT i.event_id, i.order_id, sum(i.places) AS places FROM order_items i
			WHERE ${scoped('i')} GROUP BY 1, 2) places ON places.event_id = o.event_id AND places.order_id = o.id`,
		tiers: tierJoin('l.order_id', 'tiers.event_id = o.event_id AND tiers.order_id = o.id'),
		tax: `LEFT JOIN (SELECT l.event_id, l.order_id, sum(l.tax_minor) AS tax FROM order_lines l
			WHERE ${scoped('l')} GROUP BY 1, 2) tax ON tax.event_id = o.event_id AND tax.order_id = o.id`,
		paid: `LEFT JOIN (SELECT p.event_id, p.subject_id, sum(p.captured_minor) AS captured, sum(p.refunded_minor) AS refunded,
				sum(p.fee_minor) FILTER (WHERE p.captured_minor > 0) AS fee
			FROM payments p WHERE ${scoped('p')} AND p.subject_kind = 'order' GROUP BY 1, 2) paid
			ON paid.event_id = o.event_id AND paid.subject_id = o.id`,
	},
	answered: { event: 'o.event_id', order: 'o.id' },
	columns: {
		...orderColumns([]),
		...eventColumns('o.event_id'),
		createdAt: { label: message`Ordered`, type: 'instant', sql: 'o.created_at' },
		confirmedAt: { label: message`Confirmed`, type: 'instant', sql: 'o.confirmed_at' },
		cancelledAt: { label: message`Cancelled`, type: 'instant', sql: 'o.cancelled_at' },
		language: { label: message`Language`, type: 'text', sql: 'o.locale' },
		places: {
			label: message`Tickets`,
			type: 'number',
			sql: 'coalesce(places.places, 0)',
			joins: ['places'],
		},
		tier: tierColumn,
		currency: { label: message`Currency`, type: 'text', sql: 'o.currency' },
		total: { label: message`Total`, type: 'money', sql: 'o.total_minor', needs: 'money.view' },
		tax: {
			label: message`Tax`,
			type: 'money',
			sql: 'coalesce(tax.tax, 0)',
			joins: ['tax'],
			needs: 'money.view',
		},
		paid: {
			label: message`Paid`,
			type: 'money',
			sql: 'coalesce(paid.captured, 0)',
			joins: ['paid'],
			needs: 'money.view',
		},
		refunded: {
			label: message`Refunded`,
			type: 'money',
			sql: 'coalesce(paid.refunded, 0)',
			joins: ['paid'],
			needs: 'money.view',
		},
	},
	measures: {
		orders: { label: message`Number of orders`, type: 'number', of: { kind: 'count' } },
		confirmedOrders: {
			label: message`Confirmed orders`,
			type: 'number',
			of: { kind: 'count', where: confirmed },
		},
		places: {
			label: message`Tickets`,
			type: 'number',
			of: { kind: 'sum', sql: 'places.places', where: confirmed },
			joins: ['places'],
		},
		buyers: {
			label: message`Different buyers`,
			type: 'number',
			of: { kind: 'distinct', sql: 'lower(o.buyer_email)' },
		},
		total: {
			label: message`Total of confirmed orders`,
			type: 'money',
			of: { kind: 'sum', sql: 'o.total_minor', where: confirmed },
			needs: 'money.view',
		},
		averageOrder: {
			label: message`Average order`,
			type: 'money',
			of: { kind: 'sum', sql: 'o.total_minor', where: confirmed },
			per: { kind: 'count', where: confirmed },
			needs: 'money.view',
		},
		tax: {
			label: message`Tax of confirmed orders`,
			type: 'money',
			of: { kind: 'sum', sql: 'tax.tax', where: confirmed },
			joins: ['tax'],
			needs: 'money.view',
		},
		paid: {
			label: message`Paid`,
			type: 'money',
			of: { kind: 'sum', sql: 'paid.captured' },
			joins: ['paid'],
			needs: 'money.view',
		},
		refunded: {
			label: message`Refunded`,
			type: 'money',
			of: { kind: 'sum', sql: 'paid.refunded' },
			joins: ['paid'],
			needs: 'money.view',
		},
		fees: {
			label: message`Platform fees`,
			type: 'money',
			of: { kind: 'sum', sql: 'paid.fee' },
			joins: ['paid'],
			needs: 'money.view',
		},
	},
};
