import { expect, test } from 'vitest';
import { nextTime } from './schedule-times.ts';

const berlin = { timeZone: 'Europe/Berlin', weekday: null, day: null };

test('daily: today when the time is still ahead, else tomorrow, by the clock of the zone', () => {
	const times = { ...berlin, kind: 'daily', atTime: '07:30' } as const;
	expect(nextTime(times, new Date('2027-01-10T06:29:59Z'))).toEqual(new Date('2027-01-10T06:30:00Z'));
	expect(nextTime(times, new Date('2027-01-10T06:30:00Z'))).toEqual(new Date('2027-01-11T06:30:00Z'));
	// The clock goes forward on 28 March: the day is an hour shorter.
	expect(nextTime(times, new Date('2027-03-27T12:00:00Z'))).toEqual(new Date('2027-03-28T05:30:00Z'));
});

test('a time that the clock skips is taken after the gap; one that comes twice at its first', () => {
	const times = { ...berlin, kind: 'daily', atTime: '02:30' } as const;
	expect(nextTime(times, new Date('2027-03-27T12:00:00Z'))).toEqual(new Date('2027-03-28T01:30:00Z'));
	expect(nextTime(times, new Date('2027-10-30T12:00:00Z'))).toEqual(new Date('2027-10-31T00:30:00Z'));
	expect(nextTime(times, new Date('2027-10-31T00:30:00Z'))).toEqual(new Date('2027-11-01T01:30:00Z'));
});

test('weekly on its day', () => {
	const times = { ...berlin, kind: 'weekly', atTime: '08:00', weekday: 1 } as const;
	expect(nextTime(times, new Date('2027-01-13T12:00:00Z'))).toEqual(new Date('2027-01-18T07:00:00Z'));
});

test('monthly on the last day of months that are shorter', () => {
	const times = { ...berlin, kind: 'monthly', atTime: '08:00', day: 31 } as const;
	expect(nextTime(times, new Date('2027-01-31T08:00:00Z'))).toEqual(new Date('2027-02-28T07:00:00Z'));
	expect(nextTime(times, new Date('2027-02-28T07:00:00Z'))).toEqual(new Date('2027-03-31T06:00:00Z'));
});
