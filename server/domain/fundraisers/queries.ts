import { and, asc, count, desc, eq, lt, sql } from 'drizzle-orm';
import { hasWords } from '#server/db/search-words.ts';
import { donationMatches, donations, fundraiserUpdates } from '#server/db/tables/fundraisers.ts';
import { findGiftAidCharity } from '#server/domain/documents/gift-settings.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
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
import type { SupporterPageKind } from '#shared/rules/fundraisers.ts';
import type { Viewer } from '../events/access.ts';
import { stockStore } from '../tickets/stock-store.ts';
import { getVisibleFundraiser, listLatest, listRows, listWallRows, type PageQuery } from './donation-rows.ts';
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
	getDonation,
	type MatchRow,
	type UpdateRow,
} from './rows.ts';
import { findPage, listPageNames } from './supporters/page-record.ts';
import { listLeaders } from './supporters/queries.ts';

/** Updates that do. */
const updatesOnPage = 3;

/** Pages and teams of supporters that do. */
const leadersOnPage = 5;

/** How old what is known of the ways to pay may be on a public page. */
const publicStaleMs = 5_000;

/** The columns that a search of donations covers. */
const searched = sql`${donations.donorName}, ${donations.donorEmail}, ${donations.message}, ${donations.dedicationName}, ${donations.note}`;

/** Updates of a fundraiser, newest first. One row more than requested. */
async function listUpdateRows(services: Services, scope: EventScope, query: PageQuery): Promise<UpdateRow[]> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return services.database.db
		.select()
		.from(fundraiserUpdates)
		.where(and(ofEvent(scope), after ? lt(fundraiserUpdates.id, sql`${after}::uuid`) : undefined))
		.orderBy(desc(fundraiserUpdates.id))
		.limit(query.limit + 1);
}

const ofEvent = (scope: EventScope) => isOfEvent(fundraiserUpdates, scope);

/** The sponsors of a fundraiser, the oldest first; there are few. */
async function listMatches(services: Services, scope: EventScope): Promise<MatchRow[]> {
	return services.database.db
		.select()
		.from(donationMatches)
		.where(isOfEvent(donationMatches, scope))
		.orderBy(asc(donationMatches.id));
}

/** @param staleMs how old what is known of the ways to pay may be */
async function present(
	services: Services,
	scope: EventScope,
	row: FundraiserRow,
	staleMs: number,
): Promise<Fundraiser> {
	const leaders = (kind: SupporterPageKind) =>
		row.supporters === 'off'
			? { data: [], nextCursor: null }
			: listLeaders(services, scope, { kind, limit: leadersOnPage });
	const now = services.clock.now();
	const { organisationId } = scope;
	const [latest, topPages, topTeams, updates, [counted], matches, stock, giftAidCharity] = await Promise.all([
		listLatest(services, scope, row, null),
		leaders('page'),
		leaders('team'),
		listUpdateRows(services, scope, { limit: updatesOnPage }),
		services.database.db.select({ number: count() }).from(fundraiserUpdates).where(ofEvent(scope)),
		listMatches(services, scope),
		stockStore(services).get(scope.eventId, staleMs),
		findGiftAidCharity(services.database.db, { organisationId, currency: row.currency, now }),
	]);
	return presentFundraiser(row, {
		latest,
		topPages,
		topTeams,
		updates: updates.slice(0, updatesOnPage),
		updateCount: counted?.number ?? 0,
		openMatches: row.state === 'live' ? matches.filter((match) => isOpenMatch(match, now)) : [],
		monthly: stock?.takesMonthlyGifts ?? true,
		giftAidCharity,
		takesCards: stock?.payment.takesCards ?? false,
	});
}

/** The fundraiser of an event, for its page. Throws not-found. */
export async function getFundraiser(
	services: Services,
	reference: string,
	viewer: Viewer,
): Promise<Fundraiser> {
	const { scope, row } = await getVisibleFundraiser(services, reference, viewer);
	return present(services, scope, row, publicStaleMs);
}

/** The same for the member who has just changed it. */
export async function getOwnFundraiser(services: Services, scope: EventScope): Promise<Fundraiser> {
	const row = await findFundraiser(services.database.db, scope);
	if (!row) throw notFound('Fundraiser');
	return present(services, scope, row, 0);
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
		fundraiser: await present(services, scope, row, 0),
		matches: matches.map((match) => presentMatch(match, now)),
	};
}

/** A page of the donor wall; empty where there is none. */
export async function listWall(
	services: Services,
	reference: string,
	viewer: Viewer,
	query: PageQuery & { page?: string | undefined },
): Promise<{ data: WallEntry[]; nextCursor: string | null }> {
	const { scope, row } = await getVisibleFundraiser(services, reference, viewer);
	if (row.wall === 'off') return { data: [], nextCursor: null };
	const page = query.page ? await findPage(services.database.db, { ...scope, pageId: query.page }) : null;
	if (query.page && page?.state !== 'shown') throw notFound('Page');
	const rows = await listWallRows(services, scope, query, page);
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
	const { scope } = await getVisibleFundraiser(services, reference, viewer);
	const { data, nextCursor } = pageOf(
		await listUpdateRows(services, scope, query),
		query.limit,
		presentUpdate,
		({ id }) => [id],
	);
	return { data: await Promise.all(data), nextCursor };
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
	const names = await namesFor(services, scope, rows);
	return pageOf(
		rows,
		query.limit,
		(row) => presentDonation(row, names),
		({ id }) => [id],
	);
}

/** The names of the pages and teams that donations came through. */
const namesFor = (services: Services, { organisationId }: EventScope, rows: readonly DonationRow[]) =>
	listPageNames(services.database.db, organisationId, [
		...new Set(rows.flatMap(({ pageId, teamId }) => [pageId, teamId].filter((id) => id !== null))),
	]);

/** A donation as the organiser sees it. Throws not-found. */
export async function getShownDonation(
	services: Services,
	scope: EventScope & { donationId: string },
): Promise<Donation> {
	const row = await getDonation(services.database.db, scope);
	return presentDonation(row, await namesFor(services, scope, [row]));
}
