import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How many checks of one step held. */
export interface Tally {
	passed: number;
	failed: number;
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

/** Run the steps one after the other, all of them, and print the totals as the very last line. */
export async function runSteps(steps: Step[]): Promise<never> {
	const directory = mkdtempSync(join(tmpdir(), 'foyer-steps-'));
	const total: Tally = { passed: 0, failed: 0 };
	const failures: string[] = [];
	for (const [index, step] of steps.entries()) {
		process.stdout.write(`\n▶ ${step.title}\n`);
		const started = Date.now();
		const report = join(directory, `${index}.json`);
		const status = await run(step, report);
		const tally = tallyOf(step, status, report);
		total.passed += tally.passed;
		total.failed += tally.failed;
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		process.stdout.write(`  ${step.title}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s\n`);
		if (tally.failed > 0) failures.push(step.title);
	}
	rmSync(directory, { recursive: true, force: true });
	if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
	process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
	process.exit(total.failed > 0 ? 1 : 0);
}

function tallyOf(step: Step, status: number, report: string): Tally {
	const alone: Tally = status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
	if (!step.read) return alone;
	try {
		const tally = step.read(readFileSync(report, 'utf8'));
		// A program that fails although all its tests passed has something to say; nothing at all is no success.
		if (tally.failed === 0 && (status !== 0 || tally.passed === 0)) return { ...tally, failed: 1 };
		return tally;
	} catch {
		return { passed: 0, failed: 1 };
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
			env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...env },
		});
		child.on('error', (error) => {
			process.stdout.write(`  ${program} cannot be run: ${error.message}\n`);
			resolve(1);
		});
		child.on('exit', (code) => resolve(code ?? 1));
	});
}

/** Vitest's JSON report. A file that cannot be loaded has no tests, so files are counted where they failed. */
function readVitest(report: string): Tally {
	const { numPassedTests, numFailedTests, testResults } = JSON.parse(report);
	const broken = testResults.filter(
		(file: { status: string; assertionResults: unknown[] }) =>
			file.status === 'failed' && file.assertionResults.length === 0,
	);
	return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Playwright's JSON report. A test that passed only when repeated counts as failed: it stands under "flaky" in the list above. */
function readPlaywright(report: string): Tally {
	const { stats, errors } = JSON.parse(report);
	return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Everything that needs no browser. */
export const checkSteps: Step[] = [
	{ title: 'Types', command: ['npm', 'run', '--silent', 'typecheck'] },
	{ title: 'Lint and format', command: ['biome', 'check', '.'] },
	{ title: 'Unused files, exports and dependencies', command: ['knip'] },
	{
		title: 'Unit, API and architecture tests',
		command: ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=REPORT'],
		read: readVitest,
	},
];

/** Journeys in a real browser, on the built product. */
export const browserSteps: Step[] = [
	{
		title: 'Journeys in the browser',
		command: ['playwright', 'test', '--reporter=list,json'],
		env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'REPORT' },
		read: readPlaywright,
	},
];

/** Faults and races with many rounds, one file after the other. */
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
				'server/domain/check-in/fleet',
				'shared/rules/door-log',
			],
			...['--no-file-parallelism', '--reporter=verbose', '--reporter=json', '--outputFile.json=REPORT'],
		],
		env: { FAULT_LONG: '1', FAULT_SEED: seed, FOYER_PROPERTY_RUNS: '2000', FLEET_SEEDS: '10000' },
		read: readVitest,
	},
];
