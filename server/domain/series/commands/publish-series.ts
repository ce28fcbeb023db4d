import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import {
	type Publisher,
	publishDates,
	requireVerified,
} from '#server/domain/events/commands/change-status.ts';
import type { Services } from '#server/services.ts';
import { lockSeries, type SeriesScope, touchSeries } from '../series-record.ts';

/**
 * Publishes all drafts of a series that are ahead, all or none.
 * @throws what publishing one of them throws
 */
export async function publishSeries(
	services: Services,
	scope: SeriesScope,
	author: Publisher,
	by: Author,
): Promise<void> {
	const { organisationId } = scope;
	const [draft] = await draftsAhead(services.database.db, scope);
	if (draft === undefined) return;
	await requireVerified(services, author, draft);
	await services.database.transaction(async (tx) => {
		await lockSeries(tx, scope);
		const eventIds = await draftsAhead(tx, scope);
		if ((await publishDates(services, tx, { organisationId, eventIds, by })) > 0)
			await touchSeries(tx, scope);
	});
}

async function draftsAhead(db: DbOrTx, { organisationId, seriesId }: SeriesScope): Promise<string[]> {
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT id FROM events WHERE organisation_id = ${organisationId} AND series_id = ${seriesId}
			AND status = 'draft' AND ends_at > now() ORDER BY starts_at, id`);
	return rows.map(({ id }) => id);
}
