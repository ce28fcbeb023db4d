import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Check, type Failure, MOST_UNSTABLE, toRunAgain, verdictOn } from './checks.ts';

/** One part of a check: a program whose exit status counts as one check, or whose report is read. */
export interface Step {
	title: string;
	command: string[];
	env?: Record<string, string>;
	/** Reads the report that the program wrote to the path in `REPORT`; absent, the step is one check. */
	read?: (report: string) => Check[];
	/** The command for some of its checks, one after the other; absent, what fails is not run again. */
	again?: (checks: string[]) => string[];
	/** Runs meanwhile, and has ended before the next step begins. It writes little. */
	beside?: Step;
}

const root = join(import.meta.dirname, '..');

/**
 * Run the steps one after the other, all of them, then what failed once more, alone. The last lines name what was unstable and what
 * failed, and the very last one has the totals.
 * @param record where the result is stored as JSON; absent: nowhere
 */
export async function runSteps(steps: Step[], { record }: { record?: string } = {}): Promise<never> {
	const started = Date.now();
	const directory = mkdtempSync(join(tmpdir(), 'foyer-steps-'));
	const checks: Check[] = [];
	const failing: { step: Step; checks: string[] }[] = [];
	for (const step of steps) {
		const beside = step.beside && runStep(step.beside, directory);
		const found = await runStep(step, directory);
		checks.push(...found, ...((await beside) ?? []));
		const again = step.again ? toRunAgain(found) : [];
		if (again.length > 0) failing.push({ step, checks: again });
	}
	if (checks.filter(({ outcome }) => outcome === 'failed').length <= MOST_UNSTABLE) {
		for (const { step, checks: again } of failing) {
			const alone = { ...step, title: `${step.title}, what failed once more`, command: step.again!(again) };
			checks.push(...(await runStep(alone, directory)));
		}
	}
	rmSync(directory, { recursive: true, force: true });

	const { passed, failed, unstable } = verdictOn(checks);
	if (unstable.length > MOST_UNSTABLE)
		failed.push({ name: 'Unstable tests', reason: `${unstable.length}, more than ${MOST_UNSTABLE}` });
	if (record) keep(record, { passed, failed, unstable, checks, seconds: (Date.now() - started) / 1000 });
	write('Unstable', unstable);
	write('Failed', failed);
	process.stdout.write(`\nUnstable: ${unstable.length}\n${passed} passed, ${failed.length} failed\n`);
	process.exit(failed.length > 0 ? 1 : 0);
}

function write(title: string, failures: Failure[]): void {
	if (failures.length === 0) return;
	process.stdout.write(
		`\n${title}:\n${failures.map(({ name, reason }) => `${name}: ${reason}`).join('\n')}\n`,
	);
}

let reports = 0;

async function runStep(step: Step, directory: string): Promise<Check[]> {
	process.stdout.write(`\n▶ ${step.title}\n`);
	const started = Date.now();
	const report = join(directory, `${reports++}.json`);
	const status = await run(step, report);
	const seconds = (Date.now() - started) / 1000;
	const checks = checksOf(step, status, report, seconds);
	const { passed, failed } = verdictOn(checks);
	process.stdout.write(
		`  ${step.title}: ${passed} passed, ${failed.length} failed in ${seconds.toFixed(1)} s\n`,
	);
	return checks;
}

function checksOf(step: Step, status: number, report: string, seconds: number): Check[] {
	const whole = (reason?: string): Check => ({
		name: step.title,
		outcome: reason ? 'failed' : 'passed',
		seconds,
		reason,
		isFile: Boolean(step.read),
	});
	const failure = `ended with status ${status}`;
	if (!step.read) return [whole(status === 0 ? undefined : failure)];
	try {
		const checks = step.read(readFileSync(report, 'utf8'));
		// A program that fails although all its tests passed has something to say; nothing at all is no success.
		const { passed, failed } = verdictOn(checks);
		const isSilent = failed.length === 0 && (status !== 0 || passed === 0);
		return isSilent ? [...checks, whole(`${failure}; no test failed`)] : checks;
	} catch (error) {
		return [whole(`${failure} and left no report: ${error}`)];
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

/** What a whole run found, and on which commit, for whoever asks later whether it is proven. */
function keep(
	path: string,
	result: { passed: number; failed: Failure[]; unstable: Failure[]; checks: Check[]; seconds: number },
): void {
	const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();
	const commit = git('rev-parse', 'HEAD') || null;
	const slowest = [...Map.groupBy(result.checks, ({ name }) => name)]
		.map(([name, runs]) => ({ name, seconds: Math.max(...runs.map(({ seconds }) => seconds)) }))
		.sort((a, b) => b.seconds - a.seconds)
		.slice(0, 20);
	const content = {
		commit,
		isClean: commit !== null && git('status', '--porcelain') === '',
		passed: result.passed,
		failed: result.failed.length,
		unstable: result.unstable.map(({ name }) => name),
		seconds: Math.round(result.seconds),
		at: new Date().toISOString(),
		slowest: slowest.map(({ name, seconds }) => ({ name, seconds: Math.round(seconds * 10) / 10 })),
	};
	mkdirSync(join(root, '.cache'), { recursive: true });
	writeFileSync(join(root, path), `${JSON.stringify(content, null, '\t')}\n`);
}
