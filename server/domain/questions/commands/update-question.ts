import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { answers, questions } from '#server/db/tables/questions.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateQuestion as contract } from '#shared/contracts/questions.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { isChoiceChosen, mergeChoices } from '../choices.ts';
import {
	answersTo,
	checkTicketTypes,
	lockQuestion,
	ofEvent,
	type QuestionRow,
	readQuestions,
} from '../question-rows.ts';
import {
	checkDependents,
	checkQuestion,
	hasChoices,
	MAX_QUESTIONS,
	type QuestionValues,
} from '../question-rules.ts';

type Input = BodyOf<typeof contract>;

/**
 * Updates a question. Its kind and scope can't change once it has answers; a removed choice stays readable in existing answers. An
 * archived question is restored at the end.
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws version conflict (412), VALIDATION_FAILED about a field, `question-answered`, `question-in-use`
 */
export async function updateQuestion(
	services: Services,
	scope: EventScope,
	how: { questionId: string; input: Input; ifMatch?: number | undefined },
	by: Author = bySystem,
): Promise<void> {
	await services.database.transaction(async (tx) =>
		withHistory(
			services,
			tx,
			scope,
			by,
			async () => {
				const event = await lockEvent(tx, scope);
				const row = await lockQuestion(tx, scope, how.questionId);
				if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
				const others = await readQuestions(tx, scope);
				const isBack = row.archivedAt !== null && how.input.isArchived === false;
				if (isBack && others.length >= MAX_QUESTIONS)
					throw ruleViolation('too-many-questions', message`Limit ${MAX_QUESTIONS} questions per event.`);
				const values = await merge(tx, row, how.input);
				const state = await readEditState(services, tx, event);
				requireEdits([{ change: 'question.terms' }], state);
				// Also what was agreed to stays what it is.
				if (values.kind !== row.kind || values.scope !== row.scope || values.asksForNews !== row.asksForNews)
					requireEdits([{ change: 'question.kind' }], { ...state, isAnswered: await hasAnswers(tx, row) });
				checkQuestion(values, others, row.id);
				await checkTicketTypes(tx, scope, values.ticketTypeIds);
				checkDependents(row.id, values, others);
				await tx
					.update(questions)
					.set({
						...values,
						...(isBack ? { archivedAt: null, position: (others.at(-1)?.position ?? -1) + 1 } : {}),
						version: row.version + 1,
						updatedAt: services.clock.now(),
					})
					.where(and(ofEvent(scope), eq(questions.id, row.id)));
			},
			{ notify: how.input.notify ?? false, note: '' },
		),
	);
}

async function merge(tx: Tx, row: QuestionRow, input: Input): Promise<QuestionValues> {
	const kind = input.kind ?? row.kind;
	const isChosen = (choiceId: string) => isChoiceChosen(tx, row, choiceId);
	const choices = input.choices ? await mergeChoices(row.choices, input.choices, isChosen) : row.choices;
	return {
		label: input.label ?? row.label,
		help: input.help ?? row.help,
		kind,
		scope: input.scope ?? row.scope,
		choices: hasChoices(kind) ? choices : [],
		isRequired: input.isRequired ?? row.isRequired,
		ticketTypeIds: input.ticketTypeIds === undefined ? row.ticketTypeIds : input.ticketTypeIds,
		shownWhenQuestionId:
			input.shownWhen === undefined ? row.shownWhenQuestionId : (input.shownWhen?.questionId ?? null),
		shownWhenEquals: input.shownWhen === undefined ? row.shownWhenEquals : (input.shownWhen?.equals ?? null),
		isAskedAtDoor: input.isAskedAtDoor ?? row.isAskedAtDoor,
		asksForNews: input.asksForNews ?? row.asksForNews,
	};
}

export async function hasAnswers(tx: Tx, row: Pick<QuestionRow, 'organisationId' | 'id'>): Promise<boolean> {
	const [answer] = await tx.select({ id: answers.id }).from(answers).where(answersTo(row)).limit(1);
	return answer !== undefined;
}
