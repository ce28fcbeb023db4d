import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offerExpiry } from './offer-time.ts';

const at = (text: string) => new Date(text);
const expiry = (now: string, until: string, hours = 24, timeZone = 'Europe/Berlin') =>
	offerExpiry(at(now), { until: at(until), hours, timeZone }).toISOString();

test('hours of the night do not count while more than two days are left', () => {
	// From noon ten hours until 22, then from 8.
	expect(expiry('2026-06-10T10:00:00Z', '2026-08-01T10:00:00Z', 12)).toBe('2026-06-11T08:00:00.000Z');
	expect(expiry('2026-06-10T22:00:00Z', '2026-08-01T10:00:00Z', 1)).toBe('2026-06-11T07:00:00.000Z');
	expect(expiry('2026-06-10T10:00:00Z', '2026-08-01T10:00:00Z', 12, 'America/New_York')).toBe(
		'2026-06-11T00:00:00.000Z',
	);
});

test('the night in which clocks change is as long as it is', () => {
	// On 25 October 2026 Berlin goes back an hour: 22 to 8 are eleven hours.
	expect(expiry('2026-10-24T19:00:00Z', '2026-12-24T10:00:00Z', 2)).toBe('2026-10-25T08:00:00.000Z');
	expect(expiry('2027-03-27T20:00:00Z', '2027-06-24T10:00:00Z', 2)).toBe('2027-03-28T07:00:00.000Z');
});

test('near the event all hours count, a quarter of the time at most, and half an hour at least', () => {
	expect(expiry('2026-06-10T22:00:00Z', '2026-06-11T22:00:00Z')).toBe('2026-06-11T04:00:00.000Z');
	expect(expiry('2026-06-10T12:00:00Z', '2026-06-10T13:00:00Z')).toBe('2026-06-10T12:30:00.000Z');
	expect(expiry('2026-06-10T12:00:00Z', '2026-06-10T12:20:00Z')).toBe('2026-06-10T12:20:00.000Z');
});

test('in any zone an offer ends later than now, within a quarter of the time or half an hour, and before the event', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
			fc.integer({ min: 1_000, max: 90 * 86_400_000 }),
			fc.integer({ min: 1, max: 168 }),
			fc.constantFrom(
				'Europe/Berlin',
				'America/St_Johns',
				'Australia/Lord_Howe',
				'Asia/Kathmandu',
				'America/Santiago',
			),
			(nowMs, leftMs, hours, timeZone) => {
				const end = offerExpiry(new Date(nowMs), {
					until: new Date(nowMs + leftMs),
					hours,
					timeZone,
				}).getTime();
				expect(end).toBeGreaterThan(nowMs);
				expect(end).toBeLessThanOrEqual(nowMs + Math.max(leftMs / 4, 30 * 60_000));
				expect(end).toBeLessThanOrEqual(nowMs + leftMs);
				if (leftMs > 4 * hours * 3_600_000) expect(end).toBeGreaterThanOrEqual(nowMs + hours * 3_600_000);
			},
		),
	);
});
