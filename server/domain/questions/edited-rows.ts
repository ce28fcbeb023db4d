import { and, eq, sql } from 'drizzle-orm';
import { questions } from '#server/db/tables/questions.ts';
import type { Services } from '#server/services.ts';
import { readEditState, requireEdits } from '../events/changes/edit-state.ts';
import {
	columnsOf,
	type EditedRows,
	fieldOf,
	formerValue,
	type JsonRow,
	jsonRow,
} from '../events/changes/rows.ts';
import { lockEvent } from '../events/event-rows.ts';
import { hasAnswers } from './commands/update-question.ts';
import { lockQuestion, ofEvent, type QuestionRow, readQuestions } from './question-rows.ts';
import { checkDependents } from './question-rules.ts';

const columns = [
	'position',
	'label',
	'help',
	'kind',
	'scope',
	'choices',
	'isRequired',
	'ticketTypeIds',
	'shownWhenQuestionId',
	'shownWhenEquals',
	'isAskedAtDoor',
	'archivedAt',
] as const satisfies (keyof QuestionRow)[];
const instants = ['archivedAt'];

/** `question.{id}`, also of archived ones. */
export const questionRows: EditedRows<Services> = {
	async read(tx, scope) {
		const rows = await readQuestions(tx, scope, { withArchived: true });
		return new Map(
			rows.map((row) => [`question.${row.id}`, { subject: row.label, values: jsonRow(row, columns) }]),
		);
	},
	async restore(services, tx, scope, changes) {
		const state = await readEditState(services, tx, await lockEvent(tx, scope));
		requireEdits([{ change: 'question.terms' }], state);
		// Conditions name other questions: these are back before what hangs on them.
		const fields = new Map<string, JsonRow>();
		for (const change of changes) {
			const id = change.path.split('.')[1] as string;
			if (change.inverse.do === 'insert')
				await tx.insert(questions).values({
					...(columnsOf(
						{ ...(change.before as JsonRow), shownWhenQuestionId: null, shownWhenEquals: null },
						instants,
					) as unknown as typeof questions.$inferInsert),
					id,
					...scope,
				});
			if (change.inverse.do === 'insert') {
				const { shownWhenQuestionId, shownWhenEquals } = change.before as JsonRow;
				fields.set(id, { ...fields.get(id), shownWhenQuestionId, shownWhenEquals });
			}
			if (change.inverse.do === 'set')
				fields.set(id, { ...fields.get(id), [fieldOf(change.path)]: formerValue(change) });
		}
		for (const [id, values] of fields) {
			const row = await lockQuestion(tx, scope, id);
			if ('kind' in values || 'scope' in values)
				requireEdits([{ change: 'question.kind' }], { ...state, isAnswered: await hasAnswers(tx, row) });
			await tx
				.update(questions)
				.set({
					...columnsOf(values, instants),
					version: sql`${questions.version} + 1`,
					updatedAt: services.clock.now(),
				})
				.where(and(ofEvent(scope), eq(questions.id, id)));
		}
		for (const { path, inverse } of changes) {
			if (inverse.do !== 'delete') continue;
			const row = await lockQuestion(tx, scope, path.split('.')[1] as string);
			// One with answers stays as it is: they would go with it.
			requireEdits([{ change: 'question.kind' }], { ...state, isAnswered: await hasAnswers(tx, row) });
			checkDependents(row.id, null, await readQuestions(tx, scope));
			await tx.delete(questions).where(and(ofEvent(scope), eq(questions.id, row.id)));
		}
	},
};
