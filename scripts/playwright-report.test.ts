import { expect, test } from 'vitest';
import { readPlaywright } from './playwright-report.ts';

const spec = (title: string, line: number, expectedStatus: string, ...results: object[]) => ({
	title,
	file: 'door.spec.ts',
	line,
	tests: [{ expectedStatus, results }],
});

test('Playwright’s report as checks: one title in two groups, what did not run, what is skipped, and errors outside of tests', () => {
	const report = {
		errors: [{ message: 'no such project' }],
		suites: [
			{
				title: 'door.spec.ts',
				specs: [
					spec('opens', 3, 'passed', { status: 'passed', duration: 1500 }),
					spec('shuts', 9, 'passed', { status: 'timedOut', duration: 20, error: { message: 'too long' } }),
					spec('waits', 12, 'passed'),
				],
				suites: [
					{
						title: 'at night',
						specs: [
							spec('opens', 14, 'passed', { status: 'passed', duration: 1 }),
							spec('some day', 15, 'skipped', { status: 'skipped', duration: 0 }),
						],
					},
				],
			},
		],
	};
	expect(readPlaywright(JSON.stringify(report))).toEqual([
		{ name: 'door.spec.ts > opens', outcome: 'passed', seconds: 1.5, again: 'e2e/door.spec.ts:3' },
		{
			name: 'door.spec.ts > shuts',
			outcome: 'failed',
			seconds: 0.02,
			reason: 'too long',
			again: 'e2e/door.spec.ts:9',
		},
		{ name: 'door.spec.ts > waits', outcome: 'not run', seconds: 0, again: 'e2e/door.spec.ts:12' },
		{
			name: 'door.spec.ts > at night > opens',
			outcome: 'passed',
			seconds: 0.001,
			again: 'e2e/door.spec.ts:14',
		},
		{ name: 'Outside of tests', outcome: 'failed', seconds: 0, reason: 'no such project' },
	]);
});
