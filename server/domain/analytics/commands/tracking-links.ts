import { randomBytes } from 'node:crypto';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import { MOST_LINKS, type TrackingLink } from '#shared/contracts/tracking-links.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { LINK_PARAMETER } from '#shared/rules/came-by.ts';

interface Scope {
	organisationId: string;
	/** Null: all events. */
	eventIds: string[] | null;
}

interface LinkRow {
	id: string;
	code: string;
	label: string;
	eventId: string;
	eventTitle: string;
	slug: string;
	created_at: Date;
}

const codeLength = 6;
/** Without letters and digits that are taken for each other. */
const codeLetters = 'abcdefghjkmnpqrstuvwxyz23456789';
const newCode = () =>
	[...randomBytes(codeLength)].map((byte) => codeLetters[byte % codeLetters.length]).join('');

const columns = `l.id, l.code, l.label, l.event_id AS "eventId", e.title AS "eventTitle", e.slug, l.created_at`;

const present = (services: Services, { created_at: createdAt, slug, ...row }: LinkRow): TrackingLink => ({
	...row,
	url: `${services.config.appUrl}/events/${slug}?${LINK_PARAMETER}=${row.code}`,
	createdAt: createdAt.toISOString(),
});

/** Tracking links in use, newest first. */
export async function listTrackingLinks(
	services: Services,
	scope: Scope,
	query: { cursor?: string | undefined; limit: number },
) {
	const [before = null] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const { rows } = await services.database.pool.query<LinkRow>({
		name: 'analytics.tracking-links',
		text: `SELECT ${columns} FROM tracking_links l JOIN events e ON e.organisation_id = l.organisation_id AND e.id = l.event_id
			WHERE l.organisation_id = $1 AND ($2::uuid[] IS NULL OR l.event_id = ANY ($2::uuid[])) AND l.ended_at IS NULL
				AND ($3::uuid IS NULL OR l.id < $3)
			ORDER BY l.id DESC LIMIT $4`,
		values: [scope.organisationId, scope.eventIds, before, query.limit + 1],
	});
	return pageOf(
		rows,
		query.limit,
		(row) => present(services, row),
		(row) => [row.id],
	);
}

/**
 * Makes a link to an event's page.
 * @throws AppError RESOURCE_NOT_FOUND for an event out of reach, RESOURCE_ALREADY_EXISTS for a code that another link has or had,
 *   BUSINESS_RULE_VIOLATION `too-many-links`
 */
export async function createTrackingLink(
	services: Services,
	scope: Scope & { userId: string },
	input: { event: string; label: string; code?: string | undefined },
): Promise<TrackingLink> {
	if (scope.eventIds && !scope.eventIds.includes(input.event)) throw notFound('Event');
	const { rows } = await services.database.pool.query<{ in_use: number }>(
		`SELECT (SELECT count(*)::int FROM tracking_links l WHERE l.organisation_id = e.organisation_id AND l.event_id = e.id AND ended_at IS NULL) AS in_use
		FROM events e WHERE e.organisation_id = $1 AND e.id = $2`,
		[scope.organisationId, input.event],
	);
	if (!rows[0]) throw notFound('Event');
	if (rows[0].in_use >= MOST_LINKS)
		throw ruleViolation(
			'too-many-links',
			message`An event can have ${MOST_LINKS} tracking links. Remove one that you no longer need.`,
		);
	// A made code that is taken is made anew; one that was chosen is refused.
	for (let tries = 0; tries < (input.code ? 1 : 5); tries += 1) {
		const { rows: made } = await services.database.pool.query<LinkRow>(
			`WITH l AS (
				INSERT INTO tracking_links (id, organisation_id, event_id, code, label, created_by) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT DO NOTHING RETURNING *
			) SELECT ${columns} FROM l JOIN events e ON e.organisation_id = l.organisation_id AND e.id = l.event_id`,
			[newId(), scope.organisationId, input.event, input.code ?? newCode(), input.label, scope.userId],
		);
		if (made[0]) return present(services, made[0]);
	}
	throw new AppError('RESOURCE_ALREADY_EXISTS', { message: 'Another tracking link has this code.' });
}

/** Ends a link: visits by it are no longer counted for it. @throws AppError RESOURCE_NOT_FOUND for one out of reach */
export async function endTrackingLink(services: Services, scope: Scope, link: string): Promise<void> {
	const { rowCount } = await services.database.pool.query(
		`UPDATE tracking_links SET ended_at = coalesce(ended_at, now())
		WHERE organisation_id = $1 AND id = $2 AND ($3::uuid[] IS NULL OR event_id = ANY ($3::uuid[]))`,
		[scope.organisationId, link, scope.eventIds],
	);
	if (!rowCount) throw notFound('Tracking link');
}
