import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const files = sourceFiles(root).filter((file) => file.startsWith('shared/rules/pricing/') && !isTest(file));

/** What is left of a source without its comments and texts. */
const codeOf = (source: string) =>
	source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, (text) =>
		text.startsWith('`') ? text.replaceAll(/[^${}\w.]+/g, ' ') : ' ',
	);
const rounding =
	/\/|\bMath\.(?:round|floor|ceil|trunc|fround)\b|\bparseFloat\b|\btoFixed\b|\|\s*0\b|\s>>>?\s|~~/;

test('amounts are divided and rounded in money.ts alone', () => {
	expect(files).toContain('shared/rules/pricing/quote.ts');
	const found = files
		.filter((file) => !file.endsWith('/money.ts'))
		.flatMap((file) =>
			codeOf(readFileSync(join(root, file), 'utf8'))
				.split('\n')
				.filter((line) => rounding.test(line))
				.map((line) => `${file}: ${line.trim()}`),
		);
	expect(found).toEqual([]);
});

test('the reader sees a division and not what only looks like one', () => {
	const seen = (source: string) => rounding.test(codeOf(source));
	expect(seen('const half = price / 2;')).toBe(true);
	expect(seen('const whole = Math.round(price);')).toBe(true);
	expect(seen("import { share } from './money.ts'; // a / b")).toBe(false);
	expect(seen(readFileSync(join(root, 'shared/rules/pricing/money.ts'), 'utf8'))).toBe(true);
});
