import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

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
