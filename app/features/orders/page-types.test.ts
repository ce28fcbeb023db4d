import { expect, test } from 'vitest';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { isCut, typesOfPage } from './page-types.ts';

const make = (count: number, name: string, description: string) =>
	Array.from(
		{ length: count },
		(_, at) =>
			({ id: String(at), name, description, priceMinor: at, tiers: [] as TicketType['tiers'] }) as TicketType,
	);
const shownOf = (types: TicketType[]) => types.flatMap((type, at) => (isCut(type) ? [] : [at]));

test('an event with a handful of ordinary types is sent whole', () => {
	const types = make(12, 'Early bird', 'With a seat in the first ten rows, and a drink.');
	expect(typesOfPage(types)).toEqual(types);
});

test('a type without its texts has the price of the next ticket', () => {
	const tier = { name: 'Early bird', priceMinor: 5, totalMinor: 5, endsAt: null, left: 3 };
	const types = make(100, '<'.repeat(100), '<'.repeat(1_000)).map((type) => ({
		...type,
		tiers: [tier, tier],
	}));
	const cut = typesOfPage(types).findLast(isCut);
	expect(cut?.tiers).toEqual([{ ...tier, name: '' }]);
});

test('of a hundred heavy ones the first are sent whole, the others without texts; pages of them show all', () => {
	const types = make(100, '<'.repeat(100), '<'.repeat(1_000));
	const seen: number[] = [];
	while (seen.length < 100) {
		const page = typesOfPage(types, seen.length);
		expect(page.map(({ priceMinor }) => priceMinor)).toEqual(types.map(({ priceMinor }) => priceMinor));
		expect(page.filter(isCut).every(({ description }) => description === '')).toBe(true);
		expect(shownOf(page)[0]).toBe(seen.length);
		seen.push(...shownOf(page));
	}
	expect(seen).toEqual(types.map((_, at) => at));
});
