import { and, eq, sql } from 'drizzle-orm';
import { answers, questions } from '#server/db/tables/questions.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { answersTo, lockQuestion, ofEvent, readQuestions } from '../question-rows.ts';
import { checkDependents } from '../question-rules.ts';

/**
 * Removes a question: archived if it has answers, deleted otherwise. Idempotent.
 * @throws not-found, `question-in-use`
 */
export async function deleteQuestion(
	services: Services,
	scope: EventScope,
	questionId: string,
	by: Author = bySystem,
): Promise<'archived' | 'deleted'> {
	return services.database.transaction(async (tx) =>
		withHistory(services, tx, scope, by, async () => {
			await lockEvent(tx, scope);
			const row = await lockQuestion(tx, scope, questionId);
			const one = and(ofEvent(scope), eq(questions.id, row.id));
			if (row.archivedAt === null) checkDependents(row.id, null, await readQuestions(tx, scope));
			const [answer] = await tx.select({ id: answers.id }).from(answers).where(answersTo(row)).limit(1);
			if (answer) {
				await tx
					.update(questions)
					.set({
						archivedAt: row.archivedAt ?? sql`now()`,
						version: row.archivedAt ? row.version : row.version + 1,
						updatedAt: services.clock.now(),
					})
					.where(one);
				return 'archived';
			}
			// Archived questions may still name it as their condition.
			await tx
				.update(questions)
				.set({ shownWhenQuestionId: null, shownWhenEquals: null })
				.where(and(ofEvent(scope), eq(questions.shownWhenQuestionId, row.id)));
			await tx.delete(questions).where(one);
			return 'deleted';
		}),
	);
}
