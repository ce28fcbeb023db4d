import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { CONSENT_GIVEN, decidingKinds, type QuestionKind } from '#shared/rules/questions.ts';
import { conditionOf, offeredChoices, type QuestionRow } from './question-rows.ts';

/** Most questions that an event asks. */
export const MAX_QUESTIONS = 50;

/** The settings of a question. */
export type QuestionValues = Pick<
	QuestionRow,
	| 'label'
	| 'help'
	| 'kind'
	| 'scope'
	| 'choices'
	| 'isRequired'
	| 'ticketTypeIds'
	| 'shownWhenQuestionId'
	| 'shownWhenEquals'
	| 'isAskedAtDoor'
	| 'asksForNews'
>;

export const hasChoices = (kind: QuestionKind) => kind === 'single_choice' || kind === 'multiple_choice';

/**
 * Refuses what contradicts itself or the other questions, each with the field to mend.
 * @param others the questions that the event asks, in their order, this one among them if it exists
 * @param id of this question; its place is behind all others when it is not among them
 */
export function checkQuestion(values: QuestionValues, others: QuestionRow[], id: string | null): void {
	checkChoices(values);
	if (values.isAskedAtDoor && values.scope === 'order')
		throw fieldError('isAskedAtDoor', message`Only questions for every guest can be asked at check-in.`);
	if (values.isAskedAtDoor && values.kind === 'file')
		throw fieldError(
			'isAskedAtDoor',
			message`A question answered with a file can’t be asked at check-in. Turn this off, or choose another kind.`,
		);
	checkNews(values);
	checkCondition(values, others, id);
}

/** Refuses to ask for news with anything but a consent, and to require it: a consent is freely given (article 7.4 GDPR). */
export function checkNews({
	asksForNews,
	kind,
	isRequired,
}: Pick<QuestionValues, 'asksForNews' | 'kind' | 'isRequired'>): void {
	if (!asksForNews) return;
	if (kind !== 'consent')
		throw fieldError(
			'asksForNews',
			message`Only a consent can ask for news by email. Choose the consent kind, or turn this off.`,
		);
	if (isRequired)
		throw fieldError(
			'asksForNews',
			message`Consent to news must be voluntary. Make this question optional, or turn this off.`,
		);
}

function checkChoices(values: QuestionValues): void {
	if (!hasChoices(values.kind)) return;
	const offered = offeredChoices(values);
	if (offered.length === 0)
		throw fieldError('choices', message`Please add at least one option.`, 'VALIDATION_REQUIRED_FIELD');
	const labels = offered.map((choice) => choice.label.toLowerCase());
	const twice = labels.findIndex((label, index) => labels.indexOf(label) < index);
	if (twice >= 0) throw fieldError(`choices.${twice}.label`, message`This option already exists.`);
}

function checkCondition(values: QuestionValues, others: QuestionRow[], id: string | null): void {
	const condition = conditionOf(values);
	if (!condition) return;
	const deciding = others.findIndex((row) => row.id === condition.questionId);
	const own = others.findIndex((row) => row.id === id);
	const question = others[deciding];
	if (!question || (own >= 0 && deciding >= own))
		throw fieldError('shownWhen.questionId', message`Please choose a question that comes before this one.`);
	if (values.scope === 'order' && question.scope === 'attendee')
		throw fieldError(
			'shownWhen.questionId',
			message`A question for the whole order can’t depend on one guest’s answer.`,
		);
	if (!offers(question, condition.equals))
		throw fieldError('shownWhen.equals', message`Please choose one of that question’s options.`);
}

/** Whether a condition can name this answer of a question. */
function offers(question: QuestionValues, equals: string): boolean {
	if (!decidingKinds.includes(question.kind)) return false;
	if (question.kind === 'consent') return equals === CONSENT_GIVEN;
	return offeredChoices(question).some((choice) => choice.id === equals);
}

/** Refuses a change (null: no longer asking) that would leave another question's condition without its answer. */
export function checkDependents(id: string, next: QuestionValues | null, others: QuestionRow[]): void {
	for (const other of others) {
		const condition = conditionOf(other);
		if (condition?.questionId !== id) continue;
		const isFine =
			next !== null &&
			offers(next, condition.equals) &&
			!(next.scope === 'attendee' && other.scope === 'order');
		if (!isFine)
			throw ruleViolation(
				'question-in-use',
				message`“${other.label}” depends on this question. Change that one first.`,
				{ questionId: other.id },
			);
	}
}

/** Refuses an order in which a question stands before the one it hangs on. */
export function checkOrder(inOrder: QuestionRow[]): void {
	for (const [place, row] of inOrder.entries()) {
		const condition = conditionOf(row);
		if (!condition) continue;
		const deciding = inOrder.findIndex((other) => other.id === condition.questionId);
		if (deciding > place)
			throw ruleViolation(
				'question-before-its-condition',
				message`“${row.label}” must come after the question it depends on.`,
				{ questionId: row.id },
			);
	}
}
