import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longJourneyPattern, longJourneys } from './long-journeys.ts';

const root = join(import.meta.dirname, '..');
const specOf = (file: string) => readFileSync(join(root, `e2e/${file}.spec.ts`), 'utf8');

test('each journey that npm test leaves out is one of its file, and its file has others', () => {
	for (const [file, titles] of Object.entries(longJourneys)) {
		const spec = specOf(file);
		for (const title of Object.keys(titles)) expect(spec.split(title).length, `${file}: ${title}`).toBe(2);
		expect(spec.match(/^\s*test\(/gm)?.length, file).toBeGreaterThan(Object.keys(titles).length);
	}
});

test('the tests that hold what they show are there', () => {
	const gone = Object.values(longJourneys)
		.flatMap((titles) => Object.values(titles))
		.filter((path) => !existsSync(join(root, path)));
	expect(gone).toEqual([]);
});

test('the pattern takes them, and no other', () => {
	const pattern = new RegExp(longJourneyPattern);
	for (const [file, titles] of Object.entries(longJourneys))
		for (const title of Object.keys(titles))
			expect(pattern.test(`journeys ${file}.spec.ts ${title}`)).toBe(true);
	expect(pattern.test('journeys main-job.spec.ts an organiser signs in')).toBe(false);
	expect(pattern.test('journeys accounts.spec.ts a sign-up is verified')).toBe(false);
});
