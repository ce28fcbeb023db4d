import { expect, test } from 'vitest';
import type { Repeat } from './repeat.ts';
import {
	emptyRepeatForm,
	formOf,
	meaningOf,
	monthlyDaysOf,
	moveRepeat,
	repeatToText,
	textToRepeat,
	toRepeat,
	weekdayOf,
} from './repeat-form.ts';

/** A Tuesday, the second of its month. */
const start = '2027-01-12T19:30';

test.each<[string, Repeat]>([
	['weekly, twelve times', { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 12 }],
	['every other week on two days', { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR', count: 3 }],
	['daily until a day', { rule: 'FREQ=DAILY', until: '2027-02-01' }],
	['on the 12th, without an end', { rule: 'FREQ=MONTHLY;BYMONTHDAY=12' }],
	['on the second Tuesday', { rule: 'FREQ=MONTHLY;BYDAY=2TU', count: 5 }],
	['every year', { rule: 'FREQ=YEARLY', count: 5 }],
	['three starts a day', { rule: 'FREQ=DAILY', count: 9, startTimes: ['10:00', '14:00', '19:30'] }],
	[
		'with a date by hand and one left out',
		{
			rule: 'FREQ=WEEKLY;BYDAY=TU',
			count: 12,
			dates: ['2027-01-14T20:00'],
			skip: ['2027-01-19/1'],
		},
	],
	['dates by hand alone', { rule: '', dates: ['2027-01-14T20:00', '2027-03-01T10:00'] }],
	['a rule beyond the form', { rule: 'FREQ=YEARLY;BYMONTH=1;BYDAY=2TU', count: 2 }],
] as [string, Repeat][])('a form says the same again: %s', (_, repeat) => {
	expect(toRepeat(formOf(repeat, start), start)).toEqual(repeat);
});

test('without a start, and once, nothing repeats', () => {
	expect(toRepeat({ ...emptyRepeatForm, kind: 'rule' }, '')).toBeNull();
	expect(toRepeat(emptyRepeatForm, start)).toBeNull();
	expect(toRepeat({ ...emptyRepeatForm, kind: 'dates' }, start)).toBeNull();
	expect(formOf(null, start).kind).toBe('once');
});

test.each([
	['2027-01-12T19:30', ['day', 'weekday']],
	['2027-01-29T19:30', ['day', 'lastWeekday']],
	['2027-01-31T19:30', ['day', 'lastWeekday', 'lastDay']],
	['2027-02-26T19:30', ['day', 'weekday', 'lastWeekday']],
	['2028-02-29T19:30', ['day', 'lastWeekday', 'lastDay']],
])('days of the month that %s can stand for', (local, expected) => {
	expect(monthlyDaysOf(local)).toEqual(expected);
});

test('the last Friday and the last day are written with a minus', () => {
	const form = { ...emptyRepeatForm, kind: 'rule', unit: 'month' } as const;
	const rule = (monthly: 'lastWeekday' | 'lastDay', local: string) =>
		toRepeat({ ...form, monthly }, local)?.rule;
	expect(rule('lastWeekday', '2027-01-29T19:30')).toBe('FREQ=MONTHLY;BYDAY=-1FR');
	expect(rule('lastDay', '2027-01-31T19:30')).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
	// What the start is not, it cannot stand for.
	expect(rule('lastDay', '2027-01-30T19:30')).toBe('FREQ=MONTHLY;BYMONTHDAY=30');
});

test('a start that moves takes its weekday, its day and its time along', () => {
	const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU,FR', count: 12, skip: ['2027-01-19/1'] };
	expect(moveRepeat(weekly, start, '2027-01-13T19:30')).toEqual({
		rule: 'FREQ=WEEKLY;BYDAY=WE,FR',
		count: 12,
	});
	expect(moveRepeat(weekly, start, '2027-01-12T20:00')).toEqual(weekly);
	const daily = { rule: 'FREQ=DAILY', count: 2, startTimes: ['10:00', '19:30'] };
	expect(moveRepeat(daily, start, '2027-01-12T18:00')?.startTimes).toEqual(['10:00', '18:00']);
});

test('what a rule means', () => {
	expect(meaningOf('FREQ=WEEKLY;BYDAY=TH,TU')).toEqual({
		unit: 'week',
		every: 1,
		weekdays: ['TU', 'TH'],
		on: null,
	});
	expect(meaningOf('FREQ=MONTHLY;BYDAY=-1FR')).toMatchObject({ on: { lastWeekday: 'FR' } });
	expect(meaningOf('FREQ=MONTHLY;BYMONTHDAY=-1')).toMatchObject({ on: 'lastDay' });
	for (const other of ['', 'FREQ=HOURLY', 'FREQ=MONTHLY;BYDAY=FR', 'FREQ=WEEKLY;BYSETPOS=1', 'nonsense'])
		expect(meaningOf(other)).toEqual({ unit: null });
	expect(weekdayOf('2027-01-17T10:00')).toBe('SU');
});

test('as text it is the same however it was written', () => {
	const repeat = { count: 3, skip: [], rule: 'FREQ=DAILY' };
	expect(repeatToText(repeat)).toBe('{"rule":"FREQ=DAILY","count":3}');
	expect(textToRepeat(repeatToText(repeat))).toEqual({ rule: 'FREQ=DAILY', count: 3 });
	expect(repeatToText(null)).toBe('');
	for (const text of ['', 'null', '3', '{}', '{']) expect(textToRepeat(text)).toBeNull();
});
