import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray, textArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type AskedAttendee, type OrderScope, readAnswers, readAskedAttendees } from '../answer-rows.ts';
import { type AnswerChange, type GivenAnswers, settleAnswers } from '../answer-rules.ts';
import { type AnswerRow, holdNewsAnswers, settleConsents } from '../news-answers.ts';
import { holdQuestions, readQuestions } from '../question-rows.ts';

/** Who writes answers down: whoever holds the link of the order, a member of the organisation, somebody at the door. */
export type AnsweredBy = 'buyer' | 'organiser' | 'door';

export interface SavedAnswers {
	people: GivenAnswers[];
	by: AnsweredBy;
	/** Version of the link, where somebody answers whom the ticket was transferred to: for themselves alone. */
	holderVersion?: number | undefined;
	/** When it was said, for what comes in late: an answer given since then stands. Now when absent. */
	answeredAt?: Date | undefined;
}

/**
 * Writes answers to the questions of an order: all that are given or none. Only what is named is changed. Where an answer decides
 * that another question is no longer put, the answer to that one goes with it.
 * @throws not-found for people of other orders, VALIDATION_FAILED with every refused answer as `people.0.answers.{question}`,
 *   `event-started` and `ticket-handed-on` for buyers, `order-cancelled`; not-found for a link of a ticket that is no longer valid
 */
export async function saveAnswers(services: Services, scope: OrderScope, how: SavedAnswers): Promise<void> {
	await services.database.transaction(async (tx) => {
		await holdOrder(services, tx, scope, how.by);
		const questionIds = how.people.flatMap(({ answers }) => Object.keys(answers));
		await holdQuestions(tx, scope, [...new Set(questionIds)]);
		const attendees = await readAskedAttendees(tx, scope);
		refuseOthers(attendees, how);
		const questions = await readQuestions(tx, scope);
		const changes = settleAnswers(how.people, {
			questions,
			attendees,
			answers: await readAnswers(tx, scope),
			mustKeepRequired: how.by === 'buyer',
		});
		if (changes.length === 0) return;
		const consents = how.by === 'organiser' ? null : await holdNewsAnswers(tx, scope, changes, questions);
		const written = await write(tx, scope, changes, how);
		if (consents) await settleConsents(services, tx, scope, { ...consents, written, saidAt: how.answeredAt });
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

/** Keeps the order from being removed meanwhile, and asks whether it can still be answered for. */
async function holdOrder(services: Services, tx: Tx, scope: OrderScope, by: AnsweredBy): Promise<void> {
	const { rows } = await tx.execute<{ status: string; starts_at: string }>(sql`
		SELECT o.status, e.starts_at FROM orders o JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.id = ${scope.orderId}
		FOR KEY SHARE OF o`);
	const order = rows[0];
	if (!order) throw notFound('Order');
	if (by !== 'buyer') return;
	if (order.status === 'cancelled' || order.status === 'expired')
		throw ruleViolation(
			'order-cancelled',
			message`This order was cancelled, so its answers can’t be changed.`,
		);
	if (new Date(order.starts_at) <= services.clock.now())
		throw ruleViolation(
			'event-started',
			message`This event has started, so answers can no longer be changed.`,
		);
}

/** Refuses everybody but who holds a ticket; who does, changes only while the order is held. Organisers answer for all. */
function refuseOthers(
	attendees: readonly AskedAttendee[],
	{ people, by, holderVersion }: SavedAnswers,
): void {
	if (by !== 'buyer') return;
	for (const { attendeeId } of people) {
		const ticket = attendees.find(({ id }) => id === attendeeId);
		if (holderVersion !== undefined) {
			if (ticket?.holderVersion !== holderVersion) throw notFound('Ticket');
		} else if (ticket && ticket.holderVersion !== null)
			throw ruleViolation(
				'ticket-handed-on',
				message`This ticket was transferred. Only the person who has it now can answer for it.`,
			);
	}
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
		const kept = changes.filter(
			({ attendeeId, value }) => value !== null && (attendeeId === null) === isOrder,
		);
		if (kept.length === 0) continue;
		const [columns, where] = isOrder
			? [sql`order_id`, sql`attendee_id IS NULL`]
			: [sql`attendee_id`, sql`attendee_id IS NOT NULL`];
		const { rows } = await tx.execute<AnswerRow>(sql`
			INSERT INTO answers (id, organisation_id, event_id, question_id, order_id, attendee_id, value, answered_by, answered_at)
			SELECT g.id, ${scope.organisationId}, ${scope.eventId}, g.question_id, ${scope.orderId}, g.attendee_id, g.value, ${how.by},
				coalesce(least(${at}::timestamptz, clock_timestamp()), clock_timestamp())
			FROM unnest(${plainArray(kept.map(() => newId()))}::uuid[], ${plainArray(kept.map(({ questionId }) => questionId))}::uuid[],
				${plainArray(kept.map(({ attendeeId }) => attendeeId))}::uuid[], ${textArray(kept.map(({ value }) => JSON.stringify(value)))}::jsonb[])
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
