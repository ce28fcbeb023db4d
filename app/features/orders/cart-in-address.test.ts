import { expect, test } from 'vitest';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { readCart, typesInAddress } from './cart-in-address.ts';

const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const type = (n: number, more: Partial<TicketType> = {}) =>
	({
		...{ id: idOf(n), name: `Type ${n}`, description: '', kind: 'free', state: 'on_sale', tiers: [] },
		...{ minPerOrder: 1, maxPerOrder: 10, left: null },
		...more,
	}) as unknown as TicketType;

test('a cart is read from the address, and nothing else', () => {
	expect([...readCart(`${idOf(1)}.2,${idOf(2).toUpperCase()}.10`)]).toEqual([
		[idOf(1), 2],
		[idOf(2), 10],
	]);
	for (const text of [
		'',
		'3',
		'x.1',
		`${idOf(1)}`,
		`${idOf(1)}.0`,
		`${idOf(1)}.-1`,
		`${idOf(1)}.1.1`,
		`${idOf(1)}.99999`,
		'💥,,.',
	])
		expect(readCart(text).size, text).toBe(0);
	expect(readCart(Array.from({ length: 60 }, (_, n) => `${idOf(n)}.1`).join()).size).toBe(20);
});

test('what can be had stands in the form', () => {
	const types = [
		type(1, { left: 3 }),
		type(2, { state: 'sold_out' } as never),
		type(3, { minPerOrder: 2 }),
		type(4, { kind: 'add_on' }),
	];
	const cart = [1, 2, 3, 9].map((n) => `${idOf(n)}.${n === 3 ? 1 : 7}`).join();
	expect(typesInAddress(types, cart).chosen).toEqual({
		...{ [idOf(1)]: 3, [idOf(2)]: 0, [idOf(3)]: 2, [idOf(4)]: 0 },
	});
	expect(typesInAddress(types, `${idOf(2)}.1,${idOf(9)}.1`)).toEqual({ types });
	expect(typesInAddress(types, null)).toEqual({ types });
});

test('the one ticket of an event stays chosen beside an add-on', () => {
	const types = [type(1, { minPerOrder: 2 }), type(2, { kind: 'add_on' })];
	expect(typesInAddress(types, `${idOf(2)}.4`).chosen).toEqual({ [idOf(1)]: 2, [idOf(2)]: 4 });
});

test('a type that the document had no room for is sent when the address names it', () => {
	const types = Array.from({ length: 200 }, (_, n) => type(n));
	const first = typesInAddress(types, null).types;
	expect([first[0]?.name, first[150]?.name]).toEqual(['Type 0', '']);
	const cart = typesInAddress(types, `${idOf(150)}.2`);
	expect([cart.types[0]?.name, cart.types[150]?.name, cart.chosen?.[idOf(150)]]).toEqual(['', 'Type 150', 2]);
	expect(typesInAddress(types, '150').types[150]?.name).toBe('Type 150');
});
