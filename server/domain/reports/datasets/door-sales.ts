import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, orderNameColumns, type ReportDataset } from './dataset.ts';

const isPaid = `o.status = 'confirmed'`;
const joins = ['order'] as const;

export const doorSales: ReportDataset = {
	id: 'door_sales',
	label: message`Door sales`,
	description: message`One row for each sale and each payment at the door.`,
	needs: 'money.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	from: 'door_sales s',
	organisation: 's.organisation_id',
	event: 's.event_id',
	key: ['s.event_id', 's.id'],
	joins: {
		event: eventJoin('s.event_id'),
		order: 'LEFT JOIN orders o ON o.organisation_id = $1 AND o.event_id = s.event_id AND o.id = s.order_id',
		drawer: 'LEFT JOIN cash_drawers d ON d.organisation_id = $1 AND d.id = s.drawer_id',
	},
	columns: {
		soldAt: { label: message`Sold at`, type: 'instant', sql: 's.sold_at' },
		kind: {
			label: message`Kind`,
			type: 'choice',
			sql: 's.kind',
			choices: { sale: message`Sale`, payment: message`Payment for a ticket` },
		},
		way: {
			label: message`Method`,
			type: 'choice',
			sql: 's.way',
			choices: { cash: message`Cash`, card: message`Card`, transfer: message`Bank transfer` },
		},
		device: { label: message`Device`, type: 'text', sql: 's.device', isPersonal: true },
		openedBy: {
			label: message`Cash drawer opened by`,
			type: 'text',
			sql: 'd.opened_by',
			joins: ['drawer'],
			isPersonal: true,
		},
		isOffline: { label: message`Made offline`, type: 'flag', sql: 's.is_offline' },
		...orderNameColumns(joins),
		currency: { label: message`Currency`, type: 'text', sql: 's.currency' },
		total: { label: message`Total`, type: 'money', sql: 's.total_minor' },
		due: { label: message`Due in cash`, type: 'money', sql: 's.due_minor' },
		given: { label: message`Cash given`, type: 'money', sql: 's.given_minor' },
		...eventColumns('s.event_id'),
	},
	measures: {
		sales: { label: message`Number of sales`, type: 'number', of: { kind: 'count' } },
		paidSales: {
			label: message`Sales that are paid`,
			type: 'number',
			of: { kind: 'count', where: isPaid },
			joins,
		},
		offlineSales: {
			label: message`Sales made offline`,
			type: 'number',
			of: { kind: 'count', where: 's.is_offline' },
		},
		paid: {
			label: message`Total of sales that are paid`,
			type: 'money',
			of: { kind: 'sum', sql: 's.total_minor', where: isPaid },
			joins,
		},
		cash: { label: message`Due in cash`, type: 'money', of: { kind: 'sum', sql: 's.due_minor' } },
	},
};
