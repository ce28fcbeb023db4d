/**
 * `npm test`: all checks; the last line has the totals, and `.cache/last-test.json` keeps them with the commit.
 * `npm test -- --since REF`: static checks, and the tests and journeys of what changed since that commit; for work in progress.
 */
import { parseArgs } from 'node:util';
import { changedSince, journeysFor } from './journeys-of.ts';
import { runSteps } from './run-steps.ts';
import { allSteps, stepsSince } from './steps.ts';
import { testsFor } from './tests-of.ts';

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
if (since) {
	const changed = changedSince(since);
	await runSteps(stepsSince(testsFor(changed), journeysFor(changed)));
} else {
	await runSteps(allSteps, { record: '.cache/last-test.json' });
}
