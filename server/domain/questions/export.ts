import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { answerText } from '#shared/rules/answers.ts';
import { readNamedFiles } from './files/file-rows.ts';
import { readAnswersOf } from './people-answers.ts';
import { readQuestions } from './question-rows.ts';

/** The columns of an exported guest list that hold answers. */
export interface AnswerColumns {
	header: string[];
	/** One list of cells for each guest, in the order of the guests. */
	read(guests: readonly { id: string; orderId: string }[]): Promise<string[][]>;
}

/**
 * One column per question of an event, including removed ones with answers; null if there never was a question. Answers for the order
 * are repeated for each of its guests.
 */
export async function readAnswerColumns(
	services: Services,
	scope: EventScope,
): Promise<AnswerColumns | null> {
	const questions = await readQuestions(services.database.db, scope, { withArchived: true });
	if (questions.length === 0) return null;
	return {
		header: questions.map(({ label }) => label),
		async read(guests) {
			const answers = await readAnswersOf(services, scope, questions, guests);
			const files = await readNamedFiles(services.database.db, scope, questions, [...answers.values()]);
			return guests.map((guest) =>
				questions.map((question) => {
					const whose = question.scope === 'order' ? guest.orderId : guest.id;
					return answerText(question, answers.get(whose)?.[question.id], files);
				}),
			);
		},
	};
}
