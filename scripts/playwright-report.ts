import type { Check } from './checks.ts';

interface Suite {
	/** The title of a group of tests; of the outermost, the file. */
	title: string;
	specs: { title: string; file: string; line: number; tests: Test[] }[];
	suites?: Suite[];
}
interface Test {
	expectedStatus: string;
	results: { status: string; duration: number; error?: { message?: string } }[];
}

/** The checks in Playwright's JSON report; no test is repeated within a run (playwright.config.ts). */
export function readPlaywright(report: string): Check[] {
	const { errors, suites } = JSON.parse(report) as { errors: { message?: string }[]; suites: Suite[] };
	return [
		...suites.flatMap((suite) => checksOf(suite)),
		...errors.map(
			({ message }): Check => ({
				name: 'Outside of tests',
				outcome: 'failed',
				seconds: 0,
				reason: message,
			}),
		),
	];
}

function checksOf({ specs, suites = [] }: Suite, groups: string[] = []): Check[] {
	const own = specs.flatMap(({ title, file, line, tests }) =>
		tests.flatMap(({ expectedStatus, results }): Check[] => {
			// The source itself says that it is not run.
			if (expectedStatus === 'skipped') return [];
			const last = results.at(-1);
			const isNotRun = !last || last.status === 'skipped' || last.status === 'interrupted';
			return [
				{
					name: [file, ...groups, title].join(' > '),
					outcome: isNotRun ? 'not run' : last.status === expectedStatus ? 'passed' : 'failed',
					seconds: (last?.duration ?? 0) / 1000,
					reason: last?.error?.message,
					again: `e2e/${file}:${line}`,
				},
			];
		}),
	);
	return [...own, ...suites.flatMap((suite) => checksOf(suite, [...groups, suite.title]))];
}
