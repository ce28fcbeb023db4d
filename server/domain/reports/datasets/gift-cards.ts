import { message } from '#shared/errors/translatable-message.ts';
import type { ReportDataset } from './dataset.ts';

const usedSql = '(c.issued_minor - c.balance_minor - c.returned_minor - c.lapsed_minor)';
const joins = ['purchase'] as const;
const isPersonal = true as const;

/** They belong to no event: members who reach some events alone see none of them. */
export const giftCards: ReportDataset = {
	id: 'gift_cards',
	label: message`Gift cards`,
	description: message`One row for each gift card that was issued.`,
	needs: 'money.view',
	erasedBy: ['orders.guest-erased'],
	from: `(SELECT * FROM gift_cards WHERE organisation_id = $1 AND state <> 'ordered') c`,
	organisation: 'c.organisation_id',
	event: 'NULL::uuid',
	key: ['c.id'],
	joins: {
		purchase: 'LEFT JOIN gift_card_purchases p ON p.organisation_id = $1 AND p.id = c.purchase_id',
	},
	columns: {
		issuedAt: { label: message`Issued`, type: 'instant', sql: 'c.issued_at' },
		codeEnd: { label: message`Code ends in`, type: 'text', sql: 'c.last4', isPersonal },
		origin: {
			label: message`Origin`,
			type: 'choice',
			sql: 'c.origin',
			choices: {
				bought: message`Bought online`,
				given: message`Given without payment`,
				cash: message`Paid in cash`,
				transfer: message`Paid by bank transfer`,
				refund: message`Refund of an order`,
			},
		},
		state: {
			label: message`Status`,
			type: 'choice',
			sql: 'c.state',
			choices: {
				active: message`Active`,
				blocked: message`Blocked`,
				cancelled: message`Refunded`,
				lapsed: message`Expired`,
			},
		},
		currency: { label: message`Currency`, type: 'text', sql: 'c.currency' },
		issued: { label: message`Issued amount`, type: 'money', sql: 'c.issued_minor' },
		balance: { label: message`Balance`, type: 'money', sql: 'c.balance_minor' },
		used: { label: message`Used`, type: 'money', sql: usedSql },
		refunded: { label: message`Refunded to the buyer`, type: 'money', sql: 'c.returned_minor' },
		lapsed: { label: message`Expired balance`, type: 'money', sql: 'c.lapsed_minor' },
		expiresOn: { label: message`Expires`, type: 'date', sql: 'c.expires_on' },
		sentAt: { label: message`Sent`, type: 'instant', sql: 'c.sent_at' },
		isTest: { label: message`Test mode`, type: 'flag', sql: 'c.is_test' },
		recipientName: { label: message`Recipient`, type: 'text', sql: 'c.recipient_name', isPersonal },
		recipientEmail: {
			label: message`Recipient’s email`,
			type: 'text',
			sql: 'c.recipient_email',
			isPersonal,
		},
		buyerName: { label: message`Buyer`, type: 'text', sql: 'p.buyer_name', joins, isPersonal },
		buyerEmail: { label: message`Buyer’s email`, type: 'text', sql: 'p.buyer_email', joins, isPersonal },
		note: { label: message`Note`, type: 'text', sql: 'c.note', isPersonal },
	},
	measures: {
		cards: { label: message`Number of gift cards`, type: 'number', of: { kind: 'count' } },
		usedCards: {
			label: message`Gift cards used`,
			type: 'number',
			of: { kind: 'count', where: `${usedSql} > 0` },
		},
		issued: { label: message`Issued amount`, type: 'money', of: { kind: 'sum', sql: 'c.issued_minor' } },
		balance: { label: message`Balance`, type: 'money', of: { kind: 'sum', sql: 'c.balance_minor' } },
		used: { label: message`Used`, type: 'money', of: { kind: 'sum', sql: usedSql } },
		refunded: {
			label: message`Refunded to the buyer`,
			type: 'money',
			of: { kind: 'sum', sql: 'c.returned_minor' },
		},
		lapsed: { label: message`Expired balance`, type: 'money', of: { kind: 'sum', sql: 'c.lapsed_minor' } },
	},
};
