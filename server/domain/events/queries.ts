import { plainArray, type Statement } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isEventCode } from '#server/domain/events/event-code.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { type EventWithOrganiser, eventColumnsSql } from './event-rows.ts';
import { eventPicturesSql } from './pictures.ts';
import { isListed } from './search/list-conditions.ts';

/** Longer than any slug or code. */
const longestReference = 100;

/**
 * What a path or a call names an event by: its id, its slug, its code in any case, or a slug it had before. A code is not taken for a
 * slug, since slugs are in small letters.
 * @returns the two values of `named`
 */
function readReference(reference: string): [name: string, code: string] | null {
	if (isUuid(reference)) return [reference.toLowerCase(), ''];
	if (reference === '' || reference.length > longestReference || reference.includes('\0')) return null;
	const code = reference.toUpperCase();
	return [reference.toLowerCase(), isEventCode(code) ? code : ''];
}

const named = `n.kind = 'event' AND n.name IN ($1, $2) ORDER BY n.name = $1 DESC LIMIT 1`;

async function findByReference<Row extends object>(
	services: Services,
	statement: Statement,
	reference: string,
): Promise<Row | null> {
	const values = readReference(reference);
	if (!values) return null;
	const { rows } = await services.database.pool.query<Row>({ ...statement, values });
	return rows[0] ?? null;
}

const scopeByName = {
	name: 'events.scope-by-name',
	// A name may be that of a series, which is no event.
	text: `SELECT e.id AS "eventId", e.organisation_id AS "organisationId" FROM names n
		JOIN events e ON e.organisation_id = n.organisation_id AND e.id = n.target_id WHERE ${named}`,
};

/** Which event a reference means, whatever its state; null for none. For the access checks of every call about an event. */
export const findEvent = (services: Services, reference: string) =>
	findByReference<EventScope>(services, scopeByName, reference);

const wholeEvent = `SELECT ${eventColumnsSql}, ${eventPicturesSql} AS pictures, o.name AS "organiserName", o.slug AS "organiserSlug",
		o.sandbox_of IS NOT NULL AS "isSandbox",
		(SELECT s.slug FROM event_series s WHERE s.organisation_id = e.organisation_id AND s.id = e.series_id) AS "seriesSlug",
		(SELECT s.booking FROM event_series s WHERE s.organisation_id = e.organisation_id AND s.id = e.series_id) AS "seriesBooking",
		o.logo_file AS "organiserLogoFile",
		coalesce((SELECT s.reply_to FROM organisation_settings s WHERE s.organisation_id = o.id), '') AS "organiserContactEmail",
		coalesce((SELECT k.verified_at IS NOT NULL FROM organisation_marks k WHERE k.organisation_id = o.id), false) AS "isOrganiserVerified"
	FROM events e JOIN organisations o ON o.id = e.organisation_id`;
const eventByName = {
	name: 'events.by-name',
	text: `${wholeEvent} JOIN names n ON n.organisation_id = e.organisation_id AND n.target_id = e.id WHERE ${named}`,
};

/** The whole event that a reference means, whatever its state; who may see it is for access.ts to say. */
export const findWholeEvent = (services: Services, reference: string) =>
	findByReference<EventWithOrganiser>(services, eventByName, reference);

const isAhead = 'ends_at > $2::timestamptz';
const isShown = `status <> 'draft' AND visibility <> 'invite_only'`;
const soonest = 'starts_at, id';
const latest = 'starts_at DESC, id DESC';

/** Which date stands for its series, tried in this order: the next that can be found and come to, else the last; of drafts the first. */
const dateOfSeries = [
	[`${isListed} AND ${isAhead}`, soonest],
	[`${isShown} AND status IN ('published', 'postponed') AND ${isAhead}`, soonest],
	[`${isShown} AND status <> 'archived' AND ${isAhead}`, soonest],
	[isListed, latest],
	[`${isShown} AND published_at IS NOT NULL`, latest],
	['true', soonest],
].map(
	([condition, order]) =>
		`(SELECT d.id FROM events d WHERE d.organisation_id = s.organisation_id AND d.series_id = s.id AND ${condition} ORDER BY ${order} LIMIT 1)`,
);

const dateBySeriesName = {
	name: 'events.date-by-series-name',
	text: `${wholeEvent} JOIN (SELECT s.organisation_id AS of, coalesce(${dateOfSeries.join(', ')}) AS date
			FROM names n JOIN event_series s ON s.organisation_id = n.organisation_id AND s.id = n.target_id
			WHERE n.kind = 'event' AND n.name = $1) f ON f.of = e.organisation_id AND f.date = e.id`,
};

/**
 * The date that the slug of a series leads to, whatever its state: the next one that is listed, else the last. For reading alone: what
 * is changed is named by the date itself.
 */
export async function findDateOfSeries(
	services: Services,
	reference: string,
): Promise<EventWithOrganiser | null> {
	const name = readReference(reference)?.[0];
	if (name === undefined || isUuid(name)) return null;
	const { rows } = await services.database.pool.query<EventWithOrganiser>({
		...dateBySeriesName,
		values: [name, services.clock.now().toISOString()],
	});
	return rows[0] ?? null;
}

const eventsInScope = {
	name: 'events.in-scope',
	text: `${wholeEvent} WHERE (e.organisation_id, e.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
};

const keyOf = ({ organisationId, eventId }: EventScope) => `${organisationId} ${eventId}`.toLowerCase();

/** In a rush everybody asks for the same event: it is read once for all who ask meanwhile. */
const findInScope = createDatabaseBatcher(200, async (services: Services, scopes: EventScope[]) => {
	const requested = [...new Map(scopes.map((scope) => [keyOf(scope), scope])).values()];
	const { rows } = await services.database.pool.query<EventWithOrganiser>({
		...eventsInScope,
		values: [
			plainArray(requested.map(({ organisationId }) => organisationId)),
			plainArray(requested.map(({ eventId }) => eventId)),
		],
	});
	const found = new Map(
		rows.map((row) => [keyOf({ organisationId: row.organisationId, eventId: row.id }), row]),
	);
	return scopes.map((scope) => found.get(keyOf(scope)) ?? null);
});

/** An event of an organisation; throws not-found for one of another. */
export async function getWholeEvent(services: Services, scope: EventScope): Promise<EventWithOrganiser> {
	const event = await findInScope(services, scope);
	if (!event) throw notFound('Event');
	return event;
}
