import type { Services } from '#server/services.ts';
import type { ManagedQuestions } from '#shared/contracts/question-answers.ts';
import { meetsCondition, missingAnswers, type QuestionRules, questionsFor } from '#shared/rules/questions.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { answererOf, type OrderScope, readAnswers, readAskedAttendees } from './answer-rows.ts';
import { presentFile, readNamedFiles } from './files/file-rows.ts';
import { nothingAsked, presentQuestion } from './present.ts';
import { readQuestions, rulesOf } from './question-rows.ts';

/**
 * Questions and answers for the holder of a transferred or claimed ticket. Those of the order and its other guests are hidden; a
 * question that depends on an answer of the order is present or absent accordingly.
 */
export async function getTicketQuestions(
	services: Services,
	{ attendeeId, ...scope }: OrderScope & { attendeeId: string },
): Promise<ManagedQuestions> {
	const { db } = services.database;
	const [rows, event, attendees, answers] = await Promise.all([
		readQuestions(db, scope),
		getDoorEvent(services, scope),
		readAskedAttendees(db, scope),
		readAnswers(db, scope),
	]);
	const person = attendees.find(({ id }) => id === attendeeId);
	if (!person || rows.length === 0) return nothingAsked();
	const rules = rows.map(rulesOf);
	const put = questionsFor(rules, answererOf(attendees, answers, null));
	const hangsOnOrder = ({ shownWhen }: QuestionRules) =>
		rules.find(({ id, scope: of }) => id === shownWhen?.questionId && of === 'order');
	const own = answers.people.get(attendeeId) ?? {};
	const shown = rows.flatMap((row, index) => {
		const rule = rules[index] as QuestionRules;
		if (rule.scope !== 'attendee') return [];
		if (rule.ticketTypeIds && !rule.ticketTypeIds.includes(person.ticketTypeId)) return [];
		const question = presentQuestion(row, [own[row.id]]);
		const deciding = hangsOnOrder(rule);
		if (!deciding || !rule.shownWhen) return [question];
		const isMet =
			put.includes(deciding) && meetsCondition(deciding, answers.order[deciding.id], rule.shownWhen.equals);
		return isMet ? [{ ...question, shownWhen: null }] : [];
	});
	const ids = new Set(shown.map(({ id }) => id));
	const { id, ...shownPerson } = person;
	const asked = rows.filter((row) => ids.has(row.id));
	const files = await readNamedFiles(db, scope, asked, [own]);
	return {
		isEditable: event.startsAt > services.clock.now(),
		questions: shown,
		order: { answers: {} },
		attendees: [
			{
				...{ attendeeId: id, name: shownPerson.name },
				...{ ticketTypeId: shownPerson.ticketTypeId, ticketTypeName: shownPerson.ticketTypeName },
				answers: Object.fromEntries(Object.entries(own).filter(([question]) => ids.has(question))),
			},
		],
		missingCount: missingAnswers(rules, answererOf(attendees, answers, person)).length,
		files: files.map(presentFile),
	};
}
