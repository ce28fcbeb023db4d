import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs steps as `npm run check` does, in a process of their own. */
function runInProcess(steps: string): { status: number | null; lines: string[] } {
	const script = `const { runSteps } = await import('./scripts/steps.ts'); await runSteps(${steps});`;
	const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
		encoding: 'utf8',
	});
	return { status, lines: stdout.trimEnd().split('\n') };
}

/** A step whose program writes this report and ends with the status. */
const reporting = (title: string, report: string, status: number) =>
	`{ title: '${title}', command: ['sh', '-c', 'echo "$1" > "$2"; exit ${status}', '-', '${report}', 'REPORT'], read: JSON.parse }`;

test('the last lines name what failed, and the very last one has the totals', () => {
	const { status, lines } = runInProcess(`[
		{ title: 'Types', command: ['false'] },
		{ title: 'Lint', command: ['true'] },
		${reporting('Unit', '{"passed":7,"failures":["a.test.ts > adds: expected 1    to be 2"]}', 1)},
		${reporting('Outside', '{"passed":1,"failures":[]}', 3)},
		${reporting('Empty', '{"passed":0,"failures":[]}', 0)},
		{ title: 'Lost', command: ['true'], read: JSON.parse },
	]`);
	expect(status).toBe(1);
	expect(lines.slice(lines.indexOf('Failed:'))).toEqual([
		'Failed:',
		'Types: ended with status 1',
		'Unit: a.test.ts > adds: expected 1 to be 2',
		'Outside: ended with status 3; no test failed',
		'Empty: ended with status 0; no test failed',
		expect.stringMatching(/^Lost: ended with status 0 and left no report: /),
		'',
		'9 passed, 5 failed',
	]);
});

test('nothing failed: status 0', () => {
	const { status, lines } = runInProcess(`[{ title: 'Types', command: ['true'] }]`);
	expect(status).toBe(0);
	expect(lines.at(-1)).toBe('1 passed, 0 failed');
	expect(lines).not.toContain('Failed:');
});
