import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { fundraiserPages } from '#server/db/tables/fundraisers.ts';
import { normaliseEmail } from '#server/domain/accounts/email-identity.ts';
import { sourceOf } from '#server/domain/accounts/network.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { slugFromTitle, withSuffix } from '#server/domain/events/slug.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createSupporterPage as contract } from '#shared/contracts/supporter-pages.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isUuid, newId } from '#shared/lib/ids.ts';
import {
	MAX_PAGES_AN_HOUR,
	MAX_PAGES_OF_ADDRESS,
	MAX_PAGES_OF_NETWORK,
	MAX_SUPPORTER_PAGES,
} from '#shared/rules/fundraisers.ts';
import { amountStep } from '#shared/rules/pricing/chargeable.ts';
import { type FundraiserRow, lockFundraiser } from '../rows.ts';
import { type PageRow, pagesOf } from './page-record.ts';

/** What a page says, with the names that callers may use for the same thing made one. */
export type PageInput = Pick<BodyOf<typeof contract>, 'kind' | 'goalMinor' | 'story' | 'locale'> & {
	name: string;
	/** Id or slug of the team that it joins. */
	team: string | null;
	/** Empty: its link goes nowhere, whoever makes it has it. */
	email: string;
};

/** @throws VALIDATION_FAILED without a name */
export function pageInputOf(
	body: BodyOf<typeof contract>,
	caller: { email: string; isEmailVerified: boolean } | null,
): PageInput {
	const { title, name, team, teamId, email, ...said } = body;
	const called = title ?? name;
	if (called === undefined)
		throw fieldError('name', message`This field is required.`, 'VALIDATION_REQUIRED_FIELD');
	const own = caller?.isEmailVerified ? caller.email : '';
	return { ...said, name: called, team: team ?? teamId ?? null, email: email ?? own };
}

/** Tries to find a free slug for a page whose name others have; each has 800,000 ends to choose from. */
const slugTries = 5;

/**
 * Makes a page or a team of a supporter, and owes them the email with its link.
 * @throws not-found without a fundraiser, `gifts-closed`, `supporter-pages-off`, `too-many-pages`, RATE_LIMIT_EXCEEDED, VALIDATION_FAILED
 *   about the goal, the team, or the name of a team that others have
 */
export async function createPage(
	services: Services,
	scope: EventScope,
	how: { input: PageInput; address: string; userId: string | null },
): Promise<PageRow> {
	const { input } = how;
	const source = sourceOf(services.secret, how.address);
	const email = input.email === '' ? '' : normaliseEmail(input.email);
	return services.database.transaction(async (tx) => {
		// Pages of a fundraiser are made one after the other, so that many at once cannot pass a limit together.
		const fundraiser = await lockFundraiser(tx, scope);
		if (!fundraiser || fundraiser.state === 'draft') throw notFound('Fundraiser');
		refuseClosed(fundraiser);
		await checkLimits(tx, scope, { email, source });
		checkGoal(input.goalMinor, fundraiser.currency);
		const teamId =
			input.team === null ? null : await checkTeam(tx, scope, { kind: input.kind, team: input.team });
		const page = await insertPage(tx, {
			id: newId(),
			organisationId: scope.organisationId,
			eventId: scope.eventId,
			kind: input.kind,
			slug: slugOf(input),
			teamId,
			name: input.name,
			story: input.story,
			goalMinor: input.goalMinor,
			ownerEmail: email,
			userId: how.userId,
			locale: input.locale ?? 'en',
			state: fundraiser.supporters === 'reviewed' ? 'waiting' : 'shown',
			source,
		});
		await publishPageFact(services, tx, page, 'made');
		return page;
	});
}

/** Publishes what the owner of a page is written about. */
export async function publishPageFact(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, id, version }: PageRow,
	news: 'made' | 'moderated',
): Promise<void> {
	await services.facts.publish(
		tx,
		{ name: `fundraisers.page-${news}`, organisationId, eventId, payload: { pageId: id, version } },
		services,
	);
}

function refuseClosed({ state, supporters }: FundraiserRow): void {
	if (state !== 'live') throw ruleViolation('gifts-closed', message`This event isn’t taking donations.`);
	if (supporters === 'off')
		throw ruleViolation('supporter-pages-off', message`This fundraiser has no pages of supporters.`);
}

async function checkLimits(
	tx: Tx,
	scope: EventScope,
	{ email, source }: { email: string; source: Buffer },
): Promise<void> {
	const { rows } = await tx.execute<{ all: number; own: number; hourly: number; network: number }>(sql`
		SELECT (SELECT count(*)::int FROM fundraiser_pages
				WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND state <> 'removed') AS "all",
			(SELECT count(*)::int FROM fundraiser_pages WHERE lower(owner_email) = lower(${email}) AND owner_email <> ''
				AND organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}) AS own,
			count(*)::int AS hourly, (count(*) FILTER (WHERE source = ${source}))::int AS network
		FROM fundraiser_pages
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND created_at > now() - interval '1 hour'`);
	const made = rows[0] ?? { all: 0, own: 0, hourly: 0, network: 0 };
	if (made.all >= MAX_SUPPORTER_PAGES)
		throw ruleViolation('too-many-pages', message`This fundraiser can’t have more pages.`);
	if (made.own >= MAX_PAGES_OF_ADDRESS)
		throw ruleViolation(
			'too-many-pages',
			message`This email address has ${MAX_PAGES_OF_ADDRESS} pages already. Their links are in your emails.`,
		);
	if (made.hourly >= MAX_PAGES_AN_HOUR || made.network >= MAX_PAGES_OF_NETWORK)
		throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 3600 });
}

/** @throws VALIDATION_FAILED about a goal that is no amount of the currency */
export function checkGoal(goalMinor: number, currency: string): void {
	if (goalMinor % amountStep(currency) !== 0)
		throw fieldError('goalMinor', message`Amounts in ${currency} are whole.`);
}

/**
 * @param of.team id or slug
 * @returns the id of the team
 * @throws VALIDATION_FAILED about a team that is not there to be joined
 */
export async function checkTeam(
	db: DbOrTx,
	scope: EventScope,
	{ kind, team }: { kind: PageRow['kind']; team: string },
): Promise<string> {
	if (kind === 'team') throw fieldError('teamId', message`A team can’t join another team.`);
	const [found] = await db
		.select({ id: fundraiserPages.id })
		.from(fundraiserPages)
		.where(
			and(
				pagesOf(scope),
				isUuid(team) ? eq(fundraiserPages.id, team) : eq(fundraiserPages.slug, team.toLowerCase()),
				eq(fundraiserPages.kind, 'team'),
				eq(fundraiserPages.state, 'shown'),
			),
		);
	if (!found) throw fieldError('teamId', message`This team is gone. Choose another one.`);
	return found.id;
}

const slugOf = ({ name, kind }: PageInput): string =>
	slugFromTitle(name.length < 3 ? `${name} ${kind}` : name);

/** People share names, so a page gets an end that is its own; two teams of one name would be taken for each other. */
async function insertPage(tx: Tx, values: typeof fundraiserPages.$inferInsert): Promise<PageRow> {
	const tries = values.kind === 'team' ? 1 : slugTries;
	for (let tried = 0; tried < tries; tried += 1) {
		const slug = tried === 0 ? values.slug : withSuffix(values.slug);
		const [row] = await tx
			.insert(fundraiserPages)
			.values({ ...values, slug })
			.onConflictDoNothing({
				target: [fundraiserPages.organisationId, fundraiserPages.eventId, fundraiserPages.slug],
			})
			.returning();
		if (row) return row;
	}
	if (values.kind === 'team')
		throw fieldError('name', message`This name is taken. Join that team, or choose another name.`);
	throw new AppError('SERVER_OVERLOADED');
}
