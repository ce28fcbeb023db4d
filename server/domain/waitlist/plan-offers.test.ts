import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultSeed } from '#tests/support/seed.ts';
import {
	findOffer,
	type OfferPlan,
	type OfferQuestion,
	overtakingBound,
	patienceMs,
	planOffers,
	type WaitedType,
	type WaitingEntry,
} from './plan-offers.ts';
import { resaleTypeId, resaleTypes } from './resale-types.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 5, 1);
const untilMs = nowMs + 30 * 24 * hourMs;

const type = (id: string, more: Partial<WaitedType> = {}): WaitedType => ({
	...{ id, admits: 1, minPerOrder: 1, maxPerOrder: 10, poolIds: [id] },
	...more,
});
const entry = (id: string, party: number, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
	...{ id, party, takesFewer: false, ticketTypeIds: ['a'], overtakenPlaces: 0, savingSinceMs: null },
	...more,
});
const ask = (
	entries: WaitingEntry[],
	pools: Record<string, [saving: number, free: number]>,
	types: WaitedType[] = [type('a')],
	more: Partial<OfferQuestion> = {},
): OfferQuestion => ({
	entries,
	types: new Map(types.map((one) => [one.id, one])),
	pools: new Map(Object.entries(pools).map(([id, [saving, free]]) => [id, { saving, free }])),
	...{ nowMs, untilMs },
	...more,
});
const offered = ({ offers }: OfferPlan) => offers.map(({ entryId, quantity }) => `${entryId} ${quantity}`);

describe('the order of the list', () => {
	test('what came free is offered to the first, and the next', () => {
		expect(
			offered(planOffers(ask([entry('one', 2), entry('two', 1), entry('three', 1)], { a: [3, 0] }))),
		).toEqual(['one 2', 'two 1']);
	});

	test('a party that does not fit is passed over by a smaller one, and it is counted', () => {
		const plan = planOffers(ask([entry('four', 4), entry('one', 1)], { a: [1, 0] }));
		expect(offered(plan)).toEqual(['one 1']);
		expect(plan.changed).toEqual([{ id: 'four', overtakenPlaces: 1, savingSinceMs: nowMs + 24 * hourMs }]);
	});

	test('past twice its places, or after a day, it is saved for the party', () => {
		const tooMany = entry('four', 4, { overtakenPlaces: 8, savingSinceMs: nowMs + hourMs });
		const aDay = entry('four', 4, { overtakenPlaces: 1, savingSinceMs: nowMs - hourMs });
		for (const four of [tooMany, aDay]) {
			const plan = planOffers(ask([four, entry('one', 1)], { a: [2, 0] }));
			expect(offered(plan)).toEqual([]);
			expect(plan.kept.get('a')).toBe(2);
		}
	});

	test('once its time of saving is over, the places go on, and its bounds start anew', () => {
		const four = entry('four', 4, { overtakenPlaces: 8, savingSinceMs: nowMs - 25 * hourMs });
		const plan = planOffers(ask([four, entry('one', 1)], { a: [2, 0] }));
		expect(offered(plan)).toEqual(['one 1']);
		expect(plan.changed[0]).toMatchObject({ id: 'four', overtakenPlaces: 1 });
		expect(plan.kept.get('a')).toBe(0);
	});

	test('what nobody who comes later can use is saved for the first, for a day at most', () => {
		const plan = planOffers(ask([entry('four', 4)], { a: [2, 0] }));
		expect(plan).toMatchObject({ changed: [{ savingSinceMs: nowMs }], nextMs: nowMs + 24 * hourMs });
		expect(plan.kept.get('a')).toBe(2);
	});

	test('who takes fewer is offered what there is', () => {
		expect(offered(planOffers(ask([entry('four', 4, { takesFewer: true })], { a: [2, 0] })))).toEqual([
			'four 2',
		]);
	});
});

describe('pools and types', () => {
	test('free places of a pool that is no bottleneck are used with those that are saved', () => {
		const types = [type('a', { poolIds: ['a', 'hall'] })];
		const plan = planOffers(ask([entry('one', 1)], { a: [1, 0], hall: [1, 20] }, types));
		expect(offered(plan)).toEqual(['one 1']);
	});

	test('what no type of theirs can use goes to the public', () => {
		const types = [type('a', { poolIds: ['a', 'hall'] })];
		const plan = planOffers(ask([entry('one', 1)], { a: [0, 0], hall: [2, 0] }, types));
		expect([...plan.kept.values()]).toEqual([0, 0]);
	});

	test('nobody is passed over who could use none of the places', () => {
		const types = [type('a', { poolIds: ['a', 'hall'] }), type('b', { poolIds: ['b', 'hall'] })];
		const b = entry('b', 1, { ticketTypeIds: ['b'] });
		const plan = planOffers(ask([entry('a', 1), b], { a: [0, 0], b: [1, 0], hall: [1, 0] }, types));
		expect(offered(plan)).toEqual(['b 1']);
		expect(plan.changed).toEqual([]);
	});

	test('the limits of an order hold for offers', () => {
		const types = [type('a', { minPerOrder: 2, maxPerOrder: 3 })];
		expect(offered(planOffers(ask([entry('five', 5)], { a: [5, 0] }, types)))).toEqual([]);
		expect(offered(planOffers(ask([entry('five', 5, { takesFewer: true })], { a: [5, 0] }, types)))).toEqual([
			'five 3',
		]);
		expect(offered(planOffers(ask([entry('two', 2, { takesFewer: true })], { a: [1, 0] }, types)))).toEqual(
			[],
		);
	});
});

const entries = fc.array(
	fc.record({
		party: fc.integer({ min: 1, max: 6 }),
		takesFewer: fc.boolean(),
		ticketTypeIds: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
		overtakenPlaces: fc.integer({ min: 0, max: 4 }),
		savingSinceMs: fc.option(fc.integer({ min: -40, max: 24 }).map((hours) => nowMs + hours * hourMs)),
	}),
	{ maxLength: 12 },
);
const pool = fc.record({ saving: fc.integer({ min: 0, max: 6 }), free: fc.integer({ min: 0, max: 3 }) });
const questions = fc
	.record({ entries, a: pool, b: pool, hall: pool, admits: fc.integer({ min: 1, max: 2 }) })
	.map(
		({ entries: list, a, b, hall, admits }): OfferQuestion => ({
			entries: list.map((one, index) => ({ ...one, id: String(index) })),
			types: new Map(
				[
					type('a', { poolIds: ['a', 'hall'], admits }),
					type('b', { poolIds: ['b', 'hall'] }),
					// Without a limit of its own.
					type('c', { poolIds: ['open', 'hall'], maxPerOrder: 4 }),
				].map((one) => [one.id, one]),
			),
			pools: new Map(Object.entries({ a, b, hall })),
			...{ nowMs, untilMs },
		}),
	);
const usedOf = (plan: OfferPlan, id: string) =>
	plan.offers.filter(({ poolIds }) => poolIds.includes(id)).reduce((sum, { places }) => sum + places, 0);

describe('for any list and any places', () => {
	test('no pool gives more than it has, and goes on saving no more than it saved', () => {
		fc.assert(
			fc.property(questions, (question) => {
				const plan = planOffers(question);
				for (const [id, { saving, free }] of question.pools) {
					const used = usedOf(plan, id);
					expect(used).toBeLessThanOrEqual(saving + free);
					expect((plan.kept.get(id) ?? 0) + Math.min(used, saving)).toBeLessThanOrEqual(saving);
				}
			}),
		);
	});

	test('of two with the same wish the first is offered tickets first', () => {
		fc.assert(
			fc.property(questions, (question) => {
				const got = new Set(planOffers(question).offers.map(({ entryId }) => entryId));
				const wish = ({ party, takesFewer, ticketTypeIds }: WaitingEntry) =>
					JSON.stringify([party, takesFewer, [...ticketTypeIds].sort()]);
				for (const same of Map.groupBy(question.entries, wish).values()) {
					const firstWithout = same.findIndex(({ id }) => !got.has(id));
					if (firstWithout >= 0) expect(same.slice(firstWithout).some(({ id }) => got.has(id))).toBe(false);
				}
			}),
		);
	});

	test('nobody is overtaken beyond twice their places', () => {
		fc.assert(
			fc.property(questions, (question) => {
				const parties = new Map(question.entries.map((one) => [one.id, one]));
				for (const { id, overtakenPlaces } of planOffers(question).changed) {
					const { party, ticketTypeIds, overtakenPlaces: before } = parties.get(id) as WaitingEntry;
					const types = ticketTypeIds.map((typeId) => question.types.get(typeId) as WaitedType);
					expect(overtakenPlaces).toBeLessThanOrEqual(Math.max(before, overtakingBound(party, types)));
				}
			}),
		);
	});

	test('who fits is offered tickets, or their places are saved for somebody within the bounds', () => {
		fc.assert(
			fc.property(questions, (question) => {
				const plan = planOffers(question);
				const got = new Set(plan.offers.map(({ entryId }) => entryId));
				const rest = new Map(
					[...question.pools].map(([id, { saving, free }]) => [
						id,
						{ saving: 0, free: saving + free - usedOf(plan, id) },
					]),
				);
				const changed = new Map(plan.changed.map((one) => [one.id, one.savingSinceMs]));
				const isSavedFor = question.entries.some((one) => {
					const since = changed.has(one.id) ? changed.get(one.id) : one.savingSinceMs;
					const isNow =
						typeof since === 'number' && since <= nowMs && nowMs < since + patienceMs(since, untilMs);
					return isNow && !got.has(one.id);
				});
				for (const one of question.entries)
					if (!got.has(one.id) && !('left' in findOffer(one, { ...question, pools: rest })))
						expect(isSavedFor).toBe(true);
			}),
		);
	});

	test('however the places come one by one, a party of four has its tickets after a bounded number', () => {
		// Smaller parties join without end; a place comes free every hour, and who is offered one takes it.
		let four = entry('four', 4);
		let saving = 0;
		for (let hour = 0; hour < 48; hour += 1) {
			saving += 1;
			const question = ask([four, entry(`one ${hour}`, 1)], { a: [saving, 0] });
			const plan = planOffers({ ...question, nowMs: nowMs + hour * hourMs });
			if (plan.offers.some(({ entryId }) => entryId === 'four')) {
				expect(hour).toBeLessThanOrEqual(2 * 4 + 4);
				return;
			}
			four = { ...four, ...plan.changed.find(({ id }) => id === 'four') };
			saving = plan.kept.get('a') ?? 0;
		}
		expect.fail('it waits for ever');
	});
});

describe('tickets that guests resell', () => {
	const resold = resaleTypeId('a');
	const wanting = (id: string, party: number, more: Partial<WaitingEntry> = {}) =>
		entry(id, party, { ticketTypeIds: ['a', resold], ...more });
	const askResale = (entries: WaitingEntry[], free: number, listed: number) => {
		const types = new Map([['a', type('a', { minPerOrder: 1 })]]);
		const more = resaleTypes(types, new Map([['a', { quantity: listed }]]));
		return {
			...{ entries, nowMs, untilMs, types: new Map([...types, ...more.types]) },
			pools: new Map([['a', { saving: free, free: 0 }], ...more.pools]),
		};
	};
	const typesOf = ({ offers }: OfferPlan) =>
		offers.map(({ entryId, ticketTypeId, quantity }) => `${entryId} ${ticketTypeId} ${quantity}`);

	test('what came free is offered first, then what is resold, in the order of the list', () => {
		const plan = planOffers(askResale([wanting('one', 1), wanting('two', 2), wanting('three', 1)], 1, 2));
		expect(typesOf(plan)).toEqual(['one a 1', `two ${resold} 2`]);
	});

	test('a party that does not fit is passed over within the same bounds', () => {
		const plan = planOffers(askResale([wanting('four', 4), wanting('one', 1)], 0, 1));
		expect(typesOf(plan)).toEqual([`one ${resold} 1`]);
		expect(plan.changed).toMatchObject([{ id: 'four', overtakenPlaces: 1 }]);
	});

	test('never more is offered than is for sale, and nobody is offered less than an equal who comes later', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ party: fc.integer({ min: 1, max: 4 }), takesFewer: fc.boolean() }), {
					maxLength: 12,
				}),
				fc.nat(6),
				fc.nat(6),
				(people, free, listed) => {
					const entries = people.map(({ party, takesFewer }, n) => wanting(String(n), party, { takesFewer }));
					const { offers } = planOffers(askResale(entries, free, listed));
					const sum = (id: string) =>
						offers
							.filter(({ ticketTypeId }) => ticketTypeId === id)
							.reduce((total, { quantity }) => total + quantity, 0);
					expect(sum('a')).toBeLessThanOrEqual(free);
					expect(sum(resold)).toBeLessThanOrEqual(listed);
					const isOffered = (n: number) => offers.some(({ entryId }) => entryId === String(n));
					for (const [n, one] of people.entries())
						for (let later = n + 1; later < people.length; later += 1)
							if (people[later]?.party === one.party && people[later]?.takesFewer === one.takesFewer)
								expect(isOffered(n) || !isOffered(later)).toBe(true);
				},
			),
			{ numRuns: 500, seed: faultSeed },
		);
	});
});
