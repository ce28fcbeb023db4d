/** `npm run check`: everything that CI checks but the browser. */
import { checkSteps, runSteps } from './steps.ts';

await runSteps(checkSteps);
