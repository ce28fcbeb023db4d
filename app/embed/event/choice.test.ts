import { describe, expect, test } from 'vitest';
import { makeEmbeddedEvent, makeTicket } from '../test-events.ts';
import { itemsOf, onlyTicket, settledChoice, verbOf, withLeft } from './choice.ts';

const alone = makeEmbeddedEvent({ tickets: [makeTicket('a')] });
const several = makeEmbeddedEvent({
	tickets: [
		makeTicket('a', { left: 4, maxPerOrder: 10 }),
		makeTicket('b', { needsApproval: true }),
		makeTicket('c', { kind: 'paid', totalMinor: 2_500 }),
		makeTicket('d', { kind: 'add_on' }),
	],
});

describe('the choice of tickets', () => {
	test('one ticket alone is taken once, and nothing is to be chosen', () => {
		expect(onlyTicket(alone)?.id).toBe('a');
		expect(settledChoice(alone)).toEqual({ a: 1 });
		expect(onlyTicket(several)).toBeUndefined();
		expect(settledChoice(several)).toEqual({ a: 0, b: 0, c: 0, d: 0 });
	});

	test('one that cannot be taken is no choice', () => {
		const gone = makeEmbeddedEvent({ tickets: [makeTicket('a', { state: 'sold_out', left: 0 })] });
		expect(onlyTicket(gone)).toBeUndefined();
		expect(settledChoice(gone)).toEqual({ a: 0 });
	});

	test('an earlier choice stays as far as there is enough', () => {
		expect(settledChoice(several, { a: 6, b: 1 })).toEqual({ a: 4, b: 1, c: 0, d: 0 });
		const gone = makeEmbeddedEvent({
			tickets: [makeTicket('a', { state: 'sold_out' }), makeTicket('b'), makeTicket('c')],
		});
		expect(settledChoice(gone, { a: 2, c: 1 })).toEqual({ a: 0, b: 0, c: 1 });
		// Of another date of the series, whose tickets have other ids.
		expect(settledChoice(alone, { z: 3 })).toEqual({ a: 1 });
	});

	test('only what is taken becomes a line', () => {
		expect(itemsOf(several, { a: 2, b: 0, unknown: 4 })).toEqual([{ ticketTypeId: 'a', quantity: 2 }]);
	});

	test('what costs money leads to the page, what is approved is a request', () => {
		expect(verbOf(several, {})).toBe('register');
		expect(verbOf(several, { a: 1 })).toBe('register');
		expect(verbOf(several, { a: 1, b: 1 })).toBe('request');
		expect(verbOf(several, { a: 1, b: 1, c: 1 })).toBe('page');
		const donation = makeEmbeddedEvent({ tickets: [makeTicket('a', { kind: 'donation' })] });
		expect(verbOf(donation, {})).toBe('page');
		expect(verbOf(donation, { a: 1 })).toBe('page');
	});

	test('what a refusal says is left goes before a cached answer', () => {
		const sold = (left: number, ticketTypeId = 'a') =>
			withLeft(several, { rule: 'sold-out', ticketTypeId, left }).tickets[0];
		expect(sold(2)).toMatchObject({ left: 2, state: 'on_sale' });
		expect(sold(0)).toMatchObject({ left: 0, state: 'sold_out' });
		expect(sold(9)).toMatchObject({ left: 4 });
		expect(sold(0, 'b')).toMatchObject({ left: 4 });
		expect(withLeft(several, { rule: 'price-changed' })).toBe(several);
	});
});
