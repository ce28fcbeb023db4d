import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leadsOf, leadTimeOf } from './lead-time.ts';

const startsOn = '2026-12-20';
const dayBefore = (days: number) =>
	new Date(Date.parse(startsOn) - days * 86_400_000).toISOString().slice(0, 10);
const at = (daysBefore: number, registrations: number) => ({ day: dayBefore(daysBefore), registrations });

test('quartiles and groups of a counted example', () => {
	expect(leadTimeOf(leadsOf(startsOn, [at(70, 1), at(20, 3), at(3, 2), at(0, 1), at(-1, 1)]))).toEqual({
		registrations: 8,
		quartiles: { lower: 0, median: 3, upper: 20 },
		groups: [
			{ from: 0, to: 0, registrations: 2 },
			{ from: 1, to: 1, registrations: 0 },
			{ from: 2, to: 3, registrations: 2 },
			{ from: 4, to: 7, registrations: 0 },
			{ from: 8, to: 14, registrations: 0 },
			{ from: 15, to: 30, registrations: 3 },
			{ from: 31, to: 60, registrations: 0 },
			{ from: 61, to: null, registrations: 1 },
		],
	});
	expect(leadTimeOf(leadsOf(startsOn, []))).toMatchObject({ registrations: 0, quartiles: null });
});

test('quartiles are those of a sorted list of all registrations, and groups add up to them', () => {
	const days = fc.uniqueArray(
		fc.record({ daysBefore: fc.integer({ min: 0, max: 400 }), registrations: fc.nat({ max: 9 }) }),
		{ selector: ({ daysBefore }) => daysBefore, maxLength: 30 },
	);
	fc.assert(
		fc.property(days, (made) => {
			const list = made
				.flatMap(({ daysBefore, registrations }) => Array<number>(registrations).fill(daysBefore))
				.toSorted((a, b) => a - b);
			const found = leadTimeOf(
				leadsOf(
					startsOn,
					made.map(({ daysBefore, registrations }) => at(daysBefore, registrations)),
				),
			);
			const quantile = (share: number) => list[Math.ceil(share * list.length) - 1];
			expect(found.registrations).toBe(list.length);
			expect(found.groups.reduce((sum, group) => sum + group.registrations, 0)).toBe(list.length);
			expect(found.quartiles).toEqual(
				list.length === 0 ? null : { lower: quantile(0.25), median: quantile(0.5), upper: quantile(0.75) },
			);
		}),
	);
});
