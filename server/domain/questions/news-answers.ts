import type { Tx } from '#server/db/client.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { askForConsent, endConsent } from '#server/domain/organisers/consents.ts';
import type { Services } from '#server/services.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import type { AskedAttendee, OrderAnswers, OrderScope } from './answer-rows.ts';
import type { QuestionRow } from './question-rows.ts';

/** An answer as it was written; null: removed. */
export interface AnswerRow extends Record<string, unknown> {
	question_id: string;
	attendee_id: string | null;
	value: AnswerValue | null;
}

/** Who answers, as the order or their ticket names them, with the language of the order. */
export interface Answering extends Record<string, unknown> {
	name: string;
	email: string;
	locale: string;
}

/** Answers of an order as they were, and what was written of them, while no other transaction changes them. */
interface WrittenAnswers {
	questions: readonly QuestionRow[];
	attendees: readonly AskedAttendee[];
	buyer: Answering;
	before: OrderAnswers;
	written: readonly AnswerRow[];
	/** When it was said, for what comes in late. Now when absent. */
	saidAt: Date | undefined;
}

/**
 * Asks for the consents that were given by answers to questions about news, of the order by its buyer, of a ticket by whoever it names with
 * an email; ends those whose answer was changed or removed. In the transaction of the answers.
 */
export async function settleConsents(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	{ questions, attendees, buyer, before, written, saidAt }: WrittenAnswers,
): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const news = new Map(questions.filter((row) => row.asksForNews).map((row) => [row.id, row]));
	const buyerKey = emailKey(buyer.email);
	const answers = written.flatMap(({ question_id, attendee_id, value }) => {
		const question = news.get(question_id);
		if (!question) return [];
		const own = attendee_id === null ? before.order : before.people.get(attendee_id);
		const isYes = value === true;
		if (isYes === (own?.[question_id] === true)) return [];
		const holder = attendee_id === null ? buyer : attendees.find(({ id }) => id === attendee_id);
		if (!holder || holder.email === '') return [];
		const key = emailKey(holder.email);
		// Tickets without an email of their own have the buyer’s.
		const { name, email } = key === buyerKey ? buyer : holder;
		return [{ question, isYes, key, person: { name, email, locale: buyer.locale } }];
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
