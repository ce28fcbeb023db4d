import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal, quote } from '#shared/rules/pricing/quote.ts';
import { ticketPrices } from '#shared/rules/ticket-prices.ts';
import { faultSeed } from '#tests/support/seed.ts';
import { linesOfTicket } from './list-ticket.ts';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

const type = fc.record({
	priceMinor: fc.integer({ min: 50, max: 100_000 }),
	taxBasisPoints: fc.constantFrom(0, 700, 1_900, 887.5),
	early: fc.option(
		fc.record({ priceMinor: fc.integer({ min: 50, max: 50_000 }), left: fc.integer({ min: 0, max: 4 }) }),
	),
});
const world = fc.record({
	types: fc.array(type, { minLength: 2, maxLength: 2 }),
	counts: fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 3 })),
	terms: fc.record({
		currency: fc.constant('EUR'),
		pricesIncludeTax: fc.boolean(),
		fee: fc.option(fc.constant({ basisPoints: 250, fixedMinor: 49 })),
		feeBearer: fc.constantFrom('buyer' as const, 'organiser' as const),
	}),
	// What a code takes off the first line: the rest is seldom a multiple of the tickets.
	offMinor: fc.integer({ min: 0, max: 40 }),
});

test('the lines of a ticket that is resold are its price, with its tax and its fee, to the cent', () => {
	fc.assert(
		fc.property(world, ({ types, counts, terms, offMinor }) => {
			const priced = types.map(({ early, ...one }, index) => ({
				...{ id: `t${index}`, kind: 'paid' as const, ...one },
				tiers: early ? [{ name: 'Early', ...early }] : [],
			}));
			const sold = quote(
				priced,
				counts.flatMap((quantity, index) => (quantity > 0 ? [{ ticketTypeId: `t${index}`, quantity }] : [])),
				terms,
			);
			if (isRefusal(sold)) return;
			const lines = sold.lines.map((line, index) =>
				index > 0
					? line
					: { ...line, grossMinor: line.grossMinor - offMinor, netMinor: line.netMinor - offMinor },
			);
			const attendees = counts.flatMap((count, index) =>
				Array.from({ length: count }, (_, n) => ({ id: `a${index}${n}`, ticketTypeId: `t${index}` })),
			);
			const order = { lines, attendees: attendees as never, currency: 'EUR' };
			let resoldMinor = 0;
			for (const { id, minor, tierName } of ticketPrices({ ...order, attendees, ticketRefunds: [] })) {
				const own = linesOfTicket(order, id);
				expect(sum(own.map(({ grossMinor }) => grossMinor))).toBe(minor);
				expect(own.map(({ line }) => line)).toEqual(own.map((_, index) => index));
				for (const line of own) {
					expect(line).toMatchObject({ quantity: 1, tierName });
					expect(line.netMinor + line.taxMinor).toBe(line.grossMinor);
					expect(Math.min(line.netMinor, line.taxMinor, line.grossMinor)).toBeGreaterThanOrEqual(0);
				}
				resoldMinor += minor;
			}
			// All of them together are never dearer than they were.
			expect(resoldMinor).toBe(sum(lines.map(({ grossMinor }) => grossMinor)));
		}),
		{ numRuns: 300, seed: faultSeed },
	);
});
