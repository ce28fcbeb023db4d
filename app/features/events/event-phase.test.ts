import { expect, test } from 'vitest';
import { eventPhase, nextPhaseChange } from './event-phase.ts';

const event = {
	status: 'published' as const,
	startsAt: '2027-05-01T18:00:00Z',
	endsAt: '2027-05-01T20:00:00Z',
};

test.each([
	['draft', '2027-05-01T19:00:00Z', 'draft'],
	['published', '2027-05-01T15:59:59Z', 'before'],
	['published', '2027-05-01T16:00:00Z', 'during'],
	['published', '2027-05-01T19:59:59Z', 'during'],
	['published', '2027-05-01T20:00:00Z', 'after'],
	['postponed', '2027-05-01T19:00:00Z', 'before'],
	['postponed', '2027-06-01T00:00:00Z', 'before'],
	['cancelled', '2027-04-01T00:00:00Z', 'after'],
	['archived', '2027-04-01T00:00:00Z', 'before'],
	['archived', '2027-06-01T00:00:00Z', 'after'],
] as const)('%s at %s: %s', (status, now, phase) => {
	expect(eventPhase({ ...event, status }, new Date(now))).toBe(phase);
});

test('between two moments of the clock the phase stays, and at each that changes it there is one', () => {
	const minute = 60_000;
	const phaseAt = (ms: number) => eventPhase(event, new Date(ms));
	let next = nextPhaseChange(event, Date.parse('2027-05-01T10:00:00Z'));
	for (let at = Date.parse('2027-05-01T10:01:00Z'); at < Date.parse('2027-05-02T00:00:00Z'); at += minute) {
		if (phaseAt(at) !== phaseAt(at - minute)) expect(next).toBe(at);
		next = nextPhaseChange(event, at);
	}
	expect(next).toBeNull();
});
