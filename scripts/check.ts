/** `npm run check`: everything that CI checks but the browser. */
import { runSteps } from './run-steps.ts';
import { checkSteps } from './steps.ts';

await runSteps(checkSteps);
