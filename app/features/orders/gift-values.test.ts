import { expect, test } from 'vitest';
import { giftOf } from './gift-values.ts';
import type { RegistrationValues } from './registration-answer.ts';

const values = (
	gift: Record<string, string>,
	quantities: Record<string, string> = {},
): RegistrationValues => ({
	...{
		name: 'Ada',
		email: 'ada@example.org',
		quantities,
		amounts: {},
		currency: 'EUR',
		attendees: {},
		details: {},
	},
	gift: { message: '', ...gift },
});

test('nothing is given that nobody chose', () => {
	expect(giftOf(values({}, { seat: '2' }))).toEqual({});
	expect(giftOf(values({ choice: 'none' }))).toEqual({});
	expect(giftOf(values({}))).toMatchObject({ failure: { details: [{ field: 'gift.choice' }] } });
	expect(giftOf(values({ choice: 'other' }, { seat: '2' }))).toMatchObject({
		failure: { details: [{ field: 'gift.amountMinor' }] },
	});
});

test('a proposed amount, or one that was typed, is given', () => {
	expect(giftOf(values({ choice: '5000' }))).toMatchObject({ gift: { amountMinor: 5_000, cover: false } });
	expect(giftOf(values({ amountMinor: '12,50' }, { seat: '1' }))).toMatchObject({
		gift: { amountMinor: 1_250 },
	});
});
