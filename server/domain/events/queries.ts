import { notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { isEventCode } from '#shared/rules/event-code.ts';
import { plainArray } from '../../db/statement.ts';
import { createDatabaseBatcher } from '../../platform/concurrency/request-batcher.ts';
import type { Services } from '../../services.ts';
import { type EventWithOrganiser, eventColumnsSql } from './event-rows.ts';

/** Longer than any slug or code. */
const longestReference = 100;

// One look at up to three unique indexes, in this order; a code is not taken for a slug, since slugs are in small letters.
const idOfName = `(
	SELECT id FROM events WHERE slug = $1
	UNION ALL SELECT id FROM events WHERE code = $2
	UNION ALL SELECT event_id FROM event_aliases WHERE slug = $1
	LIMIT 1)`;

/** What a path or a call names an event by: its id, its slug, its code in any case, or a slug it had before. */
function readReference(reference: string): { id: string } | { slug: string; code: string } | null {
	if (isUuid(reference)) return { id: reference.toLowerCase() };
	if (reference === '' || reference.length > longestReference || reference.includes('\0')) return null;
	const code = reference.toUpperCase();
	return { slug: reference.toLowerCase(), code: isEventCode(code) ? code : '' };
}

const scopeById = {
	name: 'events.scope-by-id',
	text: 'SELECT id, organisation_id FROM events WHERE id = $1',
};
const scopeByName = {
	name: 'events.scope-by-name',
	text: `SELECT id, organisation_id FROM events WHERE id = ${idOfName}`,
};

/** Which event a reference means, whatever its state; null for none. For the access checks of every call about an event. */
export async function findEvent(
	services: Services,
	reference: string,
): Promise<{ organisationId: string; eventId: string } | null> {
	const read = readReference(reference);
	if (!read) return null;
	const query =
		'id' in read ? { ...scopeById, values: [read.id] } : { ...scopeByName, values: [read.slug, read.code] };
	const { rows } = await services.database.pool.query<{ id: string; organisation_id: string }>(query);
	return rows[0] ? { eventId: rows[0].id, organisationId: rows[0].organisation_id } : null;
}

const wholeEvent = `SELECT ${eventColumnsSql}, o.name AS "organiserName", o.slug AS "organiserSlug",
		o.logo_file AS "organiserLogoFile",
		coalesce((SELECT s.reply_to FROM organisation_settings s WHERE s.organisation_id = o.id), '') AS "organiserContactEmail",
		coalesce((SELECT k.verified_at IS NOT NULL FROM organisation_marks k WHERE k.organisation_id = o.id), false) AS "isOrganiserVerified"
	FROM events e JOIN organisations o ON o.id = e.organisation_id`;
const eventById = { name: 'events.by-id', text: `${wholeEvent} WHERE e.id = $1` };
const eventByName = { name: 'events.by-name', text: `${wholeEvent} WHERE e.id = ${idOfName}` };

/** The whole event that a reference means, whatever its state; who may see it is for access.ts to say. */
export async function findWholeEvent(
	services: Services,
	reference: string,
): Promise<EventWithOrganiser | null> {
	const read = readReference(reference);
	if (!read) return null;
	const query =
		'id' in read ? { ...eventById, values: [read.id] } : { ...eventByName, values: [read.slug, read.code] };
	const { rows } = await services.database.pool.query<EventWithOrganiser>(query);
	return rows[0] ?? null;
}

const eventsInScope = {
	name: 'events.in-scope',
	text: `${wholeEvent} WHERE e.id = ANY($1::uuid[])`,
};

interface EventScope {
	organisationId: string;
	eventId: string;
}

/** In a rush everybody asks for the same event: it is read once for all who ask meanwhile. */
const findInScope = createDatabaseBatcher(200, async (services: Services, scopes: EventScope[]) => {
	const ids = [...new Set(scopes.map((scope) => scope.eventId.toLowerCase()))];
	const { rows } = await services.database.pool.query<EventWithOrganiser>({
		...eventsInScope,
		values: [plainArray(ids)],
	});
	const byId = new Map(rows.map((row) => [row.id, row]));
	return scopes.map(({ organisationId, eventId }) => {
		const event = byId.get(eventId.toLowerCase());
		return event?.organisationId === organisationId ? event : null;
	});
});

/** An event of an organisation; throws not-found for one of another. */
export async function getWholeEvent(services: Services, scope: EventScope): Promise<EventWithOrganiser> {
	const event = await findInScope(services, scope);
	if (!event) throw notFound('Event');
	return event;
}
