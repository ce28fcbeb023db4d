import type { updateCodeBatch } from '#shared/contracts/codes.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { leastStep } from '#shared/lib/currencies.ts';
import { pickDefined } from '#shared/lib/pick.ts';
import { codeKey } from '#shared/rules/code-key.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import type { CodeRow } from './code-rows.ts';

/** Terms that are shown as they are stored. */
export const plainTerms = [
	'kind',
	'basisPoints',
	'amountMinor',
	'ticketTypeIds',
	'minQuantity',
	'maxQuantity',
	'uses',
	'usesPerBuyer',
	'budgetMinor',
] as const satisfies (keyof CodeRow)[];

/** The settings of a code, except its letters. */
export const termFields = ['label', ...plainTerms, 'startsAt', 'endsAt'] as const satisfies (keyof CodeRow)[];

export type TermValues = Pick<CodeRow, (typeof termFields)[number]>;
type TermsInput = BodyOf<typeof updateCodeBatch>;

/** A new code before anything but its kind is chosen: for all tickets, any number of times. */
export const newTerms: Omit<TermValues, 'kind'> = {
	label: '',
	basisPoints: null,
	amountMinor: null,
	ticketTypeIds: null,
	minQuantity: 1,
	maxQuantity: null,
	startsAt: null,
	endsAt: null,
	uses: null,
	usesPerBuyer: null,
	budgetMinor: null,
};

/**
 * The fields that an input sets, instants as dates. Another kind has another value: what the former kind had goes.
 * @param before the kind that the code has
 */
export function givenTerms(input: TermsInput, before?: { kind: CodeRow['kind'] }): Partial<TermValues> {
	const { startsAt, endsAt, ticketTypeIds, ...given } = pickDefined(input, termFields);
	const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));
	return {
		...(before && given.kind !== undefined && given.kind !== before.kind
			? { basisPoints: null, amountMinor: null }
			: {}),
		...given,
		...(startsAt !== undefined && { startsAt: dateOf(startsAt) }),
		...(endsAt !== undefined && { endsAt: dateOf(endsAt) }),
		...(ticketTypeIds !== undefined && { ticketTypeIds: ticketTypeIds && [...new Set(ticketTypeIds)] }),
	};
}

/** Refuses letters of which buyers could leave out nearly all. @returns what distinguishes the code from others */
export function checkLetters(code: string): string {
	const key = codeKey(code);
	if (key.length < 3) throw fieldError('code', message`Use at least 3 letters or digits.`);
	return key;
}

/** Refuses terms that contradict each other, each with its field. */
export function checkTerms(values: TermValues, currency: string): void {
	checkValue(values, currency);
	if (values.maxQuantity !== null && values.maxQuantity < values.minQuantity)
		throw fieldError('maxQuantity', message`This can’t be less than the minimum.`);
	if (values.startsAt && values.endsAt && values.endsAt <= values.startsAt)
		throw fieldError('endsAt', message`The code must end after it starts.`, 'VALIDATION_INVALID_DATE');
}

function checkValue({ kind, basisPoints, amountMinor, ticketTypeIds }: TermValues, currency: string): void {
	const hasAmount = kind === 'fixed' || kind === 'price';
	if (kind === 'percent' && basisPoints === null)
		throw fieldError('basisPoints', message`Enter a percentage.`);
	if (kind !== 'percent' && basisPoints !== null)
		throw fieldError('basisPoints', message`Only a percentage code can have one.`);
	if (hasAmount && (amountMinor === null || (amountMinor === 0 && kind === 'fixed')))
		throw fieldError('amountMinor', message`Enter an amount.`);
	if (!hasAmount && amountMinor !== null)
		throw fieldError('amountMinor', message`Only a code with an amount or a set price can have one.`);
	if (kind === 'unlock' && ticketTypeIds === null)
		throw fieldError('ticketTypeIds', message`Choose the tickets that this code unlocks.`);
	const problem = amountMinor === null ? null : chargeProblem(amountMinor, currency);
	if (problem === 'amount-step')
		throw fieldError(
			'amountMinor',
			leastStep(currency) > 1
				? message`Prices in ${currency} are whole amounts.`
				: message`The last digit of a price in ${currency} must be 0.`,
		);
	// Little may be taken off; a price must be one that can be paid.
	if (problem === 'amount-too-small' && kind === 'price')
		throw fieldError(
			'amountMinor',
			message`This is less than the smallest amount that can be paid in ${currency}.`,
		);
}

/** BUSINESS_RULE_VIOLATION that a form marks at a field. */
function refuseField(rule: string, field: string, sentence: TranslatableMessage): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		userMessage: sentence,
		metadata: { rule },
		details: [{ field, message: sentence, code: 'BUSINESS_RULE_VIOLATION' }],
	});
}

/** Refuses limits that are passed already. The codes must be held. @throws `uses-below-used`, `budget-below-saved` */
export function checkLimits(
	{ uses, budgetMinor }: Partial<TermValues>,
	so: { used: number; savedMinor: number },
): void {
	if (typeof uses === 'number' && uses < so.used)
		throw refuseField(
			'uses-below-used',
			'uses',
			message`It has already been used ${so.used} times. End the code to stop it.`,
		);
	if (typeof budgetMinor === 'number' && budgetMinor < so.savedMinor)
		throw refuseField(
			'budget-below-saved',
			'budgetMinor',
			message`Buyers have already saved more than this. End the code to stop it.`,
		);
}
