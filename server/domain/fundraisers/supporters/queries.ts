import { and, desc, eq, gt, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { hasWords } from '#server/db/search-words.ts';
import { events } from '#server/db/tables/events.ts';
import { fundraiserPages, fundraisers } from '#server/db/tables/fundraisers.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { Viewer } from '#server/domain/events/access.ts';
import { themeHueOf } from '#server/domain/events/cover-of.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import type { AccountPage, ListedPage, OwnPage, SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import type { LeaderboardOrder, SupporterPageKind } from '#shared/rules/fundraisers.ts';
import { getVisibleFundraiser, listLatest, type PageQuery } from '../donation-rows.ts';
import { findFundraiser } from '../rows.ts';
import { isItsTeam, makePageToken, type PageScope, pagesOf, pageTeams } from './page-record.ts';
import { type PageWithTeam, presentCard, presentListed, shownTeam } from './present.ts';

interface Cards {
	data: SupporterPageCard[];
	nextCursor: string | null;
}

/** Pages of a team that come with it. */
const membersOnPage = 10;

const isShown = eq(fundraiserPages.state, 'shown');
const searched = sql`${fundraiserPages.name}, ${fundraiserPages.story}, ${fundraiserPages.ownerEmail}`;

const selectPages = (db: DbOrTx) =>
	db.select({ page: fundraiserPages, team: pageTeams }).from(fundraiserPages).leftJoin(pageTeams, isItsTeam);

type LeaderQuery = PageQuery & {
	kind: SupporterPageKind;
	team?: string | undefined;
	/** By what was raised when absent. */
	by?: LeaderboardOrder | undefined;
};

/** Public pages or teams, those that have raised most, or have most donations, first. */
export async function listLeaders(services: Services, scope: EventScope, query: LeaderQuery): Promise<Cards> {
	const ranked = query.by === 'donations' ? fundraiserPages.donors : fundraiserPages.raisedMinor;
	const rows = await services.database.db
		.select()
		.from(fundraiserPages)
		.where(
			and(
				pagesOf(scope),
				eq(fundraiserPages.kind, query.kind),
				isShown,
				query.team ? eq(fundraiserPages.teamId, query.team) : undefined,
				query.cursor ? isAfter(ranked, query.cursor) : undefined,
			),
		)
		.orderBy(desc(ranked), desc(fundraiserPages.id))
		.limit(query.limit + 1);
	return pageOf(rows, query.limit, presentCard, ({ raisedMinor, donors, id }) => [
		String(query.by === 'donations' ? donors : raisedMinor),
		id,
	]);
}

function isAfter(ranked: SQLWrapper, cursor: string): SQL {
	const [value = '', id = ''] = decodeCursor(cursor, 2);
	if (!/^\d{1,18}$/.test(value)) throw new AppError('VALIDATION_INVALID_FORMAT');
	return sql`(${ranked}, ${fundraiserPages.id}) < (${value}::bigint, ${id}::uuid)`;
}

/** A page of the leaderboard; empty where supporters may make none. */
export async function listPages(
	services: Services,
	reference: string,
	viewer: Viewer,
	query: LeaderQuery,
): Promise<Cards> {
	const { scope, row } = await getVisibleFundraiser(services, reference, viewer);
	return row.supporters === 'off' ? { data: [], nextCursor: null } : listLeaders(services, scope, query);
}

/** The page or team of a supporter, by its slug. Throws not-found, also for one that is not public. */
export async function getPage(
	services: Services,
	reference: string,
	viewer: Viewer,
	slug: string,
): Promise<SupporterPage> {
	const { scope, row: fundraiser } = await getVisibleFundraiser(services, reference, viewer);
	const [found] =
		fundraiser.supporters === 'off'
			? []
			: await selectPages(services.database.db).where(
					and(pagesOf(scope), eq(fundraiserPages.slug, slug.toLowerCase()), isShown),
				);
	if (!found) throw notFound('Page');
	const { page } = found;
	const isTeam = page.kind === 'team';
	const [members, latest] = await Promise.all([
		isTeam
			? listLeaders(services, scope, { kind: 'page', team: page.id, limit: membersOnPage })
			: { data: [], nextCursor: null },
		listLatest(services, scope, fundraiser, page),
	]);
	return {
		...presentCard(page),
		currency: fundraiser.currency,
		story: page.story,
		team: shownTeam(found),
		members,
		latest,
	};
}

async function readPage(db: DbOrTx, scope: PageScope): Promise<PageWithTeam> {
	const [found] = await selectPages(db).where(and(pagesOf(scope), eq(fundraiserPages.id, scope.pageId)));
	if (!found) throw notFound('Page');
	return found;
}

/** A page as its owner sees it. */
export async function getOwnPage(services: Services, scope: PageScope): Promise<OwnPage> {
	const { db } = services.database;
	const [found, event, fundraiser] = await Promise.all([
		readPage(db, scope),
		getWholeEvent(services, scope),
		findFundraiser(db, scope),
	]);
	if (!fundraiser) throw notFound('Fundraiser');
	const { page } = found;
	return {
		...presentCard(page),
		currency: fundraiser.currency,
		story: page.story,
		team: shownTeam(found),
		state: page.state,
		hiddenReason: page.hiddenReason,
		hasEmail: page.ownerEmail !== '',
		isOpen: fundraiser.state === 'live' && fundraiser.supporters !== 'off',
		event: {
			id: event.id,
			slug: event.slug,
			title: event.title,
			organiserName: event.organiserName,
			themeHue: themeHueOf(event),
		},
		version: page.version,
	};
}

/** A page as the organiser sees it. Throws not-found. */
export async function getListedPage(services: Services, scope: PageScope): Promise<ListedPage> {
	return presentListed(await readPage(services.database.db, scope));
}

/** All pages and teams that were not removed, newest first, for the organiser. */
export async function listAllPages(
	services: Services,
	scope: EventScope,
	query: PageQuery & {
		q?: string | undefined;
		kind?: SupporterPageKind | undefined;
		state?: ListedPage['state'] | undefined;
		reported?: 'true' | undefined;
	},
): Promise<{ data: ListedPage[]; nextCursor: string | null }> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await selectPages(services.database.db)
		.where(
			and(
				pagesOf(scope),
				query.state ? eq(fundraiserPages.state, query.state) : ne(fundraiserPages.state, 'removed'),
				query.kind ? eq(fundraiserPages.kind, query.kind) : undefined,
				query.reported ? gt(fundraiserPages.reports, 0) : undefined,
				query.q ? hasWords(searched, query.q) : undefined,
				after ? lt(fundraiserPages.id, sql`${after}::uuid`) : undefined,
			),
		)
		.orderBy(desc(fundraiserPages.id))
		.limit(query.limit + 1);
	return pageOf(rows, query.limit, presentListed, ({ page }) => [page.id]);
}

/** Pages and teams of a person, newest first: made with their account, or with its confirmed address. */
export async function listAccountPages(
	{ database, secret }: Services,
	{ userId, email, isEmailVerified }: { userId: string; email: string; isEmailVerified: boolean },
	query: PageQuery,
): Promise<{ data: AccountPage[]; nextCursor: string | null }> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const isOwn = isEmailVerified
		? or(eq(fundraiserPages.userId, userId), sql`lower(${fundraiserPages.ownerEmail}) = lower(${email})`)
		: eq(fundraiserPages.userId, userId);
	const rows = await database.db
		.select({ page: fundraiserPages, eventTitle: events.title, currency: fundraisers.currency })
		.from(fundraiserPages)
		.innerJoin(
			events,
			and(eq(events.organisationId, fundraiserPages.organisationId), eq(events.id, fundraiserPages.eventId)),
		)
		.innerJoin(fundraisers, isOfEvent(fundraisers, fundraiserPages))
		.where(
			and(
				isOwn,
				ne(fundraiserPages.state, 'removed'),
				after ? lt(fundraiserPages.id, sql`${after}::uuid`) : undefined,
			),
		)
		.orderBy(desc(fundraiserPages.id))
		.limit(query.limit + 1);
	return pageOf(
		rows,
		query.limit,
		({ page, eventTitle, currency }) => ({
			...presentCard(page),
			...{ currency, eventTitle, state: page.state, token: makePageToken(secret, page) },
		}),
		({ page }) => [page.id],
	);
}
