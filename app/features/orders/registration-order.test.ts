import { describe, expect, test } from 'vitest';
import type { RegistrationFailure } from './registration-answer.ts';
import { checkOrder, orderOf, pageOf, readValues, refusalsOf } from './registration-order.ts';

/** What a form with these fields is read as, in their order. */
function read(fields: Record<string, string>) {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.append(name, value);
	return readValues(data);
}

const failure = (field: string, code: RegistrationFailure['code'] = 'VALIDATION_FAILED') => ({
	code,
	userMessage: '',
	status: 400,
	metadata: {},
	details: [{ field, message: 'No.', code }],
});

describe('the order that a form means', () => {
	test('types with a number, in the order of the form; blanks around names are cut off', () => {
		const values = read({
			'quantity.b': '2',
			'quantity.a': '',
			'quantity.c': ' 1 ',
			name: '  Ada  ',
			email: ' ada@example.org ',
			surprise: 'x',
		});
		expect(orderOf(values)).toEqual({
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items: [
				{ ticketTypeId: 'b', quantity: 2 },
				{ ticketTypeId: 'c', quantity: 1 },
			],
		});
	});

	test('optional fields go to the first ticket that is the buyer’s own, and are left out when blank', () => {
		const of = (attendees: Record<string, string>, pronouns: string) =>
			orderOf(
				read({
					'quantity.a': String(Object.keys(attendees).length || 1),
					name: 'Ada',
					'detail.pronouns': pronouns,
					...attendees,
				}),
			).attendees;
		expect(of({}, ' she/her ')).toEqual([{ name: '', email: '', pronouns: 'she/her' }]);
		expect(of({}, ' ')).toBeUndefined();
		const two = (first: string, second: string) => ({ 'attendee.a.0': first, 'attendee.a.1': second });
		expect(of(two('Grace', ''), 'she/her')).toEqual([
			{ name: 'Grace', email: '' },
			{ name: '', email: '', pronouns: 'she/her' },
		]);
		expect(of(two('Grace', 'Mary'), 'she/her')).toEqual([
			{ name: 'Grace', email: '' },
			{ name: 'Mary', email: '' },
		]);
	});

	test('what is no number or less than one is not ordered', () => {
		const values = read({
			'quantity.a': 'two',
			'quantity.b': '-3',
			'quantity.c': '0',
		});
		expect(orderOf(values).items).toEqual([]);
	});

	test('names follow the types that are ordered, whatever order the fields came in', () => {
		const values = read({
			'quantity.a': '1',
			'quantity.b': '2',
			'quantity.c': '0',
			'attendee.b.0': 'Bea',
			'attendee.b.1': '',
			'attendee.c.0': 'Nobody',
			'attendee.a.0': 'Al',
		});
		expect(orderOf(values).attendees?.map(({ name }) => name)).toEqual(['Al', 'Bea', '']);
	});

	test('no name at all is no list of names', () => {
		const values = read({
			'quantity.a': '2',
			'attendee.a.0': ' ',
			'attendee.a.1': '',
		});
		expect(orderOf(values)).not.toHaveProperty('attendees');
	});
});

describe('checking before sending', () => {
	const order = {
		buyer: { name: 'Ada', email: 'ada@example.org' },
		items: [{ ticketTypeId: 'a', quantity: 1 }],
	};
	test('a whole order passes', () => expect(checkOrder(order)).toBeNull());
	test.each([
		[{ ...order, items: [] }, 'items', 'VALIDATION_REQUIRED_FIELD'],
		[{ ...order, buyer: { ...order.buyer, name: '' } }, 'buyer.name', 'VALIDATION_REQUIRED_FIELD'],
		[{ ...order, buyer: { ...order.buyer, email: '' } }, 'buyer.email', 'VALIDATION_REQUIRED_FIELD'],
		[{ ...order, buyer: { ...order.buyer, email: 'ada' } }, 'buyer.email', 'VALIDATION_INVALID_EMAIL'],
	])('%# what is missing is named', (given, field, code) =>
		expect(checkOrder(given)?.details).toMatchObject([{ field, code }]),
	);
});

test('amounts of donations are read as typed, with their currency', () =>
	expect(
		read({
			'amount.a': '12,50',
			currency: 'EUR',
		}),
	).toMatchObject({ amounts: { a: '12,50' }, currency: 'EUR' }));

test('a code goes with the order, and its refusal to the field of the code', () => {
	const order = orderOf(read({ code: 'EARLY' }));
	expect(order.code).toBe('EARLY');
	expect(orderOf(read({ code: '' }))).not.toHaveProperty('code');
	const metadata = { rule: 'code-refused', reason: 'min-quantity' };
	expect(refusalsOf({ ...failure('x'), details: [], metadata }, order)).toEqual([{ name: 'code' }]);
});

test.each([
	['confirmed', 0, '/my-ticket/t?new'],
	['pending', 0, '/my-ticket/t?new'],
	['pending', 100, '/checkout/t'],
	['confirmed', 100, '/my-ticket/t?new'],
	['awaiting_approval', 100, '/my-ticket/t?new'],
] as const)('an order that is %s with %i to pay leads to %s', (status, totalMinor, page) =>
	expect(pageOf({ status, totalMinor, manageToken: 't' })).toBe(page),
);

describe('refusals and fields', () => {
	const order = {
		buyer: { name: 'Ada', email: 'a@b.example' },
		items: [
			{ ticketTypeId: 'a', quantity: 1 },
			{ ticketTypeId: 'b', quantity: 1 },
		],
	};
	test.each([
		['buyer.name', 'name'],
		['buyer.email', 'email'],
		['items', 'tickets'],
		['items.1.quantity', 'quantity.b'],
		['items.0.ticketTypeId', 'quantity.a'],
		['items.1.chosenMinor', 'amount.b'],
		['items.7.quantity', undefined],
		['locale', undefined],
	])('%s belongs to %s', (field, name) => expect(refusalsOf(failure(field), order)[0]?.name).toBe(name));

	test('a refusal without details is about the order as a whole', () =>
		expect(refusalsOf({ ...failure('x'), details: [] }, order)).toEqual([{}]));
});
