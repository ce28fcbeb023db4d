import { parseStep } from '#app/ui/stepper-value.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { resolveWallTime, type WallTimeFit, wallTimeOf } from '#shared/rules/event-times.ts';
import { type ChargeProblem, chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { isSold } from '#shared/rules/pricing/quote.ts';
import { type TierProblem, tierProblem } from '#shared/rules/pricing/tiers.ts';
import type { TaxReason } from '#shared/rules/tax-reasons.ts';
import type { TicketTypeChanges } from './api.ts';

/** The details of an event that its ticket types are shown with. */
export type TicketsEvent = Pick<PublicEvent, 'currency' | 'timeZone' | 'status'> & {
	/** Missing: a draft in this browser alone. */
	organisation?: { id: string } | undefined;
	title?: string;
};

/** A ticket type as its form holds it: texts as typed, times as wall times of the event's zone. */
export interface TicketTypeValues {
	name: string;
	description: string;
	kind: TicketType['kind'];
	/** Of a donation: the least that may be given. */
	price: string;
	/** Of a donation: what the form proposes; empty: the minimum. */
	suggested: string;
	/** Of a paid ticket: what it is worth; empty: all of its price. */
	fairValue: string;
	/** Prices before the regular one. */
	tiers: TierValues[];
	/** Percent, as typed; empty: none. */
	taxRate: string;
	/** Empty: not said. */
	taxReason: TaxReason | '';
	/** Empty: unlimited. */
	capacity: string;
	/** Empty: none. */
	sharedPoolId: string;
	salesStart: string | null;
	salesEnd: string | null;
	minPerOrder: number;
	maxPerOrder: number;
	admits: number;
	/** Whether its tickets let somebody in. */
	isAdmission: boolean;
	needsApproval: boolean;
	hasWithdrawal: boolean;
	isHidden: boolean;
}

/** A price tier as its fields hold it. */
export interface TierValues {
	name: string;
	price: string;
	/** Wall time in the event's zone. */
	ends: string | null;
	/** Empty: no number. */
	soldUpTo: string;
}

/** The field names of the API, by which refusals come back. */
export type TicketTypeField =
	| 'name'
	| 'description'
	| 'priceMinor'
	| 'suggestedMinor'
	| 'fairValueMinor'
	| `priceTiers.${number}.${'name' | 'priceMinor' | 'endsAt' | 'soldUpTo'}`
	| 'taxBasisPoints'
	| 'capacity'
	| 'sharedPoolId'
	| 'salesStartAt'
	| 'salesEndAt'
	| 'minPerOrder'
	| 'maxPerOrder'
	| 'admits';

/** Initial values of the form; for a new type, the usual defaults. */
export function valuesOfType(type: TicketType | null, timeZone: string): TicketTypeValues {
	const wall = (instant: string | null) => (instant ? wallTimeOf(instant, timeZone).slice(0, 16) : null);
	return {
		name: type?.name ?? '',
		description: type?.description ?? '',
		kind: type?.kind ?? 'free',
		price: type && type.priceMinor > 0 ? moneyToText(type.priceMinor, type.currency) : '',
		suggested: type?.suggestedMinor ? moneyToText(type.suggestedMinor, type.currency) : '',
		fairValue: type?.fairValueMinor ? moneyToText(type.fairValueMinor, type.currency) : '',
		tiers: (type?.organiser?.priceTiers ?? []).map((tier) => ({
			name: tier.name,
			price: moneyToText(tier.priceMinor, type?.currency ?? ''),
			ends: wall(tier.endsAt),
			soldUpTo: tier.soldUpTo === null ? '' : String(tier.soldUpTo),
		})),
		taxRate: type?.taxBasisPoints ? rateToText(type.taxBasisPoints) : '',
		taxReason: type?.organiser?.taxReason ?? '',
		capacity: type?.organiser?.capacity == null ? '' : String(type.organiser.capacity),
		sharedPoolId: type?.organiser?.sharedPoolId ?? '',
		salesStart: wall(type?.salesStartAt ?? null),
		salesEnd: wall(type?.salesEndAt ?? null),
		minPerOrder: type?.minPerOrder ?? 1,
		maxPerOrder: type?.maxPerOrder ?? 10,
		admits: type?.admits ?? 1,
		isAdmission: type?.isAdmission ?? admitsByDefault(type?.kind ?? 'free'),
		needsApproval: type?.needsApproval ?? false,
		hasWithdrawal: type?.hasWithdrawal ?? false,
		isHidden: type?.organiser?.isHidden ?? false,
	};
}

/** Errors before anything is sent, by field. */
export type TicketTypeProblem =
	| 'required'
	| 'not-a-number'
	| 'not-money'
	| 'not-a-rate'
	| 'suggested-below-minimum'
	| 'fair-value-not-below-price'
	| ChargeProblem
	| TierProblem
	| 'ends-before-start'
	| 'most-below-least';

export function checkValues(
	values: TicketTypeValues,
	currency: string,
): Partial<Record<TicketTypeField, TicketTypeProblem>> {
	const problems: Partial<Record<TicketTypeField, TicketTypeProblem>> = {};
	if (values.name.trim() === '') problems.name = 'required';
	const { price, suggested, fairValue, taxBasisPoints } = pricesOf(values, currency);
	const amountProblem = (amount: number | null) => {
		if (amount === null) return 'not-money';
		const problem = chargeProblem(amount, currency);
		// Bought beside a ticket, it may be cheaper than what could be paid alone.
		return problem === 'amount-too-small' && values.kind === 'add_on' ? null : problem;
	};
	const needsPrice = values.kind === 'paid' || values.kind === 'add_on';
	const priceProblem = needsPrice && price === 0 ? 'required' : amountProblem(price);
	if (priceProblem) problems.priceMinor = priceProblem;
	const suggestedProblem = amountProblem(suggested);
	if (suggestedProblem) problems.suggestedMinor = suggestedProblem;
	else if (price !== null && suggested !== null && suggested > 0 && suggested < price)
		problems.suggestedMinor = 'suggested-below-minimum';
	const fairValueProblem = amountProblem(fairValue);
	if (fairValueProblem && fairValueProblem !== 'amount-too-small') problems.fairValueMinor = fairValueProblem;
	else if (price !== null && fairValue !== null && fairValue > 0 && fairValue >= price)
		problems.fairValueMinor = 'fair-value-not-below-price';
	if (needsPrice) checkTiers(values.tiers, problems, (typed) => amountProblem(textToMoney(typed, currency)));
	if (taxBasisPoints === null) problems.taxBasisPoints = 'not-a-rate';
	const capacity = values.capacity.trim() === '' ? null : parseStep(values.capacity);
	if (values.capacity.trim() !== '' && (capacity === null || capacity < 0))
		problems.capacity = 'not-a-number';
	if (values.salesStart && values.salesEnd && values.salesEnd <= values.salesStart)
		problems.salesEndAt = 'ends-before-start';
	if (values.maxPerOrder < values.minPerOrder) problems.maxPerOrder = 'most-below-least';
	return problems;
}

function checkTiers(
	tiers: readonly TierValues[],
	problems: Partial<Record<TicketTypeField, TicketTypeProblem>>,
	amountProblem: (typed: string) => TicketTypeProblem | null,
): void {
	for (const [index, tier] of tiers.entries()) {
		const price =
			tier.price.trim() === '' || /^[0.,]+$/.test(tier.price.trim()) ? 'required' : amountProblem(tier.price);
		if (price) problems[`priceTiers.${index}.priceMinor`] = price;
		if (tier.name.trim() === '') problems[`priceTiers.${index}.name`] = 'required';
		if (tier.soldUpTo.trim() !== '' && (parseStep(tier.soldUpTo) ?? 0) < 1)
			problems[`priceTiers.${index}.soldUpTo`] = 'not-a-number';
	}
	if (Object.values(problems).includes('not-a-number')) return;
	const wrong = tierProblem(
		tiers.map(({ ends, soldUpTo }) => ({
			// Wall times of one zone come in the order of their instants, but for the hour that a clock change repeats.
			endsAt: ends === null ? null : `${ends}Z`,
			soldUpTo: soldUpTo.trim() === '' ? null : parseStep(soldUpTo),
		})),
	);
	if (!wrong) return;
	const field = wrong.problem === 'number-too-low' ? 'soldUpTo' : 'endsAt';
	problems[`priceTiers.${wrong.tier}.${field}`] ??= wrong.problem;
}

/** The amounts and the rate that are typed, 0 where the kind of ticket has none or the field is empty; null where one cannot be read. */
export function pricesOf(values: TicketTypeValues, currency: string) {
	const { kind, price, suggested, fairValue, taxRate } = values;
	const read = (typed: string, has: boolean) =>
		has && typed.trim() !== '' ? textToMoney(typed, currency) : 0;
	const priceMinor = read(price, kind !== 'free');
	return {
		price: priceMinor,
		suggested: read(suggested, kind === 'donation'),
		fairValue: read(fairValue, kind === 'paid'),
		taxBasisPoints: isSold({ kind, priceMinor: priceMinor ?? 0 }) ? textToRate(taxRate) : 0,
	};
}

/** Basis points as a per cent. Divided as whole numbers, so that no digit comes of the division. */
const rateToText = (basisPoints: number): string => String(Math.round(basisPoints * 10) / 1_000);
/** Whether the form is of something that is sold without tax: its receipts say why. */
export const sellsWithoutTax = (values: TicketTypeValues, currency: string): boolean =>
	sellsAtPrice(values, currency) && textToRate(values.taxRate) === 0;

/** Whether the form is of something that has a price and so a tax. */
export const sellsAtPrice = (values: TicketTypeValues, currency: string): boolean =>
	isSold({ kind: values.kind, priceMinor: pricesOf(values, currency).price ?? 0 });

/** `19`, `8,875 %` or `5.5`, as basis points; null when it is no rate between 0 and 100. Finer rates are rounded. */
function textToRate(typed: string): number | null {
	const plain = typed.normalize('NFKC').replaceAll(/[\s%]/g, '').replace(',', '.');
	if (plain === '') return 0;
	const rate = /^\d{1,3}(?:\.\d{1,4})?$/.test(plain) ? Math.round(Number(plain) * 1_000) / 10 : null;
	return rate === null || rate > 10_000 ? null : rate;
}

/** What the form sets: all that the API takes, but for what is set elsewhere. */
type FormField = Exclude<keyof NonNullable<TicketTypeChanges>, 'currency' | 'position' | 'isClosed'>;

/** The form as a whole body of the API. Only for values that `checkValues` finds nothing wrong with. */
export function bodyOf(values: TicketTypeValues, event: { currency: string; timeZone: string }) {
	const instant = (wall: string | null) => (wall ? resolveWallTime(wall, event.timeZone).instant : null);
	const { price, suggested, fairValue, taxBasisPoints } = pricesOf(values, event.currency);
	return {
		name: values.name.trim(),
		description: values.description.trim(),
		kind: values.kind,
		priceMinor: price ?? 0,
		suggestedMinor: suggested || null,
		fairValueMinor: fairValue || null,
		priceTiers:
			values.kind === 'paid' || values.kind === 'add_on'
				? values.tiers.map((tier) => ({
						name: tier.name.trim(),
						priceMinor: textToMoney(tier.price, event.currency) ?? 0,
						endsAt: instant(tier.ends),
						soldUpTo: tier.soldUpTo.trim() === '' ? null : parseStep(tier.soldUpTo),
					}))
				: [],
		taxBasisPoints: taxBasisPoints ?? 0,
		taxReason: sellsWithoutTax(values, event.currency) ? values.taxReason || null : null,
		capacity: values.capacity.trim() === '' ? null : parseStep(values.capacity),
		sharedPoolId: values.sharedPoolId || null,
		salesStartAt: instant(values.salesStart),
		salesEndAt: instant(values.salesEnd),
		minPerOrder: values.minPerOrder,
		maxPerOrder: values.maxPerOrder,
		admits: values.admits,
		isAdmission: values.isAdmission,
		needsApproval: values.needsApproval,
		hasWithdrawal: values.hasWithdrawal,
		isHidden: values.isHidden,
	} satisfies Record<FormField, unknown>;
}

/** Only what the person changed, so that nothing that a colleague set is written back. */
export function changesOf(
	before: TicketTypeValues,
	after: TicketTypeValues,
	event: { currency: string; timeZone: string },
): TicketTypeChanges {
	const old = bodyOf(before, event);
	return Object.fromEntries(
		Object.entries(bodyOf(after, event)).filter(
			([field, value]) => JSON.stringify(old[field as keyof typeof old]) !== JSON.stringify(value),
		),
	);
}

/** How a wall time stands on the zone's clock; null while nothing is chosen. */
export function fitOf(wall: string | null, timeZone: string): WallTimeFit | null {
	return wall ? resolveWallTime(wall, timeZone).fit : null;
}
