import { type CallerMembership, rightsOf } from '#server/http/handler.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';

interface Question {
	sessionId: string;
	organisationId: string;
}

const findRights = {
	name: 'accounts.session-rights',
	text: `SELECT s.id AS "sessionId", m.organisation_id AS "organisationId", m.role, m.event_ids AS "eventIds",
			m.extra_actions AS extra, m.denied_actions AS denied
		FROM unnest($1::uuid[], $2::uuid[]) AS q (session_id, organisation_id)
		JOIN sessions s ON s.id = q.session_id AND s.revoked_at IS NULL AND s.expires_at > $3::timestamptz
		JOIN memberships m ON m.user_id = s.user_id AND m.organisation_id = q.organisation_id`,
};

const askRights = createDatabaseBatcher(
	500,
	async ({ database, clock }: Services, questions: Question[]): Promise<(CallerMembership | null)[]> => {
		const { rows } = await database.pool.query<CallerMembership & Question>({
			...findRights,
			values: [
				questions.map((one) => one.sessionId),
				questions.map((one) => one.organisationId),
				clock.now(),
			],
		});
		const found = new Map(rows.map((row) => [`${row.sessionId} ${row.organisationId}`, row]));
		return questions.map((one) => found.get(`${one.sessionId} ${one.organisationId}`) ?? null);
	},
);

/**
 * The current rights of a session’s owner at an event, for streams that outlive one call; null once the session ended, or they
 * are no member who reaches the event. All that is requested at one moment is one query.
 */
export async function readSessionRights(
	services: Services,
	sessionId: string,
	{ organisationId, eventId }: { organisationId: string; eventId: string },
): Promise<MemberRights | null> {
	const membership = await askRights(services, { sessionId, organisationId });
	if (!membership || (membership.eventIds && !membership.eventIds.includes(eventId))) return null;
	return rightsOf(membership);
}
