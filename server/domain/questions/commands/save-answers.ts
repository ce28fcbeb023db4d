import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray, textArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { type OrderScope, readAnswers, readAskedAttendees } from '../answer-rows.ts';
import { type AnswerChange, settleAnswers } from '../answer-rules.ts';
import { readGivenFiles, settleFiles } from '../files/settle-files.ts';
import { type AnswerRow, settleConsents } from '../news-answers.ts';
import { holdQuestions, readQuestions } from '../question-rows.ts';
import { holdOrder, refuseOthers, type SavedAnswers } from './answering.ts';

/**
 * Writes answers to the questions of an order: all that are given or none. Only what is named is changed. Where an answer decides
 * that another question is no longer put, the answer to that one goes with it.
 * @throws not-found for people of other orders, VALIDATION_FAILED with every refused answer as `people.0.answers.{question}`,
 *   `event-started` and `ticket-handed-on` for buyers, `order-cancelled`; not-found for a link of a ticket that is no longer valid
 */
export async function saveAnswers(services: Services, scope: OrderScope, how: SavedAnswers): Promise<void> {
	await services.database.transaction(async (tx) => {
		const buyer = await holdOrder(services, tx, scope, how.by);
		const questionIds = how.people.flatMap(({ answers }) => Object.keys(answers));
		await holdQuestions(tx, scope, [...new Set(questionIds)]);
		const attendees = await readAskedAttendees(tx, scope);
		refuseOthers(attendees, how);
		const questions = await readQuestions(tx, scope);
		const files = await readGivenFiles(tx, scope, how, questions);
		const answers = await readAnswers(tx, scope);
		const mustKeepRequired = how.by === 'buyer';
		const changes = settleAnswers(how.people, { questions, attendees, answers, files, mustKeepRequired });
		if (changes.length === 0) return;
		const written = await write(tx, scope, changes, how);
		await settleFiles(tx, scope, { questions, before: answers, written });
		// An organiser’s answer for somebody is not their consent.
		if (how.by !== 'organiser')
			await settleConsents(services, tx, scope, {
				...{ questions, attendees, buyer, written },
				before: answers,
				saidAt: how.answeredAt,
			});
		await services.facts.publish(
			tx,
			{
				name: 'questions.answered',
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				payload: {
					orderId: scope.orderId,
					attendeeIds: [...new Set(changes.flatMap(({ attendeeId }) => attendeeId ?? []))],
				},
			},
			services,
		);
	});
}

/** @returns what was written: an answer that was given since stands */
async function write(
	tx: Tx,
	scope: OrderScope,
	changes: AnswerChange[],
	how: SavedAnswers,
): Promise<AnswerRow[]> {
	const at = how.answeredAt ?? null;
	const written: AnswerRow[] = [];
	for (const { attendeeId, questionId } of changes.filter(({ value }) => value === null)) {
		const { rows } = await tx.execute<AnswerRow>(sql`
			DELETE FROM answers
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}
				AND attendee_id IS NOT DISTINCT FROM ${attendeeId}::uuid AND question_id = ${questionId}
				AND (${at}::timestamptz IS NULL OR answered_at <= ${at}::timestamptz)
			RETURNING question_id, attendee_id, NULL::jsonb AS value`);
		written.push(...rows);
	}
	for (const isOrder of [true, false]) {
		const saved = changes.filter(
			({ attendeeId, value }) => value !== null && (attendeeId === null) === isOrder,
		);
		if (saved.length === 0) continue;
		const [columns, where] = isOrder
			? [sql`order_id`, sql`attendee_id IS NULL`]
			: [sql`attendee_id`, sql`attendee_id IS NOT NULL`];
		const { rows } = await tx.execute<AnswerRow>(sql`
			INSERT INTO answers (id, organisation_id, event_id, question_id, order_id, attendee_id, value, answered_by, answered_at)
			SELECT g.id, ${scope.organisationId}, ${scope.eventId}, g.question_id, ${scope.orderId}, g.attendee_id, g.value, ${how.by},
				coalesce(least(${at}::timestamptz, clock_timestamp()), clock_timestamp())
			FROM unnest(${plainArray(saved.map(() => newId()))}::uuid[], ${plainArray(saved.map(({ questionId }) => questionId))}::uuid[],
				${plainArray(saved.map(({ attendeeId }) => attendeeId))}::uuid[], ${textArray(saved.map(({ value }) => JSON.stringify(value)))}::jsonb[])
				AS g(id, question_id, attendee_id, value)
			ORDER BY g.attendee_id, g.question_id
			ON CONFLICT (organisation_id, event_id, ${columns}, question_id) WHERE ${where}
			DO UPDATE SET value = excluded.value, answered_by = excluded.answered_by, answered_at = excluded.answered_at
			WHERE (${at}::timestamptz IS NULL AND answers.value IS DISTINCT FROM excluded.value)
				-- What comes in late may say the same again: an answer given in between, which comes in later still, must not win.
				OR (${at}::timestamptz IS NOT NULL AND answers.answered_at <= excluded.answered_at)
			RETURNING question_id, attendee_id, value`);
		written.push(...rows);
	}
	return written;
}
