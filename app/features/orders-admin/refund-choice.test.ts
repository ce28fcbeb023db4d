import { describe, expect, test } from 'vitest';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import {
	type RefundChoice,
	refundAmount,
	refundableGiftMinor,
	refundableTickets,
	refundBody,
	refundParts,
} from './refund-choice.ts';

const line = (ticketTypeId: string, quantity: number, grossMinor: number) => ({
	kind: 'ticket' as const,
	ticketTypeId,
	tierName: null,
	quantity,
	unitMinor: 0,
	netMinor: grossMinor,
	taxMinor: 0,
	grossMinor,
	taxBasisPoints: 0,
});
const payment = (id: string, method: 'card' | 'cash', amountMinor: number, refundedMinor = 0) =>
	({ id, method, state: 'succeeded', amountMinor, refundedMinor }) as OrderDetail['payments'][number];
const order = {
	currency: 'EUR',
	refundableMinor: 4_000,
	lines: [line('seat', 3, 1_000), line('seat', 0, -200), line('box', 1, 3_000)],
	attendees: [
		{ id: 'a', ticketTypeId: 'seat', status: 'active' },
		{ id: 'b', ticketTypeId: 'seat', status: 'active' },
		{ id: 'c', ticketTypeId: 'seat', status: 'cancelled' },
		{ id: 'd', ticketTypeId: 'box', status: 'active' },
	],
	payments: [payment('p1', 'cash', 1_500), payment('p2', 'card', 3_000, 500)],
	refunds: [{ paymentId: 'p2', state: 'requested', amountMinor: 500 }],
	ticketRefunds: [],
} as unknown as OrderDetail;
const all: RefundChoice = {
	kind: 'all',
	attendeeIds: [],
	gift: false,
	amount: '',
	isCancelling: true,
	reason: ' late ',
};

describe('the amount of a refund', () => {
	test('is all that is left, the price of tickets, or what was typed', () => {
		expect(refundAmount(order, all)).toBe(4_000);
		const tickets = { ...all, kind: 'tickets' as const };
		expect(refundAmount(order, { ...tickets, attendeeIds: ['a'] })).toBe(333);
		expect(refundAmount(order, { ...tickets, attendeeIds: ['a', 'b'] })).toBe(666);
		expect(refundAmount(order, { ...tickets, attendeeIds: ['a', 'd'] })).toBe(3_333);
		expect(refundAmount({ ...order, refundableMinor: 100 }, { ...tickets, attendeeIds: ['d'] })).toBe(100);
		expect(refundAmount(order, tickets)).toBe('no-ticket');
	});

	test.each([
		['12,50', 1_250],
		['40', 4_000],
		['40.01', 'more-than-paid'],
		['0', 'no-amount'],
		['', 'no-amount'],
		['a lot', 'not-money'],
	])('typed as %j', (amount, expected) => {
		expect(refundAmount(order, { ...all, kind: 'amount', amount })).toBe(expected);
	});

	test('comes from the latest payment first; what no provider returns is said', () => {
		expect(refundParts(order, 2_000).byHandMinor).toBe(0);
		expect(refundParts(order, 2_600).byHandMinor).toBe(600);
	});

	test('goes back to the gift card that paid first last', () => {
		const payment = { ...order.payments[0]!, state: 'succeeded' as const, refundedMinor: 0 };
		const paid = {
			...order,
			refunds: [],
			payments: [
				{ ...payment, id: 'p1', method: 'gift_card' as const, amountMinor: 1_500 },
				{ ...payment, id: 'p2', method: 'card' as const, amountMinor: 2_500 },
			],
		};
		expect(refundParts(paid, 4_000)).toEqual({ cardMinor: 2_500, giftCardMinor: 1_500, byHandMinor: 0 });
		expect(refundParts(paid, 2_600)).toEqual({ cardMinor: 2_500, giftCardMinor: 100, byHandMinor: 0 });
	});
});

test('tickets that were cancelled are offered until they are refunded', () => {
	expect(refundableTickets(order).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
	const ticketRefunds = ['a', 'c'].map((attendeeId) => ({ attendeeId, refundedMinor: 334, failedMinor: 0 }));
	expect(refundableTickets({ ...order, ticketRefunds }).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
});

test('all that is left names the sum that was shown', () => {
	expect(refundBody(order, { ...all, kind: 'amount', amount: '5' })).toEqual({
		reason: 'late',
		isCancelling: true,
		amountMinor: 500,
	});
	expect(refundBody(order, all)).toEqual({ reason: 'late', isCancelling: true, amountMinor: 4_000 });
	expect(refundBody(order, { ...all, kind: 'tickets', attendeeIds: ['a'] })).toMatchObject({
		attendeeIds: ['a'],
	});
});

test('the donation beside the tickets goes back alone or with them', () => {
	const gift = { ...line('seat', 1, 2_000), kind: 'gift' as const, ticketTypeId: null };
	const cover = { ...line('seat', 1, 90), kind: 'cover' as const, ticketTypeId: null };
	const given = { ...order, lines: [...order.lines, gift, cover] };
	const alone = { ...all, kind: 'gift' as const };
	expect(refundableGiftMinor(order)).toBe(0);
	expect(refundAmount(given, alone)).toBe(2_090);
	expect(refundBody(given, alone)).toEqual({ reason: 'late', gift: true });
	expect(refundAmount({ ...given, refundableMinor: 500 }, alone)).toBe(500);
	const both = { ...all, kind: 'tickets' as const, attendeeIds: ['a'], gift: true };
	expect(refundAmount(given, both)).toBe(2_423);
	expect(refundBody(given, both)).toMatchObject({ attendeeIds: ['a'], gift: true });
	expect(refundableGiftMinor({ ...given, attendees: [] })).toBe(0);
});
