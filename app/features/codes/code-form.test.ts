import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Code } from '#shared/contracts/codes.ts';
import { bodyOf, changesOf, checkValues, textToPercent, valuesOf } from './code-form.ts';

const event = { currency: 'EUR', timeZone: 'Europe/Lisbon' };

const whole = (max: number) => fc.option(fc.integer({ min: 1, max }));
const amount = fc.integer({ min: 1, max: 99_999_999 });
const value = fc.oneof(
	fc.record({
		kind: fc.constant('percent' as const),
		basisPoints: fc.integer({ min: 1, max: 10_000 }),
		amountMinor: fc.constant(null),
	}),
	fc.record({
		kind: fc.constantFrom('fixed' as const, 'price' as const),
		basisPoints: fc.constant(null),
		amountMinor: amount,
	}),
);
const limits = fc.record({
	ticketTypeIds: fc.option(fc.array(fc.uuid(), { minLength: 1, maxLength: 3 })),
	minQuantity: fc.integer({ min: 1, max: 1_000 }),
	maxQuantity: fc.constant(1_000),
	uses: whole(10_000_000),
	usesPerBuyer: whole(1_000),
	budgetMinor: fc.option(amount),
	startsAt: fc.option(fc.constant('2027-01-31T12:00:00.000Z')),
	endsAt: fc.option(fc.constant('2027-07-31T12:00:00.000Z')),
});
const code = fc
	.record({ value, limits })
	.map(({ value, limits }) => ({ code: 'EARLY', label: 'x', currency: 'EUR', ...value, ...limits }) as Code);

test('a code that is opened and saved stays what it is', () => {
	fc.assert(
		fc.property(code, (one) => {
			const values = valuesOf(one, event.timeZone);
			expect(checkValues(values, event.currency, 'code')).toEqual({});
			const { code: _, currency: __, ...terms } = one;
			expect(bodyOf(values, event)).toEqual(terms);
			expect(changesOf(values, values, event)).toEqual({});
		}),
	);
});

test.each([
	['20', 2_000],
	['12,5 %', 1_250],
	['0.01', 1],
	['100', 10_000],
	['100.01', null],
	['0', null],
	['-5', null],
	['1.234', null],
	['', null],
])('%s as a percentage', (typed, points) => {
	expect(textToPercent(typed)).toBe(points);
});

test('what cannot be saved is said at its field', () => {
	const empty = valuesOf('code', event.timeZone);
	expect(checkValues(empty, 'EUR', 'code')).toEqual({ code: 'not-a-code', basisPoints: 'not-a-percentage' });
	const wrong = {
		...empty,
		code: '-_-',
		kind: 'unlock' as const,
		uses: '0',
		minQuantity: '3',
		maxQuantity: '2',
	};
	expect(
		checkValues({ ...wrong, starts: '2027-01-01T10:00', ends: '2027-01-01T10:00' }, 'EUR', 'code'),
	).toEqual({
		code: 'not-a-code',
		ticketTypeIds: 'no-tickets',
		endsAt: 'ends-before-start',
		uses: 'not-a-number',
		maxQuantity: 'most-below-least',
	});
	const batch = { ...valuesOf('batch', event.timeZone), value: '5', kind: 'fixed' as const };
	expect(checkValues({ ...batch, count: '10001' }, 'EUR', 'new-batch')).toEqual({ count: 'not-a-count' });
	expect(checkValues({ ...batch, count: '10.000' }, 'EUR', 'new-batch')).toEqual({});
	expect(checkValues({ ...batch, count: '1', value: '5.50' }, 'JPY', 'new-batch')).toEqual({
		amountMinor: 'not-money',
	});
});
