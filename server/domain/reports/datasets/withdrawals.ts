import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

const isPersonal = true as const;
/** A statement that matches nothing has none, and nothing goes back of it. */
const currencySql = `coalesce(w.currency, 'EUR')`;

/** Of gift cards, which belong to no event, members who reach some events alone see none. */
export const withdrawals: ReportDataset = {
	id: 'withdrawals',
	label: message`Withdrawals`,
	description: message`One row for each statement of a buyer who withdraws from a contract.`,
	needs: 'money.view',
	erasedBy: ['orders.guest-erased'],
	from: 'withdrawals w',
	organisation: 'w.organisation_id',
	event: 'w.event_id',
	key: ['w.id'],
	joins: { event: eventJoin('w.event_id') },
	columns: {
		receivedAt: { label: message`Received`, type: 'instant', sql: 'w.received_at' },
		state: {
			label: message`State`,
			type: 'choice',
			sql: 'w.state',
			choices: { received: message`To decide`, accepted: message`Accepted`, declined: message`Declined` },
		},
		subject: {
			label: message`Contract`,
			type: 'choice',
			sql: 'w.subject_kind',
			choices: { order: message`Order`, gift_cards: message`Gift cards` },
		},
		obstacle: {
			label: message`Why it wasn’t accepted automatically`,
			type: 'choice',
			sql: 'w.obstacle',
			choices: {
				unmatched: message`No match`,
				'no-right': message`No right of withdrawal`,
				late: message`Too late`,
				used: message`Used`,
				disputed: message`Disputed or refunded in part`,
				blocked: message`Gift card blocked`,
				'for-sale': message`Offered for resale`,
				unpaid: message`Not confirmed`,
				refused: message`Could not be refunded automatically`,
			},
		},
		decidedAt: { label: message`Decided`, type: 'instant', sql: 'w.decided_at' },
		currency: { label: message`Currency`, type: 'text', sql: currencySql },
		refunded: { label: message`Refunded`, type: 'money', sql: 'w.refund_minor' },
		name: { label: message`Name`, type: 'text', sql: 'w.name', isPersonal },
		email: { label: message`Email`, type: 'text', sql: 'w.email', isPersonal },
		reference: { label: message`Order or purchase number`, type: 'text', sql: 'w.reference', isPersonal },
		note: { label: message`Note`, type: 'text', sql: 'w.decision_note', isPersonal },
		...eventColumns('w.event_id'),
	},
	measures: {
		withdrawals: { label: message`Number of withdrawals`, type: 'number', of: { kind: 'count' } },
		accepted: {
			label: message`Accepted`,
			type: 'number',
			of: { kind: 'count', where: `w.state = 'accepted'` },
		},
		refunded: { label: message`Refunded`, type: 'money', of: { kind: 'sum', sql: 'w.refund_minor' } },
	},
};
