import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Check, toRunAgain, verdictOn } from './checks.ts';

const root = join(import.meta.dirname, '..');
let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'run-steps-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs steps as `npm test` does, in a process of their own. */
function runInProcess(steps: string, record = join(directory, 'last.json')) {
	const script = `const { runSteps } = await import('./scripts/run-steps.ts'); await runSteps(${steps}, { record: '${relative(root, record)}' });`;
	const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
		encoding: 'utf8',
		cwd: root,
	});
	return { status, lines: stdout.trimEnd().split('\n'), kept: JSON.parse(readFileSync(record, 'utf8')) };
}

const passed = (name: string): Check => ({ name, outcome: 'passed', seconds: 1, again: name });
const failed = (name: string, reason = 'expected 1 to be 2'): Check => ({
	...passed(name),
	outcome: 'failed',
	reason,
});

/** A step whose program writes these checks and ends with the status; run again, it writes the others. */
function reporting(title: string, checks: Check[], status: number, alone?: Check[]): string {
	const command = (report: Check[], code: number) =>
		JSON.stringify([
			'sh',
			'-c',
			`printf '%s\\n' "$*" >> ${join(directory, 'calls')}; printf %s "$1" > "$2"; exit ${code}`,
			'-',
			JSON.stringify(report),
			'REPORT',
		]);
	const again = alone
		? `again: (names) => [...${command(alone, alone.every(({ outcome }) => outcome === 'passed') ? 0 : 1)}, ...names],`
		: '';
	return `{ title: '${title}', command: ${command(checks, status)}, ${again} read: JSON.parse }`;
}

test('the last lines name what failed, and the very last one has the totals', () => {
	const { status, lines } = runInProcess(`[
		{ title: 'Types', command: ['false'] },
		{ title: 'Lint', command: ['true'], beside: { title: 'Build', command: ['false'] } },
		${reporting('Unit', [passed('a'), failed('b', 'expected 1\n    to be 2')], 1)},
		${reporting('Outside', [passed('c')], 3)},
		${reporting('Empty', [], 0)},
		{ title: 'Lost', command: ['true'], read: JSON.parse },
	]`);
	expect(status).toBe(1);
	expect(lines.slice(lines.indexOf('Failed:'))).toEqual([
		'Failed:',
		'Types: ended with status 1',
		'Build: ended with status 1',
		'b: expected 1 to be 2',
		'Outside: ended with status 3; no test failed',
		'Empty: ended with status 0; no test failed',
		expect.stringMatching(/^Lost: ended with status 0 and left no report: /),
		'',
		'Unstable: 0',
		'3 passed, 6 failed',
	]);
});

test('nothing failed: status 0, and nothing runs twice', () => {
	const { status, lines, kept } = runInProcess(`[
		{ title: 'Types', command: ['true'] },
		${reporting('Unit', [passed('a')], 0, [failed('a')])},
	]`);
	expect(status).toBe(0);
	expect(lines.slice(-2)).toEqual(['Unstable: 0', '2 passed, 0 failed']);
	expect(lines).not.toContain('Failed:');
	expect(kept).toMatchObject({ passed: 2, failed: 0, unstable: [] });
	expect(kept.slowest).toContainEqual({ name: 'a', seconds: 1 });
	expect(kept.commit).toMatch(/^[0-9a-f]{40}$/);
	expect(Object.keys(kept)).toEqual([
		...['commit', 'isClean', 'passed', 'failed', 'unstable', 'seconds', 'at', 'slowest'],
	]);
});

test('what fails and passes alone, after all the rest, is named as unstable and counts as passed', () => {
	const { status, lines, kept } = runInProcess(`[
		${reporting('Unit', [passed('a'), failed('b'), passed('c')], 1, [passed('b')])},
		${reporting('Journeys', [passed('d')], 0, [failed('d')])},
	]`);
	expect(status).toBe(0);
	expect(lines.slice(lines.indexOf('Unstable:'))).toEqual([
		'Unstable:',
		'b: expected 1 to be 2',
		'',
		'Unstable: 1',
		'4 passed, 0 failed',
	]);
	expect(kept).toMatchObject({ passed: 4, failed: 0, unstable: ['b'] });
	const calls = readFileSync(join(directory, 'calls'), 'utf8').trim().split('\n');
	expect(calls).toHaveLength(3);
	expect(calls.at(-1)).toMatch(/ b$/);
});

test('what fails twice is red', () => {
	const { status, lines } = runInProcess(`[
		${reporting('Unit', [failed('a'), failed('b', 'first')], 1, [passed('a'), failed('b', 'second')])},
	]`);
	expect(status).toBe(1);
	expect(lines.slice(-7)).toEqual([
		'a: expected 1 to be 2',
		'',
		'Failed:',
		'b: first',
		'',
		'Unstable: 1',
		'1 passed, 1 failed',
	]);
});

test('six failures are red without a second run', () => {
	const all = ['a', 'b', 'c', 'd', 'e', 'f'];
	const steps = [all.slice(0, 3), all.slice(3)].map((names) =>
		reporting(
			'Unit',
			names.map((name) => failed(name)),
			1,
			names.map(passed),
		),
	);
	const { status, lines } = runInProcess(`[${steps}]`);
	expect(status).toBe(1);
	expect(lines.slice(-2)).toEqual(['Unstable: 0', '0 passed, 6 failed']);
});

describe('the verdict', () => {
	test('on tests that a failure kept from running is that of their next run', () => {
		const first: Check[] = [failed('a'), { ...passed('b'), outcome: 'not run' }];
		expect(toRunAgain(first)).toEqual(['a', 'b']);
		expect(verdictOn(first).failed.map(({ name }) => name)).toEqual(['a', 'b']);
		expect(verdictOn([...first, passed('a'), passed('b')])).toMatchObject({
			passed: 2,
			failed: [],
			unstable: [{ name: 'a' }],
		});
	});

	test('on a file as a whole counts only when it failed', () => {
		const file = { isFile: true };
		expect(verdictOn([{ ...passed('a.test.ts'), ...file }])).toMatchObject({ passed: 0, failed: [] });
		expect(verdictOn([{ ...failed('a.test.ts'), ...file }]).failed).toHaveLength(1);
		const twice = [failed('a.test.ts'), passed('a.test.ts')].map((one) => ({ ...one, ...file }));
		expect(verdictOn(twice)).toMatchObject({ passed: 0, failed: [], unstable: [{ name: 'a.test.ts' }] });
	});

	test('on what fails and is missing from its second run is that it failed', () => {
		expect(verdictOn([failed('a'), failed('b'), passed('b')]).failed).toMatchObject([{ name: 'a' }]);
	});
});
