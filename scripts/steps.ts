import { longJourneyPattern } from './long-journeys.ts';
import { readPlaywright } from './playwright-report.ts';
import type { Step } from './run-steps.ts';

/** The checks of a source tree, in the order in which `npm test` runs them. */

const types: Step = { title: 'Types', command: ['npm', 'run', '--silent', 'typecheck'] };
const lint: Step = {
	title: 'Lint and format',
	command: ['biome', 'check', '.'],
	beside: { title: 'Unused files, exports and dependencies', command: ['knip'] },
};

/** A run of Vitest with these arguments; what fails runs again one file after the other. */
export const vitestStep = (title: string, args: string[], env: Record<string, string> = {}): Step => {
	const command = (more: string[]) => [
		...['vitest', 'run', '--reporter=default', '--reporter=./scripts/vitest-report.ts'],
		...more,
	];
	return {
		title,
		command: command(args),
		env: { ...env, STEP_REPORT: 'REPORT' },
		read: JSON.parse,
		again: (files) => command(['--no-file-parallelism', ...files]),
	};
};

/** A run of Playwright with these arguments, on the built product; what fails runs again one test after the other. */
export const playwrightStep = (
	title: string,
	project: 'journeys' | 'camera',
	args: string[] = [],
	env: Record<string, string> = {},
): Step => {
	const command = (more: string[]) => [
		...['playwright', 'test', `--project=${project}`, '--reporter=list,json'],
		...more,
	];
	return {
		title,
		command: command(args),
		env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'REPORT' },
		read: readPlaywright,
		again: (tests) => command(['--workers=1', ...tests]),
	};
};

/** What the journeys need: made while the types are checked, which takes one core. */
export const build: Step = {
	title: 'Chromium and the built app',
	command: ['node', 'scripts/ensure.mjs', 'journeys'],
};

const unitTests = (args: string[] = []) => vitestStep('Unit, API and architecture tests', args);

/** Everything that needs no browser. */
export const checkSteps: Step[] = [types, lint, unitTests()];

/** Everything: what a change must pass before it is in. */
export const allSteps: Step[] = [
	{ ...types, beside: build },
	lint,
	unitTests(),
	playwrightStep('Journeys in the browser', 'journeys', ['--grep-invert', longJourneyPattern]),
	playwrightStep('Journeys with a camera', 'camera', ['--grep-invert', longJourneyPattern]),
];

/** What a change since a commit can have broken, judged by its files: for work in progress. */
export function stepsSince(tests: string[], journeys: string[]): Step[] {
	return [
		types,
		lint,
		...(tests.length > 0 ? [unitTests(tests)] : []),
		...(journeys.length > 0 ? [build, playwrightStep('Journeys of what changed', 'journeys', journeys)] : []),
	];
}
