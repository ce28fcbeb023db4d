/** The stored status of an event. */
export type EventStatus = 'draft' | 'published' | 'cancelled' | 'postponed' | 'archived';

/** What a reader sees: the stored status and the clock together. Derived each time, never stored. */
export type EventState = 'draft' | 'upcoming' | 'ongoing' | 'ended' | 'cancelled' | 'postponed' | 'archived';

/** The state of an event at a moment. An event is ongoing from its start until just before its end. */
export function eventState(
	event: { status: EventStatus; startsAt: string | Date; endsAt: string | Date },
	now: Date,
): EventState {
	if (event.status !== 'published') return event.status;
	const ms = now.getTime();
	if (ms >= new Date(event.endsAt).getTime() && ms > new Date(event.startsAt).getTime()) return 'ended';
	return ms >= new Date(event.startsAt).getTime() ? 'ongoing' : 'upcoming';
}

/** Whether a postponed event starts at another time than the one it was postponed from. Only then can it be published again. */
export function hasNewDate(event: {
	startsAt: string | Date;
	previousStartsAt: string | Date | null;
}): boolean {
	if (event.previousStartsAt === null) return false;
	return new Date(event.startsAt).getTime() !== new Date(event.previousStartsAt).getTime();
}

/** The next steps that a status allows; the server refuses others, the screens do not offer them. */
export const statusSteps = {
	publish: ['draft', 'published', 'postponed'],
	unpublish: ['draft', 'published', 'postponed'],
	cancel: ['published', 'postponed', 'cancelled'],
	postpone: ['published', 'postponed'],
	archive: ['draft', 'published', 'postponed', 'cancelled', 'archived'],
	unarchive: ['archived'],
	delete: ['draft'],
} as const satisfies Record<string, readonly EventStatus[]>;

export type EventStep = keyof typeof statusSteps;

/** Whether a step may be taken from a status. Taking one twice is allowed where the second time changes nothing. */
export function allowsStep(step: EventStep, status: EventStatus): boolean {
	return (statusSteps[step] as readonly EventStatus[]).includes(status);
}
