import { expect, test } from 'vitest';
import { type OrderMoney, orderMoneyState, ticketsPaidByType } from './order-money-state.ts';

const paid: OrderMoney = {
	status: 'confirmed',
	terms: 'card',
	totalMinor: 4_800,
	paidMinor: 4_800,
	refundedMinor: 0,
	refundingMinor: 0,
	dueMinor: 0,
};
const open: OrderMoney = { ...paid, status: 'pending', paidMinor: 0, dueMinor: 4_800 };

test.each<[expected: string, order: OrderMoney]>([
	['paid', paid],
	['free', { ...paid, totalMinor: 0, paidMinor: 0, terms: null }],
	['partly_refunded', { ...paid, paidMinor: 3_800, refundedMinor: 1_000 }],
	['partly_refunded', { ...paid, refundingMinor: 1_000, dueMinor: -1_000 }],
	['refunded', { ...paid, refundingMinor: 4_800, dueMinor: -4_800 }],
	['refunded', { ...paid, status: 'cancelled', paidMinor: 0, refundedMinor: 4_800 }],
	['refunded', { ...paid, status: 'expired', paidMinor: 0, refundedMinor: 4_800 }],
	['refund_due', { ...paid, dueMinor: -4_800 }],
	['refund_due', { ...paid, refundingMinor: 800, dueMinor: -4_800 }],
	['cancelled', { ...paid, status: 'cancelled' }],
	['cancelled', { ...paid, status: 'cancelled', paidMinor: 3_800, refundedMinor: 1_000 }],
	['pending', open],
	['pending', { ...open, terms: null }],
	['awaiting_transfer', { ...open, terms: 'transfer' }],
	['pay_at_door', { ...open, terms: 'door' }],
	['awaiting_approval', { ...open, status: 'awaiting_approval', dueMinor: 0 }],
	['expired', { ...open, status: 'expired', dueMinor: 0 }],
])('%s', (expected, order) => {
	expect(orderMoneyState(order)).toBe(expected);
});

test('tickets of one type cost their part of all that was sold of it', () => {
	const order = {
		lines: [
			{ ticketTypeId: 'a', quantity: 3, grossMinor: 1_000 },
			{ ticketTypeId: 'a', quantity: 0, grossMinor: -333 },
			{ ticketTypeId: null, quantity: 1, grossMinor: 50 },
		],
		attendees: ['1', '2', '3'].map((id) => ({ id, ticketTypeId: 'a' })),
	};
	const paid = (...ids: string[]) => ticketsPaidByType(order, ids).get('a');
	expect([paid('1'), paid('2'), paid('3')]).toEqual([333, 333, 334]);
	expect([paid('3', '1'), paid('1', '2', '3')]).toEqual([667, 1_000]);
	expect(ticketsPaidByType(order, ['4']).size).toBe(0);
});
