import { expect, test } from 'vitest';
import { changeOf, dayOf, readView, shiftDay, writeView } from './range.ts';

const today = '2026-11-24';
const view = (search: string) => readView(new URLSearchParams(search), today);

test('presets end today and have as many days as they say', () => {
	expect(view('')).toEqual({ preset: '30', from: '2026-10-26', to: today, compare: 'before', event: null });
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

test('a view goes into the address and comes back', () => {
	for (const search of ['', 'range=90', 'range=own&from=2026-02-01&to=2026-02-28&compare=none&event=x'])
		expect(writeView(new URLSearchParams('organisation=o'), view(search)).toString()).toBe(
			['organisation=o', search].filter(Boolean).join('&'),
		);
});

test('days are those of the calendar', () => {
	expect(shiftDay('2027-03-01', -1)).toBe('2027-02-28');
	expect(dayOf(new Date(2027, 0, 5, 23, 59))).toBe('2027-01-05');
	expect([changeOf(12, 10), changeOf(3, 0)]).toEqual([0.2, null]);
});
