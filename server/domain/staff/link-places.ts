import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { checkInLists, gates } from '#server/db/tables/check-in.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isOfEvent } from '../event-scope.ts';

/** Refuses lists and gates of other events. The event's own id is its default list. */
export async function checkLinkPlaces(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string },
	places: { listIds?: string[] | null | undefined; gateId?: string | null | undefined },
): Promise<void> {
	const named = (places.listIds ?? []).filter((list) => list !== scope.eventId);
	if (named.length > 0) {
		const known = await db
			.select({ id: checkInLists.id })
			.from(checkInLists)
			.where(and(isOfEvent(checkInLists, scope), inArray(checkInLists.id, named)));
		if (known.length < new Set(named).size)
			throw fieldError('listIds', message`Choose check-in lists of this event.`);
	}
	if (places.gateId) {
		const [known] = await db
			.select({ id: gates.id })
			.from(gates)
			.where(and(isOfEvent(gates, scope), eq(gates.id, places.gateId), isNull(gates.deletedAt)));
		if (!known) throw fieldError('gateId', message`Choose a gate of this event.`);
	}
}

/** Name of the gate that a link states. */
export async function findGateName(
	db: DbOrTx,
	link: { organisationId: string; eventId: string; gateId: string | null },
): Promise<string | null> {
	if (!link.gateId) return null;
	const [row] = await db
		.select({ name: gates.name })
		.from(gates)
		.where(and(isOfEvent(gates, link), eq(gates.id, link.gateId), isNull(gates.deletedAt)));
	return row?.name ?? null;
}
