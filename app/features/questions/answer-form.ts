import { type AnswerDraft, answerOf, draftOf } from '#app/ui/answer-drafts.ts';
import type { Question } from '#shared/contracts/questions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
	type Answerer,
	type Answers,
	type AnswerValue,
	isAnswered,
	questionsFor,
} from '#shared/rules/questions.ts';

/** Drafts by the id of their question; what is not there stands as it was saved. */
export type Drafts = Readonly<Record<string, AnswerDraft>>;

/** The answers as they will be when the drafts are saved: what decides which questions are put meanwhile. */
export function answersWith(questions: readonly Question[], saved: Answers, drafts: Drafts): Answers {
	const next: Record<string, AnswerValue | undefined> = { ...saved };
	for (const question of questions) {
		const draft = drafts[question.id];
		if (draft === undefined) continue;
		next[question.id] = answerOf(question.kind, draft, saved[question.id]) ?? undefined;
	}
	return next;
}

/** The draft in a question's field. */
export const shownDraft = (question: Question, saved: Answers, drafts: Drafts): AnswerDraft =>
	drafts[question.id] ?? draftOf(question.kind, saved[question.id]);

/**
 * What is sent for one person: what differs from what is saved, of the questions that are shown. A required answer that was never
 * given is left out, so that the others are saved; a saved one that was emptied is sent, and refused.
 */
export function changedAnswers(
	questions: readonly Question[],
	saved: Answers,
	drafts: Drafts,
	who: Answerer,
): Record<string, AnswerValue | null> {
	const changed: Record<string, AnswerValue | null> = {};
	for (const question of questionsFor(questions, who)) {
		const draft = drafts[question.id];
		if (draft === undefined) continue;
		const before = saved[question.id];
		const value = answerOf(question.kind, draft, before);
		if (value === null && before === undefined) continue;
		if (question.isRequired && before === undefined && !isAnswered(question, value ?? undefined)) continue;
		if (JSON.stringify(value) !== JSON.stringify(before ?? null)) changed[question.id] = value;
	}
	return changed;
}

/** The message for a question whose answer was refused; `place` is where its person stood in the request. */
export function refusalAt(error: unknown, place: number | string, questionId: string): string | undefined {
	if (!(error instanceof AppError)) return undefined;
	const field = `people.${place}.answers.${questionId}`;
	return error.details.find((detail) => detail.field === field)?.message;
}
