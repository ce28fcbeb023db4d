import { and, eq, isNull, sql } from 'drizzle-orm';
import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Tx } from '#server/db/client.ts';
import { hasWordsText } from '#server/db/search-words.ts';
import { events } from '#server/db/tables/events.ts';
import type { Services } from '#server/services.ts';
import type {
	AdminOrganisation,
	AdminOrganisationDetail,
	OrganisationFilter,
} from '#shared/contracts/admin-organisations.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { listOwners } from '../accounts/owners.ts';
import { hideEvents, showEvents } from '../events/commands/moderate-events.ts';
import { enqueueMails } from '../notifications/commands/enqueue-mail.ts';
import { type Page, readPage } from './search-page.ts';

type Times = 'verifiedAt' | 'lockedAt' | 'createdAt';
interface OrganisationRow extends Omit<AdminOrganisation, Times> {
	verifiedAt: Date | null;
	lockedAt: Date | null;
	createdAt: Date;
}

const organisationSql = `
	SELECT o.id, o.name, o.slug, o.is_demo AS "isDemo", o.sandbox_of IS NOT NULL AS "isSandbox", k.verified_at AS "verifiedAt", k.suspended_at AS "lockedAt",
		coalesce(k.reason, '') AS "lockReason", o.created_at AS "createdAt",
		(SELECT count(*)::int FROM memberships m WHERE m.organisation_id = o.id) AS members,
		(SELECT count(*)::int FROM events e WHERE e.organisation_id = o.id) AS events
	FROM organisations o LEFT JOIN organisation_marks k ON k.organisation_id = o.id`;

const conditions: Record<OrganisationFilter, string> = {
	all: 'true',
	verified: 'k.verified_at IS NOT NULL',
	locked: 'k.suspended_at IS NOT NULL',
};

const present = (row: OrganisationRow): AdminOrganisation => ({
	...row,
	verifiedAt: row.verifiedAt?.toISOString() ?? null,
	lockedAt: row.lockedAt?.toISOString() ?? null,
	createdAt: row.createdAt.toISOString(),
});

/** Organisations, the newest first: ids are made in order. */
export async function listOrganisations(services: Services, page: Page & { filter: OrganisationFilter }) {
	return readPage<OrganisationRow, AdminOrganisation>(
		services,
		page,
		{
			...{ select: organisationSql, id: 'o.id', where: conditions[page.filter] },
			found: (use) => hasWordsText('o.name, o.slug', page.q ?? '', use),
		},
		present,
	);
}

const peopleSql = `SELECT u.id AS "userId", trim(u.first_name || ' ' || u.last_name) AS name, u.email, m.role
	FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organisation_id = $1
	ORDER BY m.created_at, u.id LIMIT 100`;

const newestSql = `SELECT id, slug, title, status, to_json(starts_at) AS "startsAt", time_zone AS "timeZone"
	FROM events WHERE organisation_id = $1 ORDER BY id DESC LIMIT 10`;

const figuresSql = `
	SELECT
		(SELECT count(*)::int FROM events WHERE organisation_id = $1 AND status = 'published') AS published,
		(SELECT count(*)::int FROM events WHERE organisation_id = $1 AND status = 'published' AND ends_at >= $2) AS ahead,
		(SELECT count(*)::int FROM orders WHERE organisation_id = $1 AND status = 'confirmed') AS orders,
		(SELECT count(*)::int FROM attendees a WHERE organisation_id = $1 AND status = 'active' AND ${isAdmissionTicket('a')}) AS guests,
		(SELECT count(DISTINCT c.attendee_id)::int FROM check_ins c
			JOIN attendees a ON a.organisation_id = $1 AND a.event_id = c.event_id AND a.id = c.attendee_id
			WHERE c.organisation_id = $1 AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND ${isAdmissionTicket('a')}) AS "checkedIn"`;

/** One organisation with its people, its newest events and its figures. */
export async function getOrganisation(
	services: Services,
	organisationId: string,
): Promise<AdminOrganisationDetail> {
	const { pool } = services.database;
	const [found, people, newest, figures] = await Promise.all([
		pool.query<OrganisationRow>(`${organisationSql} WHERE o.id = $1`, [organisationId]),
		pool.query<AdminOrganisationDetail['people'][number]>(peopleSql, [organisationId]),
		pool.query<AdminOrganisationDetail['newestEvents'][number]>(newestSql, [organisationId]),
		pool.query<AdminOrganisationDetail['figures']>(figuresSql, [organisationId, services.clock.now()]),
	]);
	if (!found.rows[0] || !figures.rows[0]) throw notFound('Organisation');
	return {
		...present(found.rows[0]),
		people: people.rows,
		newestEvents: newest.rows.map((one) => ({ ...one, startsAt: new Date(one.startsAt).toISOString() })),
		figures: figures.rows[0],
	};
}

/** Says that an organisation is who it says, or takes that back; its event pages show it. */
export async function setVerified(services: Services, organisationId: string, isVerified: boolean) {
	await change(services, organisationId, (tx) =>
		tx.execute(
			sql`INSERT INTO organisation_marks (organisation_id, verified_at) VALUES (${organisationId}, ${isVerified ? sql`now()` : sql`NULL`})
				ON CONFLICT (organisation_id) DO UPDATE SET verified_at =
					CASE WHEN ${isVerified} THEN coalesce(organisation_marks.verified_at, now()) END`,
		),
	);
	return getOrganisation(services, organisationId);
}

/**
 * Changes the marks of an organisation. Its row is locked against publishing as well, so that no event
 * slips in between the mark and the closing of its events.
 */
async function change(services: Services, organisationId: string, work: (tx: Tx) => Promise<unknown>) {
	await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ id: string }>(
			sql`SELECT id FROM organisations WHERE id = ${organisationId} FOR UPDATE`,
		);
		if (rows.length === 0) throw notFound('Organisation');
		await work(tx);
	});
}

/** How the events of a locked organisation are hidden. */
export const organisationLocked = {
	moderation: 'organisation_locked',
	moderationReason: '',
	visibility: 'invite_only',
} as const;

/**
 * Closes all events of an organisation to the public, as a taken-down event is closed, and lets none be published. Tickets that
 * were issued and the links of the door stay: the guests did nothing wrong. docs/decisions/163-administration.md
 */
export async function lockOrganisation(services: Services, organisationId: string, reason: string) {
	await change(services, organisationId, async (tx) => {
		const { rows } = await tx.execute<{ isLocked: boolean }>(
			sql`SELECT suspended_at IS NOT NULL AS "isLocked" FROM organisation_marks WHERE organisation_id = ${organisationId}`,
		);
		if (rows[0]?.isLocked)
			throw ruleViolation('already-locked', message`This organisation is already locked.`);
		await tx.execute(
			sql`INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES (${organisationId}, now(), ${reason})
				ON CONFLICT (organisation_id) DO UPDATE SET suspended_at = excluded.suspended_at, reason = excluded.reason`,
		);
		await hideEvents(
			tx,
			and(eq(events.organisationId, organisationId), isNull(events.moderation)),
			organisationLocked,
		);
		await notifyOwners(tx, organisationId, true);
	});
	return getOrganisation(services, organisationId);
}

/** Opens the events again that were closed with the organisation. Twice is once. */
export async function unlockOrganisation(services: Services, organisationId: string) {
	await change(services, organisationId, async (tx) => {
		const { rows } = await tx.execute<{ id: string }>(
			sql`UPDATE organisation_marks SET suspended_at = NULL, reason = ''
				WHERE organisation_id = ${organisationId} AND suspended_at IS NOT NULL
				RETURNING organisation_id AS id`,
		);
		if (rows.length === 0) return;
		await showEvents(
			tx,
			and(eq(events.organisationId, organisationId), eq(events.moderation, organisationLocked.moderation)),
		);
		await notifyOwners(tx, organisationId, false);
	});
	return getOrganisation(services, organisationId);
}

async function notifyOwners(tx: Tx, organisationId: string, isLocked: boolean): Promise<void> {
	const owners = await listOwners(tx, organisationId);
	const { rows } = await tx.execute<{ at: string }>(sql`SELECT txid_current()::text AS at`);
	await enqueueMails(
		tx,
		owners.map(({ email }) => ({
			template: 'organisers/lock-changed' as const,
			ref: { organisationId, isLocked },
			recipient: email,
			organisationId,
			dedupeKey: `organisers/lock-changed:${organisationId}:${rows[0]?.at}:${email}`,
		})),
	);
}
