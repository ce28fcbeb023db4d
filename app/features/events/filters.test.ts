import { expect, test } from 'vitest';
import { apiQuery, countFilters, daysOf, readFilters, writeFilters } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('an address is read and written back at its shortest', () => {
	const filters = read('q=jazz&online=on&country=DE&when=weekend&from=2026-01-01&nonsense=1');
	expect(writeFilters(filters).toString()).toBe('q=jazz&country=DE&online=true&when=weekend');
	expect(countFilters(filters)).toBe(3);
});

test('own dates need no preset', () => {
	expect(writeFilters(read('from=2026-12-01&to=2026-12-24')).toString()).toBe(
		'from=2026-12-01&to=2026-12-24',
	);
});

test.each([
	['today', '2026-11-21', '2026-11-21', '2026-11-21'],
	['tomorrow', '2026-12-31', '2027-01-01', '2027-01-01'],
	['weekend', '2026-11-18', '2026-11-21', '2026-11-22'],
	['weekend', '2026-11-22', '2026-11-22', '2026-11-22'],
	['week', '2026-11-21', '2026-11-21', '2026-11-22'],
	['month', '2028-02-10', '2028-02-10', '2028-02-29'],
] as const)('%s of %s', (when, today, from, to) => {
	expect(daysOf({ when, from: '', to: '' }, today)).toEqual({ from, to });
});

test('nonsense dates are left out of the query', () => {
	expect(apiQuery(read('from=2026-13-45&to=soon&past=1'), '2026-11-21')).toEqual({
		past: 'true',
		to: '2026-11-21',
	});
});
