import { expect, test } from 'vitest';
import { byDay } from './days.ts';

const at = (toldAt: string) => ({ toldAt });

test('notices are grouped by the days of the reader, and today and yesterday are named as such', () => {
	const list = [
		'2026-03-29T10:00:00Z',
		'2026-03-28T23:30:00Z',
		'2026-03-28T09:00:00Z',
		'2026-03-27T23:30:00Z',
		'2026-03-20T09:00:00Z',
	].map(at);
	const now = new Date('2026-03-29T21:30:00Z');
	// Clocks in Berlin went forward in the night to the 29th.
	const days = byDay(list, 'Europe/Berlin', now);
	expect(days.map(({ day, ago, entries }) => [day, ago, entries.length])).toEqual([
		['2026-03-29', 0, 2],
		['2026-03-28', 1, 2],
		['2026-03-20', null, 1],
	]);
	expect(byDay(list, 'America/Los_Angeles', now).map(({ day, ago }) => [day, ago])).toEqual([
		['2026-03-29', 0],
		['2026-03-28', 1],
		['2026-03-27', null],
		['2026-03-20', null],
	]);
	expect(byDay([], 'UTC', now)).toEqual([]);
});
