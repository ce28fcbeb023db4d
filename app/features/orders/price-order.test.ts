import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { firstAmount, priceChoice, priceOrder, withAmounts } from './price-order.ts';
import type { RegistrationOrder } from './registration-answer.ts';

const words = { i18n: setupI18n({ locale: 'en', messages: { en: {} } }), formats: formatsFor('en') };
const pricing: PricingTerms = {
	currency: 'EUR',
	pricesIncludeTax: true,
	fee: { basisPoints: 250, fixedMinor: 50 },
	feeBearer: 'buyer',
	isLive: true,
};
const type = (part: Partial<TicketType>) =>
	({
		id: 'paid',
		kind: 'paid',
		priceMinor: 2400,
		suggestedMinor: null,
		fairValueMinor: null,
		taxBasisPoints: 1900,
		currency: 'EUR',
		minPerOrder: 1,
		maxPerOrder: 10,
		state: 'on_sale',
		left: null,
		...part,
	}) as TicketType;
const gift = type({ id: 'gift', kind: 'donation', priceMinor: 500, suggestedMinor: 2000, taxBasisPoints: 0 });
const offer = { types: [type({}), gift, type({ id: 'free', kind: 'free', priceMinor: 0 })], pricing };
const order = (...items: RegistrationOrder['items']): RegistrationOrder => ({
	buyer: { name: 'Ada', email: 'ada@example.org' },
	items,
});

test('the field of a donation begins with the suggested amount, else with the minimum, else empty', () => {
	expect(firstAmount(gift)).toBe('20.00');
	expect(firstAmount({ ...gift, suggestedMinor: null })).toBe('5.00');
	expect(firstAmount({ ...gift, suggestedMinor: null, priceMinor: 0 })).toBe('');
});

test('amounts are read in the currency; an empty field is the minimum', () => {
	const items = [
		{ ticketTypeId: 'gift', quantity: 2 },
		{ ticketTypeId: 'paid', quantity: 1 },
	];
	expect(withAmounts(items, { gift: '12,50' }, 'EUR')).toEqual({
		items: [{ ticketTypeId: 'gift', quantity: 2, chosenMinor: 1250 }, items[1]],
	});
	expect(withAmounts(items, { gift: ' ' }, 'EUR')).toEqual({ items });
	expect(withAmounts(items, { gift: 'a lot' }, 'EUR')).toMatchObject({
		failure: { details: [{ field: 'items.0.chosenMinor', code: 'VALIDATION_INVALID_FORMAT' }] },
	});
});

describe('an order', () => {
	test('is sent with the hash of the price that was shown', () => {
		const priced = priceOrder(order({ ticketTypeId: 'paid', quantity: 2 }), {}, offer, words);
		const quoteHash = priceChoice(offer, { paid: 2 }, {})?.hash;
		expect(quoteHash).toMatch(/^5020EUR-/);
		expect(priced).toMatchObject({ totalMinor: 5020, order: { quoteHash } });
	});

	test('that costs nothing has none', () => {
		const free = order({ ticketTypeId: 'free', quantity: 2 });
		expect(priceOrder(free, {}, offer, words)).toEqual({ totalMinor: 0, order: free });
	});

	test('below the minimum of a donation is refused at its field, with the minimum', () => {
		const priced = priceOrder(order({ ticketTypeId: 'gift', quantity: 1 }), { gift: '4.99' }, offer, words);
		expect(priced).toMatchObject({ failure: { details: [{ field: 'items.0.chosenMinor' }] } });
		expect(JSON.stringify(priced)).toContain('€5.00');
	});
});

describe('the price of what is chosen', () => {
	test('counts suggested amounts that nobody changed', () => {
		// With the fee of its minimum, which the buyer bears.
		expect(priceChoice(offer, { gift: 2 }, {})?.totalMinor).toBe(4126);
		expect(priceChoice(offer, { gift: 2 }, { gift: '7' })?.totalMinor).toBe(1526);
	});
	test('is unknown while an amount cannot be read or is too small', () => {
		expect(priceChoice(offer, { gift: 1 }, { gift: 'x' })).toBeNull();
		expect(priceChoice(offer, { gift: 1 }, { gift: '1' })).toBeNull();
	});
});
