import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listEvents } from '#shared/contracts/event-lists.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import { call } from '../kit/call.ts';

/** A page of the list. */
export type EventPage = ResultOf<typeof listEvents>;

/** Which events an element shows: those of one organiser, by slug; `category` as in shared/rules/event-categories.ts, empty for all. */
export interface Whose {
	organiser: string;
	category: string;
}

const LARGEST_PAGE = 100;
const MAX_PAGES = 5;

/** Reads one page of public events. @throws Refusal */
export function readEvents(
	whose: Whose,
	more: Record<string, string | number>,
	signal: AbortSignal,
): Promise<EventPage> {
	const query = new URLSearchParams({ organiser: whose.organiser });
	if (whose.category) query.set('category', whose.category);
	for (const [name, value] of Object.entries(more)) if (value) query.set(name, String(value));
	return call<EventPage>(`/api/events?${query}`, { signal });
}

/**
 * Reads every event that is on one of the days, all dates of series too: 500 at most.
 * @param first day as `2026-11-01`
 * @returns the events, and whether there are more than were read
 * @throws Refusal
 */
export async function readDays(
	whose: Whose,
	first: string,
	last: string,
	signal: AbortSignal,
): Promise<{ events: EventCard[]; hasMore: boolean }> {
	const events: EventCard[] = [];
	let cursor = '';
	for (let page = 0; page < MAX_PAGES; page++) {
		const span = { from: first, to: last, dates: 'all', limit: LARGEST_PAGE, cursor };
		const { data, nextCursor } = await readEvents(whose, span, signal);
		events.push(...data);
		if (!nextCursor) return { events, hasMore: false };
		cursor = nextCursor;
	}
	return { events, hasMore: true };
}
