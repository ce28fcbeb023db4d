import { stripVTControlCharacters } from 'node:util';

/** One run of one check: of a test, of a test file as a whole, or of a program. */
export interface Check {
	/** Its key in every run: the file and the title of a test. */
	name: string;
	outcome: 'passed' | 'failed' | 'not run';
	seconds: number;
	/** Why it failed, in the words of its program. */
	reason?: string;
	/** What its program is given to run it again; absent: it cannot be run again. */
	again?: string;
	/** A file as a whole: it can fail, but is no check of its own when it passes. */
	isFile?: boolean;
}

/** A check that failed, with the reason of its first failure on one line. */
export interface Failure {
	name: string;
	reason: string;
}

export interface Verdict {
	passed: number;
	/** Failed in every run. */
	failed: Failure[];
	/** Failed once and passed alone: counted as passed, and to be fixed. */
	unstable: Failure[];
}

/** More than this many unstable tests say that something beneath them is wrong. */
export const MOST_UNSTABLE = 5;

/** The result of several runs of the same checks: a check is red when it failed and never passed. */
export function verdictOn(checks: Check[]): Verdict {
	const verdict: Verdict = { passed: 0, failed: [], unstable: [] };
	for (const [name, runs] of Map.groupBy(checks, (check) => check.name)) {
		const failure = runs.find(({ outcome }) => outcome === 'failed');
		const isPassed = runs.some(({ outcome }) => outcome === 'passed');
		if (isPassed && !runs[0]!.isFile) verdict.passed++;
		if (failure)
			(isPassed ? verdict.unstable : verdict.failed).push({ name, reason: toLine(failure.reason) });
		else if (!isPassed) verdict.failed.push({ name, reason: 'was not run' });
	}
	return verdict;
}

/**
 * What is run again, alone, after these checks: nothing while all passed, and nothing when so many failed that the run is red whatever
 * they do the next time.
 */
export function toRunAgain(checks: Check[]): string[] {
	const failed = checks.filter(({ outcome }) => outcome === 'failed');
	if (failed.length === 0 || failed.length > MOST_UNSTABLE) return [];
	const stopped = checks.filter(({ outcome }) => outcome === 'not run');
	return [...new Set([...failed, ...stopped].flatMap(({ again }) => again ?? []))];
}

const toLine = (text = '') => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, 300);

/** Tests of one name in one file are distinguished by their place. */
export function numbered(checks: Check[]): Check[] {
	const seen = new Map<string, number>();
	return checks.map((check) => {
		const count = (seen.get(check.name) ?? 0) + 1;
		seen.set(check.name, count);
		return count === 1 ? check : { ...check, name: `${check.name} (${count})` };
	});
}
