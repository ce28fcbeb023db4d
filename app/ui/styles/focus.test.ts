import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** That ink and the colours of events are seen on every ground: contrast.test.ts. */
const app = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(app, file), 'utf8');
const sheets = globSync('**/*.css', { cwd: app }).map((file) => [file, read(file)] as const);
const scripts = globSync('**/*.tsx', { cwd: app }).map((file) => [file, read(file)] as const);

test('focus is ink, and on the pages of an event its colour', () => {
	const values = sheets.flatMap(([, text]) =>
		[...text.matchAll(/--focus:\s*([^;]+);/g)].map(([, value]) => value),
	);
	expect(values).toEqual(['var(--ink)', 'var(--event-ink)']);
	expect(read('ui/styles/base.css')).toMatch(/:focus-visible \{\s*outline: 2px solid var\(--focus\);/);
});

test('nothing is outlined in the accent, which is near the colour of errors', () => {
	expect(sheets.length).toBeGreaterThan(5);
	expect(scripts.length).toBeGreaterThan(200);
	const accented = [
		...sheets.filter(([, text]) => /outline(?:-color)?:[^;]*var\(--accent/.test(text)),
		...scripts.filter(([, text]) => /\b(?:outline|ring)-accent\b/.test(text)),
	];
	expect(accented.map(([file]) => file)).toEqual([]);
});
