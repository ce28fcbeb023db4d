import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import type { QuestionRow } from './question-rows.ts';

/** Answers to these questions by the id of the person, and of the order for those of the whole order. */
export async function readAnswersOf(
	services: Services,
	scope: EventScope,
	questions: readonly QuestionRow[],
	people: readonly { id: string; orderId: string }[],
): Promise<Map<string, Record<string, AnswerValue>>> {
	const { rows } = await services.database.pool.query<{
		whose: string;
		question_id: string;
		value: AnswerValue;
	}>({
		name: 'questions.answers-of',
		text: `
SELECT attendee_id AS whose, question_id, value FROM answers
WHERE organisation_id = $1 AND event_id = $2 AND attendee_id = ANY ($3::uuid[]) AND question_id = ANY ($5::uuid[])
UNION ALL
SELECT order_id, question_id, value FROM answers
WHERE organisation_id = $1 AND event_id = $2 AND order_id = ANY ($4::uuid[]) AND attendee_id IS NULL
	AND question_id = ANY ($5::uuid[])`,
		values: [
			scope.organisationId,
			scope.eventId,
			people.map(({ id }) => id),
			[...new Set(people.map(({ orderId }) => orderId))],
			questions.map(({ id }) => id),
		],
	});
	const found = new Map<string, Record<string, AnswerValue>>();
	for (const { whose, question_id: questionId, value } of rows) {
		const own = found.get(whose) ?? {};
		own[questionId] = value;
		found.set(whose, own);
	}
	return found;
}
