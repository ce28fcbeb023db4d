import { and, asc, eq, getColumns, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { answers, questions } from '#server/db/tables/questions.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { fieldError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { AnswerValue, QuestionRules } from '#shared/rules/questions.ts';

export type QuestionRow = typeof questions.$inferSelect;

export const ofEvent = (scope: EventScope) => isOfEvent(questions, scope);

/** Answers to a question. */
export const answersTo = (row: Pick<QuestionRow, 'organisationId' | 'id'>) =>
	and(eq(answers.organisationId, row.organisationId), eq(answers.questionId, row.id));

/** The questions of an event in their order; archived ones only on request, last. */
export async function readQuestions(
	db: DbOrTx,
	scope: EventScope,
	options: { withArchived?: boolean } = {},
): Promise<QuestionRow[]> {
	return db
		.select()
		.from(questions)
		.where(and(ofEvent(scope), options.withArchived ? undefined : isNull(questions.archivedAt)))
		.orderBy(sql`${questions.archivedAt} IS NOT NULL`, asc(questions.position), asc(questions.id));
}

/**
 * Locks a question for a change, which serialises with answers to it.
 * @throws not-found
 */
export async function lockQuestion(tx: Tx, scope: EventScope, questionId: string): Promise<QuestionRow> {
	const [row] = await tx
		.select(getColumns(questions))
		.from(questions)
		.where(and(ofEvent(scope), eq(questions.id, questionId)))
		.for('update');
	if (!row) throw notFound('Question');
	return row;
}

/** Keeps questions as they are while answers to them are written. */
export async function holdQuestions(tx: Tx, scope: EventScope, ids: string[]): Promise<void> {
	await tx
		.select({ id: questions.id })
		.from(questions)
		.where(and(ofEvent(scope), sql`${questions.id} = ANY(${plainArray(ids)}::uuid[])`))
		.orderBy(questions.id)
		.for('key share');
}

/** Choices that can be chosen. */
export const offeredChoices = (row: Pick<QuestionRow, 'choices'>) =>
	row.choices.filter((choice) => !choice.isArchived).map(({ id, label }) => ({ id, label }));

/** Removed choices that these answers still use. */
export const removedChoicesInUse = (
	row: Pick<QuestionRow, 'choices'>,
	answers: readonly (AnswerValue | undefined)[],
) =>
	row.choices
		.filter(({ id, isArchived }) => isArchived && answers.flat().includes(id))
		.map(({ id, label }) => ({ id, label }));

/** A question as the rules of shared/rules/questions.ts know it. */
export function rulesOf(row: QuestionRow): QuestionRules {
	return {
		id: row.id,
		kind: row.kind,
		scope: row.scope,
		choices: offeredChoices(row),
		isRequired: row.isRequired,
		ticketTypeIds: row.ticketTypeIds,
		shownWhen: conditionOf(row),
	};
}

export function conditionOf(
	row: Pick<QuestionRow, 'shownWhenQuestionId' | 'shownWhenEquals'>,
): QuestionRules['shownWhen'] {
	const { shownWhenQuestionId: questionId, shownWhenEquals: equals } = row;
	return questionId !== null && equals !== null ? { questionId, equals } : null;
}

/** Refuses ticket types of another event. */
export async function checkTicketTypes(tx: Tx, scope: EventScope, typeIds: readonly string[] | null) {
	if (!typeIds) return;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM ticket_types WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`);
	const known = new Set(rows.map((row) => row.id));
	if (!typeIds.every((type) => known.has(type)))
		throw fieldError('ticketTypeIds', message`Please choose ticket types of this event.`);
}
