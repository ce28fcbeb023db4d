import { expect, test } from 'vitest';
import { changeOf, latestDay, readView, shiftDay, writeView } from './range.ts';

const today = '2026-11-24';
const view = (search: string) => readView(new URLSearchParams(search), today);

test('presets end today and have as many days as they say', () => {
	expect(view('')).toEqual({
		preset: '30',
		from: '2026-10-26',
		to: today,
		compare: 'before',
		event: null,
		series: null,
		with: null,
	});
	expect(view('range=7')).toMatchObject({ from: '2026-11-18', to: today });
	expect(view('range=year&compare=year')).toMatchObject({ from: '2026-01-01', compare: 'year' });
	expect(view('range=own&from=2026-02-01&to=2026-02-28')).toMatchObject({
		from: '2026-02-01',
		to: '2026-02-28',
	});
});

test('what an address makes up is left out', () => {
	expect(view('range=forever&compare=moon')).toMatchObject({ preset: '30', compare: 'before' });
	expect(view('range=own&from=yesterday')).toMatchObject({ from: '2026-10-26', to: today });
});

test('two events are compared when both are named', () => {
	expect(view('event=x&compare=event&with=y')).toMatchObject({ compare: 'event', with: 'y' });
	for (const search of ['event=x&compare=event', 'compare=event&with=y'])
		expect(view(search)).toMatchObject({ compare: 'before', with: null });
});

test('a view goes into the address and comes back', () => {
	for (const search of [
		'',
		'range=90',
		'range=own&from=2026-02-01&to=2026-02-28&compare=none&event=x',
		'compare=event&event=x&with=y',
	])
		expect(writeView(new URLSearchParams('organisation=o'), view(search)).toString()).toBe(
			['organisation=o', search].filter(Boolean).join('&'),
		);
});

test('days are those of the calendar', () => {
	expect(shiftDay('2027-03-01', -1)).toBe('2027-02-28');
	expect(latestDay(new Date(2027, 0, 5, 23, 59), [])).toBe('2027-01-05');
	const evening = new Date('2027-01-05T23:30:00Z');
	expect(latestDay(evening, ['America/New_York', 'Europe/Lisbon'])).toBe('2027-01-05');
	expect(latestDay(evening, ['America/New_York', 'Europe/Berlin', 'Europe/Berlin'])).toBe('2027-01-06');
	expect([changeOf(12, 10), changeOf(3, 0)]).toEqual([0.2, null]);
});
