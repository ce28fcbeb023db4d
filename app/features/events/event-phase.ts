import type { EventCard } from '#shared/contracts/events.ts';
import { eventState } from '#shared/rules/event-state.ts';

/** What an event is about for its organiser: being prepared, selling, letting guests in, or the results. */
export type EventPhase = 'draft' | 'before' | 'during' | 'after';

/** Guests arrive ahead of the start. */
const ARRIVALS_FROM_MS = 2 * 3_600_000;

/** The phase at a moment: `during` is from two hours before the start until the end; a cancelled event is over at once. */
export function eventPhase(event: Pick<EventCard, 'status' | 'startsAt' | 'endsAt'>, now: Date): EventPhase {
	// Archived says where it is listed, not whether it took place.
	const status = event.status === 'archived' ? 'published' : event.status;
	const state = eventState({ ...event, status }, now);
	if (state === 'draft') return 'draft';
	if (state === 'ended' || state === 'cancelled') return 'after';
	if (state === 'postponed') return 'before';
	const isNear = Date.parse(event.startsAt) - now.getTime() <= ARRIVALS_FROM_MS;
	return state === 'ongoing' || isNear ? 'during' : 'before';
}

/** The next moment at which the clock alone may change the phase, in milliseconds; null: none is ahead. */
export function nextPhaseChange(event: Pick<EventCard, 'startsAt' | 'endsAt'>, nowMs: number): number | null {
	const start = Date.parse(event.startsAt);
	const moments = [start - ARRIVALS_FROM_MS, start, Date.parse(event.endsAt)];
	return moments.find((moment) => moment > nowMs) ?? null;
}
