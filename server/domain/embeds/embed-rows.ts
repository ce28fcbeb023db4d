import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type CardRow, cardColumns, isSoldOutSql } from '#server/domain/events/card-rows.ts';
import type { EventRow } from '#server/domain/events/event-rows.ts';
import { isListed } from '#server/domain/events/search/list-conditions.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';

/** An event as an element reads it. */
export interface EmbedRow extends CardRow {
	visibility: EventRow['visibility'];
	status_message: string;
	is_sandbox: boolean;
}

const keyOf = (organisationId: string, id: string) => `${organisationId} ${id}`;

const eventsOf = {
	name: 'embeds.events',
	text: `SELECT ${cardColumns}, e.visibility, e.status_message, o.sandbox_of IS NOT NULL AS is_sandbox
		FROM events e JOIN organisations o ON o.id = e.organisation_id
		WHERE (e.organisation_id, e.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
};

/** An event, whatever its state; null for none. In a rush it is read once for all who ask meanwhile. */
export const findEmbedRow = createDatabaseBatcher(200, async (services: Services, scopes: EventScope[]) => {
	const distinct = [...new Map(scopes.map((one) => [keyOf(one.organisationId, one.eventId), one])).values()];
	const { rows } = await services.database.pool.query<EmbedRow>({
		...eventsOf,
		values: [
			plainArray(distinct.map(({ organisationId }) => organisationId)),
			plainArray(distinct.map(({ eventId }) => eventId)),
		],
	});
	const found = new Map(rows.map((row) => [keyOf(row.organisation_id, row.id), row]));
	return scopes.map((one) => found.get(keyOf(one.organisationId, one.eventId)) ?? null);
});

/** Dates of a series that an element offers. */
const mostDates = 60;

const datesOf = {
	name: 'embeds.dates',
	text: `SELECT w.organisation_id AS "organisationId", w.series_id AS "seriesId", d.*
		FROM unnest($1::uuid[], $2::uuid[]) AS w(organisation_id, series_id) CROSS JOIN LATERAL (
			SELECT e.slug, e.starts_at AS "startsAt", e.time_zone AS "timeZone", ${isSoldOutSql} AS "isSoldOut"
			FROM events e
			WHERE e.organisation_id = w.organisation_id AND e.series_id = w.series_id AND ${isListed} AND e.ends_at > $3::timestamptz
			ORDER BY e.starts_at, e.id LIMIT ${mostDates}) d
		ORDER BY d."startsAt", d.slug`,
};

interface DateRow {
	organisationId: string;
	seriesId: string;
	slug: string;
	startsAt: Date;
	timeZone: string;
	isSoldOut: boolean;
}

/** Public dates of a series that are ahead, the next first; read once for all who ask meanwhile. */
export const listEmbeddedDates = createDatabaseBatcher(
	50,
	async (services: Services, series: { organisationId: string; seriesId: string }[]) => {
		const distinct = [
			...new Map(series.map((one) => [keyOf(one.organisationId, one.seriesId), one])).values(),
		];
		const { rows } = await services.database.pool.query<DateRow>({
			...datesOf,
			values: [
				plainArray(distinct.map(({ organisationId }) => organisationId)),
				plainArray(distinct.map(({ seriesId }) => seriesId)),
				services.clock.now().toISOString(),
			],
		});
		const bySeries = Map.groupBy(rows, (row) => keyOf(row.organisationId, row.seriesId));
		return series.map(({ organisationId, seriesId }): EmbeddedEvent['dates'] =>
			(bySeries.get(keyOf(organisationId, seriesId)) ?? []).map(
				({ slug, startsAt, timeZone, isSoldOut }) => ({
					...{ slug, startsAt: startsAt.toISOString(), timeZone, isSoldOut },
				}),
			),
		);
	},
);
