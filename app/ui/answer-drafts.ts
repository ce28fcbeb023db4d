import type { AnswerValue, QuestionKind } from '#shared/rules/questions.ts';

/** An answer while it is being given: as typed, ticked or chosen. Empty: none. */
export type AnswerDraft = string | boolean | string[];

/** The initial value of a question’s field. */
export function draftOf(kind: QuestionKind, value: AnswerValue | undefined): AnswerDraft {
	if (kind === 'consent') return value === true;
	if (kind === 'multiple_choice') return Array.isArray(value) ? value : [];
	return value === undefined ? '' : String(value);
}

/**
 * What is sent for a draft; null: no answer. A number is read with comma or point; what is none is sent as it was typed, so that it is
 * refused and not lost. Consent that was never given is no answer, consent that is taken back is a no.
 */
export function answerOf(
	kind: QuestionKind,
	draft: AnswerDraft,
	before: AnswerValue | undefined,
): AnswerValue | null {
	if (typeof draft === 'boolean') return draft || before !== undefined ? draft : null;
	if (Array.isArray(draft)) return draft.length > 0 ? draft : null;
	const text = draft.trim();
	if (text === '') return null;
	if (kind !== 'number') return text;
	const number = Number(text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.'));
	return Number.isFinite(number) ? number : text;
}
