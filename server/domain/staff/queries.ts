import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { StaffDevice } from '#shared/contracts/staff.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { DbOrTx } from '../../db/client.ts';
import { staffDevices, staffLinks } from '../../db/tables/staff.ts';
import type { Services } from '../../services.ts';
import { linkGrace } from './tokens.ts';

export type StaffLinkRow = typeof staffLinks.$inferSelect;

// Devices with a token of their own, and those that came by the link's own token and told of themselves.
const deviceCount = sql<number>`((SELECT count(*)::int FROM ${staffDevices} WHERE ${staffDevices.staffLinkId} = ${staffLinks.id})
	+ (SELECT count(*)::int FROM door_devices d WHERE d.event_id = ${staffLinks.eventId} AND d.staff_link_id = ${staffLinks.id}
		AND d.staff_device_id IS NULL))`;

/** All links of an event, live ones first, newest first; an event has some dozens at most. */
export async function listStaffLinks(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<(StaffLinkRow & { deviceCount: number })[]> {
	const rows = await services.database.db
		.select({ link: staffLinks, deviceCount })
		.from(staffLinks)
		.where(and(eq(staffLinks.organisationId, scope.organisationId), eq(staffLinks.eventId, scope.eventId)))
		.orderBy(sql`${staffLinks.revokedAt} IS NOT NULL`, desc(staffLinks.createdAt), asc(staffLinks.id))
		.limit(500);
	return rows.map((row) => ({ ...row.link, deviceCount: row.deviceCount }));
}

/** One link of the event; throws not-found for those of other events. */
export async function getStaffLink(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string },
	staffLinkId: string,
): Promise<StaffLinkRow & { deviceCount: number }> {
	const [row] = await db
		.select({ link: staffLinks, deviceCount })
		.from(staffLinks)
		.where(
			and(
				eq(staffLinks.organisationId, scope.organisationId),
				eq(staffLinks.eventId, scope.eventId),
				eq(staffLinks.id, staffLinkId),
			),
		);
	if (!row) throw notFound('Staff link');
	return { ...row.link, deviceCount: row.deviceCount };
}

export async function countDevices(db: DbOrTx, staffLinkId: string): Promise<number> {
	const [row] = await db
		.select({ devices: count() })
		.from(staffDevices)
		.where(eq(staffDevices.staffLinkId, staffLinkId));
	return row?.devices ?? 0;
}

const isLive = and(
	isNull(staffLinks.revokedAt),
	sql`(${staffLinks.endsAt} IS NULL OR ${staffLinks.endsAt} > now())`,
	sql`EXISTS (SELECT FROM events e WHERE e.id = ${staffLinks.eventId} AND e.ends_at + ${sql.raw(linkGrace)} > now())`,
);

/** A link by its own token, while it lives. */
export async function findLiveLinkByToken(
	services: Services,
	tokenHash: Buffer,
): Promise<StaffLinkRow | null> {
	const [row] = await services.database.db
		.select()
		.from(staffLinks)
		.where(and(eq(staffLinks.tokenHash, tokenHash), isLive));
	return row ?? null;
}

/** A link by its typed short code, while it lives. */
export async function findLiveLinkByCode(
	services: Services,
	shortCode: string,
): Promise<StaffLinkRow | null> {
	const [row] = await services.database.db
		.select()
		.from(staffLinks)
		.where(and(eq(staffLinks.shortCode, shortCode), isLive));
	return row ?? null;
}

interface DeviceRow {
	id: string | null;
	name: string;
	last_seen_at: Date;
	queued: number;
	last_hour: number;
	in_all: number;
}

/**
 * The devices of a link: those with a token of their own, joined to what they told of themselves, and those that came by the link's
 * own token.
 */
export async function listDevices(services: Services, link: StaffLinkRow): Promise<StaffDevice[]> {
	const { rows } = await services.database.pool.query<DeviceRow>(
		`WITH told AS (
			SELECT d.device_id, d.name, d.staff_device_id, d.queued, d.last_seen_at,
				(SELECT count(*)::int FROM check_ins c WHERE c.event_id = $2 AND c.device_id = d.device_id
					AND c.recorded_at > now() - interval '1 hour') AS last_hour,
				(SELECT count(*)::int FROM check_ins c WHERE c.event_id = $2 AND c.device_id = d.device_id) AS in_all
			FROM door_devices d WHERE d.event_id = $2 AND d.staff_link_id = $1
		)
		SELECT s.id, coalesce(nullif(max(told.name), ''), s.name) AS name, greatest(s.last_seen_at, max(told.last_seen_at)) AS last_seen_at,
			coalesce(sum(told.queued), 0)::int AS queued, coalesce(sum(told.last_hour), 0)::int AS last_hour,
			coalesce(sum(told.in_all), 0)::int AS in_all
		FROM staff_devices s LEFT JOIN told ON told.staff_device_id = s.id
		WHERE s.staff_link_id = $1 GROUP BY s.id
		UNION ALL
		SELECT NULL, told.name, told.last_seen_at, told.queued, told.last_hour, told.in_all FROM told
		WHERE NOT EXISTS (SELECT FROM staff_devices s WHERE s.id = told.staff_device_id)
		ORDER BY last_seen_at DESC LIMIT 500`,
		[link.id, link.eventId],
	);
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		lastSeenAt: row.last_seen_at.toISOString(),
		queued: row.queued,
		scansLastHour: row.last_hour,
		scansInAll: row.in_all,
	}));
}
