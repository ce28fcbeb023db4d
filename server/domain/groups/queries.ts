import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { GroupScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { ListedGroup } from '#shared/contracts/groups.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { placesSql } from './open-places.ts';
import { groupTokenOf } from './tokens.ts';

interface Row extends Record<string, unknown> {
	id: string;
	name: string;
	pays: ListedGroup['pays'];
	state: ListedGroup['state'];
	leader_name: string;
	leader_email: string;
	places: number;
	taken: number;
	type_id: string | null;
	type_name: string | null;
	deadline_at: string | null;
	order_id: string | null;
	created_at: string;
}

/** Groups with their numbers. @param which a condition of the groups `g` */
async function readRows(
	db: DbOrTx,
	{ organisationId, eventId }: EventScope,
	which: ReturnType<typeof sql>,
	limit: number,
): Promise<Row[]> {
	const { rows } = await db.execute<Row>(sql`
		SELECT g.id, g.name, g.pays, g.state, g.leader_name, g.leader_email, g.order_id, g.deadline_at, g.created_at,
			n.places, n.taken,
			g.ticket_type_id AS type_id, coalesce(t.name, '') AS type_name
		FROM group_bookings g
		LEFT JOIN ticket_types t ON t.organisation_id = g.organisation_id AND t.event_id = g.event_id AND t.id = g.ticket_type_id
		CROSS JOIN LATERAL (${sql.raw(placesSql)}) n
		WHERE g.organisation_id = ${organisationId} AND g.event_id = ${eventId} AND ${which}
		ORDER BY g.id DESC LIMIT ${limit}`);
	return rows;
}

/** Those of some groups that are open and whose guests pay for themselves; of none without a statement. */
export async function findOpenGroups(
	db: DbOrTx,
	{ organisationId, eventId }: EventScope,
	ids: readonly string[],
): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT id FROM group_bookings WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
			AND id = ANY(${plainArray(ids)}::uuid[]) AND pays = 'each' AND state = 'open'`);
	return new Set(rows.map(({ id }) => id));
}

const instantOf = (value: string) => new Date(value).toISOString();

const present = (services: Services, { eventId }: EventScope, row: Row, mayManage: boolean): ListedGroup => ({
	...{ id: row.id, name: row.name, pays: row.pays, state: row.state },
	...{ leaderName: row.leader_name, leaderEmail: row.leader_email },
	...{ places: row.places, taken: row.taken },
	ticketType: row.type_id === null ? null : { id: row.type_id, name: row.type_name ?? '' },
	deadlineAt: row.deadline_at === null ? null : instantOf(row.deadline_at),
	orderId: row.order_id,
	groupToken: mayManage ? groupTokenOf(services, { id: row.id, eventId }) : null,
	createdAt: instantOf(row.created_at),
});

/** A page of the groups of an event, the newest first. @param mayManage whether the caller gets the links of their leaders */
export async function listGroups(
	services: Services,
	scope: EventScope,
	query: { limit: number; cursor?: string | undefined },
	mayManage: boolean,
): Promise<{ data: ListedGroup[]; nextCursor: string | null }> {
	const [id] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const which = id === undefined ? sql`true` : sql`g.id < ${id}::uuid`;
	const rows = await readRows(services.database.db, scope, which, query.limit + 1);
	return pageOf(
		rows,
		query.limit,
		(row) => present(services, scope, row, mayManage),
		(row) => [row.id],
	);
}

/** A group as the organiser sees it, who may manage it. @throws not-found */
export async function getListedGroup(services: Services, scope: GroupScope): Promise<ListedGroup> {
	const [row] = await readRows(services.database.db, scope, sql`g.id = ${scope.groupId}::uuid`, 1);
	if (!row) throw notFound('Group');
	return present(services, scope, row, true);
}
