import { expect, test } from 'vitest';
import { alignPaces, forecastOf, type PacePoint, paceOf } from './pace.ts';

const day = (name: string, tickets: number, cancelled = 0) => ({ day: name, tickets, cancelled });

test('tickets are added up for every day until today or the start', () => {
	const data = [day('2026-11-01', 0), day('2026-11-20', 3, 1), day('2026-11-22', 4)];
	expect(paceOf({ startsOn: '2026-12-01', data }, '2026-11-23')).toEqual([
		{ day: '2026-11-20', daysBefore: 11, tickets: 2 },
		{ day: '2026-11-21', daysBefore: 10, tickets: 2 },
		{ day: '2026-11-22', daysBefore: 9, tickets: 6 },
		{ day: '2026-11-23', daysBefore: 8, tickets: 6 },
	]);
});

test('after the start the line ends with the start, or the last ticket', () => {
	const ends = (startsOn: string) =>
		paceOf({ startsOn, data: [day('2026-11-20', 1), day('2026-11-22', 1)] }, '2026-12-24').at(-1)?.day;
	expect([ends('2026-11-25'), ends('2026-11-21')]).toEqual(['2026-11-25', '2026-11-22']);
	expect(paceOf({ startsOn: '2026-11-25', data: [] }, '2026-11-24')).toEqual([]);
});

const pace = (first: number, ...tickets: number[]): PacePoint[] =>
	tickets.map((sum, at) => ({ day: `day ${at}`, daysBefore: first - at, tickets: sum }));

test('events are put under each other by days before the start', () => {
	expect(alignPaces(pace(3, 1, 2), [pace(4, 5, 6, 7, 8, 9), []])).toEqual([
		{ daysBefore: 4, own: 0, others: [5, null] },
		{ daysBefore: 3, own: 1, others: [6, null] },
		{ daysBefore: 2, own: 2, others: [7, null] },
		{ daysBefore: 1, own: null, others: [8, null] },
		{ daysBefore: 0, own: null, others: [9, null] },
	]);
	expect(alignPaces([], [[]])).toEqual([]);
});

test('a forecast is what was sold, divided by the share that others had sold by then', () => {
	const own = pace(10, 4, 20);
	// Nine days before the start they had sold a half, a quarter and a fifth of what they came to.
	const others = [pace(9, 50, 100), pace(9, 25, 100), pace(12, 10, 10, 10, 20, 100)];
	expect(forecastOf(own, others, null)).toEqual({ likely: 80, low: 53, high: 89 });
	expect(forecastOf(own, others, 85)).toEqual({ likely: 80, low: 53, high: 85 });
	// Two are too few, also when a third had sold nothing by then.
	expect(forecastOf(own, [...others.slice(0, 2), pace(3, 50)], null)).toBeNull();
	expect(forecastOf(pace(1, 5, 6), others, null)).toBeNull();
	expect(forecastOf([], others, null)).toBeNull();
});
