import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

/** Dates of a series whose figures are added up: the last ones. */
const mostDates = 2_000;

/** The dates of a series that a member reaches. @param scope `eventIds` null: all events. @throws not-found where there is none */
export async function readDatesOf(
	services: Services,
	{ organisationId, eventIds }: { organisationId: string; eventIds: string[] | null },
	series: string,
): Promise<string[]> {
	const { rows } = await services.database.pool.query<{ id: string }>({
		name: 'analytics.dates-of-series',
		text: `SELECT id FROM events WHERE organisation_id = $1 AND series_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3::uuid[]))
			ORDER BY starts_at DESC LIMIT ${mostDates}`,
		values: [organisationId, series, eventIds],
	});
	if (rows.length === 0) throw notFound('Series');
	return rows.map(({ id }) => id);
}
