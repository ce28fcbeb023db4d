/** `npm test`: all checks; the last line has the totals. */
import { browserSteps, checkSteps, runSteps } from './steps.ts';

await runSteps([...checkSteps, ...browserSteps]);
