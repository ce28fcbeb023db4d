import { describe, expect, test } from 'vitest';
import { type OrderMoney, orderMoneyState } from './order-money-state.ts';
import { type PricedTickets, refundableByTicket } from './ticket-prices.ts';

const paid: OrderMoney = {
	status: 'confirmed',
	terms: 'card',
	totalMinor: 4_800,
	paidMinor: 4_800,
	refundedMinor: 0,
	refundingMinor: 0,
	toSendMinor: 0,
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

const ticket = (tierName: string | null, quantity: number, grossMinor: number, ticketTypeId = 'a') => ({
	...{ kind: 'ticket' as const, ticketTypeId, tierName, quantity, grossMinor },
});
const people = (count: number, ticketTypeId = 'a') =>
	Array.from({ length: count }, (_, index) => ({ id: `${ticketTypeId}${index + 1}`, ticketTypeId }));
const minors = (order: PricedTickets, ...ids: string[]) =>
	refundableByTicket(order, ids).map(({ minor }) => minor);

describe('what can be refunded for a ticket', () => {
	test('is its part of the line; single refunds add up to it', () => {
		const order = {
			lines: [ticket(null, 5, 7_132)],
			attendees: people(5),
			ticketRefunds: [],
			currency: 'EUR',
		};
		const each = ['a1', 'a2', 'a3', 'a4', 'a5'].flatMap((id) => minors(order, id));
		expect(each.reduce((sum, minor) => sum + minor, 0)).toBe(7_132);
		expect(minors(order, 'a5', 'a1')).toEqual([each[0], each[4]]);
		expect(minors(order, 'b1')).toEqual([]);
	});

	test('is the price of its own tier', () => {
		const lines = [ticket('Early bird', 2, 2_000), ticket(null, 1, 1_500), ticket(null, 1, 900, 'b')];
		const order = { lines, attendees: [...people(3), ...people(1, 'b')], ticketRefunds: [], currency: 'EUR' };
		expect(minors(order, 'a1', 'a2', 'a3', 'b1')).toEqual([1_000, 1_000, 1_500, 900]);
		expect(refundableByTicket(order, ['a3'])).toEqual([
			{ id: 'a3', ticketTypeId: 'a', tierName: null, minor: 1_500 },
		]);
	});

	test('of one that admits several is its part of the price', () => {
		const order = {
			lines: [ticket(null, 2, 2_001)],
			attendees: people(6),
			ticketRefunds: [],
			currency: 'EUR',
		};
		const all = minors(order, 'a1', 'a2', 'a3', 'a4', 'a5', 'a6');
		expect(all.reduce((sum, minor) => sum + minor, 0)).toBe(2_001);
	});

	test('is never refunded twice, nor with the money of another', () => {
		const taken = {
			lines: [ticket(null, 2, 2_000), ticket(null, 0, -1_000)],
			attendees: people(2),
			currency: 'EUR',
		};
		const ticketRefunds = [{ attendeeId: 'a1', refundedMinor: 1_000, failedMinor: 0 }];
		expect(minors({ ...taken, ticketRefunds }, 'a1', 'a2')).toEqual([0, 1_000]);
		// An amount was refunded before: what is left of the line is all there is.
		expect(minors({ ...taken, ticketRefunds: [], currency: 'EUR' }, 'a1', 'a2')).toEqual([1_000, 0]);
		// A refund that failed is still owed.
		const failed = [{ attendeeId: 'a1', refundedMinor: 0, failedMinor: 1_000 }];
		expect(minors({ ...taken, ticketRefunds: failed }, 'a1', 'a2')).toEqual([1_000, 1_000]);
	});

	test.each([
		['KWD', 10_010, [3_330, 3_340, 3_340]],
		['MGA', 1_000, [300, 300, 400]],
		['JPY', 100, [33, 33, 34]],
	])('in %s is a multiple of what a card can be charged', (currency, minor, expected) => {
		const order = { lines: [ticket(null, 3, minor)], attendees: people(3), ticketRefunds: [], currency };
		expect(minors(order, 'a1', 'a2', 'a3')).toEqual(expected);
	});

	test('without a price is nothing', () => {
		expect(minors({ lines: [], attendees: people(2), ticketRefunds: [], currency: 'EUR' }, 'a1')).toEqual([]);
	});
});
