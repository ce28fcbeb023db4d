import type { EditedQuestion, Question } from '#shared/contracts/questions.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import type { Services } from '../../services.ts';
import {
	type EventScope,
	keptChoices,
	offeredChoices,
	type QuestionRow,
	readQuestions,
	rulesOf,
} from './question-rows.ts';

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
		choices: [...offeredChoices(row), ...keptChoices(row, answers)],
		isRequired: row.isRequired,
		ticketTypeIds: ticketTypeIds && [...ticketTypeIds],
		shownWhen,
	};
}

/** The questions of an event for their editor, those that are asked no more behind the others. */
export async function listEditedQuestions(services: Services, scope: EventScope): Promise<EditedQuestion[]> {
	const rows = await readQuestions(services.database.db, scope, { withArchived: true });
	if (rows.length === 0) return [];
	const { rows: counts } = await services.database.pool.query<{ question_id: string; answers: number }>(
		`SELECT question_id, count(*)::int AS answers FROM answers WHERE question_id = ANY ($1::uuid[]) GROUP BY 1`,
		[rows.map(({ id }) => id)],
	);
	const answers = new Map(counts.map((row) => [row.question_id, row.answers]));
	return rows.map((row) => ({
		...presentQuestion(row),
		isAskedAtDoor: row.isAskedAtDoor,
		isArchived: row.archivedAt !== null,
		answerCount: answers.get(row.id) ?? 0,
		version: row.version,
	}));
}
