import { randomInt } from 'node:crypto';
import { faultSteps, runSteps } from './steps.ts';

/**
 * `npm run test:long`: the tests of faults and races with many rounds, a million contested tries, and ten million prices. One seed drives all that is left
 * to chance; `FAULT_SEED=… npm run test:long` plays a run again. `CONTESTED_TRIES` sets the number of tries,
 * `PAYMENT_HISTORIES` that of histories of payments for each of three seeds.
 */
const seed = process.env.FAULT_SEED ?? String(randomInt(2 ** 31));
process.stdout.write(`FAULT_SEED=${seed}\n`);
await runSteps(faultSteps(seed));
