import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

export const gifts: ReportDataset = {
	id: 'gifts',
	label: message`Gifts`,
	description: message`One row for each donation to a fundraiser.`,
	needs: 'money.view',
	erasedBy: ['fundraisers.donor-erased', 'orders.account-erased', 'orders.guest-erased'],
	from: 'donations d',
	organisation: 'd.organisation_id',
	event: 'd.event_id',
	key: ['d.event_id', 'd.id'],
	joins: { event: eventJoin('d.event_id') },
	columns: {
		createdAt: { label: message`Given`, type: 'instant', sql: 'd.created_at' },
		source: {
			label: message`Came by`,
			type: 'choice',
			sql: 'd.source',
			choices: { online: message`Website`, offline: message`Added manually` },
		},
		way: {
			label: message`Paid by`,
			type: 'choice',
			sql: 'd.way',
			choices: { cash: message`Cash`, transfer: message`Bank transfer` },
		},
		donorName: {
			label: message`Donor`,
			type: 'text',
			sql: 'd.donor_name',
			needs: 'attendees.view',
			isPersonal: true,
		},
		donorEmail: {
			label: message`Donor’s email`,
			type: 'text',
			sql: 'd.donor_email',
			needs: 'attendees.view',
			isPersonal: true,
		},
		isAnonymous: { label: message`Anonymous`, type: 'flag', sql: 'd.is_anonymous' },
		message: {
			label: message`Message`,
			type: 'text',
			sql: 'd.message',
			needs: 'attendees.view',
			isPersonal: true,
		},
		currency: { label: message`Currency`, type: 'text', sql: 'd.currency' },
		amount: { label: message`Amount`, type: 'money', sql: 'd.amount_minor' },
		cover: { label: message`Added for fees`, type: 'money', sql: 'd.cover_minor' },
		refunded: { label: message`Refunded`, type: 'money', sql: 'd.refunded_minor' },
		...eventColumns('d.event_id'),
	},
	measures: {
		gifts: { label: message`Number of donations`, type: 'number', of: { kind: 'count' } },
		donors: {
			label: message`Different donors`,
			type: 'number',
			of: { kind: 'distinct', sql: `nullif(lower(d.donor_email), '')` },
		},
		amount: { label: message`Given`, type: 'money', of: { kind: 'sum', sql: 'd.amount_minor' } },
		refunded: { label: message`Refunded`, type: 'money', of: { kind: 'sum', sql: 'd.refunded_minor' } },
		kept: {
			label: message`Donations less refunds`,
			type: 'money',
			of: { kind: 'sum', sql: 'd.amount_minor - d.refunded_minor' },
		},
		averageGift: {
			label: message`Average donation`,
			type: 'money',
			of: { kind: 'sum', sql: 'd.amount_minor' },
			per: { kind: 'count' },
		},
	},
};
