import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { PlaceBook, PlaceChange, PlaceProblem } from '#server/domain/tickets/places.ts';
import { changeReservations } from '#server/domain/tickets/reservations.ts';

/*
 * An open group whose guests pay for themselves holds, in each pool of its ticket type, its places less those of its tickets that are valid or held.
 * Whatever frees or takes a place of such a ticket goes through here, so that the place stays with the group.
 */

/** A group whose places are held, as it stands with what was moved so far. */
interface BookedGroup {
	id: string;
	ticketTypeId: string;
	poolIds: string[];
	/** All of its places, of what its tickets admit. */
	size: number;
	/** Places of its tickets that are valid or held. */
	taken: number;
	/** What is to be held more than is written. */
	change: number;
}

/** The open groups of orders that are changed in a transaction. */
export interface GroupBook {
	/**
	 * Moves the places of an order, as `PlaceBook.move` does. What tickets of an open group free stays held for it, and what they take again comes out of
	 * what is held for it, as long as there is some.
	 * @param groupIds the groups that tickets of the order name
	 */
	mover(
		book: PlaceBook,
		groupIds: readonly string[],
	): (changes: readonly PlaceChange[], options?: { mustBeOpen?: boolean }) => PlaceProblem | null;
	/** Whether a group is open and its guests pay for themselves. */
	has(groupId: string): boolean;
	/** Writes what is held for groups by now; the numbers of the pools are those of the book. */
	write(): Promise<void>;
}

/** The places reserved for a group of which so many are taken. */
const heldOf = (group: { size: number }, taken: number): number => Math.max(0, group.size - taken);

/**
 * Begins a book of the groups that tickets name, which are held until the transaction ends; of none without a statement. The pools of the tickets are held.
 * @param freed tickets that are cancelled already, in this transaction, and whose places are still to be moved
 */
export async function openGroups(
	tx: Tx,
	scope: EventScope,
	ids: readonly string[],
	freed: readonly { groupId: string | null; ticketTypeId: string }[] = [],
): Promise<GroupBook> {
	const groups = new Map<string, BookedGroup>();
	if (ids.length > 0) for (const row of await readGroups(tx, scope, ids)) groups.set(row.id, row);
	for (const { groupId, ticketTypeId } of freed) {
		const group = groups.get(groupId ?? '');
		if (group?.ticketTypeId === ticketTypeId) group.taken += 1;
	}

	function shift(book: PlaceBook, group: BookedGroup, moved: number): void {
		const change = heldOf(group, group.taken + moved) - heldOf(group, group.taken);
		group.taken += moved;
		group.change += change;
		const isRoom = book.reserve(group.poolIds.map((poolId) => ({ poolId, places: change })));
		if (!isRoom) throw new Error('places that came free are not free');
	}

	return {
		has: (groupId) => groups.has(groupId),
		mover: (book, groupIds) => (changes, options) => {
			const group = groupIds.map((id) => groups.get(id)).find((one) => one !== undefined);
			const moved = changes
				.filter(({ ticketTypeId }) => ticketTypeId === group?.ticketTypeId)
				.reduce((sum, { confirmed, held }) => sum + confirmed + held, 0);
			if (!group || moved === 0) return book.move(changes, options);
			// Taken places are released before, freed places are reserved after.
			if (moved > 0) shift(book, group, moved);
			const problem = book.move(changes, options);
			if (moved < 0 && !problem) shift(book, group, moved);
			if (moved > 0 && problem) shift(book, group, -moved);
			return problem;
		},
		async write() {
			for (const { id: refId, poolIds, change } of groups.values())
				if (change !== 0)
					await changeReservations(
						tx,
						scope,
						{ purpose: 'group', refId },
						poolIds.map((poolId) => ({ poolId, places: change })),
					);
		},
	};
}

async function readGroups(tx: Tx, scope: EventScope, ids: readonly string[]): Promise<BookedGroup[]> {
	const { rows } = await tx.execute<BookedGroup & Record<string, unknown>>(sql`
		SELECT g.id, t.id AS "ticketTypeId", array_remove(ARRAY[t.pool_id, t.shared_pool_id, t.plan_pool_id], NULL) AS "poolIds",
			g.places * t.admits AS size, ${countTaken} AS taken, 0 AS change
		FROM group_bookings g JOIN ticket_types t ON t.organisation_id = g.organisation_id AND t.event_id = g.event_id AND t.id = g.ticket_type_id
		WHERE g.organisation_id = ${scope.organisationId} AND g.event_id = ${scope.eventId} AND g.id = ANY(${plainArray(ids)}::uuid[])
			AND g.pays = 'each' AND g.state = 'open'
		ORDER BY g.id FOR NO KEY UPDATE OF g`);
	return rows;
}

/** Places of the tickets of the group `g` that are valid or held. A ticket that was changed to another type has no place of the group. */
const countTaken = sql`(SELECT count(*)::int FROM attendees a WHERE a.organisation_id = g.organisation_id AND a.event_id = g.event_id
	AND a.group_id = g.id AND a.ticket_type_id = g.ticket_type_id AND a.status <> 'cancelled')`;

/** How many places of a group are taken, and how many it has in all. The pools of the event are held, and the group. */
export async function readPlaces(
	tx: Tx,
	scope: EventScope,
	groupId: string,
): Promise<{ size: number; taken: number; held: number; admits: number; poolIds: string[] } | null> {
	const { rows } = await tx.execute<{ admits: number; size: number; taken: number; poolIds: string[] }>(sql`
		SELECT t.admits, g.places * t.admits AS size, ${countTaken} AS taken,
			array_remove(ARRAY[t.pool_id, t.shared_pool_id, t.plan_pool_id], NULL) AS "poolIds"
		FROM group_bookings g JOIN ticket_types t ON t.organisation_id = g.organisation_id AND t.event_id = g.event_id AND t.id = g.ticket_type_id
		WHERE g.organisation_id = ${scope.organisationId} AND g.event_id = ${scope.eventId} AND g.id = ${groupId} AND g.pays = 'each'`);
	const row = rows[0];
	return row ? { ...row, held: heldOf(row, row.taken) } : null;
}
