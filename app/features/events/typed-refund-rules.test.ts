import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areOrdered, mostRefundSteps, type RefundRules } from '#shared/rules/refund-rules.ts';
import { rulesToText, textToRules, textToTyped, typedToText } from './refund-rules-text.ts';
import { nextStep, readTyped, stepOf, type TypedRules, typedOf, typedStep } from './typed-refund-rules.ts';

const step = { percent: 100, number: '7', unit: 'days' as const };
const typed: TypedRules = { steps: [step], feeKind: 'none', fee: '', note: '' };
const problemOf = (part: Partial<TypedRules>) => readTyped({ ...typed, ...part }, 'EUR').problem;
const rulesOf = (part: Partial<TypedRules>) => readTyped({ ...typed, ...part }, 'EUR').rules;

test.each([
	['1', 'days', { days: 1 }],
	[' 365 ', 'days', { days: 365 }],
	['720', 'hours', { hours: 720 }],
	['', 'start', null],
] as const)('%j %s is a deadline', (number, unit, until) => {
	expect(stepOf({ percent: 50, number, unit })).toEqual({ percent: 50, until });
});

test.each([
	['', 'days'],
	['0', 'days'],
	['366', 'days'],
	['721', 'hours'],
	['1.5', 'days'],
	['-1', 'hours'],
] as const)('%j %s is none', (number, unit) => {
	expect(stepOf({ percent: 50, number, unit })).toBeNull();
	expect(problemOf({ steps: [step, { percent: 50, number, unit }] })).toEqual({ what: 'number', step: 1 });
});

test.each([
	['amount', '1,50', { keepMinor: 150 }],
	['amount', '2', { keepMinor: 200 }],
	['share', '12,5 %', { keepBasisPoints: 1_250 }],
	['share', '100', { keepBasisPoints: 10_000 }],
	['none', 'anything', {}],
] as const)('a fee as %s of %j', (feeKind, fee, expected) => {
	expect(rulesOf({ feeKind, fee })).toEqual({ steps: [{ percent: 100, until: { days: 7 } }], ...expected });
});

test.each([
	['amount', ''],
	['amount', '0'],
	['amount', 'two'],
	['share', ' '],
	['share', '100.01'],
	['share', '-5'],
] as const)('no fee as %s is %j', (feeKind, fee) => {
	expect(problemOf({ feeKind, fee })).toEqual({ what: 'fee' });
	// Nothing is refunded of which it could be deducted.
	expect(rulesOf({ feeKind, fee, steps: [] })).toEqual({ steps: [] });
});

test('a step that gives no less than the one before, or for no shorter notice, is named', () => {
	const second = (part: object) =>
		problemOf({ steps: [step, { ...step, percent: 50, number: '2', ...part }] });
	expect(second({})).toBeUndefined();
	expect(second({ percent: 100 })).toEqual({ what: 'order', step: 1 });
	expect(second({ number: '7' })).toEqual({ what: 'order', step: 1 });
	expect(second({ unit: 'start' })).toBeUndefined();
});

const rules = fc
	.record({
		steps: fc
			.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 })
			.map((days) =>
				days
					.toSorted((a, b) => b - a)
					.map((one, index) => ({ percent: 100 - 10 * index, until: { days: one } })),
			),
		keepMinor: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
		keepBasisPoints: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
		note: fc.option(fc.constantFrom('Write to us.', 'a\nb'), { nil: undefined }),
	})
	.map((one): RefundRules => (one.keepMinor ? { ...one, keepBasisPoints: undefined } : one));

test('rules that are typed as they are shown are the same rules', () => {
	fc.assert(
		fc.property(rules, fc.constantFrom('EUR', 'JPY', 'KWD'), (one, currency) => {
			const again = readTyped(typedOf(one, currency), currency).rules;
			expect(rulesToText(again ?? null)).toBe(rulesToText(one));
		}),
	);
});

test('the step that is proposed next fits the order, until there is room for none', () => {
	let steps: TypedRules['steps'] = [];
	for (let next = nextStep(steps); next; next = nextStep(steps)) steps = [...steps, typedStep(next)];
	expect(steps.length).toBeGreaterThan(1);
	expect(steps.length).toBeLessThanOrEqual(mostRefundSteps);
	expect(areOrdered(rulesOf({ steps })?.steps ?? [])).toBe(true);
	expect(nextStep([{ ...step, number: '' }])).toBeNull();
});

test('what is half typed stays as it is, and is no rule', () => {
	const half: TypedRules = { ...typed, feeKind: 'amount', fee: '' };
	const text = typedToText(half);
	expect(textToTyped(text)).toEqual(half);
	expect(textToRules(text)).toBeNull();
	expect(textToTyped(rulesToText({ steps: [] }))).toBeNull();
	for (const other of ['', '{', 'null', '{"typed":1}']) expect(textToTyped(other)).toBeNull();
});
