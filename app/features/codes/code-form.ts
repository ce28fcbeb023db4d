import { type Code, type CodeBatch, MAX_BATCH } from '#shared/contracts/codes.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { CODE_PATTERN, codeKey } from '#shared/rules/code-key.ts';
import { resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import { amountStep } from '#shared/rules/pricing/chargeable.ts';
import type { CodeKind, CodeTerms } from '#shared/rules/pricing/codes.ts';
import type { BatchChanges, NewBatch } from './api.ts';

/** The details of an event that its code form needs. */
export interface CodesEvent {
	currency: string;
	timeZone: string;
}

/** A code, or many that are made together, as the form holds it: texts as typed, times as wall times of the event's zone. */
export interface CodeValues {
	code: string;
	/** Of a batch. */
	count: string;
	label: string;
	kind: CodeKind;
	/** Percent, or an amount. */
	value: string;
	/** Whether it is for some tickets only. */
	isChosen: boolean;
	typeIds: string[];
	starts: string | null;
	ends: string | null;
	/** Empty, as the next: any number. */
	uses: string;
	usesPerBuyer: string;
	minQuantity: string;
	maxQuantity: string;
	budget: string;
}

/** The field names of the API, by which refusals come back. */
export type CodeField =
	| 'code'
	| 'count'
	| 'label'
	| 'basisPoints'
	| 'amountMinor'
	| 'ticketTypeIds'
	| 'startsAt'
	| 'endsAt'
	| 'uses'
	| 'usesPerBuyer'
	| 'minQuantity'
	| 'maxQuantity'
	| 'budgetMinor';

export type CodeProblem =
	| 'not-a-code'
	| 'not-a-count'
	| 'not-a-percentage'
	| 'not-money'
	| 'not-a-number'
	| 'no-tickets'
	| 'ends-before-start'
	| 'most-below-least';

/** Initial values of the form. */
export function valuesOf(of: Code | CodeBatch | 'code' | 'batch', timeZone: string): CodeValues {
	const terms = typeof of === 'string' ? null : 'terms' in of ? of.terms : of;
	const wall = (instant: string | null | undefined) =>
		instant ? wallTimeOf(instant, timeZone).slice(0, 16) : null;
	const text = (value: number | null | undefined) => (value == null ? '' : String(value));
	return {
		code: typeof of === 'object' && 'code' in of ? of.code : '',
		count: '',
		label: typeof of === 'object' ? of.label : '',
		kind: terms?.kind ?? 'percent',
		value:
			terms?.basisPoints != null
				? String(terms.basisPoints / 100)
				: terms?.amountMinor != null
					? moneyToText(terms.amountMinor, terms.currency)
					: '',
		isChosen: terms?.ticketTypeIds != null,
		typeIds: terms?.ticketTypeIds ?? [],
		starts: wall(terms?.startsAt),
		ends: wall(terms?.endsAt),
		uses: terms ? text(terms.uses) : of === 'batch' ? '1' : '',
		usesPerBuyer: text(terms?.usesPerBuyer),
		minQuantity: text(terms?.minQuantity === 1 ? null : terms?.minQuantity),
		maxQuantity: text(terms?.maxQuantity),
		budget: terms?.budgetMinor == null ? '' : moneyToText(terms.budgetMinor, terms.currency),
	};
}

/** `20`, `12,5 %` as basis points; null when it is no percentage above 0 up to 100, or finer than a hundredth. */
export function textToPercent(typed: string): number | null {
	const plain = typed.normalize('NFKC').replaceAll(/[\s%]/g, '').replace(',', '.');
	const points = /^\d{1,3}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
	return points >= 1 && points <= 10_000 ? points : null;
}

/**
 * A whole number, grouped or not; 0 where there is none, null for nothing typed. Not the parser of steppers: with one more page that uses
 * it, the bundler would put it into what all public pages load (scripts/vite/shared-chunks.ts).
 */
function whole(typed: string): number | null {
	const plain = typed.normalize('NFKC').replaceAll(/[\s.,'’]/g, '');
	return plain === '' ? null : /^\d{1,9}$/.test(plain) ? Number(plain) : 0;
}

const isAmount = (kind: CodeKind) => kind === 'fixed' || kind === 'price';

/** The part of the form that a price follows from; null while it cannot be read. */
export function termsOf(values: CodeValues, currency: string): CodeTerms | null {
	const { kind, value } = values;
	const basisPoints = kind === 'percent' ? textToPercent(value) : null;
	const amountMinor = isAmount(kind) ? textToMoney(value, currency) : null;
	if (kind === 'percent' && basisPoints === null) return null;
	if (isAmount(kind) && amountMinor === null) return null;
	const ticketTypeIds = values.isChosen || kind === 'unlock' ? values.typeIds : null;
	return { kind, basisPoints, amountMinor, ticketTypeIds };
}

/** How many are made together; 0 where none can be read. */
export const countOf = (values: CodeValues): number => whole(values.count) ?? 0;

/** Errors before anything is sent, by field. */
export function checkValues(
	values: CodeValues,
	currency: string,
	what: 'code' | 'new-batch' | 'batch',
): Partial<Record<CodeField, CodeProblem>> {
	const problems: Partial<Record<CodeField, CodeProblem>> = {};
	const code = values.code.trim();
	if (what === 'code' && (!CODE_PATTERN.test(code) || codeKey(code).length < 3)) problems.code = 'not-a-code';
	const count = countOf(values);
	if (what === 'new-batch' && (count < 1 || count > MAX_BATCH)) problems.count = 'not-a-count';
	const amountMinor = isAmount(values.kind) ? textToMoney(values.value, currency) : null;
	if (values.kind === 'percent' && textToPercent(values.value) === null)
		problems.basisPoints = 'not-a-percentage';
	if (
		isAmount(values.kind) &&
		(amountMinor === null ||
			amountMinor % amountStep(currency) !== 0 ||
			(amountMinor === 0 && values.kind === 'fixed'))
	)
		problems.amountMinor = 'not-money';
	if ((values.isChosen || values.kind === 'unlock') && values.typeIds.length === 0)
		problems.ticketTypeIds = 'no-tickets';
	if (values.starts && values.ends && values.ends <= values.starts) problems.endsAt = 'ends-before-start';
	for (const field of ['uses', 'usesPerBuyer', 'minQuantity', 'maxQuantity'] as const)
		if (values[field].trim() !== '' && (whole(values[field]) ?? 0) < 1) problems[field] = 'not-a-number';
	const most = whole(values.maxQuantity);
	if (most !== null && most < (whole(values.minQuantity) ?? 1)) problems.maxQuantity ??= 'most-below-least';
	if (values.budget.trim() !== '' && !textToMoney(values.budget, currency))
		problems.budgetMinor = 'not-money';
	return problems;
}

/** The terms as the API takes them. Only for values that `checkValues` finds nothing wrong with. */
export function bodyOf(values: CodeValues, event: CodesEvent): Omit<NewBatch, 'count'> {
	const instant = (wall: string | null) => (wall ? resolveWallTime(wall, event.timeZone).instant : null);
	const terms = termsOf(values, event.currency);
	return {
		label: values.label.trim(),
		kind: values.kind,
		basisPoints: terms?.basisPoints ?? null,
		amountMinor: terms?.amountMinor ?? null,
		ticketTypeIds: terms?.ticketTypeIds ? [...terms.ticketTypeIds] : null,
		startsAt: instant(values.starts),
		endsAt: instant(values.ends),
		uses: whole(values.uses),
		usesPerBuyer: whole(values.usesPerBuyer),
		minQuantity: whole(values.minQuantity) ?? 1,
		maxQuantity: whole(values.maxQuantity),
		budgetMinor: values.budget.trim() === '' ? null : textToMoney(values.budget, event.currency),
	};
}

/** Only what the person changed, so that nothing that a colleague set is written back. */
export function changesOf(before: CodeValues, after: CodeValues, event: CodesEvent): BatchChanges {
	const old = bodyOf(before, event);
	return Object.fromEntries(
		Object.entries(bodyOf(after, event)).filter(
			([field, value]) => JSON.stringify(old[field as keyof typeof old]) !== JSON.stringify(value),
		),
	);
}
