import { type SQL, sql } from 'drizzle-orm';
import { fieldOf, type JsonRow, type RowChange } from './rows.ts';

/** Columns of each kind of row that follow from others, or say nothing to a person. What is not listed has words in the history. */
export const hiddenFields: Record<string, readonly string[]> = {
	event: [
		'startsOn',
		'endsOn',
		'previousStartsAt',
		'previousPlace',
		'hasShortPassword',
		'themeHue',
		'statusMessage',
		// Written as the text of the policy.
		'refundRules',
	],
	// Keys between the rows of a series’ dates mean nothing to people.
	ticket: ['poolId', 'lineageId'],
	pool: ['lineageId'],
	question: ['lineageId'],
};

const kindOf = (path: string) => path.slice(0, path.indexOf('.'));

/** Whether the history says a change. A row that was added or deleted has no field, and is always said. */
export const isShown = ({ path }: Pick<RowChange, 'path'>): boolean =>
	!hiddenFields[kindOf(path)]?.includes(fieldOf(path));

/** The same as a condition on a path in SQL. */
export const isShownPath = (path: SQL): SQL =>
	sql`NOT (${sql.join(
		Object.entries(hiddenFields).flatMap(([kind, fields]) =>
			fields.map((field) => sql`${path} LIKE ${kind === 'event' ? `event.${field}` : `${kind}.%.${field}`}`),
		),
		sql` OR `,
	)})`;

/** Fields that hold ids of other rows of the event, or of options of a question. */
const referring = ['ticketTypeIds', 'sharedPoolId', 'shownWhenQuestionId', 'shownWhenEquals'];

/** The ids that a change names as its value before or after. */
export function idsIn({ path, before, after }: Pick<RowChange, 'path' | 'before' | 'after'>): string[] {
	if (!referring.includes(fieldOf(path))) return [];
	return [before, after].flat().filter((value): value is string => typeof value === 'string');
}

/** Names of the options of a question by their id, from the value of its `choices`. */
export const namesOfChoices = (choices: unknown): [string, string][] =>
	Array.isArray(choices)
		? (choices as { id: string; label: string }[]).map(({ id, label }) => [id, label])
		: [];

/** The options that a change names: a question that was added or deleted, or its options. */
export function choicesIn({
	path,
	before,
	after,
}: Pick<RowChange, 'path' | 'before' | 'after'>): [string, string][] {
	if (!path.startsWith('question.')) return [];
	const lists = [before, after].map((value) =>
		fieldOf(path) === 'choices' ? value : (value as JsonRow | null)?.choices,
	);
	return lists.flatMap(namesOfChoices);
}
