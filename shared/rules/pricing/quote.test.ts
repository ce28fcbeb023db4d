import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountStep, chargeProblem } from './chargeable.ts';
import { coverOf } from './cover.ts';
import { share } from './money.ts';
import {
	allInMinor,
	type CartItem,
	giftPartMinor,
	isRefusal,
	type PricedType,
	type PricingTerms,
	type Quote,
	quote,
	unitFee,
} from './quote.ts';

const terms = (part: Partial<PricingTerms> = {}): PricingTerms => ({
	currency: 'EUR',
	pricesIncludeTax: true,
	fee: null,
	feeBearer: 'organiser',
	...part,
});
const type = (priceMinor: number, taxBasisPoints = 0, kind: PricedType['kind'] = 'paid'): PricedType => ({
	id: `${kind}-${priceMinor}-${taxBasisPoints}`,
	kind,
	priceMinor,
	taxBasisPoints,
});
const cartOf = (...items: [PricedType, number, number?][]): [PricedType[], CartItem[]] => [
	items.map(([one]) => one),
	items.map(([{ id }, quantity, chosenMinor]) => ({ ticketTypeId: id, quantity, chosenMinor })),
];
const price = ([types, cart]: [PricedType[], CartItem[]], by: PricingTerms): Quote => {
	const answer = quote(types, cart, by);
	if (isRefusal(answer)) throw new Error(`Refused: ${answer.rule}`);
	return answer;
};
const fee = { basisPoints: 250, fixedMinor: 50 };

describe('a gift', () => {
	const ticket = type(2_400, 1_900);
	const gift = { amountMinor: 5_000, cover: true };

	test('alone or beside tickets is a line without tax, and its cover another', () => {
		const alone = quote([], [], terms(), gift) as Quote;
		expect(alone.lines.map(({ kind, grossMinor, taxMinor }) => [kind, grossMinor, taxMinor])).toEqual([
			['gift', 5_000, 0],
			['cover', 180, 0],
		]);
		expect(alone.totalMinor).toBe(5_180);
		const both = quote([ticket], [{ ticketTypeId: ticket.id, quantity: 1 }], terms(), gift) as Quote;
		expect(both.totalMinor).toBe(7_580);
		expect(both.taxes).toEqual([{ basisPoints: 1_900, netMinor: 2_017, taxMinor: 383 }]);
		expect((quote([], [], terms(), { ...gift, cover: false }) as Quote).hash).not.toBe(alone.hash);
	});

	test('that cannot be charged is refused', () => {
		const refused = (amountMinor: number, currency = 'EUR') =>
			quote([], [], terms({ currency }), { amountMinor, cover: false });
		expect(refused(10)).toMatchObject({ rule: 'amount-too-small', line: null });
		expect(refused(100_000_000_000)).toMatchObject({ rule: 'amount-too-large', line: 'gift' });
		expect(refused(5_050, 'HUF')).toMatchObject({ rule: 'amount-step', line: 'gift' });
	});

	test('is covered by the least amount that pays the fees of gift and cover', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10_000_000 }),
				fc.constantFrom('EUR', 'JPY', 'HUF', 'KWD'),
				(units, currency) => {
					const step = amountStep(currency);
					const amount = units * step;
					const fixed = currency === 'KWD' ? 100 : 30;
					const cover = coverOf(amount, currency);
					const isEnough = (minor: number) => minor >= share(amount + minor, 290, 10_000) + fixed;
					expect(cover % step).toBe(0);
					expect(isEnough(cover)).toBe(true);
					expect(cover <= step || !isEnough(cover - step)).toBe(true);
				},
			),
		);
	});
});

describe('a fair value', () => {
	const gala: PricedType = { ...type(8_000, 1_900), fairValueMinor: 5_000 };
	const shown = (by: PricingTerms, one = gala) =>
		price(cartOf([one, 2]), by).lines.map(({ kind, unitMinor, taxMinor, grossMinor }) => [
			...[kind, unitMinor, taxMinor, grossMinor],
		]);

	test('splits a ticket into a taxed sale and an untaxed gift, with the fee of the sale', () => {
		expect(shown(terms())).toEqual([
			['ticket', 5_000, 1_597, 10_000],
			['surplus', 3_000, 0, 6_000],
		]);
		expect(shown(terms({ pricesIncludeTax: false }))).toEqual([
			['ticket', 5_950, 1_900, 11_900],
			['surplus', 3_000, 0, 6_000],
		]);
		const charged = price(cartOf([gala, 2]), terms({ fee }));
		expect(charged.platformFeeMinor).toBe(2 * unitFee(5_000, fee, 'EUR'));
		expect(giftPartMinor(gala)).toBe(3_000);
	});

	test('above the price of a tier leaves no gift', () => {
		const early = { name: 'Early', priceMinor: 4_000, left: null };
		expect(shown(terms(), { ...gala, tiers: [early] })).toEqual([['ticket', 4_000, 1_277, 8_000]]);
	});

	test('changes neither what the buyer pays nor any sum, and never taxes the gift', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 2, max: 100_000 }),
				fc.integer({ min: 1, max: 100_000 }),
				fc.integer({ min: 1, max: 20 }),
				fc.constantFrom(0, 700, 1_900, 2_500),
				fc.boolean(),
				fc.constantFrom('organiser' as const, 'buyer' as const),
				(priceMinor, fairValueMinor, quantity, rate, pricesIncludeTax, feeBearer) => {
					const one = { ...type(50 + priceMinor, rate), fairValueMinor };
					const by = terms({ pricesIncludeTax, feeBearer, fee: feeBearer === 'buyer' ? fee : null });
					const quoted = price(cartOf([one, quantity]), by);
					const of = (kind: string) => quoted.lines.filter((line) => line.kind === kind);
					const given = of('surplus').reduce((total, { grossMinor }) => total + grossMinor, 0);
					expect(given).toBe(quantity * Math.max(0, one.priceMinor - fairValueMinor));
					expect(of('surplus').every(({ taxMinor, taxBasisPoints }) => taxMinor + taxBasisPoints === 0)).toBe(
						true,
					);
					expect(quoted.lines.reduce((total, line) => total + line.netMinor + line.taxMinor, 0)).toBe(
						quoted.totalMinor,
					);
					if (pricesIncludeTax)
						expect(quoted.totalMinor - quoted.buyerFeeMinor).toBe(quantity * one.priceMinor);
					if (quantity === 1) expect(quoted.totalMinor).toBe(allInMinor(one, by));
				},
			),
		);
	});
});

describe('a donation with a minimum', () => {
	const supporter = type(1_000, 1_900, 'donation');
	const shown = (by: PricingTerms, chosenMinor?: number, quantity = 1, one = supporter) =>
		price(cartOf([one, quantity, chosenMinor]), by).lines.map(({ kind, unitMinor, taxMinor, grossMinor }) => [
			...[kind, unitMinor, taxMinor, grossMinor],
		]);

	test('is sold at the minimum with tax, and what is given beyond it is a gift without', () => {
		expect(shown(terms(), 2_500)).toEqual([
			['ticket', 1_000, 160, 1_000],
			['surplus', 1_500, 0, 1_500],
		]);
		expect(shown(terms({ pricesIncludeTax: false }), 2_500, 2)).toEqual([
			['ticket', 1_190, 380, 2_380],
			['surplus', 1_500, 0, 3_000],
		]);
		expect(shown(terms(), 1_001)).toEqual([
			['ticket', 1_000, 160, 1_000],
			['surplus', 1, 0, 1],
		]);
	});

	test.each([[undefined], [1_000]])('of which no more is given (%s) is a sale alone', (chosenMinor) => {
		expect(shown(terms(), chosenMinor, 3)).toEqual([['ticket', 1_000, 479, 3_000]]);
	});

	test('of nothing is a gift alone, without tax or fee', () => {
		const free = type(0, 1_900, 'donation');
		expect(shown(terms({ fee, feeBearer: 'buyer' }), 2_500, 1, free)).toEqual([['gift', 2_500, 0, 2_500]]);
	});

	test('bears the fee of the platform on the minimum', () => {
		const [one] = cartOf([supporter, 2, 9_000])[0];
		for (const feeBearer of ['organiser', 'buyer'] as const) {
			const got = price(cartOf([supporter, 2, 9_000]), terms({ fee, feeBearer }));
			expect(got.platformFeeMinor).toBe(2 * unitFee(1_000, fee, 'EUR'));
			expect(got.totalMinor).toBe(18_000 + got.buyerFeeMinor);
		}
		expect(allInMinor(one!, terms({ fee, feeBearer: 'buyer' }))).toBe(1_000 + unitFee(1_000, fee, 'EUR'));
		expect(allInMinor(one!, terms({ pricesIncludeTax: false }))).toBe(1_190);
	});
});

/** Calculated by hand: lines as [kind, quantity, net, tax, gross], taxes as [rate, net, tax]. */
describe('carts of countries', () => {
	test.each<
		[string, PricingTerms, [PricedType, number, number?][], number, [string, ...number[]][], number[][]]
	>([
		[
			'Germany, 19 % in the price',
			terms(),
			[[type(2400, 1900), 3]],
			7200,
			[['ticket', 3, 6050, 1150, 7200]],
			[[1900, 6050, 1150]],
		],
		[
			'Germany, two rates, a gift without tax and a free ticket',
			terms(),
			[
				[type(2400, 1900), 2],
				[type(0, 1900, 'free'), 1],
				[type(1290, 700, 'add_on'), 1],
				[type(500, 1900, 'donation'), 1, 1000],
			],
			7090,
			[
				['ticket', 2, 4034, 766, 4800],
				['ticket', 1, 0, 0, 0],
				['add_on', 1, 1206, 84, 1290],
				['ticket', 1, 420, 80, 500],
				['surplus', 1, 500, 0, 500],
			],
			[
				[700, 1206, 84],
				[1900, 4454, 846],
			],
		],
		[
			'Germany, the buyer bears 2.5 % + 0.50',
			terms({ fee, feeBearer: 'buyer' }),
			[[type(2400, 1900), 2]],
			5020,
			[
				['ticket', 2, 4033, 767, 4800],
				['service_fee', 2, 185, 35, 220],
			],
			[[1900, 4218, 802]],
		],
		[
			'France, 5.5 % in the price',
			terms(),
			[[type(3000, 550), 1]],
			3000,
			[['ticket', 1, 2844, 156, 3000]],
			[[550, 2844, 156]],
		],
		[
			'United Kingdom, 20 % in the price',
			terms({ currency: 'GBP' }),
			[[type(1250, 2000), 4]],
			5000,
			[['ticket', 4, 4167, 833, 5000]],
			[[2000, 4167, 833]],
		],
		[
			'New York, 8.875 % on top, half a cent rounded up once',
			terms({ currency: 'USD', pricesIncludeTax: false }),
			[[type(2000, 888), 3]],
			6533,
			[['ticket', 3, 6000, 533, 6533]],
			[[888, 6000, 533]],
		],
		[
			'Ontario, 13 % on top, also of the fee that the buyer bears',
			terms({ currency: 'CAD', pricesIncludeTax: false, fee, feeBearer: 'buyer' }),
			[[type(4500, 1300), 2]],
			10_538,
			[
				['ticket', 2, 9000, 1170, 10_170],
				['service_fee', 2, 326, 42, 368],
			],
			[[1300, 9326, 1212]],
		],
		[
			'Switzerland, 8.1 % in the price',
			terms({ currency: 'CHF' }),
			[[type(6500, 810), 2]],
			13_000,
			[['ticket', 2, 12_026, 974, 13_000]],
			[[810, 12_026, 974]],
		],
		[
			'Japan, 10 % in the price, no minor unit',
			terms({ currency: 'JPY' }),
			[[type(3300, 1000), 1]],
			3300,
			[['ticket', 1, 3000, 300, 3300]],
			[[1000, 3000, 300]],
		],
		[
			'Hungary, 27 % in whole forints',
			terms({ currency: 'HUF' }),
			[[type(500_000, 2700), 3]],
			1_500_000,
			[['ticket', 3, 1_181_102, 318_898, 1_500_000]],
			[[2700, 1_181_102, 318_898]],
		],
		[
			'Hungary, 27 % on top, rounded to whole forints',
			terms({ currency: 'HUF', pricesIncludeTax: false }),
			[[type(499_000, 2700), 1]],
			633_700,
			[['ticket', 1, 499_000, 134_700, 633_700]],
			[[2700, 499_000, 134_700]],
		],
		[
			'Oman, 5 % on top, the last of three digits 0',
			terms({ currency: 'OMR', pricesIncludeTax: false }),
			[[type(1250, 500), 1]],
			1310,
			[['ticket', 1, 1250, 60, 1310]],
			[[500, 1250, 60]],
		],
		[
			'Poland, 8 % in the price',
			terms({ currency: 'PLN' }),
			[[type(4999, 800), 1]],
			4999,
			[['ticket', 1, 4629, 370, 4999]],
			[[800, 4629, 370]],
		],
		['Italy, nothing to pay', terms(), [[type(0, 2200, 'free'), 2]], 0, [['ticket', 2, 0, 0, 0]], []],
	])('%s', (_, by, items, total, lines, taxes) => {
		const got = price(cartOf(...items), by);
		expect(got.totalMinor).toBe(total);
		expect(
			got.lines.map(({ kind, quantity, netMinor, taxMinor, grossMinor }) => [
				kind,
				quantity,
				netMinor,
				taxMinor,
				grossMinor,
			]),
		).toEqual(lines);
		expect(got.taxes.map(({ basisPoints, netMinor, taxMinor }) => [basisPoints, netMinor, taxMinor])).toEqual(
			taxes,
		);
	});
});

describe('the fee of the platform', () => {
	test('is part of every price that is shown where the buyer bears it', () => {
		const ticket = type(2400, 1900);
		expect(allInMinor(ticket, terms({ fee, feeBearer: 'buyer' }))).toBe(2510);
		expect(allInMinor(ticket, terms({ fee }))).toBe(2400);
	});

	test('is taken whoever bears it, never of gifts and free tickets', () => {
		const cart = cartOf([type(2400), 2], [type(0, 0, 'donation'), 1, 5000], [type(0, 0, 'free'), 1]);
		expect(price(cart, terms({ fee }))).toMatchObject({ platformFeeMinor: 220, buyerFeeMinor: 0 });
		const borne = price(cart, terms({ fee, feeBearer: 'buyer' }));
		expect(borne).toMatchObject({ platformFeeMinor: 220, buyerFeeMinor: 220, totalMinor: 10_020 });
	});

	test.each([
		[60, 'EUR', 30],
		[101, 'EUR', 50],
		[0, 'EUR', 0],
		[30_000, 'HUF', 800],
	])('of %d %s is %d: at most half, in whole steps', (priceMinor, currency, expected) =>
		expect(unitFee(priceMinor, fee, currency)).toBe(expected),
	);
});

describe('refused are', () => {
	const gift = type(500, 0, 'donation');
	test.each<[string, [PricedType[], CartItem[]], string, object]>([
		[
			'types that are not there',
			[[], [{ ticketTypeId: 'x', quantity: 1 }]],
			'EUR',
			{ rule: 'unknown-type', line: 0 },
		],
		[
			'gifts below their minimum',
			cartOf([type(2400), 1], [gift, 1, 499]),
			'EUR',
			{ rule: 'below-minimum-amount', line: 1, minimumMinor: 500 },
		],
		[
			'gifts below nothing',
			cartOf([type(0, 0, 'donation'), 1, -1]),
			'EUR',
			{ rule: 'below-minimum-amount', line: 0, minimumMinor: 0 },
		],
		['parts of a forint', cartOf([gift, 1, 100_050]), 'HUF', { rule: 'amount-step', line: 0 }],
		['a thousandth of a dinar', cartOf([gift, 1, 1001]), 'KWD', { rule: 'amount-step', line: 0 }],
		['gifts that are too large', cartOf([gift, 1, 1e11]), 'EUR', { rule: 'amount-too-large', line: 0 }],
		['orders that are too large', cartOf([type(1e10), 10]), 'EUR', { rule: 'amount-too-large', line: null }],
		[
			'orders below the least charge',
			cartOf([type(40), 1]),
			'EUR',
			{ rule: 'amount-too-small', line: null, minimumMinor: 50 },
		],
	])('%s', (_, [types, cart], currency, expected) =>
		expect(quote(types, cart, terms({ currency }))).toEqual(expected),
	);

	test('not a small price beside others, nor a gift that the buyer leaves at its minimum', () => {
		expect(price(cartOf([type(40), 2]), terms()).totalMinor).toBe(80);
		expect(price(cartOf([gift, 2]), terms()).totalMinor).toBe(1000);
	});
});

describe('the hash', () => {
	const cart = cartOf([type(2400, 1900), 2]);
	const hashBy = (by: Partial<PricingTerms>) => price(cart, terms(by)).hash;

	test('begins with what is paid', () => expect(hashBy({})).toMatch(/^4800EUR-[a-z\d]{1,7}$/));

	test('names what the buyer sees: not a fee that they do not pay', () => {
		expect(hashBy({ fee })).toBe(hashBy({}));
		expect(hashBy({ fee, feeBearer: 'buyer' })).not.toBe(hashBy({}));
		expect(price(cartOf([type(2400, 700), 2]), terms()).hash).not.toBe(hashBy({}));
		expect(price(cartOf([type(1200, 1900), 4]), terms()).hash).not.toBe(hashBy({}));
	});

	test('is the same as ever', () => expect(hashBy({})).toBe('4800EUR-109smli'));
});

const runs = { numRuns: Number(process.env.PRICING_CASES ?? 3_000) };
const currencies = ['EUR', 'USD', 'JPY', 'HUF', 'KWD', 'CHF'];
const rates = [0, 250, 550, 700, 810, 887.5, 888, 1000, 1900, 2000, 2700];

/** Terms, ticket types and a cart of them, most of which can be charged. */
const worlds = fc
	.record({
		currency: fc.constantFrom(...currencies),
		pricesIncludeTax: fc.boolean(),
		feeBearer: fc.constantFrom('organiser' as const, 'buyer' as const),
		fee: fc.option(
			fc.record({
				basisPoints: fc.integer({ min: 0, max: 2_000 }),
				fixedSteps: fc.integer({ max: 200, min: 0 }),
			}),
		),
		types: fc.array(
			fc.record({
				kind: fc.constantFrom('free', 'paid', 'donation', 'add_on'),
				steps: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 100_000_000 })),
				taxBasisPoints: fc.constantFrom(...rates),
			}),
			{ minLength: 1, maxLength: 6 },
		),
		cart: fc.array(
			fc.record({
				at: fc.nat({ max: 5 }),
				quantity: fc.integer({ min: 1, max: 6 }),
				extraSteps: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
			}),
			{ minLength: 1, maxLength: 8 },
		),
		order: fc.infiniteStream(fc.nat()),
	})
	.map(({ currency, fee, types, cart, order, ...rest }) => {
		const step = amountStep(currency);
		const priced = types.map(
			({ kind, steps, taxBasisPoints }, index): PricedType => ({
				id: `type-${index}`,
				kind,
				priceMinor: kind === 'free' ? 0 : steps * step,
				taxBasisPoints,
			}),
		);
		return {
			types: priced,
			terms: {
				...rest,
				currency,
				fee: fee && { basisPoints: fee.basisPoints, fixedMinor: fee.fixedSteps * step },
			} satisfies PricingTerms,
			cart: cart.map(({ at, quantity, extraSteps }): CartItem => {
				const one = priced[at % priced.length]!;
				const chosenMinor =
					extraSteps === undefined || one.kind !== 'donation'
						? undefined
						: one.priceMinor + extraSteps * step;
				return { ticketTypeId: one.id, quantity, chosenMinor };
			}),
			order,
		};
	});

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What does not agree in the price of a cart; null: everything does. Plain comparisons, since the long run makes ten million. */
function flawOf({ types, terms, cart, order }: World): string | null {
	const got = quote(types, cart, terms);
	// Prices are whole steps and gifts at least their minimum: only the total can be refused.
	if (isRefusal(got)) return got.line === null ? null : `refused: ${got.rule}`;
	const { lines, taxes, totalMinor } = got;
	if (chargeProblem(totalMinor, terms.currency)) return 'the total cannot be charged';
	if (totalMinor !== sum(lines.map(({ grossMinor }) => grossMinor))) return 'the lines do not add up';
	for (const line of lines) {
		if (line.netMinor + line.taxMinor !== line.grossMinor) return 'net and tax are not gross';
		if (line.netMinor < 0 || line.taxMinor < 0) return 'a negative amount';
	}
	for (const tax of taxes) {
		const ofRate = lines.filter(({ taxBasisPoints }) => taxBasisPoints === tax.basisPoints);
		if (tax.taxMinor !== sum(ofRate.map(({ taxMinor }) => taxMinor))) return 'the tax does not add up';
		if (tax.netMinor !== sum(ofRate.map(({ netMinor }) => netMinor))) return 'the net does not add up';
	}
	if (sum(taxes.map(({ taxMinor }) => taxMinor)) !== sum(lines.map(({ taxMinor }) => taxMinor)))
		return 'tax without a rate';
	const fees = lines.filter(({ kind }) => kind === 'service_fee');
	const isBorneByBuyer = terms.feeBearer === 'buyer';
	if (got.buyerFeeMinor !== sum(fees.map(({ grossMinor }) => grossMinor))) return 'fees do not add up';
	if (fees.length > 0 && !isBorneByBuyer) return 'a fee that the organiser bears is a line';
	if (isBorneByBuyer && terms.pricesIncludeTax && got.buyerFeeMinor !== got.platformFeeMinor)
		return 'the buyer pays another fee than the platform takes';
	if (got.platformFeeMinor * 2 > totalMinor) return 'the fee is more than half';

	const keys = order.take(cart.length * 10);
	const apart = cart
		.flatMap((item) => Array.from({ length: item.quantity }, () => ({ ...item, quantity: 1 })))
		.map((item) => ({ item, key: keys.next().value ?? 0 }))
		.sort((a, b) => a.key - b.key)
		.map(({ item }) => item);
	const other = quote(types, apart, terms);
	if (isRefusal(other)) return 'refused in another order';
	if (other.hash !== got.hash) return 'another hash in another order';
	if (withoutOrder(other) !== withoutOrder(got)) return 'another price in another order';

	const more = quote(types, [...cart, cart[0]!], terms);
	return !isRefusal(more) && more.totalMinor < totalMinor ? 'more tickets cost less' : null;
}

const withoutOrder = ({ lines, ...rest }: Quote) =>
	JSON.stringify([rest, lines.map(({ line: _, ...line }) => JSON.stringify(line)).sort()]);

test('whatever is in the cart, its amounts agree', () => {
	fc.assert(
		fc.property(worlds, (world) => {
			const flaw = flawOf(world);
			if (flaw) throw new Error(flaw);
		}),
		runs,
	);
});

test('most of these carts can be charged', () => {
	const answers = fc
		.sample(worlds, { numRuns: 300, seed: 1 })
		.map((one) => quote(one.types, one.cart, one.terms));
	expect(answers.filter(isRefusal).length).toBeLessThan(30);
	expect(answers.some((answer) => !isRefusal(answer) && answer.buyerFeeMinor > 0)).toBe(true);
	expect(answers.some((answer) => !isRefusal(answer) && answer.taxes.length > 1)).toBe(true);
});

test('the price that is shown for one ticket is what one ticket costs', () => {
	fc.assert(
		fc.property(worlds, ({ types, terms }) => {
			for (const one of types) {
				const got = quote(types, [{ ticketTypeId: one.id, quantity: 1 }], terms);
				if (!isRefusal(got) && allInMinor(one, terms) !== got.totalMinor) throw new Error(one.id);
			}
		}),
		{ numRuns: 1_000 },
	);
});
