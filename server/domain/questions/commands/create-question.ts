import { questions } from '#server/db/tables/questions.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createQuestion as contract } from '#shared/contracts/questions.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { mergeChoices } from '../choices.ts';
import { checkTicketTypes, readQuestions } from '../question-rows.ts';
import { checkQuestion, hasChoices, MAX_QUESTIONS, type QuestionValues } from '../question-rules.ts';

/**
 * Adds a question at the end. Only a label and a kind are required; by default it is asked of each attendee, for every ticket type, and
 * optional.
 * @returns its id
 * @throws VALIDATION_FAILED about a field, `too-many-questions`
 */
export async function createQuestion(
	services: Services,
	scope: EventScope,
	input: BodyOf<typeof contract>,
	by: Author = bySystem,
): Promise<string> {
	return services.database.transaction(async (tx) =>
		withHistory(
			services,
			tx,
			scope,
			by,
			async () => {
				const event = await lockEvent(tx, scope);
				requireEdits([{ change: 'question.add' }], await readEditState(services, tx, event));
				const others = await readQuestions(tx, scope);
				if (others.length >= MAX_QUESTIONS)
					throw ruleViolation('too-many-questions', message`Limit ${MAX_QUESTIONS} questions per event.`);
				const values: QuestionValues = {
					label: input.label,
					help: input.help ?? '',
					kind: input.kind,
					scope: input.scope ?? 'attendee',
					choices: hasChoices(input.kind)
						? await mergeChoices([], input.choices ?? [], async () => false)
						: [],
					isRequired: input.isRequired ?? false,
					ticketTypeIds: input.ticketTypeIds ?? null,
					shownWhenQuestionId: input.shownWhen?.questionId ?? null,
					shownWhenEquals: input.shownWhen?.equals ?? null,
					isAskedAtDoor: input.isAskedAtDoor ?? false,
					asksForNews: input.asksForNews ?? false,
				};
				checkQuestion(values, others, null);
				await checkTicketTypes(tx, scope, values.ticketTypeIds);
				const id = newId();
				const position = (others.at(-1)?.position ?? -1) + 1;
				await tx
					.insert(questions)
					.values({ id, organisationId: scope.organisationId, eventId: scope.eventId, ...values, position });
				return id;
			},
			{ notify: input.notify ?? false, note: '' },
		),
	);
}
