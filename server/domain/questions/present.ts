import type { ManagedQuestions } from '#shared/contracts/question-answers.ts';
import type { Question } from '#shared/contracts/questions.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import { offeredChoices, type QuestionRow, removedChoicesInUse, rulesOf } from './question-rows.ts';

/**
 * A question as those who answer it see it.
 * @param answers given by whom it is shown to: a choice that was taken back is still theirs
 */
export function presentQuestion(row: QuestionRow, answers: (AnswerValue | undefined)[] = []): Question {
	const { shownWhen, ticketTypeIds } = rulesOf(row);
	return {
		id: row.id,
		label: row.label,
		help: row.help,
		kind: row.kind,
		scope: row.scope,
		choices: [...offeredChoices(row), ...removedChoicesInUse(row, answers)],
		isRequired: row.isRequired,
		ticketTypeIds: ticketTypeIds && [...ticketTypeIds],
		shownWhen,
		asksForNews: row.asksForNews,
	};
}

/** The result for callers without any question. */
export const nothingAsked = (): ManagedQuestions => ({
	...{ isEditable: false, questions: [], order: { answers: {} } },
	...{ attendees: [], missingCount: 0, files: [] },
});
