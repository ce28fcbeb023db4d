import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Tally } from './steps.ts';

type Errors = readonly { message: string }[];

/** Vitest reporter: writes a tally to the path in `STEP_REPORT`. Vitest's own JSON leaves out errors outside of tests. */
export default class StepReport implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], errorsOutsideTests: Errors): void {
		const tally: Tally = {
			passed: 0,
			failures: errorsOutsideTests.map(({ message }) => `Outside of tests: ${message}`),
		};
		for (const module of modules) {
			const add = (errors: Errors | undefined, name: string) => {
				for (const { message } of errors?.slice(0, 1) ?? [])
					tally.failures.push(`${module.relativeModuleId} > ${name}: ${message}`);
			};
			tally.passed += [...module.children.allTests('passed')].length;
			add(module.errors(), 'whole file');
			for (const suite of module.children.allSuites()) add(suite.errors(), suite.fullName);
			for (const test of module.children.allTests('failed')) add(test.result().errors, test.fullName);
		}
		writeFileSync(process.env.STEP_REPORT!, JSON.stringify(tally));
	}
}
