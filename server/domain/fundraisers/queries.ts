import { and, asc, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { donationMatches, donations, fundraiserUpdates } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type {
	Donation,
	DonationMatch,
	Fundraiser,
	FundraiserUpdate,
	WallEntry,
} from '#shared/contracts/fundraisers.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { getVisibleEvent, type Viewer } from '../events/access.ts';
import { stockStore } from '../tickets/stock-store.ts';
import {
	isOpenMatch,
	presentDonation,
	presentFundraiser,
	presentMatch,
	presentUpdate,
	presentWallEntry,
} from './present.ts';
import {
	type DonationRow,
	type FundraiserRow,
	findFundraiser,
	type MatchRow,
	type UpdateRow,
} from './rows.ts';
import { hasWords } from './search.ts';

/** Donations that come with the fundraiser itself. */
const latestOnPage = 12;
/** Updates that do. */
const updatesOnPage = 3;

/** How old what is known of the ways to pay may be. */
const staleMs = 5_000;

interface PageQuery {
	limit: number;
	cursor?: string | undefined;
}

/** Donations that were not refunded whole. */
const isShown = sql`${donations.refundedMinor} < ${donations.amountMinor}`;

/** What a search of donations looks through. */
const searched = sql`${donations.donorName}, ${donations.donorEmail}, ${donations.message}, ${donations.dedicationName}, ${donations.note}`;

/** Donations of an event, newest first: ids are made in the order of time. One row more than asked for. */
async function listRows(
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
				eq(donations.organisationId, scope.organisationId),
				eq(donations.eventId, scope.eventId),
				after ? lt(donations.id, sql`${after}::uuid`) : undefined,
				...conditions,
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

/** Updates of a fundraiser, newest first. One row more than asked for. */
async function listUpdateRows(services: Services, scope: EventScope, query: PageQuery): Promise<UpdateRow[]> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return services.database.db
		.select()
		.from(fundraiserUpdates)
		.where(and(ofEvent(scope), after ? lt(fundraiserUpdates.id, sql`${after}::uuid`) : undefined))
		.orderBy(desc(fundraiserUpdates.id))
		.limit(query.limit + 1);
}

const ofEvent = (scope: EventScope) =>
	and(
		eq(fundraiserUpdates.organisationId, scope.organisationId),
		eq(fundraiserUpdates.eventId, scope.eventId),
	);

/** The sponsors of a fundraiser, the oldest first; there are few. */
async function listMatches(services: Services, scope: EventScope): Promise<MatchRow[]> {
	return services.database.db
		.select()
		.from(donationMatches)
		.where(
			and(
				eq(donationMatches.organisationId, scope.organisationId),
				eq(donationMatches.eventId, scope.eventId),
			),
		)
		.orderBy(asc(donationMatches.id));
}

async function present(services: Services, scope: EventScope, row: FundraiserRow): Promise<Fundraiser> {
	const [latest, updates, [counted], matches, stock] = await Promise.all([
		row.wall === 'off' ? [] : listRows(services, scope, { limit: latestOnPage }, isShown),
		listUpdateRows(services, scope, { limit: updatesOnPage }),
		services.database.db.select({ number: count() }).from(fundraiserUpdates).where(ofEvent(scope)),
		listMatches(services, scope),
		stockStore(services).get(scope.eventId, staleMs),
	]);
	const now = services.clock.now();
	return presentFundraiser(row, {
		latest: latest.slice(0, latestOnPage),
		updates: updates.slice(0, updatesOnPage),
		updateCount: counted?.number ?? 0,
		openMatches: row.state === 'live' ? matches.filter((match) => isOpenMatch(match, now)) : [],
		takesMonthly: stock?.payment.takesCards ?? false,
	});
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

/** The fundraiser for its organiser; null where there is none. */
export async function getOverview(
	services: Services,
	scope: EventScope,
): Promise<{ fundraiser: Fundraiser | null; matches: DonationMatch[] }> {
	const row = await findFundraiser(services.database.db, scope);
	if (!row) return { fundraiser: null, matches: [] };
	const matches = await listMatches(services, scope);
	const now = services.clock.now();
	return {
		fundraiser: await present(services, scope, row),
		matches: matches.map((match) => presentMatch(match, now)),
	};
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
	const rows = await listRows(services, scope, query, isShown);
	return pageOf(
		rows,
		query.limit,
		(one) => presentWallEntry(one, row.wall),
		({ id }) => [id],
	);
}

/** A page of the updates. */
export async function listUpdates(
	services: Services,
	reference: string,
	viewer: Viewer,
	query: PageQuery,
): Promise<{ data: FundraiserUpdate[]; nextCursor: string | null }> {
	const { scope } = await getVisible(services, reference, viewer);
	return pageOf(await listUpdateRows(services, scope, query), query.limit, presentUpdate, ({ id }) => [id]);
}

/** A page of the donations as the organiser sees them. */
export async function listDonations(
	services: Services,
	scope: EventScope,
	query: PageQuery & { q?: string | undefined; source?: DonationRow['source'] | undefined },
): Promise<{ data: Donation[]; nextCursor: string | null }> {
	const rows = await listRows(
		services,
		scope,
		query,
		query.q ? hasWords(searched, query.q) : undefined,
		query.source ? eq(donations.source, query.source) : undefined,
	);
	return pageOf(rows, query.limit, presentDonation, ({ id }) => [id]);
}
