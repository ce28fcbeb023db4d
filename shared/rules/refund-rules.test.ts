import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundRules } from '../contracts/refund-rules.ts';
import { decideRefund, noticeOf, parseRefundPolicy, type RefundStep, refundShare } from './refund-policy.ts';
import { areOrdered, isKinder, type RefundRules, refundPolicyText } from './refund-rules.ts';

const deadlines = fc.oneof(
	fc.constant(null),
	fc.record({ days: fc.integer({ min: 1, max: 40 }) }),
	fc.record({ hours: fc.integer({ min: 1, max: 720 }) }),
);
const steps = fc
	.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), until: deadlines }), { maxLength: 4 })
	.map((all) => {
		const kept: RefundStep[] = [];
		for (const step of all.toSorted((a, b) => b.percent - a.percent))
			if (areOrdered([...kept, step])) kept.push(step);
		return kept;
	});
const rules: fc.Arbitrary<RefundRules> = fc.oneof(
	steps.map((of) => ({ steps: of })),
	fc.record({ steps, keepMinor: fc.integer({ min: 1, max: 500 }) }),
	fc.record({ steps, keepBasisPoints: fc.integer({ min: 1, max: 10_000 }) }),
);
/** In zones whose clocks change by an hour, by half of one, and never. */
const places = fc.record({
	timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
	startsAt: fc.date({
		min: new Date('2027-01-01T00:00:00Z'),
		max: new Date('2028-12-31T00:00:00Z'),
		noInvalidDate: true,
	}),
});
const minor = fc.integer({ min: 0, max: 100_000 });

describe('the policy that people read', () => {
	test.each<[RefundRules, string]>([
		[{ steps: [] }, 'No refunds.'],
		[
			{ steps: [{ percent: 100, until: { days: 1 } }] },
			'Full refund until 1 day before the event. After that, no refunds.',
		],
		[
			{
				steps: [
					{ percent: 100, until: { days: 30 } },
					{ percent: 50, until: { hours: 24 } },
					{ percent: 10, until: null },
				],
				keepMinor: 250,
				note: 'Write to us when you are ill.',
			},
			'Full refund until 30 days before the event, then 50% until 24 hours before, then 10% until it starts. A fee of €2.50 per ticket is kept.\nWrite to us when you are ill.',
		],
		[
			{ steps: [{ percent: 80, until: null }], keepBasisPoints: 1_250 },
			'80% refund until the event starts. A fee of 12.5% of the ticket price is kept.',
		],
	])('%j', (of, written) => expect(refundPolicyText(of, 'EUR')).toBe(written));

	test('is read back as the same steps; with a fee a person decides', () => {
		fc.assert(
			fc.property(rules, (of) => {
				const hasFee = of.keepMinor !== undefined || of.keepBasisPoints !== undefined;
				const read = parseRefundPolicy(refundPolicyText(of, 'EUR'));
				expect(read).toEqual(of.steps.length === 0 || hasFee ? null : of.steps);
			}),
		);
	});
});

describe('rules', () => {
	test('give less for shorter notice, and keep one fee at most', () => {
		const isTaken = (value: unknown) => refundRules.safeParse(value).success;
		const step = (percent: number, days: number) => ({ percent, until: { days } });
		expect(isTaken({ steps: [step(100, 7), step(50, 1)] })).toBe(true);
		expect(isTaken({ steps: [] })).toBe(true);
		for (const wrong of [
			[step(50, 7), step(100, 1)],
			[step(100, 7), step(100, 1)],
			[step(100, 1), step(50, 7)],
			[step(0, 1)],
			[step(101, 1)],
			[step(50, 0)],
			[{ percent: 50, until: { days: 1, hours: 1 } }],
			[6, 5, 4, 3, 2, 1].map((one) => step(one * 10, one)),
		])
			expect([wrong, isTaken({ steps: wrong })]).toEqual([wrong, false]);
		expect(isTaken({ steps: [step(100, 1)], keepMinor: 1, keepBasisPoints: 1 })).toBe(false);
		expect(isTaken({ steps: [step(100, 1)], keepMinor: 0 })).toBe(false);
		expect(isTaken({ steps: [step(100, 1)], keepBasisPoints: 10_001 })).toBe(false);
		expect(isTaken({ steps: [], note: 'x'.repeat(401) })).toBe(false);
	});

	test('are decided by, not by the text beside them', () => {
		const event = {
			refundPolicy: 'Full refund at any time.',
			startsAt: new Date('2027-04-02T17:00:00Z'),
			timeZone: 'Europe/Berlin',
			now: new Date('2027-03-01T00:00:00Z'),
		};
		const by = (of: RefundRules) => decideRefund({ ...event, refundRules: of });
		expect(by({ steps: [{ percent: 50, until: { days: 2 } }], keepMinor: 100 })).toEqual({
			way: 'refund',
			terms: { percent: 50, keepMinor: 100 },
			until: new Date('2027-03-31T22:00:00Z'),
			step: { percent: 50, until: { days: 2 } },
		});
		expect(by({ steps: [] })).toEqual({ way: 'request', reason: 'no-refunds' });
		expect(by({ steps: [{ percent: 50, until: { days: 60 } }] })).toEqual({
			way: 'request',
			reason: 'too-late',
			step: { percent: 50, until: { days: 60 } },
		});
	});
});

test('the notice of a request is counted as its deadline: a step holds as long as there is as much of it', () => {
	fc.assert(
		fc.property(
			deadlines,
			places,
			fc.integer({ min: -60 * 24 * 4, max: 60 * 24 * 4 }),
			(until, at, quarters) => {
				const now = new Date(at.startsAt.getTime() - quarters * 900_000);
				const { way } = decideRefund({
					...{ ...at, now, refundPolicy: '' },
					refundRules: { steps: [{ percent: 50, until }] },
				});
				const notice = noticeOf(until, { ...at, now });
				const isEnough =
					notice !== null &&
					(until === null ||
						('days' in until && 'days' in notice && notice.days >= until.days) ||
						('hours' in until && 'hours' in notice && notice.hours >= until.hours));
				// Exactly at a deadline in hours it has passed.
				const isEnd = until && 'hours' in until && quarters === until.hours * 4;
				expect(way).toBe(isEnough && !isEnd ? 'refund' : 'request');
			},
		),
	);
});

describe('a fee that is kept', () => {
	test('is taken of the price of each ticket, exactly', () => {
		expect(refundShare(2_400, { percent: 100, keepMinor: 250 }, 'EUR')).toBe(2_150);
		expect(refundShare(2_401, { percent: 50, keepMinor: 250 }, 'EUR')).toBe(951);
		expect(refundShare(2_400, { percent: 100, keepBasisPoints: 1_250 }, 'EUR')).toBe(2_100);
		expect(refundShare(200, { percent: 100, keepMinor: 250 }, 'EUR')).toBe(0);
		expect(refundShare(12_340, { percent: 100, keepMinor: 1 }, 'KWD')).toBe(12_330);
	});

	test('leaves between nothing and the price, in whole steps of what cards return', () => {
		const terms = fc.record({
			percent: fc.integer({ min: 1, max: 100 }),
			keepMinor: fc.option(minor, { nil: undefined }),
			keepBasisPoints: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
		});
		fc.assert(
			fc.property(minor, terms, fc.constantFrom(['EUR', 1], ['KWD', 10]), (price, of, [currency, step]) => {
				const paid = price * Number(step);
				const back = refundShare(paid, of, String(currency));
				expect(back).toBeGreaterThanOrEqual(0);
				expect(back).toBeLessThanOrEqual(paid);
				expect(back % Number(step)).toBe(0);
			}),
		);
	});
});

describe('kinder rules', () => {
	const given = (of: RefundRules, at: { timeZone: string; startsAt: Date; now: Date }, price: number) => {
		const decision = decideRefund({ ...at, refundRules: of, refundPolicy: '' });
		return decision.way === 'refund' ? refundShare(price, decision.terms, 'EUR') : 0;
	};

	test('give nobody less, at any instant, for any price, whenever the event starts', () => {
		let kinder = 0;
		const related = fc.oneof(
			fc.tuple(rules, rules),
			fc
				.tuple(rules, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 30 }))
				.map(([of, less, more]): [RefundRules, RefundRules] => [
					of,
					{
						...of,
						steps: of.steps.map(({ percent, until }) => ({
							percent: Math.min(100, percent + more),
							until:
								until === null
									? null
									: 'days' in until
										? { days: Math.max(1, until.days - less) }
										: { hours: Math.max(1, until.hours - less) },
						})),
					},
				]),
		);
		fc.assert(
			fc.property(
				related,
				places,
				fc.integer({ min: 0, max: 45 * 24 * 4 }),
				minor,
				(pair, at, quarters, price) => {
					const [before, after] = pair;
					if (!isKinder(before, after)) return;
					kinder += 1;
					const now = new Date(at.startsAt.getTime() - quarters * 900_000);
					expect(given(after, { ...at, now }, price)).toBeGreaterThanOrEqual(
						given(before, { ...at, now }, price),
					);
				},
			),
			{ numRuns: 2_000 },
		);
		expect(kinder).toBeGreaterThan(300);
	});

	test('a later deadline, a larger share, a smaller fee; nothing that takes something away', () => {
		const half: RefundRules = {
			steps: [{ percent: 50, until: { days: 7 } }],
			keepMinor: 200,
			note: 'Hello.',
		};
		const say = (change: Partial<RefundRules>) => isKinder(half, { ...half, ...change });
		const step = (percent: number, until: RefundStep['until']) => ({ steps: [{ percent, until }] });
		expect(say({})).toBe(true);
		expect(say(step(100, { days: 7 }))).toBe(true);
		expect(say(step(50, null))).toBe(true);
		expect(say(step(50, { hours: 24 }))).toBe(true);
		expect(say({ keepMinor: undefined })).toBe(true);
		expect(say({ keepMinor: 100 })).toBe(true);
		expect(say({ steps: [{ percent: 100, until: { days: 30 } }, ...half.steps] })).toBe(true);
		expect(isKinder({ steps: [] }, { steps: half.steps, keepMinor: 200 })).toBe(true);

		expect(say(step(49, { days: 7 }))).toBe(false);
		expect(say(step(100, { days: 8 }))).toBe(false);
		expect(say(step(50, { hours: 160 }))).toBe(false);
		expect(say({ steps: [] })).toBe(false);
		expect(say({ keepMinor: 201 })).toBe(false);
		expect(say({ keepMinor: undefined, keepBasisPoints: 1 })).toBe(false);
		expect(say({ note: 'Except early birds.' })).toBe(false);
	});
});
