import { randomInt } from 'node:crypto';
import { longParts } from './long-parts.ts';
import { runSteps } from './run-steps.ts';

/**
 * `npm run test:long -- PART …`: what `npm test` does shortly, with many rounds; without a part, all of them. One seed drives all that
 * is left to chance; `FAULT_SEED=…` plays a run again. `CONTESTED_TRIES` sets the number of contested tries, `PAYMENT_HISTORIES` that
 * of histories of payments for each of three seeds.
 */
const seed = process.env.FAULT_SEED ?? String(randomInt(2 ** 31));
const parts = longParts(seed);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
	process.stderr.write(
		`No part is called ${unknown.join(', ')}. Usage: npm run test:long -- [${Object.keys(parts).join('|')}] …\n`,
	);
	process.exit(2);
}
process.stdout.write(`FAULT_SEED=${seed}\n`);
await runSteps((names.length > 0 ? names : Object.keys(parts)).flatMap((name) => parts[name]!));
