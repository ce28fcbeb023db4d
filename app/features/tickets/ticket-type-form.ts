import { parseStep } from '#app/ui/stepper-value.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { resolveWallTime, type WallTimeFit, wallTimeOf } from '#shared/rules/event-times.ts';
import type { TicketTypeChanges } from './api.ts';

/** A ticket type as its form holds it: texts as typed, times as wall times of the event's zone. */
export interface TicketTypeValues {
	name: string;
	description: string;
	kind: TicketType['kind'];
	price: string;
	/** Empty: unlimited. */
	capacity: string;
	/** Empty: none. */
	sharedPoolId: string;
	salesStart: string | null;
	salesEnd: string | null;
	minPerOrder: number;
	maxPerOrder: number;
	admits: number;
	isHidden: boolean;
}

/** The field names of the API, by which refusals come back. */
export type TicketTypeField =
	| 'name'
	| 'description'
	| 'priceMinor'
	| 'capacity'
	| 'sharedPoolId'
	| 'salesStartAt'
	| 'salesEndAt'
	| 'minPerOrder'
	| 'maxPerOrder'
	| 'admits';

/** What stands in the form at first; for a new type, what suits most. */
export function valuesOfType(type: TicketType | null, timeZone: string): TicketTypeValues {
	const wall = (instant: string | null) => (instant ? wallTimeOf(instant, timeZone).slice(0, 16) : null);
	return {
		name: type?.name ?? '',
		description: type?.description ?? '',
		kind: type?.kind ?? 'free',
		price: type && type.priceMinor > 0 ? moneyToText(type.priceMinor, type.currency) : '',
		capacity: type?.organiser?.capacity == null ? '' : String(type.organiser.capacity),
		sharedPoolId: type?.organiser?.sharedPoolId ?? '',
		salesStart: wall(type?.salesStartAt ?? null),
		salesEnd: wall(type?.salesEndAt ?? null),
		minPerOrder: type?.minPerOrder ?? 1,
		maxPerOrder: type?.maxPerOrder ?? 10,
		admits: type?.admits ?? 1,
		isHidden: type?.organiser?.isHidden ?? false,
	};
}

/** What is wrong before anything is sent, by field. */
export type TicketTypeProblem =
	| 'required'
	| 'not-a-number'
	| 'not-money'
	| 'ends-before-start'
	| 'most-below-least';

export function checkValues(
	values: TicketTypeValues,
	currency: string,
): Partial<Record<TicketTypeField, TicketTypeProblem>> {
	const problems: Partial<Record<TicketTypeField, TicketTypeProblem>> = {};
	if (values.name.trim() === '') problems.name = 'required';
	const price = textToMoney(values.price, currency);
	if (values.kind === 'paid' && values.price.trim() === '') problems.priceMinor = 'required';
	else if (values.kind !== 'free' && values.price.trim() !== '' && price === null)
		problems.priceMinor = 'not-money';
	else if (values.kind === 'paid' && price === 0) problems.priceMinor = 'required';
	const capacity = values.capacity.trim() === '' ? null : parseStep(values.capacity);
	if (values.capacity.trim() !== '' && (capacity === null || capacity < 0))
		problems.capacity = 'not-a-number';
	if (values.salesStart && values.salesEnd && values.salesEnd <= values.salesStart)
		problems.salesEndAt = 'ends-before-start';
	if (values.maxPerOrder < values.minPerOrder) problems.maxPerOrder = 'most-below-least';
	return problems;
}

/** The form as a whole body of the API. Only for values that `checkValues` finds nothing wrong with. */
export function bodyOf(values: TicketTypeValues, event: { currency: string; timeZone: string }) {
	const instant = (wall: string | null) => (wall ? resolveWallTime(wall, event.timeZone).instant : null);
	return {
		name: values.name.trim(),
		description: values.description.trim(),
		kind: values.kind,
		priceMinor: values.kind === 'free' ? 0 : (textToMoney(values.price, event.currency) ?? 0),
		capacity: values.capacity.trim() === '' ? null : parseStep(values.capacity),
		sharedPoolId: values.sharedPoolId || null,
		salesStartAt: instant(values.salesStart),
		salesEndAt: instant(values.salesEnd),
		minPerOrder: values.minPerOrder,
		maxPerOrder: values.maxPerOrder,
		admits: values.admits,
		isHidden: values.isHidden,
	};
}

/** Only what the person changed, so that nothing that a colleague set is written back. */
export function changesOf(
	before: TicketTypeValues,
	after: TicketTypeValues,
	event: { currency: string; timeZone: string },
): TicketTypeChanges {
	const old = bodyOf(before, event);
	return Object.fromEntries(
		Object.entries(bodyOf(after, event)).filter(([field, value]) => old[field as keyof typeof old] !== value),
	);
}

/** How a wall time stands on the zone's clock; null while nothing is chosen. */
export function fitOf(wall: string | null, timeZone: string): WallTimeFit | null {
	return wall ? resolveWallTime(wall, timeZone).fit : null;
}
