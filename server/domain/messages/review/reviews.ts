import { and, eq, sql } from 'drizzle-orm';
import { guestMessages } from '#server/db/tables/messages.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { listMessageReviews, MessageReview } from '#shared/contracts/messages.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { save } from '../commands/write-message.ts';
import type { MessageRow } from '../message-rows.ts';

type ReviewRow = Omit<MessageReview, 'sendAt' | 'createdAt'> & {
	sendAt: string | Date | null;
	createdAt: string | Date;
} & Record<string, unknown>;

const selectReviews = sql`
	SELECT m.id, json_build_object('id', o.id, 'name', o.name, 'slug', o.slug) AS organisation,
		CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'title', e.title, 'slug', e.slug) END AS event,
		m.subject, m.body AS text, m.category, m.total AS addresses, m.review_reason AS reason, m.send_at AS "sendAt", m.created_at AS "createdAt"
	FROM guest_messages m JOIN organisations o ON o.id = m.organisation_id
	LEFT JOIN events e ON e.organisation_id = m.organisation_id AND e.id = coalesce(m.event_id, (SELECT d.id FROM events d
		WHERE d.organisation_id = m.organisation_id AND d.series_id = m.series_id ORDER BY d.starts_at LIMIT 1))`;

const present = ({ sendAt, createdAt, ...row }: ReviewRow): MessageReview => ({
	...row,
	sendAt: sendAt === null ? null : new Date(sendAt).toISOString(),
	createdAt: new Date(createdAt).toISOString(),
});

/** As cursors have it: others than ours may be no time to the database. */
const instantPattern = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Messages that wait for an administrator, oldest first. Of a message to a series, `event` is its first date. */
export async function listReviews(
	{ database }: Services,
	{ limit, cursor }: QueryOf<typeof listMessageReviews>,
) {
	const [at, id] = cursor === undefined ? [] : decodeCursor(cursor, 2);
	const isKnown = instantPattern.test(at ?? '') && !Number.isNaN(Date.parse(at ?? '')) && isUuid(id ?? '');
	const after = isKnown ? sql`AND (m.created_at, m.id) > (${at}::timestamptz, ${id}::uuid)` : sql``;
	const { rows } = await database.db.execute<ReviewRow>(sql`
		${selectReviews} WHERE m.state = 'in_review' ${after} ORDER BY m.created_at, m.id LIMIT ${limit + 1}`);
	return pageOf(rows, limit, present, (row) => [new Date(row.createdAt), row.id]);
}

/** Decides about a message that waits. @throws not-found, `not-in-review` */
async function decide(
	services: Services,
	messageId: string,
	outcome: 'released' | 'refused',
	changes: (row: MessageRow) => Partial<MessageRow>,
): Promise<MessageReview> {
	return services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ organisationId: string }>(
			sql`SELECT m.organisation_id AS "organisationId" FROM organisations o
				JOIN guest_messages m ON m.organisation_id = o.id AND m.id = ${messageId}`,
		);
		const organisationId = rows[0]?.organisationId;
		const [row] = organisationId
			? await tx
					.select()
					.from(guestMessages)
					.where(and(eq(guestMessages.organisationId, organisationId), eq(guestMessages.id, messageId)))
					.for('no key update')
			: [];
		if (!row) throw notFound('Message');
		if (row.state !== 'in_review')
			throw ruleViolation(
				'not-in-review',
				message`This message is no longer pending review. Reload the list.`,
				{ state: row.state },
			);
		const { version } = await save(services, tx, row, changes(row));
		await services.facts.publish(
			tx,
			{
				name: 'messages.message-reviewed',
				organisationId: row.organisationId,
				eventId: row.eventId,
				payload: { messageId: row.id, outcome, version },
			},
			services,
		);
		const found = await tx.execute<ReviewRow>(
			sql`${selectReviews} WHERE m.organisation_id = ${row.organisationId} AND m.id = ${row.id}`,
		);
		return present(found.rows[0] as ReviewRow);
	});
}

/**
 * Approves a message: it is sent at its scheduled time, or now if that has passed.
 * @throws not-found, `not-in-review`
 */
export const releaseMessage = (services: Services, messageId: string): Promise<MessageReview> =>
	decide(services, messageId, 'released', ({ sendAt, updatedAt }) => {
		const now = services.clock.now();
		return {
			...{ state: 'scheduled', releasedAt: now, reviewReason: '', sendAt: sendAt ?? now },
			// It counts as written when it was: an event that was cancelled since stops it.
			updatedAt,
		};
	});

/** Refuses a message; its organiser reads why. @throws not-found, `not-in-review` */
export const refuseMessage = (
	services: Services,
	messageId: string,
	reason: string,
): Promise<MessageReview> =>
	decide(services, messageId, 'refused', () => ({ state: 'refused', reviewReason: reason }));
