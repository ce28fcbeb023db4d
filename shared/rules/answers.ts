import type { ErrorCode } from '../errors/catalogue.ts';
import { message, type TranslatableMessage } from '../errors/translatable-message.ts';
import { isCountryCode } from '../lib/countries.ts';
import { toSingleLine } from '../lib/typed-text.ts';
import type { AnswerValue, QuestionRules } from './questions.ts';

/** Longest answers, in characters as a browser counts them. */
export const answerLength = { text: 500, long_text: 5_000, phone: 40 } as const;
/** Whole and broken numbers that every program reads alike. */
const largestNumber = 1e15;

/** The outcome of an answer: the stored value (null: none), or why it is refused. */
export type CheckedAnswer =
	| { value: AnswerValue | null; refusal?: undefined }
	| { refusal: { code: ErrorCode; message: TranslatableMessage }; value?: undefined };

const refuse = (code: ErrorCode, message: TranslatableMessage): CheckedAnswer => ({
	refusal: { code, message },
});

const phonePattern = /^\+?[\d\s().\-/\u00a0\u202f]+$/u;
const idPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
const unstorable = /\p{Cs}|\0/u;

/** A day of the calendar as `2027-03-14`; people alive today and events ahead lie well inside. */
function isDay(text: string): boolean {
	const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
	if (!match) return false;
	const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
	const date = new Date(Date.UTC(year, month - 1, day));
	return year >= 1800 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isPhoneNumber(text: string): boolean {
	const digits = text.replace(/\D/g, '').length;
	return phonePattern.test(text) && digits >= 5 && digits <= 15;
}

/** A text as it is stored: blanks at its ends cut off, an empty one is no answer. */
function checkText(given: string, max: number): CheckedAnswer {
	const text = given.trim();
	if (text === '') return { value: null };
	if (text.length > max) return refuse('VALIDATION_FAILED', message`At most ${max} characters.`);
	if (unstorable.test(text))
		return refuse('VALIDATION_INVALID_FORMAT', message`Contains a character that cannot be stored.`);
	return { value: text };
}

/** One choice or several, each offered and named once, in the order in which they are offered. */
function checkChoices(question: Pick<QuestionRules, 'choices'>, given: unknown[]): CheckedAnswer {
	const offered = question.choices.map(({ id }) => id);
	if (given.length === 0) return { value: null };
	if (new Set(given).size !== given.length || !given.every((id) => offered.includes(id as string)))
		return refuse('VALIDATION_FAILED', message`Please choose one of the answers offered.`);
	return { value: offered.filter((id) => given.includes(id)) };
}

/**
 * The stored form of an answer to a question, whoever gives it. Nothing, an empty text and no choice at all take an answer back; whether
 * that is allowed is not decided here.
 */
export function checkAnswer(
	question: Pick<QuestionRules, 'kind' | 'choices'>,
	given: unknown,
): CheckedAnswer {
	if (given === null || given === undefined) return { value: null };
	switch (question.kind) {
		case 'number':
			if (typeof given === 'number' && Number.isFinite(given) && Math.abs(given) <= largestNumber)
				return { value: given };
			return refuse('VALIDATION_INVALID_NUMBER', message`Please enter a valid number.`);
		case 'consent':
			if (typeof given === 'boolean') return { value: given };
			return refuse('VALIDATION_INVALID_FORMAT', message`Please enter a valid format.`);
		case 'multiple_choice':
			if (Array.isArray(given)) return checkChoices(question, given);
			return refuse('VALIDATION_INVALID_FORMAT', message`Please enter a valid format.`);
	}
	if (typeof given !== 'string')
		return refuse('VALIDATION_INVALID_FORMAT', message`Please enter a valid format.`);
	switch (question.kind) {
		case 'text': {
			const isOneLine = !/[\r\n]/.test(given.trim());
			const checked = checkText(isOneLine ? toSingleLine(given) : given, answerLength.text);
			if (checked.value !== undefined && !isOneLine)
				return refuse('VALIDATION_INVALID_FORMAT', message`Please write this in one line.`);
			return checked;
		}
		case 'long_text':
			return checkText(given, answerLength.long_text);
		case 'file':
			if (given === '') return { value: null };
			if (idPattern.test(given)) return { value: given };
			return refuse('VALIDATION_INVALID_FORMAT', message`Please enter a valid format.`);
	}
	const checked = checkText(given, answerLength.phone);
	if (checked.value === null) return checked;
	const text = checked.value as string | undefined;
	switch (question.kind) {
		case 'single_choice': {
			const one = checkChoices(question, [given]);
			return one.refusal ? one : { value: given };
		}
		case 'date':
			return text && isDay(text)
				? { value: text }
				: refuse('VALIDATION_INVALID_DATE', message`Please enter a valid date.`);
		case 'phone':
			return text && isPhoneNumber(text)
				? { value: text }
				: refuse('VALIDATION_INVALID_PHONE', message`Please enter a valid phone number.`);
		case 'country':
			return text && isCountryCode(text)
				? { value: text }
				: refuse('VALIDATION_FAILED', message`Please choose a country.`);
	}
}

/**
 * An answer as a text for files and lists: choices by their labels, files by their names. Days and countries stay as they are stored, so
 * that other programs can read them.
 * @param files those that answers name; one that is not among them has no text
 */
export function answerText(
	question: { kind: QuestionRules['kind']; choices: readonly { id: string; label: string }[] },
	value: AnswerValue | undefined,
	files: readonly { id: string; name: string }[] = [],
): string {
	if (value === undefined) return '';
	if (question.kind === 'file') return files.find(({ id }) => id === value)?.name ?? '';
	const label = (id: unknown) => question.choices.find((choice) => choice.id === id)?.label ?? String(id);
	if (question.kind === 'single_choice') return label(value);
	if (Array.isArray(value)) return value.map(label).join('; ');
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	return String(value);
}
