import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { StoredChoice } from '#server/db/tables/questions.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { QuestionRow } from './question-rows.ts';

const newChoiceId = () => randomBytes(5).toString('hex');

/**
 * The choices to store: those with an id keep it, others get a new one. A removed choice is archived if an answer has it.
 * @param isChosen whether an answer has this choice
 */
export async function mergeChoices(
	known: StoredChoice[],
	given: { id?: string | undefined; label: string }[],
	isChosen: (choiceId: string) => Promise<boolean>,
): Promise<StoredChoice[]> {
	const named = given.flatMap(({ id }) => id ?? []);
	for (const [index, { id }] of given.entries()) {
		if (id === undefined) continue;
		if (!known.some((choice) => choice.id === id) || named.indexOf(id) !== named.lastIndexOf(id))
			throw fieldError(`choices.${index}.id`, message`This option doesn’t exist.`);
	}
	const offered = given.map(({ id, label }) => ({ id: id ?? newChoiceId(), label }));
	const gone: StoredChoice[] = [];
	for (const choice of known) {
		if (!named.includes(choice.id) && (await isChosen(choice.id))) gone.push({ ...choice, isArchived: true });
	}
	return [...offered, ...gone];
}

/** Whether an answer has this choice. */
export async function isChoiceChosen(tx: Tx, row: QuestionRow, choiceId: string): Promise<boolean> {
	const { rows } = await tx.execute<{ one: number }>(sql`
		SELECT 1 AS one FROM answers
		WHERE organisation_id = ${row.organisationId} AND question_id = ${row.id} AND value @> to_jsonb(${choiceId}::text) LIMIT 1`);
	return rows.length > 0;
}
