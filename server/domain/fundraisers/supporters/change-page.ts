import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { fundraiserPages } from '#server/db/tables/fundraisers.ts';
import { ERASED_NAME } from '#server/domain/settings/personal-data/erase-account.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
	moderatePage as moderation,
	updateOwnPage as update,
} from '#shared/contracts/supporter-pages.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { findFundraiser } from '../rows.ts';
import { checkGoal, checkTeam, publishPageFact } from './create-page.ts';
import { lockPage, type PageRow, type PageScope } from './page-record.ts';
import { dropPictures } from './picture.ts';

async function write(tx: Tx, page: PageRow, values: Partial<PageRow>): Promise<PageRow> {
	const [row] = await tx
		.update(fundraiserPages)
		.set({ ...values, version: page.version + 1, updatedAt: sql`now()` })
		.where(and(eq(fundraiserPages.organisationId, page.organisationId), eq(fundraiserPages.id, page.id)))
		.returning();
	return row as PageRow;
}

/**
 * Changes a page for its owner. Where the organiser approves pages, a shown one whose texts change waits for them again.
 * @param how.ifMatch the version that the owner read; another current one refuses the change
 * @throws not-found, version conflict (412), VALIDATION_FAILED about the goal or the team
 */
export async function updatePage(
	services: Services,
	scope: PageScope,
	how: { input: BodyOf<typeof update>; ifMatch?: number | undefined },
): Promise<void> {
	const { input } = how;
	await services.database.transaction(async (tx) => {
		const page = await lockPage(tx, scope);
		if (how.ifMatch !== undefined && how.ifMatch !== page.version) throw versionConflict(page.version);
		const fundraiser = await findFundraiser(tx, scope);
		if (!fundraiser) throw notFound('Fundraiser');
		if (input.goalMinor !== undefined) checkGoal(input.goalMinor, fundraiser.currency);
		if (input.teamId && input.teamId !== page.teamId)
			await checkTeam(tx, scope, { kind: page.kind, team: input.teamId });
		const saysOther = (input.name ?? page.name) !== page.name || (input.story ?? page.story) !== page.story;
		const waits = saysOther && page.state === 'shown' && fundraiser.supporters === 'reviewed';
		await write(tx, page, { ...input, ...(waits && { state: 'waiting' }) });
	});
}

/** Shows a page or hides it, and owes its owner the email that says so. What it is already changes nothing but that its reports are decided about. Throws not-found. */
export async function moderatePage(
	services: Services,
	scope: PageScope,
	{ state, reason }: BodyOf<typeof moderation>,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const page = await lockPage(tx, scope);
		// Reports are decided about with it, whatever the decision is.
		const decided = { reports: 0, reportReason: null };
		if (page.state === state) {
			if (page.reports > 0) await write(tx, page, decided);
			return;
		}
		const hiddenReason = state === 'hidden' ? reason : '';
		const changed = await write(tx, page, { ...decided, state, hiddenReason });
		await publishPageFact(services, tx, changed, 'moderated');
	});
}

/** Takes pages out of sight and everything that names their owners out of them; their donations stay as they are. */
export async function removePages(services: Services, tx: Tx, which: SQL): Promise<void> {
	const { rows } = await tx.execute<{ organisation_id: string; picture_file: string | null }>(sql`
		WITH before AS MATERIALIZED (
			SELECT organisation_id, id, picture_file FROM fundraiser_pages WHERE state <> 'removed' AND (${which}) FOR NO KEY UPDATE
		)
		UPDATE fundraiser_pages p SET state = 'removed', name = ${ERASED_NAME}, slug = 'removed-' || p.id, story = '', picture_file = NULL, owner_email = '',
			user_id = NULL, hidden_reason = '', source = NULL, reports = 0, report_reason = NULL, report_sources = '{}', reported_at = NULL,
			manage_version = manage_version + 1, version = version + 1, updated_at = now()
		FROM before b WHERE p.organisation_id = b.organisation_id AND p.id = b.id RETURNING p.organisation_id, b.picture_file`);
	for (const [organisationId, some] of Map.groupBy(rows, (row) => row.organisation_id))
		await dropPictures(
			services,
			tx,
			organisationId,
			some.map((row) => row.picture_file),
		);
}

/** Removes a page for its owner. */
export async function removePage(services: Services, scope: PageScope): Promise<void> {
	await services.database.transaction((tx) =>
		removePages(services, tx, sql`organisation_id = ${scope.organisationId} AND id = ${scope.pageId}`),
	);
}

/** Networks are remembered as long as they limit what is made or reported. */
export async function forgetSources({ database }: Services): Promise<void> {
	await database.pool.query(
		`UPDATE fundraiser_pages SET source = NULL WHERE source IS NOT NULL AND created_at < now() - interval '1 day'`,
	);
	await database.pool.query(
		`UPDATE fundraiser_pages SET report_sources = '{}' WHERE report_sources <> '{}' AND reported_at < now() - interval '1 day'`,
	);
}
