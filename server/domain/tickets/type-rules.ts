import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateTicketType } from '#shared/contracts/tickets.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { leastStep } from '#shared/lib/currencies.ts';
import { pickDefined } from '#shared/lib/pick.ts';
import { plannedWhereSet, whereSetFields } from '#shared/rules/planned-where-set.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { tierProblem } from '#shared/rules/pricing/tiers.ts';
import { requireEdits } from '../events/changes/edit-state.ts';
import type { TicketTypeRow } from './type-rows.ts';

/** Most ticket types of one event. */
export const MAX_TICKET_TYPES = 100;

/** Fields that a plan of an event holds as the table does. */
export const plannedFields = [
	'name',
	'description',
	'kind',
	'priceMinor',
	'suggestedMinor',
	'fairValueMinor',
	'taxBasisPoints',
	'taxReason',
	'minPerOrder',
	'maxPerOrder',
	'isHidden',
	'isClosed',
	'admits',
	'isAdmission',
] as const satisfies (keyof TicketTypeRow)[];

/** The settings of a ticket type: its edits, their history and undo, plans and imports derive from this list (docs/adding.md). */
export const ticketTypeFields = [
	...plannedFields,
	'priceTiers',
	'currency',
	'salesStartAt',
	'salesEndAt',
	...whereSetFields,
	'position',
] as const satisfies (keyof TicketTypeRow)[];

/** The values of these fields, as the table has them. */
export type TicketTypeValues = Pick<TicketTypeRow, (typeof ticketTypeFields)[number]>;

/** A new type before anything is chosen: free, unlimited, on sale until the event ends. */
export const newTicketType: Omit<TicketTypeValues, 'name' | 'currency' | 'position'> = {
	description: '',
	kind: 'free',
	priceMinor: 0,
	suggestedMinor: null,
	fairValueMinor: null,
	priceTiers: [],
	taxBasisPoints: 0,
	taxReason: null,
	salesStartAt: null,
	salesEndAt: null,
	minPerOrder: 1,
	maxPerOrder: 10,
	isHidden: false,
	isClosed: false,
	admits: 1,
	isAdmission: true,
	...plannedWhereSet,
};

/** The fields that an input sets, instants as dates. */
export function givenFields(input: BodyOf<typeof updateTicketType>): Partial<TicketTypeValues> {
	const { salesStartAt, salesEndAt, ...given } = pickDefined(input, ticketTypeFields);
	const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));
	return {
		...given,
		...(salesStartAt !== undefined && { salesStartAt: dateOf(salesStartAt) }),
		...(salesEndAt !== undefined && { salesEndAt: dateOf(salesEndAt) }),
	};
}

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
	checkFairValue(values);
	checkTiers(values);
	if (values.salesStartAt && values.salesEndAt && values.salesEndAt <= values.salesStartAt)
		throw fieldError('salesEndAt', message`Sales must end after they start.`, 'VALIDATION_INVALID_DATE');
	if (values.maxPerOrder < values.minPerOrder)
		throw fieldError('maxPerOrder', message`Max per order must be at least min per order.`);
}

/** A fair value is a part of the price of a paid ticket. */
function checkFairValue({ kind, priceMinor, fairValueMinor }: TicketTypeValues): void {
	if (fairValueMinor === null) return;
	if (kind !== 'paid') throw fieldError('fairValueMinor', message`Only paid tickets can have a fair value.`);
	if (fairValueMinor === 0 || fairValueMinor >= priceMinor)
		throw fieldError('fairValueMinor', message`The fair value must be more than 0 and less than the price.`);
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
	fairValueMinor,
	priceTiers,
}: TicketTypeValues): void {
	const amounts: [string, number][] = [
		['priceMinor', priceMinor],
		['suggestedMinor', suggestedMinor ?? 0],
		['fairValueMinor', fairValueMinor ?? 0],
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
		// What is worth little is paid together with the donation.
		if (problem === 'amount-too-small' && kind !== 'add_on' && field !== 'fairValueMinor')
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
