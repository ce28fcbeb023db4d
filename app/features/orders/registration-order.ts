import { parseStep } from '#app/ui/stepper-value.ts';
import type { Order } from '#shared/contracts/orders.ts';
import type { ErrorCode } from '#shared/errors/catalogue.ts';
import {
	type FieldRefusal,
	fieldNames,
	type RegistrationFailure,
	type RegistrationOrder,
	type RegistrationValues,
} from './registration-answer.ts';

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

export function readValues(form: FormData): RegistrationValues {
	const values: RegistrationValues = {
		name: '',
		email: '',
		quantities: {},
		amounts: {},
		currency: '',
		attendees: {},
		details: {},
	};
	for (const [field, value] of form) {
		if (
			field === fieldNames.name ||
			field === fieldNames.email ||
			field === fieldNames.currency ||
			field === fieldNames.code
		)
			values[field] = text(value);
		else if (field.startsWith('quantity.')) values.quantities[field.slice('quantity.'.length)] = text(value);
		else if (field.startsWith('amount.')) values.amounts[field.slice('amount.'.length)] = text(value);
		else if (field.startsWith('detail.')) values.details[field.slice('detail.'.length)] = text(value);
		else if (field.startsWith('gift.'))
			values.gift = { ...values.gift, [field.slice('gift.'.length)]: text(value) };
		else if (field.startsWith('attendee.')) values.attendees[field] = text(value);
	}
	return values;
}

/**
 * The order that the values mean. Types stand in the order of the form; names of guests follow their types, one for each place the
 * form showed a field for, and are left out where no field was shown.
 */
export function orderOf(values: RegistrationValues): RegistrationOrder {
	const items = Object.entries(values.quantities)
		.map(([ticketTypeId, typed]) => ({ ticketTypeId, quantity: parseStep(typed) ?? 0 }))
		.filter((item) => item.quantity > 0);
	const names = items.flatMap(({ ticketTypeId }) =>
		Object.entries(values.attendees)
			.filter(([field]) => field.startsWith(`attendee.${ticketTypeId}.`))
			.map(([, name]) => ({ name: name.trim(), email: '' })),
	);
	const buyer = { name: values.name.trim(), email: values.email.trim() };
	const details = Object.entries(values.details).flatMap(([field, typed]) =>
		typed.trim() === '' ? [] : [[field, typed.trim()]],
	);
	const attendees: NonNullable<RegistrationOrder['attendees']> =
		names.length > 0 ? names : [{ name: '', email: '' }];
	// Not on the ticket of somebody else, where the buyer gives all away.
	const own = attendees.find(({ name }) => name === '' || name === buyer.name);
	if (own) Object.assign(own, Object.fromEntries(details));
	const isNamed = names.some(({ name }) => name !== '') || (own && details.length > 0);
	return { buyer, items, ...(isNamed && { attendees }), ...(values.code && { code: values.code }) };
}

/** Where an order leads: to its tickets, or to what is to be paid for them. */
export const pageOf = (placed: Pick<Order, 'status' | 'totalMinor'> & { manageToken: string }): string =>
	placed.status === 'pending' && placed.totalMinor > 0
		? `/checkout/${placed.manageToken}`
		: `/my-ticket/${placed.manageToken}?new`;

/** A failure of our own making, before anything is sent. */
export function incomplete(details: { field: string; code: ErrorCode }[]): RegistrationFailure {
	return {
		code: 'VALIDATION_FAILED',
		userMessage: '',
		status: 400,
		metadata: {},
		details: details.map((detail) => ({ ...detail, message: '' })),
	};
}

/** Missing or invalid fields, found without a round trip; null when the order may be sent. */
export function checkOrder(order: RegistrationOrder): RegistrationFailure | null {
	const details: { field: string; code: ErrorCode }[] = [];
	if (order.items.length === 0 && !order.gift)
		details.push({ field: 'items', code: 'VALIDATION_REQUIRED_FIELD' });
	if (order.buyer.name === '') details.push({ field: 'buyer.name', code: 'VALIDATION_REQUIRED_FIELD' });
	if (order.buyer.email === '') details.push({ field: 'buyer.email', code: 'VALIDATION_REQUIRED_FIELD' });
	else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(order.buyer.email))
		details.push({ field: 'buyer.email', code: 'VALIDATION_INVALID_EMAIL' });
	return details.length > 0 ? incomplete(details) : null;
}

/** Ties the details of a refusal (`items.1.quantity`, `buyer.email`) to the fields of the form. */
export function refusalsOf(failure: RegistrationFailure, order: RegistrationOrder): FieldRefusal[] {
	if (failure.metadata.rule === 'code-refused') return [{ name: fieldNames.code }];
	if (failure.details.length === 0) return [{}];
	return failure.details.map((detail) => {
		const name = fieldOf(detail.field, order);
		return { detail, ...(name ? { name } : {}) };
	});
}

function fieldOf(path: string, order: RegistrationOrder): string | undefined {
	if (path === 'buyer.name') return fieldNames.name;
	if (path === 'buyer.email') return fieldNames.email;
	if (path === 'items') return order.gift ? 'gift.choice' : fieldNames.tickets;
	if (path.startsWith('gift.')) return path;
	const line = /^items\.(\d+)\b/.exec(path)?.[1];
	const item = line === undefined ? undefined : order.items[Number(line)];
	if (!item) return undefined;
	return path.endsWith('.chosenMinor')
		? fieldNames.amount(item.ticketTypeId)
		: fieldNames.quantity(item.ticketTypeId);
}
