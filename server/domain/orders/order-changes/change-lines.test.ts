import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal, quote } from '#shared/rules/pricing/quote.ts';
import { ticketPrices } from '#shared/rules/ticket-prices.ts';
import { faultSeed } from '#tests/support/seed.ts';
import type { OrderLine } from '../order-record.ts';
import { linesBack, linesOfTickets } from './change-lines.ts';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

const type = fc.record({
	priceMinor: fc.integer({ min: 50, max: 100_000 }),
	taxBasisPoints: fc.constantFrom(0, 700, 1_900, 887.5),
	early: fc.option(
		fc.record({ priceMinor: fc.integer({ min: 50, max: 50_000 }), left: fc.integer({ min: 0, max: 4 }) }),
	),
});
const world = fc.record({
	types: fc.array(type, { minLength: 3, maxLength: 3 }),
	counts: fc
		.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 })
		.filter((counts) => sum(counts) > 0),
	terms: fc.record({
		currency: fc.constant('EUR'),
		pricesIncludeTax: fc.boolean(),
		fee: fc.option(fc.constant({ basisPoints: 250, fixedMinor: 49 })),
		feeBearer: fc.constantFrom('buyer' as const, 'organiser' as const),
	}),
	// Which ticket is changed to which type, one change after the other.
	changes: fc.array(fc.tuple(fc.nat(), fc.nat(2)), { maxLength: 6 }),
	keepMinor: fc.constantFrom(0, 100, 1_000_000),
});

/** Changes one ticket after the other, and says after each whether every amount is where it belongs. */
test('however tickets are changed, each is known by what it cost, and the lines add up to it', () => {
	fc.assert(
		fc.property(world, ({ types, counts, terms, changes, keepMinor }) => {
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
			let attendees = counts.flatMap((count, index) =>
				Array.from({ length: count }, (_, n) => ({ id: `a${index}${n}`, ticketTypeId: `t${index}` })),
			);
			let lines: OrderLine[] = sold.lines;
			const pricesOf = () =>
				new Map(
					ticketPrices({ lines, attendees, currency: 'EUR', ticketRefunds: [] }).map(({ id, minor }) => [
						id,
						minor,
					]),
				);
			let keptMinor = 0;
			for (const [which, to] of changes) {
				const ticket = attendees[which % attendees.length] as (typeof attendees)[number];
				const ticketTypeId = `t${to}`;
				if (ticket.ticketTypeId === ticketTypeId) continue;
				const before = pricesOf();
				const order = { lines, attendees: attendees as never, currency: 'EUR' };
				const back = linesBack(order, [ticket.id], keepMinor);
				const bought = quote(priced, [{ ticketTypeId, quantity: 1 }], terms);
				if (isRefusal(bought)) return;
				const now = linesOfTickets(order, back.lines, bought.lines, [
					{ attendeeId: ticket.id, ticketTypeId },
				]);
				lines = [...lines, ...back.lines, ...now];
				attendees = attendees.map((one) => (one.id === ticket.id ? { ...one, ticketTypeId } : one));
				keptMinor += back.keptMinor;
				const after = pricesOf();
				expect(back.keptMinor).toBe(Math.min(keepMinor, before.get(ticket.id) as number));
				expect(sum(back.lines.map((line) => line.grossMinor))).toBe(
					back.keptMinor - (before.get(ticket.id) as number),
				);
				expect(after.get(ticket.id)).toBe(bought.totalMinor);
				// The others cost what they cost; the cent of a line that is not divisible may change its place.
				for (const [id, minor] of before)
					if (id !== ticket.id) expect(Math.abs((after.get(id) as number) - minor)).toBeLessThanOrEqual(1);
				expect(sum([...after.values()]) + keptMinor).toBe(sum(lines.map((line) => line.grossMinor)));
			}
			expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index));
			for (const line of lines) expect(line.netMinor + line.taxMinor).toBe(line.grossMinor);
			// Of what was taken back as a whole no tax stays.
			for (const some of Map.groupBy(
				lines,
				(line) => `${line.kind} ${line.ticketTypeId} ${line.tierName}`,
			).values())
				if (sum(some.map((line) => line.grossMinor)) === 0)
					expect(Math.abs(sum(some.map((line) => line.taxMinor)))).toBe(0);
		}),
		{ numRuns: 300, seed: faultSeed },
	);
});
