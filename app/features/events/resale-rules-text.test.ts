import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResaleRules } from '#shared/rules/resale.ts';
import {
	readResale,
	readTypedResale,
	resaleToText,
	typedResale,
	typedResaleToText,
} from './resale-rules-text.ts';

const rules: fc.Arbitrary<ResaleRules> = fc.record(
	{ keepMinor: fc.integer({ min: 1, max: 100_000 }) },
	{ requiredKeys: [] },
);

test('rules are the same when they were typed or stored as text, in every currency', () => {
	fc.assert(
		fc.property(rules, fc.constantFrom('EUR', 'JPY', 'KWD'), (of, currency) => {
			expect(readTypedResale(typedResale(of, currency), currency)).toEqual(of);
			expect(readResale(resaleToText(of))).toEqual({ rules: of });
		}),
	);
	expect(resaleToText({ keepMinor: 0 })).toBe(resaleToText({}));
	expect([resaleToText(null), readResale('')]).toEqual(['', {}]);
});

test.each([
	['', {}],
	['0', {}],
	['1.50', { keepMinor: 150 }],
	['two', null],
	['-2', null],
])('a fee of %j', (fee, expected) => {
	expect(readTypedResale({ fee }, 'EUR')).toEqual(expected);
});

test('what is typed and no rule yet is stored beside rules, and never taken for them', () => {
	expect(readResale(typedResaleToText({ fee: 'two' }))).toEqual({ typed: { fee: 'two' } });
	for (const text of ['{', '7', 'null', '[1]', '{"typed":1}', '{"until":null}', '{"keepMinor":"1"}'])
		expect(readResale(text), text).toEqual({});
});
