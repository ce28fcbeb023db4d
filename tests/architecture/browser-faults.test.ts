import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../e2e');

/** No page: they start the product or show parts without it, and look for faults themselves. */
const OWN_BROWSER = new Set(['components.spec.ts', 'operations.spec.ts']);

test('every browser journey fails on an error of the console, a thrown error and a report of the content policy', () => {
	const specs = globSync('**/*.spec.ts', { cwd: folder });
	expect(specs.length).toBeGreaterThan(8);
	const blind = specs.filter((file) => {
		if (OWN_BROWSER.has(file) || file.startsWith('scanner-')) return false;
		return !/import \{[^}]*\btest\b[^}]*\} from '\.\/support\/test\.ts'/.test(
			readFileSync(join(folder, file), 'utf8'),
		);
	});
	expect(blind).toEqual([]);
});

test('the fixture runs by itself and looks at all three', () => {
	const source = readFileSync(join(folder, 'support/test.ts'), 'utf8');
	expect(source).toContain('{ auto: true }');
	expect(source).toMatch(/'weberror'/);
	expect(source).toMatch(/message\.type\(\) === 'error'/);
});
