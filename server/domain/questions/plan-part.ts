import { questions } from '#server/db/tables/questions.ts';
import type { Services } from '#server/services.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { underField } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import type { EventPart } from '../events/plan/event-part.ts';
import { ticketKey } from '../tickets/plan-part.ts';
import { readTicketTypes } from '../tickets/type-rows.ts';
import { questionRows } from './edited-rows.ts';
import { type QuestionRow, readQuestions } from './question-rows.ts';
import { checkQuestion, hasChoices, type QuestionValues } from './question-rules.ts';

type PlanQuestion = EventPlan['questions'][number];

const questionKey = (place: number) => `question-${place + 1}`;

/** Active questions, without archived ones and removed choices. */
export const questionsPart: EventPart<Services> = {
	name: 'questions',
	rows: questionRows,
	async capture(tx, scope) {
		const types = await readTicketTypes(tx, scope);
		const ticketKeys = new Map(types.map(({ type }, place) => [type.id, ticketKey(place)]));
		const rows = await readQuestions(tx, scope);
		const keys = new Map(rows.map(({ id }, place) => [id, questionKey(place)]));
		return { questions: rows.map((row) => planOf(row, keys, ticketKeys)) };
	},
	async apply(tx, scope, plan, isTyped) {
		const types = await readTicketTypes(tx, scope);
		const ticketIds = new Map(plan.tickets.map(({ key }, place) => [key, types[place]?.type.id]));
		const made = new Map<string, string>();
		const earlier: QuestionRow[] = [];
		for (const [position, { key, tickets, shownWhen, choices, ...rest }] of plan.questions.entries()) {
			const ticketTypeIds = tickets?.flatMap((one) => ticketIds.get(one) ?? []) ?? null;
			// For a ticket that the event does not have: it applies to no guest.
			if (ticketTypeIds?.length === 0) continue;
			const decidingId = (shownWhen && made.get(shownWhen.question)) ?? null;
			const id = newId();
			made.set(key, id);
			const values: QuestionValues = {
				...rest,
				asksForNews: rest.asksForNews ?? false,
				choices: hasChoices(rest.kind)
					? choices.map(({ key: choice, label }) => ({ id: choice, label }))
					: [],
				ticketTypeIds,
				shownWhenQuestionId: decidingId,
				shownWhenEquals: decidingId && (shownWhen?.equals ?? null),
			};
			if (isTyped) {
				// One that is not there is refused as one that does not come before.
				const typed = shownWhen
					? { shownWhenQuestionId: decidingId ?? id, shownWhenEquals: shownWhen.equals }
					: {};
				underField(`questions.${position}`, () => checkQuestion({ ...values, ...typed }, earlier, null));
			}
			const [row] = await tx
				.insert(questions)
				.values({ id, ...scope, ...values, position })
				.returning();
			earlier.push(row as QuestionRow);
		}
	},
};

function planOf(row: QuestionRow, keys: Map<string, string>, ticketKeys: Map<string, string>): PlanQuestion {
	const { shownWhenQuestionId, shownWhenEquals } = row;
	const deciding = shownWhenQuestionId === null ? undefined : keys.get(shownWhenQuestionId);
	return {
		key: keys.get(row.id) as string,
		label: row.label,
		help: row.help,
		kind: row.kind,
		scope: row.scope,
		choices: row.choices.filter((choice) => !choice.isArchived).map(({ id, label }) => ({ key: id, label })),
		isRequired: row.isRequired,
		tickets: row.ticketTypeIds?.flatMap((id) => ticketKeys.get(id) ?? []) ?? null,
		shownWhen: deciding && shownWhenEquals !== null ? { question: deciding, equals: shownWhenEquals } : null,
		isAskedAtDoor: row.isAskedAtDoor,
		...(row.asksForNews && { asksForNews: true as const }),
	};
}
