import { and, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { hasWords } from '#server/db/search-words.ts';
import { fundraiserPages } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Viewer } from '#server/domain/events/access.ts';
import { themeHueOf } from '#server/domain/events/cover-of.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import type { ListedPage, OwnPage, SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import type { SupporterPageKind } from '#shared/rules/fundraisers.ts';
import { getVisibleFundraiser, listLatest, type PageQuery } from '../donation-rows.ts';
import { findFundraiser } from '../rows.ts';
import { isItsTeam, type PageScope, pagesOf, pageTeams } from './page-record.ts';
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

/** Public pages or teams, those that have raised most first. */
export async function listLeaders(
	services: Services,
	scope: EventScope,
	query: PageQuery & { kind: SupporterPageKind; team?: string | undefined },
): Promise<Cards> {
	const rows = await services.database.db
		.select()
		.from(fundraiserPages)
		.where(
			and(
				pagesOf(scope),
				eq(fundraiserPages.kind, query.kind),
				isShown,
				query.team ? eq(fundraiserPages.teamId, query.team) : undefined,
				query.cursor ? isAfter(query.cursor) : undefined,
			),
		)
		.orderBy(desc(fundraiserPages.raisedMinor), desc(fundraiserPages.id))
		.limit(query.limit + 1);
	return pageOf(rows, query.limit, presentCard, ({ raisedMinor, id }) => [String(raisedMinor), id]);
}

function isAfter(cursor: string): SQL {
	const [raised = '', id = ''] = decodeCursor(cursor, 2);
	if (!/^\d{1,18}$/.test(raised)) throw new AppError('VALIDATION_INVALID_FORMAT');
	return sql`(${fundraiserPages.raisedMinor}, ${fundraiserPages.id}) < (${raised}::bigint, ${id}::uuid)`;
}

/** A page of the leaderboard; empty where supporters may make none. */
export async function listPages(
	services: Services,
	reference: string,
	viewer: Viewer,
	query: PageQuery & { kind: SupporterPageKind; team?: string | undefined },
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
	},
): Promise<{ data: ListedPage[]; nextCursor: string | null }> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const rows = await selectPages(services.database.db)
		.where(
			and(
				pagesOf(scope),
				query.state ? eq(fundraiserPages.state, query.state) : ne(fundraiserPages.state, 'removed'),
				query.kind ? eq(fundraiserPages.kind, query.kind) : undefined,
				query.q ? hasWords(searched, query.q) : undefined,
				after ? lt(fundraiserPages.id, sql`${after}::uuid`) : undefined,
			),
		)
		.orderBy(desc(fundraiserPages.id))
		.limit(query.limit + 1);
	return pageOf(rows, query.limit, presentListed, ({ page }) => [page.id]);
}
