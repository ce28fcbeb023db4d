import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeRules } from '#shared/rules/change-rules.ts';
import {
	changesToText,
	readChanges,
	readTypedChanges,
	type TypedChanges,
	typedChanges,
	typedChangesToText,
} from './change-rules-text.ts';

const rules: fc.Arbitrary<ChangeRules> = fc.record(
	{
		until: fc.oneof(
			fc.constant(null),
			fc.record({ days: fc.integer({ min: 1, max: 365 }) }),
			fc.record({ hours: fc.integer({ min: 1, max: 720 }) }),
		),
		keepMinor: fc.integer({ min: 1, max: 100_000 }),
		allowsLower: fc.boolean(),
	},
	{ requiredKeys: ['until', 'allowsLower'] },
);

test('rules are the same when they were typed or stored as text, in every currency', () => {
	fc.assert(
		fc.property(rules, fc.constantFrom('EUR', 'JPY', 'KWD'), (of, currency) => {
			expect(readTypedChanges(typedChanges(of, currency), currency)).toEqual({ rules: of });
			expect(readChanges(changesToText(of))).toEqual({ rules: of });
		}),
	);
	const sorted = { allowsLower: true, keepMinor: 5, until: null };
	expect(changesToText(sorted)).toBe(changesToText({ until: null, keepMinor: 5, allowsLower: true }));
});

const typed: TypedChanges = { number: '2', unit: 'days', fee: '1.50', allowsLower: true };

test.each<[Partial<TypedChanges>, unknown]>([
	[{}, { rules: { until: { days: 2 }, keepMinor: 150, allowsLower: true } }],
	[{ fee: '' }, { rules: { until: { days: 2 }, allowsLower: true } }],
	[{ fee: '0' }, { rules: { until: { days: 2 }, allowsLower: true } }],
	[{ unit: 'start', number: '' }, { rules: { until: null, keepMinor: 150, allowsLower: true } }],
	[{ number: '' }, { problem: 'number' }],
	[{ number: '366' }, { problem: 'number' }],
	[{ fee: 'two' }, { problem: 'fee' }],
	[{ fee: '-2' }, { problem: 'fee' }],
])('%j', (part, expected) => {
	expect(readTypedChanges({ ...typed, ...part }, 'EUR')).toEqual(expected);
});

test('what is typed and no rule yet is stored beside rules, and never taken for them', () => {
	const half = { ...typed, number: '' };
	expect(readChanges(typedChangesToText(half))).toEqual({ typed: half });
	for (const text of ['', '{', '7', 'null', '{"typed":1}', '{"until":null}'])
		expect(readChanges(text)).toEqual({});
});
