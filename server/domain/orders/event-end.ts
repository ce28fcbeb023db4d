/** Whether what is ordered for an event can be had: it is published and not over. */
export const canBeHad = (event: { status: string; endsAt: Date }, now: Date): boolean =>
	event.status === 'published' && !isOver(event, now);

/** Whether an event is over: its tickets can no longer be given back. */
export function isOver(event: { endsAt: Date }, now: Date): boolean {
	return event.endsAt <= now;
}
