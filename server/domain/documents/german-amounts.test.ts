import { expect, test } from 'vitest';
import { germanEuros } from './german-amounts.ts';

test.each([
	[100, 'ein Euro'],
	[1, 'ein Cent'],
	[5_005, 'fünfzig Euro und fünf Cent'],
	[1_700, 'siebzehn Euro'],
	[2_100, 'einundzwanzig Euro'],
	[10_100, 'einhunderteins Euro'],
	[20_000, 'zweihundert Euro'],
	[31_699, 'dreihundertsechzehn Euro und neunundneunzig Cent'],
	[100_000, 'eintausend Euro'],
	[1_234_500, 'zwölftausenddreihundertfünfundvierzig Euro'],
	[100_000_100, 'eine Million eins Euro'],
	[250_000_000, 'zwei Millionen fünfhunderttausend Euro'],
])('%i cents are %s', (minor, words) => {
	expect(germanEuros(minor)).toBe(words);
});
