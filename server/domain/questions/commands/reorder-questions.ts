import { and, eq } from 'drizzle-orm';
import { questions } from '#server/db/tables/questions.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { ofEvent, type QuestionRow, readQuestions } from '../question-rows.ts';
import { checkOrder } from '../question-rules.ts';

/**
 * Reorders the questions of an event. All active questions must be listed, so that a stale list is rejected.
 * @throws VALIDATION_FAILED, `question-before-its-condition`
 */
export async function reorderQuestions(
	services: Services,
	scope: EventScope,
	ids: string[],
	by: Author = bySystem,
): Promise<void> {
	await services.database.transaction(async (tx) =>
		withHistory(services, tx, scope, by, async () => {
			const event = await lockEvent(tx, scope);
			requireEdits([{ change: 'question.terms' }], await readEditState(services, tx, event));
			const known = new Map((await readQuestions(tx, scope)).map((row) => [row.id, row]));
			const rows = ids.map((id) => known.get(id)).filter((row): row is QuestionRow => row !== undefined);
			if (new Set(ids).size !== ids.length || rows.length !== ids.length || rows.length !== known.size)
				throw fieldError('ids', message`Someone else changed the questions. Reload, then sort them again.`);
			checkOrder(rows);
			for (const [position, row] of rows.entries()) {
				if (row.position !== position)
					await tx
						.update(questions)
						.set({ position })
						.where(and(ofEvent(scope), eq(questions.id, row.id)));
			}
		}),
	);
}
