import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type Answerer, type Answers, type AnswerValue, missingAnswers } from '#shared/rules/questions.ts';
import { type QuestionRow, rulesOf } from './question-rows.ts';

export interface OrderScope extends EventScope {
	orderId: string;
}

/** A ticket of an order that is not cancelled. */
export interface AskedAttendee {
	id: string;
	name: string;
	email: string;
	ticketTypeId: string;
	ticketTypeName: string;
	/** Version of the link of whoever it was transferred to; null: the buyer holds it. */
	holderVersion: number | null;
}

/** The attendees of an order who can answer questions, in the order of the request; none for cancelled tickets. */
export async function readAskedAttendees(db: DbOrTx, scope: OrderScope): Promise<AskedAttendee[]> {
	const { rows } = await db.execute<{
		id: string;
		name: string;
		email: string;
		type_id: string;
		type_name: string;
		holder_version: number | null;
	}>(sql`
		SELECT a.id, a.name, a.email, a.ticket_type_id AS type_id, t.name AS type_name, a.holder_version
		FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
			AND a.order_id = ${scope.orderId} AND a.status <> 'cancelled'
		ORDER BY a.id`);
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		email: row.email,
		ticketTypeId: row.type_id,
		ticketTypeName: row.type_name,
		holderVersion: row.holder_version,
	}));
}

/** The order that a guest belongs to, cancelled or not; throws not-found for a guest of another event. */
export async function getOrderOf(db: DbOrTx, scope: EventScope, attendeeId: string) {
	const { rows } = await db.execute<{ order_id: string; ticket_type_id: string; status: string }>(sql`
		SELECT order_id, ticket_type_id, status FROM attendees
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${attendeeId}`);
	const row = rows[0];
	if (!row) throw notFound('Attendee');
	return {
		orderId: row.order_id,
		ticketTypeId: row.ticket_type_id,
		isCancelled: row.status === 'cancelled',
	};
}

/** The answers of an order and its people. */
export interface OrderAnswers {
	order: Record<string, AnswerValue>;
	/** By the id of the person. */
	people: Map<string, Record<string, AnswerValue>>;
}

/** Everything that was answered for an order and its people. */
export async function readAnswers(db: DbOrTx, scope: OrderScope): Promise<OrderAnswers> {
	const { rows } = await db.execute<{
		question_id: string;
		attendee_id: string | null;
		value: AnswerValue;
	}>(sql`
		SELECT question_id, attendee_id, value FROM answers
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}`);
	const found: OrderAnswers = { order: {}, people: new Map() };
	for (const row of rows) {
		if (row.attendee_id === null) found.order[row.question_id] = row.value;
		else {
			const own = found.people.get(row.attendee_id) ?? {};
			own[row.question_id] = row.value;
			found.people.set(row.attendee_id, own);
		}
	}
	return found;
}

/** An order, or one person in it, as the rules know them. */
export function answererOf(
	attendees: readonly AskedAttendee[],
	answers: OrderAnswers,
	attendee: Pick<AskedAttendee, 'id' | 'ticketTypeId'> | null,
): Answerer {
	const none: Answers = {};
	return {
		orderTicketTypeIds: [...new Set(attendees.map(({ ticketTypeId }) => ticketTypeId))],
		orderAnswers: answers.order,
		...(attendee
			? {
					attendee: {
						ticketTypeId: attendee.ticketTypeId,
						answers: answers.people.get(attendee.id) ?? none,
					},
				}
			: {}),
	};
}

/**
 * The questions that an order and its people must still answer, once for each of them.
 * @param asked those of the people who are asked; all of them when absent
 */
export function owedQuestions(
	questions: readonly QuestionRow[],
	attendees: readonly AskedAttendee[],
	answers: OrderAnswers,
	asked: readonly AskedAttendee[] = attendees,
) {
	const rules = questions.filter((row) => row.archivedAt === null).map(rulesOf);
	return [null, ...asked].flatMap((one) => missingAnswers(rules, answererOf(attendees, answers, one)));
}

/** Required answers that an order and its people still owe. */
export function countMissing(...of: Parameters<typeof owedQuestions>): number {
	return owedQuestions(...of).length;
}
