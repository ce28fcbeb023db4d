import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { findEvent } from '../events/queries.ts';

const maxEntries = 5_000;
/** A slug given up by one event may be taken by no other, so this is only to let the memory breathe. */
const cacheMs = 10_000;

const namesOf = createDatabaseMemo(() => new Map<string, { eventId: string; untilMs: number }>());

/**
 * The id of the event that a path names by id, slug or code. During a rush everybody names the same one, so names are remembered
 * for some seconds; names of nothing are not. Whether the caller may see the event is not decided here.
 */
export async function findEventId(services: Services, reference: string): Promise<string | null> {
	if (isUuid(reference)) return reference.toLowerCase();
	const names = namesOf(services);
	const name = names.get(reference);
	if (name && name.untilMs > performance.now()) return name.eventId;
	const event = await findEvent(services, reference);
	if (!event) return null;
	if (names.size >= maxEntries) names.clear();
	names.set(reference, { eventId: event.eventId, untilMs: performance.now() + cacheMs });
	return event.eventId;
}
