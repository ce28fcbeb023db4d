import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { answerFiles } from '#server/db/tables/questions.ts';
import { checkAnswer } from '#shared/rules/answers.ts';
import type { OrderAnswers, OrderScope } from '../answer-rows.ts';
import type { GivenAnswers, GivenFile } from '../answer-rules.ts';
import type { SavedAnswers } from '../commands/answering.ts';
import type { AnswerRow } from '../news-answers.ts';
import type { QuestionRow } from '../question-rows.ts';
import { fileIdsOf, ofOrder } from './file-rows.ts';

/**
 * Reads the files that are given as answers. Whoever calls it has locked the order by `holdOrder`.
 * @returns files of the order by their id, of a holder only their own
 */
export async function readGivenFiles(
	tx: Tx,
	scope: OrderScope,
	how: Pick<SavedAnswers, 'people' | 'holderVersion'>,
	questions: readonly QuestionRow[],
): Promise<Map<string, GivenFile>> {
	const asking = questions.filter(({ kind }) => kind === 'file');
	if (asking.length === 0) return new Map();
	const ids = givenIds(how.people, asking);
	if (ids.length === 0) return new Map();
	const rows = await tx
		.select()
		.from(answerFiles)
		.where(and(ofOrder(scope), inArray(answerFiles.id, ids)));
	// The buyer's uploads are for those whom the buyer answers for.
	const usable = how.holderVersion === undefined ? rows : rows.filter((row) => row.attendeeId !== null);
	return new Map(usable.map(({ id, questionId, attendeeId }) => [id, { questionId, attendeeId }]));
}

const givenIds = (people: readonly GivenAnswers[], asking: readonly QuestionRow[]) =>
	fileIdsOf(
		asking,
		people.map(({ answers }) => answers),
	).filter((id) => checkAnswer({ kind: 'file', choices: [] }, id).value);

/** Keeps the files that written answers name, for whom they answer, and removes those that were named instead. */
export async function settleFiles(
	tx: Tx,
	scope: OrderScope,
	{ questions, before, written }: { questions: QuestionRow[]; before: OrderAnswers; written: AnswerRow[] },
): Promise<void> {
	const asking = new Set(questions.flatMap(({ id, kind }) => (kind === 'file' ? id : [])));
	const changed = written.filter((row) => asking.has(row.question_id));
	if (changed.length === 0) return;
	const isOfOrder = sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}`;
	const answered = changed.filter(({ value }) => value !== null);
	await tx.execute(sql`
		UPDATE answer_files f SET attendee_id = g.attendee_id, expires_at = NULL
		FROM unnest(${plainArray(answered.map(({ value }) => value as string))}::uuid[],
			${plainArray(answered.map((row) => row.attendee_id))}::uuid[]) AS g(id, attendee_id)
		WHERE ${isOfOrder} AND f.id = g.id`);
	const replaced = changed.flatMap((row) => {
		const own = row.attendee_id === null ? before.order : before.people.get(row.attendee_id);
		const id = own?.[row.question_id];
		return typeof id === 'string' && id !== row.value ? [id] : [];
	});
	if (replaced.length > 0)
		await tx.execute(sql`
			DELETE FROM answer_files WHERE ${isOfOrder} AND id = ANY (${plainArray(replaced)}::uuid[])`);
}
