import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** That of vitest.config.ts. */
const usualMs = 600_000;

test('no test has a limit of its own that is shorter than the usual one: a busy machine would meet it', () => {
	const found = globSync('{app,server,shared,scripts,tests}/**/*.test.{ts,tsx}', { cwd: root }).flatMap(
		(file) =>
			[...readFileSync(join(root, file), 'utf8').matchAll(/^\t*\}, (\d[\d_]{3,})\);$/gm)]
				.filter(([, ms = '']) => Number(ms.replaceAll('_', '')) < usualMs)
				.map(([text]) => `${file}: ${text.trim()}`),
	);
	expect(found).toEqual([]);
});
