import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { askForConsent, endConsent } from '#server/domain/organisers/consents.ts';
import type { Services } from '#server/services.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import type { OrderScope } from './answer-rows.ts';
import type { AnswerChange } from './answer-rules.ts';
import type { QuestionRow } from './question-rows.ts';

/** An answer as it was written; null: removed. */
export interface AnswerRow extends Record<string, unknown> {
	question_id: string;
	attendee_id: string | null;
	value: AnswerValue | null;
}

/** Questions about news, and who had agreed before. */
export interface NewsAnswers {
	questions: ReadonlyMap<string, QuestionRow>;
	agreed: ReadonlySet<string>;
}

const keyOf = (row: Pick<AnswerRow, 'question_id' | 'attendee_id'>) =>
	`${row.attendee_id}:${row.question_id}`;

/**
 * Holds the answers of an order to questions about news that are to change, so that of two changes at once the later one knows the first.
 * @returns null where none of the questions asks for news; then nothing is read
 */
export async function holdNewsAnswers(
	tx: Tx,
	scope: OrderScope,
	changes: readonly AnswerChange[],
	questions: readonly QuestionRow[],
): Promise<NewsAnswers | null> {
	const changed = new Set(changes.map(({ questionId }) => questionId));
	const news = questions.filter((row) => row.asksForNews && changed.has(row.id));
	if (news.length === 0) return null;
	// Changes of one order go one after the other: of an answer that is not there yet no row can be held.
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`answers about news ${scope.orderId}`}, 0))`,
	);
	const { rows } = await tx.execute<AnswerRow>(sql`
		SELECT question_id, attendee_id, value FROM answers
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}
			AND question_id = ANY (${plainArray(news.map(({ id }) => id))}::uuid[])
		ORDER BY attendee_id, question_id FOR UPDATE`);
	return {
		questions: new Map(news.map((row) => [row.id, row])),
		agreed: new Set(rows.filter(({ value }) => value === true).map(keyOf)),
	};
}

/**
 * Asks for the consents that were given by answers, of the order by its buyer, of a ticket by whoever it names with an email; ends those
 * whose answer was changed or removed. In the transaction of the answers.
 */
export async function settleConsents(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	{ questions, agreed, written, saidAt }: NewsAnswers & { written: AnswerRow[]; saidAt: Date | undefined },
): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const changed = written.flatMap((row) => {
		const question = questions.get(row.question_id);
		const isYes = row.value === true;
		return question && isYes !== agreed.has(keyOf(row)) ? [{ row, question, isYes }] : [];
	});
	if (changed.length === 0) return;
	const people = await readPeople(
		tx,
		scope,
		changed.flatMap(({ row }) => row.attendee_id ?? []),
	);
	const buyer = people.get(null);
	const answers = changed.flatMap((one) => {
		const person = people.get(one.row.attendee_id);
		if (!person || person.email === '') return [];
		const key = emailKey(person.email);
		// Tickets without an email of their own have the buyer’s.
		const isBuyer = buyer !== undefined && key === emailKey(buyer.email);
		return [{ ...one, person: isBuyer ? buyer : person, key }];
	});
	const saidYes = new Set(answers.flatMap(({ isYes, key }) => (isYes ? key : [])));
	answers.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
	for (const { question, isYes, person, key } of answers) {
		if (isYes)
			await askForConsent(tx, services, {
				...{ organisationId, eventId, orderId, questionId: question.id, saidAt },
				...person,
				text: [question.label, question.help].filter(Boolean).join('\n'),
			});
		// Who says no for one ticket and yes for another agrees.
		else if (!saidYes.has(key))
			await endConsent(tx, services, {
				...{ organisationId, emailKey: key, by: 'answer' },
				ofQuestion: question,
				agreedUntil: saidAt,
			});
	}
}

interface Answering {
	name: string;
	email: string;
	locale: string;
}

/** Buyer (null) and holders with the language of the order. */
async function readPeople(
	tx: Tx,
	scope: OrderScope,
	attendeeIds: readonly string[],
): Promise<Map<string | null, Answering>> {
	const { rows } = await tx.execute<Answering & { id: string | null } & Record<string, unknown>>(sql`
		SELECT NULL::uuid AS id, buyer_name AS name, buyer_email AS email, locale FROM orders
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}
		UNION ALL
		SELECT a.id, a.name, a.email, o.locale FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id
			AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.order_id = ${scope.orderId}
			AND a.id = ANY (${plainArray(attendeeIds)}::uuid[])`);
	return new Map(rows.map(({ id, name, email, locale }) => [id, { name, email, locale }]));
}
