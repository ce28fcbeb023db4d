import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { hasWordsText } from '#server/db/search-words.ts';
import { events } from '#server/db/tables/events.ts';
import type { Services } from '#server/services.ts';
import type { AdminEvent } from '#shared/contracts/admin-people.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { listOwners } from '../accounts/owners.ts';
import { hideEvents, setFeatured, showEvents } from '../events/commands/moderate-events.ts';
import { enqueueMails } from '../notifications/commands/enqueue-mail.ts';
import { organisationLocked } from './organisations.ts';
import { type Page, readPage } from './search-page.ts';

interface EventRow extends Omit<AdminEvent, 'startsAt' | 'featuredAt'> {
	startsAt: Date;
	featuredAt: Date | null;
}

const eventSql = `SELECT e.id, e.slug, e.title, e.organiser_name AS "organiserName", e.status, e.visibility,
	e.starts_at AS "startsAt", e.time_zone AS "timeZone", e.featured_at AS "featuredAt", e.moderation,
	e.moderation_reason AS "moderationReason" FROM events e`;

const present = (row: EventRow): AdminEvent => ({
	...row,
	startsAt: row.startsAt.toISOString(),
	featuredAt: row.featuredAt?.toISOString() ?? null,
});

const conditions = {
	all: 'true',
	featured: 'e.featured_at IS NOT NULL',
	moderated: 'e.moderation IS NOT NULL',
};

export async function listAdminEvents(services: Services, page: Page & { filter: keyof typeof conditions }) {
	const q = page.q?.replaceAll('\0', '').trim() ?? '';
	return readPage<EventRow, AdminEvent>(
		services,
		page,
		{
			...{ select: eventSql, id: 'e.id', where: conditions[page.filter] },
			found: (use) =>
				q
					? `(${hasWordsText('e.title, e.organiser_name', q, use)}) OR e.slug = ${use(q)} OR e.code = upper(${use(q)})`
					: 'true',
		},
		present,
	);
}

async function getEvent(services: Services, eventId: string): Promise<AdminEvent> {
	const { rows } = await services.database.pool.query<EventRow>(`${eventSql} WHERE e.id = $1`, [eventId]);
	if (!rows[0]) throw notFound('Event');
	return present(rows[0]);
}

export async function featureEvent(
	services: Services,
	eventId: string,
	isFeatured: boolean,
): Promise<AdminEvent> {
	const event = await getEvent(services, eventId);
	if (isFeatured && (event.status !== 'published' || event.visibility !== 'public')) {
		throw ruleViolation('not-public', message`Only a published, public event can be featured.`);
	}
	await setFeatured(services.database.db, eventId, isFeatured);
	return getEvent(services, eventId);
}

/** Hides an event from lists, or closes its page and sales; tickets that were issued stay. Its owners are notified. */
export async function moderateEvent(
	services: Services,
	eventId: string,
	input: { moderation: 'unlisted' | 'taken_down'; reason: string },
): Promise<AdminEvent> {
	await services.database.transaction(async (tx) => {
		const visibility = input.moderation === 'taken_down' ? 'invite_only' : 'unlisted';
		const { moderation, reason: moderationReason } = input;
		const [row] = await hideEvents(tx, eq(events.id, eventId), { moderation, moderationReason, visibility });
		if (!row) throw notFound('Event');
		const owners = await listOwners(tx, row.organisationId);
		await enqueueMails(
			tx,
			owners.map(({ email }) => ({
				template: 'events/moderated',
				ref: { organisationId: row.organisationId, eventId, version: row.version },
				recipient: email,
				organisationId: row.organisationId,
				eventId,
				dedupeKey: `events/moderated:${eventId}:${row.version}:${email}`,
			})),
		);
	});
	return getEvent(services, eventId);
}

/** Gives an event back the visibility that it had, as far as its organisation is not locked. */
export async function restoreEvent(services: Services, eventId: string): Promise<AdminEvent> {
	const event = await getEvent(services, eventId);
	if (event.moderation === 'organisation_locked') {
		throw ruleViolation('organisation-locked', message`Its organisation is locked. Unlock it first.`);
	}
	await services.database.transaction(async (tx) => {
		const isThis = and(eq(events.id, eventId), isNotNull(events.moderation));
		if (await isOrganisationLocked(tx, eventId)) await hideEvents(tx, isThis, organisationLocked);
		else await showEvents(tx, isThis);
	});
	return getEvent(services, eventId);
}

/** Whether the organisation of an event is locked; waits for a lock that is under way, and holds off the next one. */
async function isOrganisationLocked(tx: Tx, eventId: string): Promise<boolean> {
	const { rows: owners } = await tx.execute<{ id: string }>(
		sql`SELECT o.id FROM organisations o JOIN events e ON e.organisation_id = o.id WHERE e.id = ${eventId} FOR KEY SHARE OF o`,
	);
	const { rows: locks } = await tx.execute<{ one: number }>(
		sql`SELECT 1 AS one FROM organisation_marks WHERE organisation_id = ${owners[0]?.id ?? null} AND suspended_at IS NOT NULL`,
	);
	return locks.length > 0;
}
