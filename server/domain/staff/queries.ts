import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { notFound } from '#shared/errors/app-error.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { DbOrTx } from '../../db/client.ts';
import { staffDevices, staffLinks } from '../../db/tables/staff.ts';
import type { StaffScope } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { hashStaffToken } from './tokens.ts';

export type StaffLinkRow = typeof staffLinks.$inferSelect;

const deviceCount = sql<number>`(SELECT count(*)::int FROM ${staffDevices} WHERE ${staffDevices.staffLinkId} = ${staffLinks.id})`;

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

/** A link by its typed short code, while it lives. */
export async function findLiveLinkByCode(
	services: Services,
	shortCode: string,
): Promise<StaffLinkRow | null> {
	const [row] = await services.database.db
		.select()
		.from(staffLinks)
		.where(
			and(
				eq(staffLinks.shortCode, shortCode),
				isNull(staffLinks.revokedAt),
				sql`(${staffLinks.endsAt} IS NULL OR ${staffLinks.endsAt} > now())`,
			),
		);
	return row ?? null;
}

interface StaffTokenRow {
	id: string;
	organisation_id: string;
	event_id: string;
	label: string;
	abilities: StaffAbility[];
	device: string;
	touch: boolean;
	device_id: string | null;
}

const findByToken = {
	name: 'staff.find-by-token',
	text: `
		SELECT l.id, l.organisation_id, l.event_id, l.label, l.abilities, ''::text AS device, NULL::uuid AS device_id,
			(l.last_used_at IS NULL OR l.last_used_at < now() - interval '1 minute') AS touch
		FROM staff_links l
		WHERE l.token_hash = $1 AND l.revoked_at IS NULL AND l.pin_hash IS NULL
			AND (l.starts_at IS NULL OR l.starts_at <= now()) AND (l.ends_at IS NULL OR l.ends_at > now())
		UNION ALL
		SELECT l.id, l.organisation_id, l.event_id, l.label, l.abilities, d.name, d.id,
			(d.last_seen_at < now() - interval '1 minute')
		FROM staff_devices d JOIN staff_links l ON l.id = d.staff_link_id
		WHERE d.token_hash = $1 AND l.revoked_at IS NULL
			AND (l.starts_at IS NULL OR l.starts_at <= now()) AND (l.ends_at IS NULL OR l.ends_at > now())
		LIMIT 1`,
};

/**
 * The live link or device behind a token, by the database's clock; null for unknown, revoked, ended and not yet begun alike.
 * A link with a PIN is entered by its short code only, which gives the device a token of its own. When it was last used is
 * written at most once a minute, so that a busy door costs no writes.
 */
export async function findStaff(services: Services, token: string): Promise<StaffScope | null> {
	const result = await services.database.pool.query<StaffTokenRow>({
		...findByToken,
		values: [hashStaffToken(token)],
	});
	const row = result.rows[0];
	if (!row) return null;
	if (row.touch) {
		await services.database.pool.query('UPDATE staff_links SET last_used_at = now() WHERE id = $1', [row.id]);
		if (row.device_id) {
			await services.database.pool.query('UPDATE staff_devices SET last_seen_at = now() WHERE id = $1', [
				row.device_id,
			]);
		}
	}
	return {
		staffLinkId: row.id,
		device: row.device === '' ? row.label : row.device,
		label: row.label,
		organisationId: row.organisation_id,
		eventId: row.event_id,
		abilities: row.abilities,
	};
}
