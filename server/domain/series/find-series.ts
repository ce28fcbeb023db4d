import type { Services } from '#server/services.ts';
import { isUuid } from '#shared/lib/ids.ts';
import type { SeriesScope } from './series-record.ts';

/** A series by its id or its slug; null for none. */
export async function findSeriesByName(services: Services, reference: string): Promise<SeriesScope | null> {
	const name = reference.toLowerCase();
	const byId = isUuid(name);
	if (!byId && name.includes('\0')) return null;
	const { rows } = await services.database.pool.query<SeriesScope>({
		name: byId ? 'series.by-id' : 'series.by-slug',
		text: byId
			? 'SELECT organisation_id AS "organisationId", id AS "seriesId" FROM event_series WHERE id = $1'
			: `SELECT s.organisation_id AS "organisationId", s.id AS "seriesId" FROM names n
				JOIN event_series s ON s.organisation_id = n.organisation_id AND s.id = n.target_id
				WHERE n.kind = 'event' AND n.name = $1`,
		values: [name],
	});
	return rows[0] ?? null;
}
