import { CONSENT_GIVEN, type QuestionKind, type QuestionScope } from '#shared/rules/questions.ts';
import type { EditedQuestion, QuestionBody, QuestionChanges } from './api.ts';

/** A question as its form holds it. */
export interface QuestionValues {
	label: string;
	help: string;
	kind: QuestionKind;
	scope: QuestionScope;
	/** `key` identifies them while some have no id yet. */
	choices: { key: string; id?: string; label: string }[];
	isRequired: boolean;
	/** Null: every ticket type. */
	ticketTypeIds: string[] | null;
	/** Empty: always shown. */
	shownWhenId: string;
	shownWhenEquals: string;
	isAskedAtDoor: boolean;
	/** Of a consent: it is to the organiser’s news by email, and so never required. */
	asksForNews: boolean;
}

export type QuestionField =
	| 'label'
	| 'choices'
	| 'ticketTypeIds'
	| 'shownWhen.questionId'
	| 'shownWhen.equals';

export const hasChoices = (kind: QuestionKind) => kind === 'single_choice' || kind === 'multiple_choice';

export const isAskingForNews = ({ kind, asksForNews }: Pick<QuestionValues, 'kind' | 'asksForNews'>) =>
	kind === 'consent' && asksForNews;

/** The door asks persons, and takes no files. */
export const mayBeAskedAtDoor = ({ kind, scope }: Pick<QuestionValues, 'kind' | 'scope'>) =>
	scope === 'attendee' && kind !== 'file';

let lastKey = 0;
export const newChoice = (label = '') => ({ key: `new-${++lastKey}`, label });

/** Initial values of the form. */
export function valuesOf(question: EditedQuestion | null): QuestionValues {
	return {
		label: question?.label ?? '',
		help: question?.help ?? '',
		kind: question?.kind ?? 'text',
		scope: question?.scope ?? 'attendee',
		choices: question?.choices.map((choice) => ({ key: choice.id, ...choice })) ?? [],
		isRequired: question?.isRequired ?? false,
		ticketTypeIds: question?.ticketTypeIds ?? null,
		shownWhenId: question?.shownWhen?.questionId ?? '',
		shownWhenEquals: question?.shownWhen?.equals ?? '',
		isAskedAtDoor: question?.isAskedAtDoor ?? false,
		asksForNews: question?.asksForNews ?? false,
	};
}

/** The form as a whole body of the API. Choices that were left empty are none. */
export function bodyOf(values: QuestionValues): QuestionBody {
	const asksForNews = isAskingForNews(values);
	return {
		label: values.label.trim(),
		help: values.help.trim(),
		kind: values.kind,
		scope: values.scope,
		choices: hasChoices(values.kind)
			? values.choices
					.filter((choice) => choice.label.trim() !== '')
					.map(({ id, label }) => ({ ...(id ? { id } : {}), label: label.trim() }))
			: [],
		isRequired: values.isRequired && !asksForNews,
		ticketTypeIds: values.ticketTypeIds,
		shownWhen: values.shownWhenId ? { questionId: values.shownWhenId, equals: values.shownWhenEquals } : null,
		isAskedAtDoor: mayBeAskedAtDoor(values) && values.isAskedAtDoor,
		asksForNews,
	};
}

/** Only what the person changed, so that nothing that a colleague set is written back. */
export function changesOf(before: QuestionValues, after: QuestionValues): QuestionChanges {
	const old = bodyOf(before) as Record<string, unknown>;
	return Object.fromEntries(
		Object.entries(bodyOf(after)).filter(
			([field, value]) => JSON.stringify(old[field]) !== JSON.stringify(value),
		),
	);
}

/** Errors before anything is sent, by field. */
export function checkValues(values: QuestionValues): Partial<Record<QuestionField, 'required'>> {
	const body = bodyOf(values);
	return {
		...(body.label === '' ? { label: 'required' as const } : {}),
		...(hasChoices(values.kind) && body.choices?.length === 0 ? { choices: 'required' as const } : {}),
		...(values.ticketTypeIds?.length === 0 ? { ticketTypeIds: 'required' as const } : {}),
		...(values.shownWhenId && !values.shownWhenEquals ? { 'shownWhen.equals': 'required' as const } : {}),
	};
}

/** The questions that another one can hang on: those before it whose answers decide, not a person's for one of the order. */
export function decidingBefore(
	active: readonly EditedQuestion[],
	id: string | null,
	scope: QuestionScope,
): EditedQuestion[] {
	const place = active.findIndex((question) => question.id === id);
	return active
		.slice(0, place < 0 ? undefined : place)
		.filter(
			({ kind, scope: its }) =>
				(hasChoices(kind) || kind === 'consent') && (scope === 'attendee' || its === 'order'),
		);
}

/** What a condition on a question can name first. */
export const firstAnswerOf = (question: EditedQuestion | undefined): string =>
	question?.kind === 'consent' ? CONSENT_GIVEN : (question?.choices[0]?.id ?? '');
