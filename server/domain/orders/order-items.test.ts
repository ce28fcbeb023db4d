import { describe, expect, test } from 'vitest';
import { EVENT_CODE_ALPHABET } from '../events/event-code.ts';
import { orderCode } from './order-code.ts';
import { mergeItems, quantityProblem } from './order-items.ts';

describe('mergeItems', () => {
	test('repeated lines of a type are one', () => {
		expect(
			mergeItems([
				{ ticketTypeId: 'b', quantity: 2 },
				{ ticketTypeId: 'a', quantity: 1 },
				{ ticketTypeId: 'b', quantity: 3 },
			]),
		).toEqual([
			{ ticketTypeId: 'b', quantity: 5, line: 0 },
			{ ticketTypeId: 'a', quantity: 1, line: 1 },
		]);
	});
});

describe('quantityProblem', () => {
	const limits = { minPerOrder: 2, maxPerOrder: 4 };
	test.each([
		[1, 'below_minimum'],
		[2, null],
		[4, null],
		[5, 'above_maximum'],
	])('%i of 2 to 4 is %s', (quantity, problem) => expect(quantityProblem(limits, quantity)).toBe(problem));
});

describe('orderCode', () => {
	test('every value of four bytes gives six characters of the alphabet', () => {
		for (const bytes of [
			[0, 0, 0, 0],
			[255, 255, 255, 255],
			[128, 1, 2, 3],
		]) {
			const code = orderCode(Uint8Array.from(bytes));
			expect(code).toHaveLength(6);
			for (const letter of code) expect(EVENT_CODE_ALPHABET).toContain(letter);
		}
	});

	test('different bytes give different codes', () => {
		const codes = new Set(
			Array.from({ length: 500 }, (_, n) => orderCode(Uint8Array.from([n % 256, n >> 8, n % 7, 9]))),
		);
		expect(codes.size).toBe(500);
	});
});
