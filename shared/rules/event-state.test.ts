import { expect, test } from 'vitest';
import { allowsStep, eventState } from './event-state.ts';

const event = { startsAt: '2027-05-01T18:00:00Z', endsAt: '2027-05-01T20:00:00Z' };

test.each([
	['2027-05-01T17:59:59Z', 'upcoming'],
	['2027-05-01T18:00:00Z', 'ongoing'],
	['2027-05-01T19:59:59Z', 'ongoing'],
	['2027-05-01T20:00:00Z', 'ended'],
])('published, at %s', (now, state) => {
	expect(eventState({ ...event, status: 'published' }, new Date(now))).toBe(state);
});

test('a status that is not published wins over the clock', () => {
	for (const status of ['draft', 'cancelled', 'postponed', 'archived'] as const)
		expect(eventState({ ...event, status }, new Date('2030-01-01'))).toBe(status);
});

test('an event without length is ongoing in its first moment, then over', () => {
	const moment = {
		startsAt: '2027-05-01T18:00:00Z',
		endsAt: '2027-05-01T18:00:00Z',
		status: 'published' as const,
	};
	expect(eventState(moment, new Date('2027-05-01T17:00:00Z'))).toBe('upcoming');
	expect(eventState(moment, new Date('2027-05-01T18:00:00Z'))).toBe('ongoing');
	expect(eventState(moment, new Date('2027-05-01T18:00:01Z'))).toBe('ended');
});

test('a cancelled event stays cancelled', () => {
	expect(allowsStep('publish', 'cancelled')).toBe(false);
	expect(allowsStep('cancel', 'cancelled')).toBe(true);
	expect(allowsStep('delete', 'published')).toBe(false);
});
