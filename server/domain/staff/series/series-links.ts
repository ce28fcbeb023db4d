import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { names } from '#server/db/tables/events.ts';
import { seriesStaffLinks, staffDevices, staffLinks } from '#server/db/tables/staff.ts';
import type { SeriesScope } from '#server/domain/series/series-record.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type SeriesLinkRow = typeof seriesStaffLinks.$inferSelect;
/** A link with the devices that came in by it, at all dates. */
export type CountedSeriesLink = SeriesLinkRow & { deviceCount: number };

const deviceCount = sql<number>`(SELECT count(*)::int FROM staff_links l JOIN staff_devices d
	ON d.organisation_id = l.organisation_id AND d.staff_link_id = l.id
	WHERE l.organisation_id = series_staff_links.organisation_id AND l.series_link_id = series_staff_links.id)`;

/** The row of a link. */
export const isSeriesLink = (link: { organisationId: string; id: string }) =>
	and(eq(seriesStaffLinks.organisationId, link.organisationId), eq(seriesStaffLinks.id, link.id));

const ofSeries = (scope: SeriesScope) =>
	and(
		eq(seriesStaffLinks.organisationId, scope.organisationId),
		eq(seriesStaffLinks.seriesId, scope.seriesId),
	);

/** All links of a series, live ones first, newest first; a series has a few. */
export async function listSeriesLinks(db: DbOrTx, scope: SeriesScope): Promise<CountedSeriesLink[]> {
	const rows = await db
		.select({ link: seriesStaffLinks, deviceCount })
		.from(seriesStaffLinks)
		.where(ofSeries(scope))
		.orderBy(
			sql`${seriesStaffLinks.revokedAt} IS NOT NULL`,
			desc(seriesStaffLinks.createdAt),
			asc(seriesStaffLinks.id),
		)
		.limit(500);
	return rows.map((row) => ({ ...row.link, deviceCount: row.deviceCount }));
}

/** One link of the series. @throws not-found for those of other series */
export async function getSeriesLink(db: DbOrTx, scope: SeriesScope, id: string): Promise<CountedSeriesLink> {
	const [row] = await db
		.select({ link: seriesStaffLinks, deviceCount })
		.from(seriesStaffLinks)
		.where(and(ofSeries(scope), eq(seriesStaffLinks.id, id)));
	if (!row) throw notFound('Staff link');
	return { ...row.link, deviceCount: row.deviceCount };
}

/** Locks a link against its being changed, renewed or entered meanwhile; before any link of a date is locked. @throws not-found */
export async function lockSeriesLink(tx: Tx, link: { organisationId: string; id: string }) {
	const [row] = await tx.select().from(seriesStaffLinks).where(isSeriesLink(link)).for('update');
	if (!row) throw notFound('Staff link');
	return row;
}

const isValid = and(
	isNull(seriesStaffLinks.revokedAt),
	sql`(${seriesStaffLinks.endsAt} IS NULL OR ${seriesStaffLinks.endsAt} > now())`,
);

/** A link of a series by its own token or its typed short code, until it is ended; null for none. */
export async function findSeriesLink(
	services: Services,
	name: { kind: 'staff token' | 'staff code'; name: string },
): Promise<SeriesLinkRow | null> {
	const [row] = await services.database.db
		.select({ link: seriesStaffLinks })
		.from(names)
		.innerJoin(
			seriesStaffLinks,
			and(eq(seriesStaffLinks.organisationId, names.organisationId), eq(seriesStaffLinks.id, names.targetId)),
		)
		.where(and(eq(names.kind, name.kind), eq(names.name, name.name), isValid));
	return row?.link ?? null;
}

/** The link of a series by which a device came in at one of its dates; null when either has ended, or for any other token. */
export async function findSeriesLinkOfDevice(
	services: Services,
	tokenHash: Buffer,
): Promise<SeriesLinkRow | null> {
	const [row] = await services.database.db
		.select({ link: seriesStaffLinks })
		.from(names)
		.innerJoin(
			staffDevices,
			and(eq(staffDevices.organisationId, names.organisationId), eq(staffDevices.tokenHash, tokenHash)),
		)
		.innerJoin(
			staffLinks,
			and(
				eq(staffLinks.organisationId, staffDevices.organisationId),
				eq(staffLinks.id, staffDevices.staffLinkId),
				isNull(staffLinks.revokedAt),
			),
		)
		.innerJoin(
			seriesStaffLinks,
			and(
				eq(seriesStaffLinks.organisationId, staffLinks.organisationId),
				eq(seriesStaffLinks.id, staffLinks.seriesLinkId),
			),
		)
		.where(and(eq(names.kind, 'staff token'), eq(names.name, tokenHash.toString('hex')), isValid));
	return row?.link ?? null;
}
