import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { newIdSql, plainArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';

/** Where answers go: an order and its tickets there, by those here. */
export interface AnswersToCopy {
	organisationId: string;
	fromEventId: string;
	toEventId: string;
	orders: { from: string; to: string }[];
	tickets: { from: string; to: string; toOrderId: string }[];
}

/**
 * Copies answers of orders and tickets to another date of the series, where it asks the same questions: those of one lineage. The rows there
 * are new and have no answers yet. A file is copied as a row for the same bytes.
 */
export async function copyAnswers(services: Services, tx: Tx, to: AnswersToCopy): Promise<void> {
	const same = sql`JOIN questions q ON q.organisation_id = a.organisation_id AND q.id = a.question_id
		JOIN questions n ON n.organisation_id = q.organisation_id AND n.event_id = ${to.toEventId}
			AND coalesce(n.lineage_id, n.id) = coalesce(q.lineage_id, q.id)
		WHERE a.organisation_id = ${to.organisationId} AND a.event_id = ${to.fromEventId}`;
	const { rows } = await tx.execute<{ order_id: string; attendee_id: string | null }>(sql`
		INSERT INTO answers (id, organisation_id, event_id, question_id, order_id, attendee_id, value, answered_by, answered_at)
		SELECT ${sql.raw(newIdSql)}, a.organisation_id, ${to.toEventId}::uuid, n.id, m.to_order, NULL::uuid, a.value, a.answered_by, a.answered_at
		FROM unnest(${plainArray(to.orders.map(({ from }) => from))}::uuid[], ${plainArray(to.orders.map((one) => one.to))}::uuid[])
			AS m(from_order, to_order) JOIN answers a ON a.order_id = m.from_order AND a.attendee_id IS NULL ${same}
		UNION ALL
		SELECT ${sql.raw(newIdSql)}, a.organisation_id, ${to.toEventId}::uuid, n.id, m.to_order, m.to_ticket, a.value, a.answered_by, a.answered_at
		FROM unnest(${plainArray(to.tickets.map(({ from }) => from))}::uuid[], ${plainArray(to.tickets.map((one) => one.to))}::uuid[],
			${plainArray(to.tickets.map(({ toOrderId }) => toOrderId))}::uuid[]) AS m(from_ticket, to_ticket, to_order)
		JOIN answers a ON a.attendee_id = m.from_ticket ${same}
		RETURNING order_id, attendee_id`);
	await copyFiles(tx, to);
	const byOrder = Map.groupBy(rows, (row) => row.order_id);
	await services.facts.publishAll(
		tx,
		[...byOrder].map(([orderId, answers]) => ({
			name: 'questions.answered' as const,
			...{ organisationId: to.organisationId, eventId: to.toEventId },
			payload: { orderId, attendeeIds: [...new Set(answers.flatMap((row) => row.attendee_id ?? []))] },
		})),
		services,
	);
}

/** Gives the copied answers that are files rows of their own. What they are copied from is held, so that its bytes stay meanwhile. */
async function copyFiles(tx: Tx, to: AnswersToCopy): Promise<void> {
	await tx.execute(sql`
		WITH named AS (
			SELECT w.id AS answer_id, w.question_id, w.order_id, w.attendee_id, f.id AS file_id, ${sql.raw(newIdSql)} AS new_id
			FROM answers w
			JOIN questions q ON q.organisation_id = w.organisation_id AND q.id = w.question_id AND q.kind = 'file'
			JOIN answer_files f ON f.organisation_id = w.organisation_id AND to_jsonb(f.id::text) = w.value
				AND f.event_id = ${to.fromEventId}
			WHERE w.organisation_id = ${to.organisationId} AND w.event_id = ${to.toEventId}
				AND w.order_id = ANY (${plainArray(to.orders.map((one) => one.to))}::uuid[])
			FOR KEY SHARE OF f
		), copied AS (
			INSERT INTO answer_files (id, organisation_id, event_id, question_id, order_id, attendee_id, file_name, name, type, bytes,
				uploaded_by, created_at)
			SELECT n.new_id, f.organisation_id, ${to.toEventId}::uuid, n.question_id, n.order_id, n.attendee_id, f.file_name, f.name, f.type,
				f.bytes, f.uploaded_by, f.created_at
			FROM named n JOIN answer_files f ON f.organisation_id = ${to.organisationId} AND f.id = n.file_id
		)
		UPDATE answers w SET value = to_jsonb(n.new_id::text) FROM named n
		WHERE w.organisation_id = ${to.organisationId} AND w.id = n.answer_id`);
}
