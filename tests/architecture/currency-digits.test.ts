import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './imports.ts';

const root = join(import.meta.dirname, '../..');
/** The one place that asks `Intl` for an amount, with the digits of `currencies.ts`. */
const writer = 'shared/lib/formats.ts';

/**
 * `Intl` writes 175.00 HUF as "HUF 17,500.00" of 17,500 minor units with its own digits, so it may not choose them: neither by a format of
 * a currency nor by being asked which digits it would choose.
 */
const byIntl = /\bstyle: ?['"]currency['"]|\.resolvedOptions\(\)\.m(?:in|ax)imumFractionDigits/g;

const codeOf = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
const seenIn = (source: string) => [...codeOf(source).matchAll(byIntl)].map(([text]) => text);

test('amounts are written with the digits of our table alone', () => {
	const found = sourceFiles(root)
		.filter((file) => /^(?:app|server|shared)\//.test(file) && !isTest(file) && file !== writer)
		.flatMap((file) => seenIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`));
	expect(found, 'use formatsFor(locale).money, or currencyDigits').toEqual([]);
});

test('the reader sees a format of a currency and a question for digits, and not a comment or another format', () => {
	expect(seenIn(readFileSync(join(root, writer), 'utf8'))).toHaveLength(1);
	expect(seenIn('10 ** format.resolvedOptions().maximumFractionDigits')).toHaveLength(1);
	expect(seenIn("new Intl.NumberFormat('en', { style: 'percent' }) // style: 'currency'")).toEqual([]);
});
