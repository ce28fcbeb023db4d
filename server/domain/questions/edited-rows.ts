import { and, eq, sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import { questions } from '#server/db/tables/questions.ts';
import type { Services } from '#server/services.ts';
import { readEditState, readEditStates, requireEdits } from '../events/changes/edit-state.ts';
import {
	columnsOf,
	type EditedRows,
	fieldOf,
	formerValue,
	type JsonRow,
	jsonRow,
} from '../events/changes/rows.ts';
import { lockEvent, lockEvents } from '../events/event-rows.ts';
import { hasAnswers } from './commands/update-question.ts';
import { lockQuestion, ofEvent, type QuestionRow, readQuestions } from './question-rows.ts';
import { checkDependents, checkNews } from './question-rules.ts';

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
	'asksForNews',
	'archivedAt',
	'lineageId',
] as const satisfies (keyof QuestionRow)[];
const instants = ['archivedAt'];
/** A statement has at most 65,535 parameters; an event adds up to its own questions. */
const rowsOfStatement = 500;

/** `question.{id}`, also of archived ones. */
export const questionRows: EditedRows<Services> = {
	async read(tx, scope) {
		const rows = await readQuestions(tx, scope, { withArchived: true });
		return new Map(
			rows.map((row) => [`question.${row.id}`, { subject: row.label, values: jsonRow(row, columns) }]),
		);
	},
	async readMany(db, organisationId, eventIds) {
		const rows = await db
			.select()
			.from(questions)
			.where(
				and(
					eq(questions.organisationId, organisationId),
					sql`${questions.eventId} = ANY(${plainArray(eventIds)}::uuid[])`,
				),
			);
		const of = Map.groupBy(rows, ({ eventId }) => eventId);
		return new Map(
			eventIds.map((id) => [
				id,
				new Map(
					of
						.get(id)
						?.map((row) => [`question.${row.id}`, { subject: row.label, values: jsonRow(row, columns) }]),
				),
			]),
		);
	},
	async insertMany(services, tx, organisationId, changes) {
		const events = await lockEvents(tx, organisationId, [...changes.keys()]);
		for (const state of (await readEditStates(services, tx, events)).values())
			requireEdits([{ change: 'question.terms' }], state);
		let rows: (typeof questions.$inferInsert)[] = [];
		const write = async () => {
			if (rows.length > 0) await tx.insert(questions).values(rows);
			rows = [];
		};
		for (const [eventId, made] of changes) {
			// Conditions name other questions of the event: its rows are written in one statement.
			rows.push(
				...made.map(({ path, before }) => ({
					...(columnsOf(before as JsonRow, instants) as unknown as typeof questions.$inferInsert),
					id: path.split('.')[1] as string,
					organisationId,
					eventId,
				})),
			);
			if (rows.length >= rowsOfStatement) await write();
		}
		await write();
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
			if ('kind' in values || 'scope' in values || 'asksForNews' in values)
				requireEdits([{ change: 'question.kind' }], { ...state, isAnswered: await hasAnswers(tx, row) });
			checkNews({ ...row, ...(columnsOf(values, instants) as Partial<QuestionRow>) });
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
