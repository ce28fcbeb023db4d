import { describe, expect, test } from 'vitest';
import { wallTime } from './calendar-entry.ts';

describe('wallTime', () => {
	test.each([
		['2027-03-28T00:30:00.000Z', 'Europe/Berlin', '2027-03-28T01:30'],
		['2027-03-28T01:30:00.000Z', 'Europe/Berlin', '2027-03-28T03:30'],
		['2027-01-01T00:00:00.000Z', 'UTC', '2027-01-01T00:00'],
		['2026-12-31T18:15:00.000Z', 'Asia/Kathmandu', '2027-01-01T00:00'],
	])('%s in %s is %s', (instant, zone, wall) => expect(wallTime(instant, zone)).toBe(wall));
});
