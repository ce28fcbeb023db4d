import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { answerFiles } from '#server/db/tables/questions.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { AnswerFile } from '#shared/contracts/question-answers.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import type { OrderScope } from '../answer-rows.ts';
import type { QuestionRow } from '../question-rows.ts';

export type AnswerFileRow = typeof answerFiles.$inferSelect;

const ofEvent = (scope: EventScope) => isOfEvent(answerFiles, scope);

/** Files that were uploaded for an order. */
export const ofOrder = (scope: OrderScope): SQL | undefined =>
	and(ofEvent(scope), eq(answerFiles.orderId, scope.orderId));

export function presentFile(row: AnswerFileRow): AnswerFile {
	return { id: row.id, questionId: row.questionId, name: row.name, type: row.type, bytes: row.bytes };
}

/** The ids of files that answers name, by the questions that they are to. */
export function fileIdsOf(
	questions: readonly Pick<QuestionRow, 'id' | 'kind'>[],
	answers: readonly Readonly<Record<string, unknown>>[],
): string[] {
	return questions.flatMap(({ id, kind }) =>
		kind === 'file' ? answers.flatMap((given) => (typeof given[id] === 'string' ? [given[id]] : [])) : [],
	);
}

/** The files of an event that these answers name, the first uploaded first; nothing is read where none is named. */
export async function readNamedFiles(
	db: DbOrTx,
	scope: EventScope,
	questions: readonly Pick<QuestionRow, 'id' | 'kind'>[],
	answers: readonly Readonly<Record<string, AnswerValue>>[],
): Promise<AnswerFileRow[]> {
	const ids = fileIdsOf(questions, answers);
	if (ids.length === 0) return [];
	return db
		.select()
		.from(answerFiles)
		.where(and(ofEvent(scope), inArray(answerFiles.id, ids)))
		.orderBy(asc(answerFiles.id));
}
