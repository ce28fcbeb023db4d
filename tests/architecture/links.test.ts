import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('no link imports its screen on hover: a failed import reloads the page and what was typed is lost', () => {
	const files = globSync('app/**/*.tsx', { cwd: root });
	expect(files.length).toBeGreaterThan(20);
	expect(files.filter((file) => /\bprefetch=/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
