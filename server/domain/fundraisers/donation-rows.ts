import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { donations } from '#server/db/tables/fundraisers.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { getVisibleEvent, type Viewer } from '#server/domain/events/access.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { WallEntry } from '#shared/contracts/fundraisers.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { SupporterPageKind } from '#shared/rules/fundraisers.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { presentWallEntry } from './present.ts';
import { type DonationRow, type FundraiserRow, findFundraiser } from './rows.ts';

/** Donations that come with a fundraiser, or with a page of it. */
const latestOnPage = 12;

export interface PageQuery {
	limit: number;
	cursor?: string | undefined;
}

/** A fundraiser that a viewer may see: anybody who sees the event, but drafts only members who may see its events. */
export async function getVisibleFundraiser(
	services: Services,
	reference: string,
	viewer: Viewer,
): Promise<{ scope: EventScope; row: FundraiserRow }> {
	const { event, member } = await getVisibleEvent(services, reference, viewer);
	const scope = { organisationId: event.organisationId, eventId: event.id };
	const row = await findFundraiser(services.database.db, scope);
	if (!row || (row.state === 'draft' && !(member && memberCan(member, 'events.view'))))
		throw notFound('Fundraiser');
	return { scope, row };
}

/** Donations of an event, newest first: ids are made in the order of time. One row more than requested. */
export async function listRows(
	services: Services,
	scope: EventScope,
	query: PageQuery,
	...conditions: (SQL | undefined)[]
): Promise<DonationRow[]> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return services.database.db
		.select()
		.from(donations)
		.where(
			and(
				isOfEvent(donations, scope),
				after ? lt(donations.id, sql`${after}::uuid`) : undefined,
				...conditions,
			),
		)
		.orderBy(desc(donations.id))
		.limit(query.limit + 1);
}

/** Donations of the wall, newest first: those that were not refunded whole, of a page those that came through it. One row more. */
export function listWallRows(
	services: Services,
	scope: EventScope,
	query: PageQuery,
	page: { id: string; kind: SupporterPageKind } | null,
): Promise<DonationRow[]> {
	const isShown = sql`${donations.refundedMinor} < ${donations.amountMinor}`;
	const ofPage = page && eq(page.kind === 'team' ? donations.teamId : donations.pageId, page.id);
	return listRows(services, scope, query, isShown, ofPage ?? undefined);
}

/** The newest donations of the wall. */
export async function listLatest(
	services: Services,
	scope: EventScope,
	{ wall }: FundraiserRow,
	page: { id: string; kind: SupporterPageKind } | null,
): Promise<WallEntry[]> {
	if (wall === 'off') return [];
	const rows = await listWallRows(services, scope, { limit: latestOnPage }, page);
	return rows.slice(0, latestOnPage).map((donation) => presentWallEntry(donation, wall));
}
