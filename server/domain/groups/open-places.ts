import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { GroupRow } from './rows.ts';

/** The open places of a group, and the state of its event and order that decides whether they can be claimed. */
interface OpenPlaces {
	open: number;
	status: string;
	endsAt: Date;
	/** Of `leader`: its order is; else true. */
	isConfirmed: boolean;
}

/**
 * SQL of how many places a group `g` has, and of how many are `taken`, for a lateral join: of `leader` tickets that can be claimed or were, of
 * `each` units that were ordered, paid or not.
 */
export const placesSql = `SELECT CASE WHEN g.pays = 'each' THEN g.places ELSE count(*) FILTER (WHERE a.status = 'active' AND a.id <> ALL (g.kept_ids))::int END AS places,
	CASE WHEN g.pays = 'each' THEN least(g.places, ceil(count(*) FILTER (WHERE a.status <> 'cancelled' AND a.ticket_type_id = g.ticket_type_id)::numeric
		/ coalesce(max(t.admits), 1))::int)
	ELSE count(*) FILTER (WHERE a.status = 'active' AND a.id <> ALL (g.kept_ids) AND a.holder_version IS NOT NULL)::int END AS taken
	FROM attendees a LEFT JOIN ticket_types t ON t.organisation_id = g.organisation_id AND t.event_id = g.event_id AND t.id = g.ticket_type_id
	WHERE a.organisation_id = g.organisation_id AND a.event_id = g.event_id AND a.group_id = g.id`;

/** How many places of a group are open; null: its event is gone. */
export async function readOpenPlaces(
	db: DbOrTx,
	{ organisationId, eventId, id }: Pick<GroupRow, 'organisationId' | 'eventId' | 'id'>,
): Promise<OpenPlaces | null> {
	const { rows } = await db.execute<Omit<OpenPlaces, 'endsAt'> & { endsAt: string }>(sql`
		SELECT n.places - n.taken AS open, e.status, e.ends_at AS "endsAt",
			g.order_id IS NULL OR EXISTS (SELECT FROM orders o WHERE o.organisation_id = g.organisation_id AND o.event_id = g.event_id
				AND o.id = g.order_id AND o.status = 'confirmed') AS "isConfirmed"
		FROM group_bookings g JOIN events e ON e.organisation_id = g.organisation_id AND e.id = g.event_id CROSS JOIN LATERAL (${sql.raw(placesSql)}) n
		WHERE g.organisation_id = ${organisationId} AND g.event_id = ${eventId} AND g.id = ${id}`);
	const found = rows[0];
	return found ? { ...found, endsAt: new Date(found.endsAt) } : null;
}
