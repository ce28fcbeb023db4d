import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { leastStep } from '#shared/lib/currencies.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { tierProblem } from '#shared/rules/pricing/tiers.ts';
import { requireEdits } from '../events/changes/edit-state.ts';
import type { TicketTypeRow } from './type-rows.ts';

/** Most ticket types of one event. */
export const MAX_TICKET_TYPES = 100;

/** What an organiser sets of a ticket type; instants as the database keeps them. */
export type TicketTypeValues = Pick<
	TicketTypeRow,
	| 'name'
	| 'description'
	| 'kind'
	| 'priceMinor'
	| 'suggestedMinor'
	| 'priceTiers'
	| 'taxBasisPoints'
	| 'currency'
	| 'salesStartAt'
	| 'salesEndAt'
	| 'minPerOrder'
	| 'maxPerOrder'
	| 'isHidden'
	| 'isClosed'
	| 'admits'
	| 'position'
>;

/** Refuses values that contradict each other, each with the field to mend. */
export function checkTicketType(values: TicketTypeValues): void {
	if (values.kind === 'free' && values.priceMinor > 0)
		throw fieldError(
			'priceMinor',
			message`A free ticket can’t have a price. Choose “Paid” to charge for it.`,
		);
	if (values.kind === 'paid' && values.priceMinor === 0)
		throw fieldError('priceMinor', message`Enter a price, or choose “Free”.`);
	if (values.suggestedMinor !== null && values.suggestedMinor < values.priceMinor)
		throw fieldError('suggestedMinor', message`The suggested amount must be at least the minimum.`);
	checkTiers(values);
	if (values.salesStartAt && values.salesEndAt && values.salesEndAt <= values.salesStartAt)
		throw fieldError('salesEndAt', message`Sales must end after they start.`, 'VALIDATION_INVALID_DATE');
	if (values.maxPerOrder < values.minPerOrder)
		throw fieldError('maxPerOrder', message`Max per order must be at least min per order.`);
}

const tierTexts = {
	'without-end': message`Enter a date or a number of tickets at which this price ends.`,
	'ends-too-early': message`This price must end after the one before.`,
	'number-too-low': message`This number must be higher than that of the price before.`,
};

/** Tiers belong to tickets with a fixed price, and end one after the other. */
function checkTiers({ kind, priceTiers }: TicketTypeValues): void {
	if (priceTiers.length === 0) return;
	if (kind !== 'paid' && kind !== 'add_on')
		throw fieldError('priceTiers', message`Only paid tickets and add-ons can have earlier prices.`);
	const wrong = tierProblem(priceTiers);
	if (!wrong) return;
	const field = wrong.problem === 'number-too-low' ? 'soldUpTo' : 'endsAt';
	throw fieldError(`priceTiers.${wrong.tier}.${field}`, tierTexts[wrong.problem]);
}

/**
 * Refuses amounts that nobody could be charged, before somebody tries to buy. An add-on may be cheaper than the least charge, since it is
 * bought beside a ticket. Not for a change of something else: a price from before is refused by the quote of an order.
 */
export function checkPrices({
	kind,
	currency,
	priceMinor,
	suggestedMinor,
	priceTiers,
}: TicketTypeValues): void {
	const amounts: [string, number][] = [
		['priceMinor', priceMinor],
		['suggestedMinor', suggestedMinor ?? 0],
	];
	for (const [index, tier] of priceTiers.entries()) {
		const field = `priceTiers.${index}.priceMinor`;
		if (tier.priceMinor === 0) throw fieldError(field, message`Enter a price.`);
		amounts.push([field, tier.priceMinor]);
	}
	for (const [field, amount] of amounts) {
		const problem = chargeProblem(amount, currency);
		if (problem === 'amount-step')
			throw fieldError(
				field,
				leastStep(currency) > 1
					? message`Prices in ${currency} are whole amounts.`
					: message`The last digit of a price in ${currency} must be 0.`,
			);
		if (problem === 'amount-too-small' && kind !== 'add_on')
			throw fieldError(
				field,
				message`This is less than the smallest amount that can be paid in ${currency}.`,
			);
		if (problem === 'amount-too-large') throw fieldError(field, message`This amount is too large.`);
	}
}

/** Shared capacity never goes below what is taken. */
export function checkCapacity(
	size: number | null,
	pool: { confirmed: number; held: number },
	field: 'capacity' | 'size',
): void {
	const { confirmed, held } = pool;
	requireEdits([{ change: 'ticket.capacity', after: size, field, metadata: { confirmed, held, field } }], {
		phase: 'sold',
		confirmed,
		held,
		hasMoney: false,
		nowMs: 0,
		endsAtMs: 0,
		isCancelled: false,
		currency: '',
	});
}
