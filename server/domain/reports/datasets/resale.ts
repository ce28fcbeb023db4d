import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

const isSold = `l.state = 'sold'`;
const joins = ['order'] as const;
const isPersonal = true as const;

export const resale: ReportDataset = {
	id: 'resale',
	label: message`Resale`,
	description: message`One row for each ticket that its buyer offered for resale.`,
	needs: 'orders.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	from: 'resale_listings l',
	organisation: 'l.organisation_id',
	event: 'l.event_id',
	key: ['l.id'],
	joins: {
		event: eventJoin('l.event_id'),
		order: 'LEFT JOIN orders o ON o.organisation_id = $1 AND o.event_id = l.event_id AND o.id = l.order_id',
		buyer: `LEFT JOIN orders b ON b.organisation_id = $1 AND b.event_id = l.event_id AND b.id = l.buyer_order_id`,
		type: 'LEFT JOIN ticket_types t ON t.organisation_id = $1 AND t.id = l.ticket_type_id',
	},
	columns: {
		listedAt: { label: message`Offered`, type: 'instant', sql: 'l.created_at' },
		endedAt: { label: message`Ended`, type: 'instant', sql: 'l.ended_at' },
		state: {
			label: message`State`,
			type: 'choice',
			sql: 'l.state',
			choices: {
				listed: message`For sale`,
				sold: message`Sold`,
				withdrawn: message`Stopped`,
				lapsed: message`Not sold`,
			},
		},
		ticketType: { label: message`Ticket type`, type: 'text', sql: 't.name', joins: ['type'] },
		orderCode: { label: message`Order`, type: 'text', sql: 'o.code', joins, isPersonal },
		buyerOrderCode: {
			label: message`Order of the next guest`,
			type: 'text',
			sql: `CASE WHEN ${isSold} THEN b.code END`,
			joins: ['buyer'],
			isPersonal,
		},
		currency: { label: message`Currency`, type: 'text', sql: 'o.currency', joins },
		price: { label: message`Price`, type: 'money', sql: 'l.price_minor' },
		kept: { label: message`Fee kept`, type: 'money', sql: 'l.keep_minor' },
		...eventColumns('l.event_id'),
	},
	measures: {
		listings: { label: message`Tickets offered`, type: 'number', of: { kind: 'count' } },
		sold: { label: message`Tickets sold`, type: 'number', of: { kind: 'count', where: isSold } },
		price: {
			label: message`Price of tickets sold`,
			type: 'money',
			of: { kind: 'sum', sql: 'l.price_minor', where: isSold },
		},
		kept: {
			label: message`Fees kept`,
			type: 'money',
			of: { kind: 'sum', sql: 'l.keep_minor', where: isSold },
		},
	},
};
