import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { quietFlags } from '#e2e/support/chromium.ts';
import { chromiumPath } from '#e2e/support/fake-camera.ts';

/** Fetched when it is needed: it weighs more than all that the product is built with, and nothing else uses it. */
const lighthouse = 'lighthouse@13.5.0';
const run = promisify(execFile);

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Less than the rest after which a page loads what nobody has asked for. */
const restMs = 4_000;

export interface Visit {
	lcp: number;
	blocking: number;
	shift: number;
	/** Paths of the scripts that were loaded before the page had rested for some seconds (app/shell/idle-loaded.ts loads more then). */
	scripts: string[];
	/** Of 100, in the order of `categories`. */
	scores: number[];
}

/**
 * One first visit of a mid phone, as Lighthouse simulates one: slow 4G, a processor four times slower. Where Lighthouse itself fails
 * to record, and asks to be run again, it is.
 */
export async function visitWithLighthouse(url: string, tries = 3): Promise<Visit> {
	try {
		return await visit(url);
	} catch (error) {
		if (tries <= 1 || !String((error as { stderr?: string }).stderr).includes('Please run Lighthouse again'))
			throw error;
		return visitWithLighthouse(url, tries - 1);
	}
}

async function visit(url: string): Promise<Visit> {
	const directory = await mkdtemp(join(tmpdir(), 'foyer-lighthouse-'));
	const report = join(directory, 'report.json');
	const flags = ['--headless=new', ...quietFlags].join(' ');
	try {
		await run(
			'npm',
			[
				...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, '--quiet', '--output=json'],
				...[
					`--output-path=${report}`,
					`--chrome-flags=${flags}`,
					`--only-categories=${categories.join(',')}`,
				],
			],
			{ cwd: directory, env: { ...process.env, CHROME_PATH: chromiumPath() ?? chromium.executablePath() } },
		);
		const { audits, categories: judged } = JSON.parse(await readFile(report, 'utf8'));
		const requests = audits['network-requests'].details.items as {
			resourceType: string;
			url: string;
			/** Milliseconds from the beginning of the visit, as it was recorded: without the simulated network. */
			networkRequestTime: number;
		}[];
		const scripts = requests.filter(
			({ resourceType, networkRequestTime }) => resourceType === 'Script' && networkRequestTime < restMs,
		);
		return {
			lcp: audits['largest-contentful-paint'].numericValue,
			blocking: audits['total-blocking-time'].numericValue,
			shift: audits['cumulative-layout-shift'].numericValue,
			scripts: scripts.map((script) => new URL(script.url).pathname),
			scores: categories.map((name) => Math.round(judged[name].score * 100)),
		};
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
