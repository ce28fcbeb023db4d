import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { type Check, numbered } from './checks.ts';

type Errors = readonly { message: string; VITEST_TEST_PATH?: unknown }[];

/** Vitest reporter: writes the checks to the path in `STEP_REPORT`. Vitest's own JSON leaves out errors outside of tests. */
export default class StepReport implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], errorsOutsideTests: Errors): void {
		const checks = modules.flatMap(checksOf);
		for (const { message, VITEST_TEST_PATH: path } of errorsOutsideTests) {
			const file = typeof path === 'string' ? relative(process.cwd(), path) : undefined;
			const whole = checks.find(({ name }) => name === file);
			if (whole) Object.assign(whole, { outcome: 'failed', reason: message });
			else checks.push({ name: 'Outside of tests', outcome: 'failed', seconds: 0, reason: message });
		}
		writeFileSync(process.env.STEP_REPORT!, JSON.stringify(checks));
	}
}

function checksOf(module: TestModule): Check[] {
	const file = module.relativeModuleId;
	const [error] = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
	const whole: Check = {
		name: file,
		outcome: error ? 'failed' : 'passed',
		seconds: 0,
		reason: error?.message,
		again: file,
		isFile: true,
	};
	const tests = [...module.children.allTests()].flatMap((test): Check[] => {
		const { state, errors } = test.result();
		// What is skipped says so in its source, or stands in a file or suite that failed.
		if (state !== 'passed' && state !== 'failed') return [];
		return [
			{
				name: `${file} > ${test.fullName}`,
				outcome: state,
				seconds: (test.diagnostic()?.duration ?? 0) / 1000,
				reason: errors?.[0]?.message,
				again: file,
			},
		];
	});
	return [whole, ...numbered(tests)];
}
