import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { isAnswered, type QuestionRules, questionsFor } from '#shared/rules/questions.ts';
import { readAnswersOf } from './people-answers.ts';
import { type QuestionRow, readQuestions, rulesOf } from './question-rows.ts';

/** Questions asked at check-in, with the questions that they depend on; `isAskedAtDoor` distinguishes them. Empty if there are none. */
export async function readDoorQuestions(services: Services, scope: EventScope): Promise<QuestionRow[]> {
	const rows = await readQuestions(services.database.db, scope);
	const needed = new Set(rows.flatMap((row) => (row.isAskedAtDoor ? row.id : [])));
	// From the last to the first: a question hangs only on earlier ones.
	for (const row of rows.toReversed())
		if (needed.has(row.id) && row.shownWhenQuestionId) needed.add(row.shownWhenQuestionId);
	return rows.filter(({ id }) => needed.has(id));
}

/** Somebody who came to the door. */
export interface DoorPerson {
	id: string;
	orderId: string;
	ticketTypeId: string;
}

/**
 * What people still owe at the door: by the id of the person, the ids of the questions asked there that are put to them and have no
 * answer. A question that hangs on one of these opens when that is answered: devices find it by `questionsFor`.
 * @param questions what `readDoorQuestions` gave; without any, nothing is read
 */
export async function findOpenDoorQuestions(
	services: Services,
	scope: EventScope,
	questions: readonly QuestionRow[],
	people: readonly DoorPerson[],
): Promise<Map<string, string[]>> {
	if (questions.length === 0 || people.length === 0) return new Map();
	const answers = await readAnswersOf(services, scope, questions, people);
	const rules: QuestionRules[] = questions.map(rulesOf);
	const questionIds = new Set(questions.flatMap((row) => (row.isAskedAtDoor ? row.id : [])));
	return new Map(
		people.map((person) => {
			const own = answers.get(person.id) ?? {};
			const put = questionsFor(rules, {
				orderTicketTypeIds: [person.ticketTypeId],
				orderAnswers: answers.get(person.orderId) ?? {},
				attendee: { ticketTypeId: person.ticketTypeId, answers: own },
			});
			return [
				person.id,
				put.filter((one) => questionIds.has(one.id) && !isAnswered(one, own[one.id])).map(({ id }) => id),
			];
		}),
	);
}
