import type { EventCard } from '#shared/contracts/events.ts';
import { eventState } from '#shared/rules/event-state.ts';
import { eventPhase } from './event-phase.ts';

/** The one thing that the organiser of an event would do next. */
export type NextStep = 'publish' | 'reschedule' | 'share' | 'guests' | 'door' | 'review';

/**
 * @param confirmed registrations so far; undefined while they are not known, or for whoever may not see them
 */
export function nextStep(
	event: Pick<EventCard, 'status' | 'startsAt' | 'endsAt'>,
	confirmed: number | undefined,
	now: Date,
): NextStep {
	const state = eventState(event, now);
	if (state === 'draft') return 'publish';
	if (state === 'postponed') return 'reschedule';
	if (state === 'ended' || state === 'cancelled' || state === 'archived') return 'review';
	if (eventPhase(event, now) === 'during') return 'door';
	return confirmed === 0 || confirmed === undefined ? 'share' : 'guests';
}

/** Whole days until an instant, counted by calendar days of a zone: tomorrow is 1, whatever the hour. */
export function daysUntil(instant: string, timeZone: string, now: Date): number {
	const day = (at: Date) => {
		const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
		return Date.parse(`${parts}T00:00:00Z`);
	};
	return Math.round((day(new Date(instant)) - day(now)) / 86_400_000);
}
