import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const due = /\b(?:expires|due|deadline|notify|notice|next|\w+_due|next_\w+)_at = now\(\)(?! [-+])/g;

/**
 * Instants are stored in whole milliseconds, so `now()` is rounded up half of the time: whoever looks for what is due in the next half millisecond
 * finds nothing.
 */
test('what tests make due was due before', () => {
	const found = globSync('{app,e2e,server,shared,tests}/**/*.ts', { cwd: root })
		.filter((file) => /^(?:tests|e2e)\/|\.test\.ts$/.test(file) && !file.endsWith('due-times.test.ts'))
		.flatMap((file) =>
			[...readFileSync(join(root, file), 'utf8').matchAll(due)].map(([text]) => `${file}: ${text}`),
		);
	expect(found).toEqual([]);
});
