import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Donation, Fundraiser, WallEntry } from '#shared/contracts/fundraisers.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { donations } from '../../db/tables/fundraisers.ts';
import { decodeCursor, pageOf } from '../../http/cursor.ts';
import type { Services } from '../../services.ts';
import { getVisibleEvent, type Viewer } from '../events/access.ts';
import { presentDonation, presentFundraiser, presentWallEntry } from './present.ts';
import { type DonationRow, type EventScope, type FundraiserRow, findFundraiser } from './rows.ts';

/** Donations that come with the fundraiser itself. */
const latestOnPage = 12;

interface PageQuery {
	limit: number;
	cursor?: string | undefined;
}

/** Donations of an event, newest first: ids are made in the order of time. One row more than asked for. */
async function listRows(
	services: Services,
	scope: EventScope,
	query: PageQuery,
	{ isPublic }: { isPublic: boolean },
): Promise<DonationRow[]> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return services.database.db
		.select()
		.from(donations)
		.where(
			and(
				eq(donations.organisationId, scope.organisationId),
				eq(donations.eventId, scope.eventId),
				after ? lt(donations.id, sql`${after}::uuid`) : undefined,
				isPublic ? sql`${donations.refundedMinor} < ${donations.amountMinor}` : undefined,
			),
		)
		.orderBy(desc(donations.id))
		.limit(query.limit + 1);
}

/** A fundraiser that a viewer may see: anybody who sees the event, but drafts only members who may see its events. */
async function getVisible(
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

async function present(services: Services, scope: EventScope, row: FundraiserRow): Promise<Fundraiser> {
	const latest =
		row.wall === 'off' ? [] : await listRows(services, scope, { limit: latestOnPage }, { isPublic: true });
	return presentFundraiser(row, latest.slice(0, latestOnPage));
}

/** The fundraiser of an event, for its page. Throws not-found. */
export async function getFundraiser(
	services: Services,
	reference: string,
	viewer: Viewer,
): Promise<Fundraiser> {
	const { scope, row } = await getVisible(services, reference, viewer);
	return present(services, scope, row);
}

/** The same for the member who has just changed it. */
export async function getOwnFundraiser(services: Services, scope: EventScope): Promise<Fundraiser> {
	const row = await findFundraiser(services.database.db, scope);
	if (!row) throw notFound('Fundraiser');
	return present(services, scope, row);
}

/** A page of the donor wall; empty where there is none. */
export async function listWall(
	services: Services,
	reference: string,
	viewer: Viewer,
	query: PageQuery,
): Promise<{ data: WallEntry[]; nextCursor: string | null }> {
	const { scope, row } = await getVisible(services, reference, viewer);
	if (row.wall === 'off') return { data: [], nextCursor: null };
	const rows = await listRows(services, scope, query, { isPublic: true });
	return pageOf(
		rows,
		query.limit,
		(one) => presentWallEntry(one, row.wall),
		({ id }) => [id],
	);
}

/** A page of the donations as the organiser sees them. */
export async function listDonations(
	services: Services,
	scope: EventScope,
	query: PageQuery,
): Promise<{ data: Donation[]; nextCursor: string | null }> {
	const rows = await listRows(services, scope, query, { isPublic: false });
	return pageOf(rows, query.limit, presentDonation, ({ id }) => [id]);
}
