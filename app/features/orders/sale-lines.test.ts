import { describe, expect, test } from 'vitest';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { firstQuantities, mostOf, settleQuantity, summariseSale } from './sale-lines.ts';

const type = (part: Partial<TicketType> = {}): TicketType => ({
	id: 'a',
	name: 'Standard',
	description: '',
	kind: 'free',
	priceMinor: 0,
	totalMinor: 0,
	suggestedMinor: null,
	fairValueMinor: null,
	tiers: [],
	taxBasisPoints: 0,
	currency: 'EUR',
	salesStartAt: null,
	salesEndAt: null,
	minPerOrder: 1,
	maxPerOrder: 10,
	admits: 1,
	isAdmission: true,
	needsApproval: false,
	hasWithdrawal: false,
	position: 0,
	state: 'on_sale',
	left: null,
	...part,
});

describe('mostOf', () => {
	test.each([
		[{}, 10],
		[{ left: 3 }, 3],
		[{ left: 30 }, 10],
		[{ left: 1, minPerOrder: 2 }, 0],
		[{ state: 'sold_out' as const, left: 0 }, 0],
		[{ state: 'unavailable' as const }, 0],
	])('%o: %i', (part, most) => expect(mostOf(type(part))).toBe(most));
});

describe('firstQuantities', () => {
	test('the only type is taken once, or as often as it must be', () => {
		expect(firstQuantities([type()])).toEqual({ a: 1 });
		expect(firstQuantities([type({ minPerOrder: 2 })])).toEqual({ a: 2 });
	});
	test('the only one that can be taken is, beside others that cannot', () =>
		expect(firstQuantities([type(), type({ id: 'b', state: 'unavailable' })])).toEqual({ a: 1, b: 0 }));
	test('the only ticket is taken, an add-on beside it is not', () =>
		expect(firstQuantities([type(), type({ id: 'b', kind: 'add_on' })])).toEqual({ a: 1, b: 0 }));
	test('a choice is left to the person', () =>
		expect(firstQuantities([type(), type({ id: 'b' })])).toEqual({ a: 0, b: 0 }));
});

describe('settleQuantity', () => {
	const four = type({ minPerOrder: 4, maxPerOrder: 8, left: 6 });
	test.each([
		[1, 0, 4],
		[3, 4, 0],
		[5, 4, 5],
		[7, 6, 6],
		[0, 4, 0],
	])('%i wanted after %i gives %i', (wanted, before, settled) =>
		expect(settleQuantity(four, wanted, before)).toBe(settled),
	);
});

describe('summariseSale', () => {
	const of = (...states: TicketType['state'][]) =>
		summariseSale(states.map((state, index) => type({ id: String(index), state }))).state;
	test('what can be taken wins', () => expect(of('sold_out', 'on_sale', 'ended')).toBe('open'));
	test('nothing on offer', () => expect(of()).toBe('none'));
	test('sold out before not on sale here', () => expect(of('unavailable', 'sold_out')).toBe('sold_out'));
	test('paid ones alone', () => expect(of('unavailable')).toBe('unavailable'));
	test('add-ons do not let anybody in', () =>
		expect(summariseSale([type({ state: 'sold_out' }), type({ id: 'b', kind: 'add_on' })]).state).toBe(
			'sold_out',
		));
	test('all over', () => expect(of('ended', 'closed')).toBe('ended'));
	test('the first opening is named', () =>
		expect(
			summariseSale([
				type({ id: 'b', state: 'not_yet', salesStartAt: '2027-05-02T10:00:00.000Z' }),
				type({ state: 'not_yet', salesStartAt: '2027-05-01T10:00:00.000Z' }),
			]),
		).toEqual({ state: 'not_yet', opensAt: '2027-05-01T10:00:00.000Z' }));
});
