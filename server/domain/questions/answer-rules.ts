import { AppError, type FieldRefusal, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type CheckedAnswer, checkAnswer } from '#shared/rules/answers.ts';
import { type AnswerValue, isAnswered, type QuestionRules, questionsFor } from '#shared/rules/questions.ts';
import { type AskedAttendee, answererOf, type OrderAnswers } from './answer-rows.ts';
import { type QuestionRow, removedChoicesInUse, rulesOf } from './question-rows.ts';

/** Answers for an order (null) or for one attendee; null as a value removes an answer. */
export interface GivenAnswers {
	attendeeId: string | null;
	answers: Record<string, unknown>;
}

/** One answer to be written; null: to be removed. */
export interface AnswerChange {
	attendeeId: string | null;
	questionId: string;
	value: AnswerValue | null;
}

/** A file of the order. */
export interface GivenFile {
	questionId: string;
	/** Whose answer it is or may become; null: that of the order, or of anybody in it. */
	attendeeId: string | null;
}

export interface KnownAnswers {
	/** The questions that the event asks. */
	questions: QuestionRow[];
	attendees: AskedAttendee[];
	answers: OrderAnswers;
	/** Those of the files given as answers that may be one: by their id. */
	files?: ReadonlyMap<string, GivenFile>;
	/** A required answer can be changed, not taken back. */
	mustKeepRequired: boolean;
}

/**
 * What is to be written when these answers are given: them, and the removal of answers to questions that are no longer put because of
 * them. Answers that the organiser put out of reach, by other tickets for instance, stay.
 * @throws not-found for people who are not in the order, VALIDATION_FAILED with every refused answer
 */
export function settleAnswers(given: GivenAnswers[], known: KnownAnswers): AnswerChange[] {
	const { attendees, answers } = known;
	const rules = known.questions.map(rulesOf);
	const personOf = (id: string | null) => {
		const person = id === null ? null : attendees.find((attendee) => attendee.id === id);
		if (person === undefined) throw notFound('Attendee');
		return person;
	};
	const next: OrderAnswers = { order: { ...answers.order }, people: new Map(answers.people) };
	const refusals: FieldRefusal[] = [];
	const takenFiles = new Set<string>();
	const checked = given.map(({ attendeeId, answers: values }, index) => {
		const person = personOf(attendeeId);
		const own = attendeeId === null ? next.order : { ...next.people.get(attendeeId) };
		const changes = Object.entries(values).flatMap(([questionId, value]): AnswerChange[] => {
			const question = rules.find(({ id, scope }) => id === questionId && (scope === 'order') === !person);
			const field = `people.${index}.answers.${questionId}`;
			if (!question) {
				refusals.push({ field, message: message`This question isn’t asked.`, code: 'VALIDATION_FAILED' });
				return [];
			}
			const before = (person ? answers.people.get(person.id) : answers.order)?.[questionId];
			const row = known.questions.find(({ id }) => id === questionId);
			const choices = [...question.choices, ...(row ? removedChoicesInUse(row, [before]) : [])];
			const { value: stored, refusal } =
				question.kind === 'file'
					? checkFile(value, { questionId, attendeeId, before, files: known.files, taken: takenFiles })
					: checkAnswer({ kind: question.kind, choices }, value);
			if (refusal) {
				refusals.push({ field, ...refusal });
				return [];
			}
			if (stored === null) delete own[questionId];
			else own[questionId] = stored;
			return [{ attendeeId, questionId, value: stored }];
		});
		if (attendeeId !== null) next.people.set(attendeeId, own);
		return { person, changes, index };
	});
	// Only now is known which questions are put: one person's may hang on those of the order, whichever was sent first.
	for (const { person, changes, index } of checked) {
		const put = questionsFor(rules, answererOf(attendees, next, person));
		for (const { questionId, value } of changes) {
			const refusal = refusalOf(put, questionId, value, known.mustKeepRequired);
			if (refusal) refusals.push({ field: `people.${index}.answers.${questionId}`, ...refusal });
		}
	}
	if (refusals.length > 0) throw new AppError('VALIDATION_FAILED', { details: refusals.slice(0, 50) });
	return [...checked.flatMap(({ changes }) => changes), ...outdated(rules, known, next)];
}

/** A file answers the question that it was uploaded for, for one person or the order. What is no such file is refused alike. */
function checkFile(
	value: unknown,
	how: GivenFile & { before: unknown; files: KnownAnswers['files']; taken: Set<string> },
): CheckedAnswer {
	const checked = checkAnswer({ kind: 'file', choices: [] }, value);
	const id = checked.value;
	if (typeof id !== 'string' || id === how.before) return checked;
	const file = how.files?.get(id);
	const isTheirs =
		file?.questionId === how.questionId &&
		(file.attendeeId ?? how.attendeeId) === how.attendeeId &&
		!how.taken.has(id);
	how.taken.add(id);
	if (isTheirs) return checked;
	return {
		refusal: {
			code: 'VALIDATION_FAILED',
			message: message`This file isn’t there any more. Upload it again.`,
		},
	};
}

function refusalOf(
	put: QuestionRules[],
	questionId: string,
	value: AnswerValue | null,
	mustKeepRequired: boolean,
): Omit<FieldRefusal, 'field'> | null {
	const question = put.find(({ id }) => id === questionId);
	if (!question)
		return value === null
			? null
			: { message: message`This question isn’t asked.`, code: 'VALIDATION_FAILED' };
	if (mustKeepRequired && question.isRequired && !isAnswered(question, value ?? undefined))
		return { message: message`This field is required.`, code: 'VALIDATION_REQUIRED_FIELD' };
	return null;
}

/** Answers to questions that were put before and are no more, for the order and all its people. */
function outdated(rules: QuestionRules[], known: KnownAnswers, next: OrderAnswers): AnswerChange[] {
	return [null, ...known.attendees].flatMap((person) => {
		const stored = person ? next.people.get(person.id) : next.order;
		if (!stored) return [];
		const now = new Set(
			questionsFor(rules, answererOf(known.attendees, next, person)).map((question) => question.id),
		);
		return questionsFor(rules, answererOf(known.attendees, known.answers, person))
			.filter(({ id }) => !now.has(id) && stored[id] !== undefined)
			.map(({ id }) => ({ attendeeId: person?.id ?? null, questionId: id, value: null }));
	});
}
