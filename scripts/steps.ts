import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The checks of one step: how many passed, and each that failed with the first words of its reason. */
export interface Tally {
	passed: number;
	failures: string[];
}

/** One part of a check: a program whose exit status counts as one check, or whose report is read. */
export interface Step {
	title: string;
	command: string[];
	env?: Record<string, string>;
	/** Reads the report that the program wrote to the path in `REPORT`; absent, the step is one check. */
	read?: (report: string) => Tally;
}

const root = join(import.meta.dirname, '..');

/** Run the steps one after the other, all of them. The last lines name what failed, and the very last one has the totals. */
export async function runSteps(steps: Step[]): Promise<never> {
	const directory = mkdtempSync(join(tmpdir(), 'foyer-steps-'));
	let passed = 0;
	const failures: string[] = [];
	for (const [index, step] of steps.entries()) {
		process.stdout.write(`\n▶ ${step.title}\n`);
		const started = Date.now();
		const report = join(directory, `${index}.json`);
		const status = await run(step, report);
		const tally = tallyOf(step, status, report);
		passed += tally.passed;
		failures.push(...tally.failures.map((failure) => `${step.title}: ${toLine(failure)}`));
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		process.stdout.write(
			`  ${step.title}: ${tally.passed} passed, ${tally.failures.length} failed in ${seconds} s\n`,
		);
	}
	rmSync(directory, { recursive: true, force: true });
	if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
	process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
	process.exit(failures.length > 0 ? 1 : 0);
}

const toLine = (text: string) => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, 300);

function tallyOf(step: Step, status: number, report: string): Tally {
	const failure = `ended with status ${status}`;
	if (!step.read) return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [failure] };
	try {
		const tally = step.read(readFileSync(report, 'utf8'));
		// A program that fails although all its tests passed has something to say; nothing at all is no success.
		const isSilent = tally.failures.length === 0 && (status !== 0 || tally.passed === 0);
		return isSilent ? { ...tally, failures: [`${failure}; no test failed`] } : tally;
	} catch (error) {
		return { passed: 0, failures: [`${failure} and left no report: ${error}`] };
	}
}

function run(step: Step, report: string): Promise<number> {
	const [program, ...args] = step.command.map((part) => part.replaceAll('REPORT', report));
	const env = Object.fromEntries(
		Object.entries(step.env ?? {}).map(([name, value]) => [name, value.replaceAll('REPORT', report)]),
	);
	return new Promise((resolve) => {
		const child = spawn(program!, args, {
			cwd: root,
			stdio: 'inherit',
			env: {
				// Servers and workers of tests start with half the work when they find what others compiled.
				NODE_COMPILE_CACHE: join(root, '.cache/compile'),
				...process.env,
				PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
				...env,
			},
		});
		child.on('error', (error) => {
			process.stdout.write(`  ${program} cannot be run: ${error.message}\n`);
			resolve(1);
		});
		child.on('exit', (code) => resolve(code ?? 1));
	});
}

const tallyReporter = '--reporter=./scripts/vitest-report.ts';
const tallyEnv = { STEP_REPORT: 'REPORT' };
const readTally = (report: string): Tally => JSON.parse(report);

interface PlaywrightSuite {
	specs: { title: string; file: string; line: number; tests: PlaywrightTest[] }[];
	suites?: PlaywrightSuite[];
}
interface PlaywrightTest {
	status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
	results: { error?: { message?: string } }[];
}

/** Playwright's JSON report. A test that passed only when repeated counts as failed. */
function readPlaywright(report: string): Tally {
	const { stats, errors, suites } = JSON.parse(report);
	const failuresOf = (suite: PlaywrightSuite): string[] => [
		...suite.specs.flatMap(({ title, file, line, tests }) =>
			tests
				.filter(({ status }) => status === 'unexpected' || status === 'flaky')
				.map(({ results }) => {
					const reason = results.find(({ error }) => error)?.error?.message;
					return `${file}:${line} > ${title}: ${reason ?? ''}`;
				}),
		),
		...(suite.suites ?? []).flatMap(failuresOf),
	];
	return {
		passed: stats.expected,
		failures: [
			...suites.flatMap(failuresOf),
			...errors.map(({ message }: { message?: string }) => `Outside of tests: ${message}`),
		],
	};
}

/** Everything that needs no browser. */
export const checkSteps: Step[] = [
	{ title: 'Types', command: ['npm', 'run', '--silent', 'typecheck'] },
	{ title: 'Lint and format', command: ['biome', 'check', '.'] },
	{ title: 'Unused files, exports and dependencies', command: ['knip'] },
	{
		title: 'Unit, API and architecture tests',
		command: ['vitest', 'run', '--reporter=default', tallyReporter],
		env: tallyEnv,
		read: readTally,
	},
];

/** Journeys in a real browser, on the built product. */
export const browserSteps: Step[] = [
	{ title: 'Journeys in the browser', project: 'journeys' },
	{ title: 'Journeys with a camera', project: 'camera' },
].map(({ title, project }) => ({
	title,
	command: ['playwright', 'test', `--project=${project}`, '--reporter=list,json'],
	env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'REPORT' },
	read: readPlaywright,
}));

/** Faults and races with many rounds, one file after the other; then ten million prices. */
export const faultSteps = (seed: string): Step[] => [
	{
		title: `Faults and races, seed ${seed}`,
		command: [
			...[
				'vitest',
				'run',
				'tests/faults',
				'server/domain/orders/interleavings',
				'server/domain/orders/faults',
				'server/domain/payments/differences',
				'server/domain/check-in/sync/fleet',
				'shared/rules/door-log',
			],
			...['--no-file-parallelism', '--reporter=verbose', tallyReporter],
		],
		env: {
			...tallyEnv,
			FAULT_LONG: '1',
			FAULT_SEED: seed,
			FOYER_PROPERTY_RUNS: '2000',
			FLEET_SEEDS: '10000',
		},
		read: readTally,
	},
	{
		title: 'Prices, 10,000,000 cases of each property',
		command: ['vitest', 'run', '--project', 'pure', 'shared/rules/pricing', tallyReporter],
		env: { ...tallyEnv, FAULT_LONG: '1', PRICING_CASES: '10000000' },
		read: readTally,
	},
];
