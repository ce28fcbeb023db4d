import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { DoorList } from '#shared/rules/door-verdict.ts';

/** A check-in list with its rules. */
export interface ListRules extends DoorList {
	id: string;
	name: string;
	isDefault: boolean;
}

interface ListRow extends Record<string, unknown> {
	id: string;
	name: string;
	ticket_type_ids: string[] | null;
	opens_at: Date | string | null;
	closes_at: Date | string | null;
	counts_exits: boolean;
	allows_reentry: boolean;
}

const msOf = (instant: Date | string | null) => (instant === null ? null : new Date(instant).getTime());

/** Name of the list that an event has by itself. */
export const defaultListName = 'Entrance';

/** All lists of an event: the default list first, even if it was never edited, then in the order of creation. */
export async function readLists(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string },
): Promise<ListRules[]> {
	const { rows } = await db.execute<ListRow>(sql`
		SELECT id, name, ticket_type_ids, opens_at, closes_at, counts_exits, allows_reentry
		FROM check_in_lists WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
		ORDER BY id <> event_id, created_at, id`);
	const lists = rows.map((row) => ({
		id: row.id,
		name: row.name,
		isDefault: row.id === scope.eventId,
		ticketTypeIds: row.ticket_type_ids,
		opensAtMs: msOf(row.opens_at),
		closesAtMs: msOf(row.closes_at),
		countsExits: row.counts_exits,
		allowsReentry: row.allows_reentry,
	}));
	if (lists[0]?.isDefault) return lists;
	return [
		{
			id: scope.eventId,
			name: defaultListName,
			isDefault: true,
			ticketTypeIds: null,
			opensAtMs: null,
			closesAtMs: null,
			countsExits: false,
			allowsReentry: false,
		},
		...lists,
	];
}

/** Those of the lists that a way to the door opens. */
export function openLists(lists: ListRules[], listIds: string[] | null): ListRules[] {
	const open = listIds ? lists.filter((list) => listIds.includes(list.id)) : lists;
	return open.length > 0 ? open : lists.slice(0, 1);
}
