import { message } from '#shared/errors/translatable-message.ts';
import type { ReportDataset } from './dataset.ts';

/** Of the whole organisation: members who reach some events alone see none. */
export const payouts: ReportDataset = {
	id: 'payouts',
	label: message`Payouts`,
	description: message`One row for each payout to your bank account.`,
	erasedBy: [],
	needs: 'money.view',
	from: 'payouts p',
	organisation: 'p.organisation_id',
	event: 'NULL::uuid',
	key: ['p.id'],
	joins: {},
	columns: {
		madeAt: { label: message`Made`, type: 'instant', sql: 'p.made_at' },
		arrivesAt: { label: message`Arrives`, type: 'instant', sql: 'p.arrives_at' },
		state: {
			label: message`State`,
			type: 'choice',
			sql: 'p.state',
			choices: {
				pending: message`Pending`,
				in_transit: message`On its way`,
				paid: message`Paid`,
				failed: message`Failed`,
				cancelled: message`Cancelled`,
			},
		},
		currency: { label: message`Currency`, type: 'text', sql: 'p.currency' },
		amount: { label: message`Amount`, type: 'money', sql: 'p.amount_minor' },
		isAutomatic: { label: message`By schedule`, type: 'flag', sql: 'p.is_automatic' },
		reference: { label: message`Bank reference`, type: 'text', sql: 'p.trace' },
		failure: { label: message`Why it failed`, type: 'text', sql: 'p.failure' },
	},
	measures: {
		payouts: { label: message`Number of payouts`, type: 'number', of: { kind: 'count' } },
		paid: {
			label: message`Paid out`,
			type: 'money',
			of: { kind: 'sum', sql: 'p.amount_minor', where: `p.state = 'paid'` },
		},
		onItsWay: {
			label: message`On its way`,
			type: 'money',
			of: { kind: 'sum', sql: 'p.amount_minor', where: `p.state IN ('pending', 'in_transit')` },
		},
	},
};
