import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { notices } from '#server/db/tables/notifications.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Notice, readNotices as readContract } from '#shared/contracts/notices.ts';

/** Nobody counts further. */
const mostCounted = 100;

/** Joins the event of a notice. One to a guest names no organisation: the id of the event leads to it. */
export const joinEvent = `LEFT JOIN events e ON e.id = n.event_id AND e.organisation_id = coalesce(n.organisation_id,
	(SELECT w.organisation_id FROM names w WHERE w.kind = 'event' AND w.name = n.event_id::text))`;

/**
 * What its reader may see now: nothing of events that are gone, and nothing of an organisation that they have left. The same for the
 * list and for the number on the bell.
 */
const visible = `n.user_id = $1 AND (n.event_id IS NULL OR e.id IS NOT NULL) AND (n.organisation_id IS NULL OR EXISTS (
	SELECT FROM memberships m WHERE m.organisation_id = n.organisation_id AND m.user_id = n.user_id
		AND (m.event_ids IS NULL OR n.event_id = ANY (m.event_ids))))`;

interface NoticeRow {
	id: string;
	kind: Notice['kind'];
	createdAt: Date;
	readAt: Date | null;
	change: string | null;
	percent: number | null;
	organisationId: string | null;
	organisationName: string | null;
	title: string | null;
	slug: string;
	startsAt: Date;
	timeZone: string;
	guests: number | null;
}

/** A page of a user’s in-app notifications, newest first. Guests are counted as of now, from the orders of that day. */
export async function listNotices(
	services: Services,
	userId: string,
	options: { limit: number; cursor?: string | undefined },
): Promise<{ data: Notice[]; nextCursor: string | null }> {
	const [before] = options.cursor ? decodeCursor(options.cursor, 1) : [null];
	const { rows } = await services.database.pool.query<NoticeRow>({
		name: 'notices.list',
		text: `SELECT n.id, n.kind, n.created_at AS "createdAt", n.read_at AS "readAt", n.facts->>'change' AS change, (n.facts->>'percent')::int AS percent,
				o.id AS "organisationId", o.name AS "organisationName", e.title, e.slug, e.starts_at AS "startsAt", e.time_zone AS "timeZone",
				CASE WHEN n.kind = 'registrations' THEN (SELECT coalesce(
						-- Where guests registered themselves, those whom the organiser brought in on that day are no news.
						nullif(sum(i.places) FILTER (WHERE o.source NOT IN ('import', 'manual')), 0), sum(i.places), 0)::int
					FROM orders o JOIN order_items i ON i.organisation_id = o.organisation_id AND i.event_id = o.event_id
						AND i.order_id = o.id
					JOIN ticket_types t ON t.organisation_id = i.organisation_id AND t.event_id = i.event_id AND t.id = i.ticket_type_id AND t.is_admission
					WHERE o.organisation_id = n.organisation_id AND o.event_id = n.event_id AND o.status = 'confirmed'
						AND o.id >= (n.facts->>'fromId')::uuid AND o.id < (n.facts->>'toId')::uuid) END AS guests
			FROM notices n ${joinEvent}
			LEFT JOIN organisations o ON o.id = n.organisation_id
			WHERE ${visible} AND ($2::uuid IS NULL OR n.id < $2)
			ORDER BY n.id DESC LIMIT $3`,
		values: [userId, before, options.limit + 1],
	});
	return pageOf(
		rows,
		options.limit,
		(row) => ({
			id: row.id,
			kind: row.kind,
			toldAt: row.createdAt.toISOString(),
			isRead: row.readAt !== null,
			event:
				row.title === null
					? null
					: {
							title: row.title,
							slug: row.slug,
							startsAt: row.startsAt.toISOString(),
							timeZone: row.timeZone,
						},
			organisation:
				row.organisationId === null ? null : { id: row.organisationId, name: row.organisationName ?? '' },
			guests: row.guests,
			change: row.change,
			percent: row.percent,
		}),
		(row) => [row.id],
	);
}

/** The number on the bell. */
export async function countUnread(services: Services, userId: string): Promise<number> {
	const { rows } = await services.database.pool.query<{ unread: number }>({
		name: 'notices.unread',
		text: `SELECT count(*)::int AS unread FROM (SELECT FROM notices n ${joinEvent}
			WHERE n.read_at IS NULL AND ${visible} LIMIT ${mostCounted}) counted`,
		values: [userId],
	});
	return rows[0]?.unread ?? 0;
}

/** Marks one, or all up to one, as read; the second time changes nothing. */
export async function readNotices(
	services: Services,
	userId: string,
	which: BodyOf<typeof readContract>,
): Promise<void> {
	await services.database.db
		.update(notices)
		.set({ readAt: sql`now()` })
		.where(
			and(
				eq(notices.userId, userId),
				isNull(notices.readAt),
				'id' in which ? eq(notices.id, which.id) : lte(notices.id, which.until),
			),
		);
}
