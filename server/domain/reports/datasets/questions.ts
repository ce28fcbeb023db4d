import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { questions } from '#server/db/tables/questions.ts';
import { TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { QuestionKind } from '#shared/rules/questions.ts';
import { type ReportColumnType, reportLimits } from '#shared/rules/report-query.ts';
import type { Join, ReportColumn, ReportDataset } from './dataset.ts';

/** A question as a column. Those of other events with the same wording, kind and scope are the same column. */
export type AskedQuestion = Pick<typeof questions.$inferSelect, 'id' | 'label' | 'kind' | 'scope'>;

const questionColumns = {
	id: questions.id,
	label: questions.label,
	kind: questions.kind,
	scope: questions.scope,
};

/** The questions that a query names; those that are gone are missing. */
export async function readQuestions(
	db: DbOrTx,
	organisationId: string,
	ids: readonly string[],
): Promise<AskedQuestion[]> {
	if (ids.length === 0) return [];
	return db
		.select(questionColumns)
		.from(questions)
		.where(and(eq(questions.organisationId, organisationId), inArray(questions.id, [...ids])));
}

/** Of so many questions, the newest, those are offered that differ. */
const mostRead = 2_000;

/** The questions that are offered as columns, by their wording: of each the newest one of the events that are reached. */
export async function listQuestions(
	db: DbOrTx,
	{ organisationId, eventIds }: { organisationId: string; eventIds: readonly string[] | null },
): Promise<AskedQuestion[]> {
	const { rows } = await db.execute<AskedQuestion & Record<string, unknown>>(sql`
		SELECT id, label, kind, scope FROM (
			SELECT DISTINCT ON (lower(label), kind, scope) id, label, kind, scope FROM (
				SELECT id, label, kind, scope FROM questions
				WHERE organisation_id = ${organisationId} AND (${eventIds === null} OR event_id = ANY(${sql.param(eventIds ?? [])}::uuid[]))
				ORDER BY id DESC LIMIT ${mostRead}
			) newest ORDER BY lower(label), kind, scope, id DESC
		) different ORDER BY id DESC LIMIT ${reportLimits.offeredQuestions}`);
	const wording = ({ label, kind, scope }: AskedQuestion) => `${label}\n${kind}\n${scope}`;
	return rows.toSorted((one, other) => wording(one).localeCompare(wording(other)));
}

const types: Partial<Record<QuestionKind, ReportColumnType>> = {
	number: 'number',
	date: 'date',
	consent: 'flag',
};
/** The id of a file in the text of an answer; null where it is none. */
export function fileIdIn(text: string): string {
	return `(CASE WHEN ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (${text})::uuid END)`;
}

/**
 * What an answer `w` to a question `q` says, as the type of its column. Of choices their labels, in the order of the question; of files
 * their names.
 */
const values: Partial<Record<QuestionKind, string>> = {
	number: `CASE jsonb_typeof(w.value) WHEN 'number' THEN (w.value #>> '{}')::numeric END`,
	date: `CASE WHEN w.value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\d$' THEN (w.value #>> '{}')::date END`,
	consent: `CASE jsonb_typeof(w.value) WHEN 'boolean' THEN w.value::bool END`,
	file: `(SELECT f.name FROM answer_files f WHERE f.organisation_id = $1 AND f.id = ${fileIdIn(`w.value #>> '{}'`)})`,
};
const choiceLabels = `(SELECT string_agg(coalesce(c.choice ->> 'label', picked.id), ', ' ORDER BY c.place)
	FROM jsonb_array_elements_text(CASE jsonb_typeof(w.value) WHEN 'array' THEN w.value ELSE jsonb_build_array(w.value) END) AS picked(id)
	LEFT JOIN jsonb_array_elements(q.choices) WITH ORDINALITY AS c(choice, place) ON c.choice ->> 'id' = picked.id)`;
const hasChoices = (kind: QuestionKind) => kind === 'single_choice' || kind === 'multiple_choice';

/**
 * A dataset with questions as columns of its rows: the newest answer of the guest or, where the question is asked of the whole order, of
 * the order. A dataset whose rows are no guests or orders has none; one whose rows are orders has none of single guests.
 */
export function withQuestions(dataset: ReportDataset, those: readonly AskedQuestion[]): ReportDataset {
	const { answered } = dataset;
	if (!answered) return dataset;
	const usable = those.filter(({ scope }) => scope === 'order' || answered.guest);
	const columns = usable.map((question, index): [string, ReportColumn] => {
		const { id, label, kind } = question;
		const column = {
			// The words of the organiser, which nobody translates.
			label: new TranslatableMessage('{0}', [label]),
			type: types[kind] ?? 'text',
			sql: `question${index}.value`,
			joins: [`question${index}`],
			needs: 'attendees.view' as const,
		};
		const saysWho = !hasChoices(kind) && kind !== 'consent';
		return [`question:${id}`, saysWho ? { ...column, isPersonal: true } : column];
	});
	const joins = usable.map((question, index): [string, Join] => [
		`question${index}`,
		(use) => joinAnswers(answered, question, `question${index}`, use),
	]);
	return {
		...dataset,
		columns: { ...dataset.columns, ...Object.fromEntries(columns) },
		joins: { ...dataset.joins, ...Object.fromEntries(joins) },
	};
}

/** The questions of an event first, few of them, so that each row looks its answer up by the unique index of answers. */
function joinAnswers(
	{ event, order, guest }: NonNullable<ReportDataset['answered']>,
	{ label, kind, scope }: AskedQuestion,
	name: string,
	use: (value: unknown, type: string) => string,
): string {
	const ofWhom =
		scope === 'attendee' ? `w.attendee_id = ${guest}` : `w.attendee_id IS NULL AND w.order_id = ${order}`;
	const value = hasChoices(kind) ? choiceLabels : (values[kind] ?? `w.value #>> '{}'`);
	const from = hasChoices(kind)
		? 'answers w JOIN questions q ON q.organisation_id = $1 AND q.id = w.question_id'
		: 'answers w';
	return `LEFT JOIN (SELECT s.event_id, array_agg(s.id) AS ids FROM questions s
		WHERE s.organisation_id = $1 AND s.kind = ${use(kind, 'text')} AND s.scope = ${use(scope, 'text')}
			AND lower(s.label) = lower(${use(label, 'text')})
		GROUP BY s.event_id) asked_${name} ON asked_${name}.event_id = ${event}
	LEFT JOIN LATERAL (SELECT ${value} AS value FROM ${from}
		WHERE w.organisation_id = $1 AND w.event_id = ${event} AND ${ofWhom} AND w.question_id = ANY(asked_${name}.ids)
		ORDER BY w.answered_at DESC, w.id DESC LIMIT 1) ${name} ON true`;
}
