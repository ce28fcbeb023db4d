import { expect, test } from 'vitest';
import { byDay, dayIn, daysOf, foldDay, monthName, shiftMonth, spanOf, weeksOf } from './month.ts';

const event = (
	startsAt: string,
	endsAt: string,
	more: Partial<{ timeZone: string; isAllDay: boolean }> = {},
) => ({
	startsAt,
	endsAt,
	timeZone: 'Europe/Berlin',
	isAllDay: false,
	...more,
});

test('months are counted over the ends of years', () => {
	expect(shiftMonth('2026-12', 1)).toBe('2027-01');
	expect(shiftMonth('2026-01', -1)).toBe('2025-12');
	expect(shiftMonth('2026-11', 14)).toBe('2028-01');
	expect(monthName('2026-11')).toBe('November 2026');
});

test('a month has its days, also in leap years and where clocks change', () => {
	expect(daysOf('2028-02')).toHaveLength(29);
	expect(daysOf('2027-02')).toHaveLength(28);
	for (const month of ['2026-03', '2026-10']) {
		const days = daysOf(month);
		expect(days).toHaveLength(31);
		expect(new Set(days).size).toBe(31);
		expect(days.at(-1)).toBe(`${month}-31`);
	}
});

test('weeks begin on Monday and are whole', () => {
	// 1 November 2026 is a Sunday, 1 February 2027 a Monday.
	const november = weeksOf('2026-11');
	expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
	expect(november).toHaveLength(6);
	expect(november.at(-1)?.slice(0, 2)).toEqual(['2026-11-30', null]);
	const february = weeksOf('2027-02');
	expect(february).toHaveLength(4);
	expect(february[0]?.[0]).toBe('2027-02-01');
	expect(february.flat()).not.toContain(null);
});

test('a day is that of the event’s own zone', () => {
	expect(dayIn('Pacific/Auckland', '2026-12-31T12:00:00Z')).toBe('2027-01-01');
	expect(dayIn('America/Los_Angeles', '2027-01-01T07:30:00Z')).toBe('2026-12-31');
	expect(dayIn('Pacific/Kiritimati', '2026-11-30T10:00:00Z')).toBe('2026-12-01');
});

test('an event lasts until its last day', () => {
	expect(spanOf(event('2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z'))).toEqual({
		first: '2026-11-20',
		last: '2026-11-20',
	});
	// A night of the day on which it begins.
	expect(spanOf(event('2026-11-20T21:00:00Z', '2026-11-21T03:00:00Z')).last).toBe('2026-11-20');
	expect(spanOf(event('2026-11-20T08:00:00Z', '2026-11-22T16:00:00Z')).last).toBe('2026-11-22');
	// All day, until midnight of the next day.
	expect(spanOf(event('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z', { isAllDay: true }))).toEqual({
		first: '2026-11-20',
		last: '2026-11-20',
	});
	// All day where the clocks go back: 25 hours; and forward: 23.
	expect(spanOf(event('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', { isAllDay: true }))).toEqual({
		first: '2026-10-25',
		last: '2026-10-25',
	});
	expect(spanOf(event('2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z', { isAllDay: true }))).toEqual({
		first: '2027-03-28',
		last: '2027-03-28',
	});
	expect(spanOf(event('2026-11-20T18:00:00Z', '2026-11-20T18:00:00Z')).last).toBe('2026-11-20');
});

test('an event is on each of its days that are in the month', () => {
	const festival = event('2026-10-30T09:00:00Z', '2026-11-02T20:00:00Z');
	const days = byDay([festival], '2026-11');
	expect(days.size).toBe(30);
	expect([...days].filter(([, events]) => events.length > 0).map(([day]) => day)).toEqual([
		'2026-11-01',
		'2026-11-02',
	]);
	expect(byDay([festival], '2026-10').get('2026-10-31')).toEqual([festival]);
});

test('on a day what goes on comes first, then whole days, then the rest by start', () => {
	const late = event('2026-11-20T19:00:00Z', '2026-11-20T21:00:00Z');
	const early = event('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z');
	const allDay = event('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z', { isAllDay: true });
	const goingOn = event('2026-11-19T10:00:00Z', '2026-11-21T10:00:00Z');
	expect(byDay([late, early, allDay, goingOn], '2026-11').get('2026-11-20')).toEqual([
		goingOn,
		allDay,
		early,
		late,
	]);
});

test('a day folds what is more than three, and never a single one', () => {
	expect(foldDay([1, 2, 3])).toEqual({ open: [1, 2, 3], folded: [] });
	expect(foldDay([1, 2, 3, 4])).toEqual({ open: [1, 2], folded: [3, 4] });
	expect(foldDay([])).toEqual({ open: [], folded: [] });
});
