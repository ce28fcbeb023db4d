import { plainArray, type Statement } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isEventCode } from '#server/domain/events/event-code.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { type EventWithOrganiser, eventColumnsSql } from './event-rows.ts';
import { eventPicturesSql } from './pictures.ts';

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
	text: `SELECT n.target_id AS "eventId", n.organisation_id AS "organisationId" FROM names n WHERE ${named}`,
};

/** Which event a reference means, whatever its state; null for none. For the access checks of every call about an event. */
export const findEvent = (services: Services, reference: string) =>
	findByReference<EventScope>(services, scopeByName, reference);

const wholeEvent = `SELECT ${eventColumnsSql}, ${eventPicturesSql} AS pictures, o.name AS "organiserName", o.slug AS "organiserSlug",
		o.sandbox_of IS NOT NULL AS "isSandbox",
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
