import { expect, test } from 'vitest';
import {
	localDayOf,
	localDaysOf,
	offsetOf,
	resolveWallTime,
	shiftByDays,
	wallTimeOf,
} from './event-times.ts';

test('an ordinary wall time', () => {
	expect(resolveWallTime('2027-06-01T19:30', 'Europe/Berlin')).toEqual({
		instant: '2027-06-01T17:30:00.000Z',
		fit: 'exact',
		local: '2027-06-01T19:30',
	});
});

// Berlin 2027: the clock jumps from 02:00 to 03:00 on 28 March and repeats 02:00 to 03:00 on 31 October.
test.each([
	['2027-03-28T01:59', '2027-03-28T00:59:00.000Z', 'exact', '2027-03-28T01:59'],
	['2027-03-28T02:00', '2027-03-28T01:00:00.000Z', 'skipped', '2027-03-28T03:00'],
	['2027-03-28T02:30', '2027-03-28T01:30:00.000Z', 'skipped', '2027-03-28T03:30'],
	['2027-03-28T02:59', '2027-03-28T01:59:00.000Z', 'skipped', '2027-03-28T03:59'],
	['2027-03-28T03:00', '2027-03-28T01:00:00.000Z', 'exact', '2027-03-28T03:00'],
	['2027-10-31T01:59', '2027-10-30T23:59:00.000Z', 'exact', '2027-10-31T01:59'],
	['2027-10-31T02:00', '2027-10-31T00:00:00.000Z', 'doubled', '2027-10-31T02:00'],
	['2027-10-31T02:59', '2027-10-31T00:59:00.000Z', 'doubled', '2027-10-31T02:59'],
	['2027-10-31T03:00', '2027-10-31T02:00:00.000Z', 'exact', '2027-10-31T03:00'],
])('Berlin %s', (local, instant, fit, shown) => {
	expect(resolveWallTime(local, 'Europe/Berlin')).toEqual({ instant, fit, local: shown });
});

test.each([
	// Half an hour of summer time, and a date line jump of a whole day.
	['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z', 'skipped', '2027-10-03T02:45'],
	['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z', 'doubled', '2027-04-04T01:45'],
	['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z', 'skipped', '2011-12-31T12:00'],
	['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z', 'skipped', '2027-03-14T03:30'],
	['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00.000Z', 'doubled', '2027-11-07T01:30'],
	['2027-01-15T18:00', 'Asia/Kathmandu', '2027-01-15T12:15:00.000Z', 'exact', '2027-01-15T18:00'],
	['2027-01-15T18:00:30', 'UTC', '2027-01-15T18:00:30.000Z', 'exact', '2027-01-15T18:00:30'],
])('%s in %s', (local, zone, instant, fit, shown) => {
	expect(resolveWallTime(local, zone)).toEqual({ instant, fit, local: shown });
});

test('every minute of a day with a clock change comes back as it was typed, but for the skipped hour', () => {
	for (const [zone, day] of [
		['Europe/Berlin', '2027-03-28'],
		['Europe/Berlin', '2027-10-31'],
		['America/St_Johns', '2027-03-14'],
		['Asia/Beirut', '2027-03-28'],
	] as const) {
		for (let minute = 0; minute < 1440; minute++) {
			const local = `${day}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
			const found = resolveWallTime(local, zone);
			expect(wallTimeOf(found.instant, zone)).toBe(found.local);
			if (found.fit !== 'skipped') expect(found.local).toBe(local);
			else expect(found.local > local).toBe(true);
		}
	}
});

test('dates that do not exist are refused', () => {
	for (const local of ['2027-02-30T10:00', '2027-13-01T10:00', '2027-01-01T25:00', 'yesterday'])
		expect(() => resolveWallTime(local, 'UTC'), local).toThrow(RangeError);
	expect(() => resolveWallTime('2027-01-01T10:00', 'Nowhere/City')).toThrow(RangeError);
});

test('days of an event are counted in its own zone', () => {
	expect(localDayOf('2027-01-01T02:00:00Z', 'America/Los_Angeles')).toBe('2026-12-31');
	expect(localDaysOf('2027-05-01T18:00:00Z', '2027-05-01T20:00:00Z', 'Europe/Berlin')).toEqual({
		startsOn: '2027-05-01',
		endsOn: '2027-05-01',
	});
	// Ends at midnight in Berlin: that is still the first of May.
	expect(localDaysOf('2027-05-01T18:00:00Z', '2027-05-01T22:00:00Z', 'Europe/Berlin').endsOn).toBe(
		'2027-05-01',
	);
	expect(localDaysOf('2027-05-01T18:00:00Z', '2027-05-01T23:30:00Z', 'Europe/Berlin').endsOn).toBe(
		'2027-05-02',
	);
	expect(localDaysOf('2027-05-01T22:00:00Z', '2027-05-01T22:00:00Z', 'Europe/Berlin')).toEqual({
		startsOn: '2027-05-02',
		endsOn: '2027-05-02',
	});
});

test('a week later is the same wall time, over a change of clocks too', () => {
	const times = { startsAt: '2027-03-24T18:00:00Z', endsAt: '2027-03-24T20:30:00Z' };
	expect(shiftByDays(times, 'Europe/Berlin', 7)).toEqual({
		startsAt: '2027-03-31T17:00:00.000Z',
		endsAt: '2027-03-31T19:30:00.000Z',
	});
	expect(offsetOf('2027-03-31T17:00:00Z', 'Europe/Berlin')).toBe('+02:00');
});
