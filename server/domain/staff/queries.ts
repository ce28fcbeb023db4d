import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { names } from '#server/db/tables/events.ts';
import { staffDevices, staffLinks } from '#server/db/tables/staff.ts';
import type { Services } from '#server/services.ts';
import type { StaffDevice } from '#shared/contracts/staff.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isOfEvent } from '../event-scope.ts';
import { linkGrace } from './tokens.ts';

export type StaffLinkRow = typeof staffLinks.$inferSelect;

// Devices with a token of their own, and those that came by the link's own token and reported.
const deviceCount = sql<number>`((SELECT count(*)::int FROM ${staffDevices} WHERE ${staffDevices.organisationId} = ${staffLinks.organisationId} AND ${staffDevices.staffLinkId} = ${staffLinks.id})
	+ (SELECT count(*)::int FROM door_devices d WHERE d.organisation_id = ${staffLinks.organisationId} AND d.event_id = ${staffLinks.eventId} AND d.staff_link_id = ${staffLinks.id}
		AND d.staff_device_id IS NULL))`;

/** All links of an event, live ones first, newest first; an event has some dozens at most. */
export async function listStaffLinks(
	services: Services,
	scope: { organisationId: string; eventId: string },
): Promise<(StaffLinkRow & { deviceCount: number })[]> {
	const rows = await services.database.db
		.select({ link: staffLinks, deviceCount })
		.from(staffLinks)
		.where(isOfEvent(staffLinks, scope))
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
		.where(and(isOfEvent(staffLinks, scope), eq(staffLinks.id, staffLinkId)));
	if (!row) throw notFound('Staff link');
	return { ...row.link, deviceCount: row.deviceCount };
}

interface LinkName {
	organisationId: string;
	id: string;
}

/** The row of a link. */
export const isLink = (link: LinkName) =>
	and(eq(staffLinks.organisationId, link.organisationId), eq(staffLinks.id, link.id));

/** The devices of a link. */
export const devicesOf = (link: LinkName) =>
	and(eq(staffDevices.organisationId, link.organisationId), eq(staffDevices.staffLinkId, link.id));

export async function countDevices(db: DbOrTx, link: LinkName): Promise<number> {
	const [row] = await db.select({ devices: count() }).from(staffDevices).where(devicesOf(link));
	return row?.devices ?? 0;
}

const isValid = and(
	isNull(staffLinks.revokedAt),
	sql`(${staffLinks.endsAt} IS NULL OR ${staffLinks.endsAt} > now())`,
);

/** Whether the event has been over for so long that its links open nothing. */
export async function isDoorClosed(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string },
): Promise<boolean> {
	const { rows } = await db.execute<{ closed: boolean }>(sql`
		SELECT ends_at + ${sql.raw(linkGrace)} <= now() AS closed FROM events
		WHERE organisation_id = ${scope.organisationId} AND id = ${scope.eventId}`);
	return rows[0]?.closed ?? false;
}

/** A link by its own token or its typed short code that was not ended by a person or its own time; its event may be over. */
async function findLink(
	services: Services,
	name: { kind: 'staff token' | 'staff code'; name: string },
	is?: SQL,
): Promise<StaffLinkRow | null> {
	const [row] = await services.database.db
		.select({ link: staffLinks })
		.from(names)
		.innerJoin(
			staffLinks,
			and(eq(staffLinks.organisationId, names.organisationId), eq(staffLinks.id, names.targetId)),
		)
		.where(and(eq(names.kind, name.kind), eq(names.name, name.name), is, isValid));
	return row?.link ?? null;
}

/** A link by its own token, until it is ended; the token of a device names none. */
export const findLinkByToken = (services: Services, tokenHash: Buffer) =>
	findLink(
		services,
		{ kind: 'staff token', name: tokenHash.toString('hex') },
		eq(staffLinks.tokenHash, tokenHash),
	);

/** A link by its typed short code, until it is ended. */
export const findLinkByCode = (services: Services, shortCode: string) =>
	findLink(services, { kind: 'staff code', name: shortCode });

interface DeviceRow {
	id: string | null;
	name: string;
	last_seen_at: Date;
	queued: number;
	last_hour: number;
	in_all: number;
}

/** The devices of a link: those with their own token, joined with the status they reported, and those that use the link's token. */
export async function listDevices(services: Services, link: StaffLinkRow): Promise<StaffDevice[]> {
	const { rows } = await services.database.pool.query<DeviceRow>(
		`WITH reported AS (
			SELECT d.device_id, d.name, d.staff_device_id, d.queued, d.last_seen_at,
				(SELECT count(*)::int FROM check_ins c WHERE c.organisation_id = $3 AND c.event_id = $2 AND c.device_id = d.device_id
					AND c.recorded_at > now() - interval '1 hour') AS last_hour,
				(SELECT count(*)::int FROM check_ins c WHERE c.organisation_id = $3 AND c.event_id = $2 AND c.device_id = d.device_id) AS in_all
			FROM door_devices d WHERE d.organisation_id = $3 AND d.event_id = $2 AND d.staff_link_id = $1
		)
		SELECT s.id, coalesce(nullif(max(reported.name), ''), s.name) AS name, greatest(s.last_seen_at, max(reported.last_seen_at)) AS last_seen_at,
			coalesce(sum(reported.queued), 0)::int AS queued, coalesce(sum(reported.last_hour), 0)::int AS last_hour,
			coalesce(sum(reported.in_all), 0)::int AS in_all
		FROM staff_devices s LEFT JOIN reported ON reported.staff_device_id = s.id
		WHERE s.organisation_id = $3 AND s.staff_link_id = $1 GROUP BY s.organisation_id, s.id
		UNION ALL
		SELECT NULL, reported.name, reported.last_seen_at, reported.queued, reported.last_hour, reported.in_all FROM reported
		WHERE NOT EXISTS (SELECT FROM staff_devices s WHERE s.organisation_id = $3 AND s.id = reported.staff_device_id)
		ORDER BY last_seen_at DESC LIMIT 500`,
		[link.id, link.eventId, link.organisationId],
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
