import { expect, test } from 'vitest';
import { daysUntil, nextStep } from './next-step.ts';

const event = {
	status: 'published' as const,
	startsAt: '2027-05-01T18:00:00Z',
	endsAt: '2027-05-01T20:00:00Z',
};

test.each([
	['draft', '2027-04-01T00:00:00Z', 0, 'publish'],
	['postponed', '2027-04-01T00:00:00Z', 9, 'reschedule'],
	['cancelled', '2027-04-01T00:00:00Z', 9, 'review'],
	['published', '2027-04-01T00:00:00Z', 0, 'share'],
	['published', '2027-04-01T00:00:00Z', undefined, 'share'],
	['published', '2027-04-01T00:00:00Z', 3, 'guests'],
	['published', '2027-05-01T16:00:00Z', 0, 'door'],
	['published', '2027-05-01T19:00:00Z', 3, 'door'],
	['published', '2027-05-01T20:00:00Z', 3, 'review'],
] as const)('%s at %s with %s registered: %s', (status, now, confirmed, step) => {
	expect(nextStep({ ...event, status }, confirmed, new Date(now))).toBe(step);
});

test('days are counted by the calendar of the event', () => {
	const start = '2027-05-02T01:00:00Z';
	expect(daysUntil(start, 'UTC', new Date('2027-05-01T23:00:00Z'))).toBe(1);
	expect(daysUntil(start, 'America/New_York', new Date('2027-05-01T23:00:00Z'))).toBe(0);
	expect(daysUntil(start, 'UTC', new Date('2027-05-01T00:00:00Z'))).toBe(1);
	expect(daysUntil(start, 'Europe/Berlin', new Date('2027-03-27T12:00:00Z'))).toBe(36);
	expect(daysUntil(start, 'UTC', new Date('2027-05-03T00:00:00Z'))).toBe(-1);
});
