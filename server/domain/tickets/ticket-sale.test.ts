import { describe, expect, test } from 'vitest';
import { MOST_SHOWN_LEFT, saleState, shownLeft, type TicketSale, ticketsLeft } from './ticket-sale.ts';

const sale: TicketSale = {
	kind: 'free',
	takesMoney: false,
	isClosed: false,
	opensAtMs: 1_000,
	closesAtMs: 2_000,
	left: 5,
};

describe('saleState', () => {
	test.each([
		[999, 'not_yet'],
		[1_000, 'on_sale'],
		[1_999, 'on_sale'],
		[2_000, 'ended'],
	])('a window from 1000 to 2000 at %i is %s', (now, state) => expect(saleState(sale, now)).toBe(state));

	test('closed wins over everything, the end over the kind, the kind over the window', () => {
		expect(saleState({ ...sale, isClosed: true, kind: 'paid', left: 0 }, 3_000)).toBe('closed');
		expect(saleState({ ...sale, kind: 'paid' }, 3_000)).toBe('ended');
		expect(saleState({ ...sale, kind: 'donation' }, 500)).toBe('unavailable');
	});

	test('a priced type is on sale where money can be taken', () => {
		expect(saleState({ ...sale, kind: 'paid', takesMoney: true }, 1_500)).toBe('on_sale');
		expect(saleState({ ...sale, kind: 'add_on' }, 1_500)).toBe('unavailable');
	});

	test('nothing left is sold out, unlimited never', () => {
		expect(saleState({ ...sale, left: 0 }, 1_500)).toBe('sold_out');
		expect(saleState({ ...sale, left: null }, 1_500)).toBe('on_sale');
	});
});

describe('ticketsLeft', () => {
	test('the smaller pool decides, holds count', () => {
		const own = { size: 10, confirmed: 3, held: 2 };
		expect(ticketsLeft([own], 1)).toBe(5);
		expect(ticketsLeft([own, { size: 4, confirmed: 1, held: 0 }], 1)).toBe(3);
		expect(ticketsLeft([{ size: null, confirmed: 900, held: 0 }], 1)).toBeNull();
		expect(ticketsLeft([own, { size: null, confirmed: 9, held: 0 }], 1)).toBe(5);
	});

	test('a ticket for several people needs that many places', () => {
		expect(ticketsLeft([{ size: 10, confirmed: 3, held: 0 }], 4)).toBe(1);
	});

	test('the number is shown from the most that the public sees down', () => {
		const most = MOST_SHOWN_LEFT;
		expect([most + 1, most, 0, null].map(shownLeft)).toEqual([null, most, 0, null]);
	});
});
