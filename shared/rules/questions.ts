/*
 * Which questions apply to whom: pure, for the server, the pages and devices at the door. What an answer must look like stands in
 * answers.ts.
 */

/** Kinds of questions. */
export const questionKinds = [
	'text',
	'long_text',
	'number',
	'single_choice',
	'multiple_choice',
	'date',
	'phone',
	'country',
	'consent',
	'file',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Asked once of an order, or of each person in it. */
export const questionScopes = ['order', 'attendee'] as const;
export type QuestionScope = (typeof questionScopes)[number];

/**
 * An answer: a text (dates as `2027-03-14`, countries by their code, a choice or an uploaded file by its id), a number, yes or no to
 * consent, the ids of several choices.
 */
export type AnswerValue = string | number | boolean | string[];

/** Answers by the id of their question; what is not there was not answered. */
export type Answers = Readonly<Record<string, AnswerValue | undefined>>;

/** Kinds whose answers may decide whether another question is asked. */
export const decidingKinds: readonly QuestionKind[] = ['single_choice', 'multiple_choice', 'consent'];

/** What a condition on consent names: agreed. */
export const CONSENT_GIVEN = 'yes';

/** The properties of a question that the rules need. */
export interface QuestionRules {
	id: string;
	kind: QuestionKind;
	scope: QuestionScope;
	choices: readonly { id: string }[];
	isRequired: boolean;
	/** Null: every ticket type. */
	ticketTypeIds: readonly string[] | null;
	/** Asked only where this earlier question has this answer: the id of a choice, or `yes` for consent. */
	shownWhen: { questionId: string; equals: string } | null;
}

/** Whose answers are looked at: an order, or one person in it. */
export interface Answerer {
	/** Of the tickets in the order that are not cancelled. */
	orderTicketTypeIds: readonly string[];
	orderAnswers: Answers;
	/** The person; absent: the order. */
	attendee?: { ticketTypeId: string; answers: Answers };
}

/** Whether an answer is the one that a condition names. */
export function meetsCondition(
	question: Pick<QuestionRules, 'kind'>,
	value: AnswerValue | undefined,
	equals: string,
): boolean {
	if (question.kind === 'consent') return equals === CONSENT_GIVEN && value === true;
	if (question.kind === 'multiple_choice') return Array.isArray(value) && value.includes(equals);
	return question.kind === 'single_choice' && value === equals;
}

/** Whether a question is for these tickets at all, whatever was answered. */
function isForTickets(question: QuestionRules, who: Answerer): boolean {
	const { ticketTypeIds } = question;
	if (question.scope === 'attendee') {
		if (!who.attendee) return false;
		return !ticketTypeIds || ticketTypeIds.includes(who.attendee.ticketTypeId);
	}
	return who.orderTicketTypeIds.some((id) => !ticketTypeIds || ticketTypeIds.includes(id));
}

/**
 * The questions that are put to an order or to one person in it, in their order: those of the scope, for the ticket, whose condition
 * is met by a question that is itself put. A person's question may hang on one of the order, not the other way round.
 */
export function questionsFor<Q extends QuestionRules>(questions: readonly Q[], who: Answerer): Q[] {
	const known = new Map(questions.map((question) => [question.id, question]));
	const decided = new Map<string, boolean>();
	const isPut = (question: Q): boolean => {
		const before = decided.get(question.id);
		if (before !== undefined) return before;
		// A cycle, which no editor can make: its questions apply to no guest.
		decided.set(question.id, false);
		const { shownWhen } = question;
		const deciding = shownWhen && known.get(shownWhen.questionId);
		const isMet =
			!shownWhen ||
			(deciding !== undefined &&
				deciding !== null &&
				isPut(deciding) &&
				meetsCondition(deciding, answerIn(deciding, who), shownWhen.equals));
		const result = isMet && isForTickets(question, who);
		decided.set(question.id, result);
		return result;
	};
	const scope: QuestionScope = who.attendee ? 'attendee' : 'order';
	return questions.filter((question) => question.scope === scope && isPut(question));
}

const answerIn = (question: QuestionRules, who: Answerer): AnswerValue | undefined =>
	question.scope === 'order' ? who.orderAnswers[question.id] : who.attendee?.answers[question.id];

/** Whether there is an answer: consent that was refused is none where it must be given. */
export function isAnswered(
	question: Pick<QuestionRules, 'kind' | 'isRequired'>,
	value: AnswerValue | undefined,
): boolean {
	if (question.kind === 'consent' && question.isRequired) return value === true;
	return value !== undefined;
}

/** Those of the questions put that have no answer yet. */
export function openQuestions<Q extends QuestionRules>(questions: readonly Q[], who: Answerer): Q[] {
	return questionsFor(questions, who).filter((question) => !isAnswered(question, answerIn(question, who)));
}

/** Those of them that must be answered. */
export function missingAnswers<Q extends QuestionRules>(questions: readonly Q[], who: Answerer): Q[] {
	return openQuestions(questions, who).filter((question) => question.isRequired);
}
