import type { EventCard } from '#shared/contracts/events.ts';

const nameOf = ({ title }: Pick<EventCard, 'title'>) => title.trim().toLowerCase();

/** Whether an event of the same organiser is another date of this one: it is called the same. */
export const isOtherDate = (event: Pick<EventCard, 'title'>, other: Pick<EventCard, 'title'>): boolean =>
	nameOf(event) === nameOf(other);

/** Other events of the organiser, those that are other dates of this one first; each of the two in its order. */
export function otherDatesFirst<Other extends Pick<EventCard, 'id' | 'title'>>(
	event: Pick<EventCard, 'id' | 'title'>,
	events: readonly Other[],
): Other[] {
	const others = events.filter(({ id }) => id !== event.id);
	return [
		...others.filter((other) => isOtherDate(event, other)),
		...others.filter((other) => !isOtherDate(event, other)),
	];
}
