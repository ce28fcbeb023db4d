import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
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
		if (tries <= 1 || !String(error).includes('Please run Lighthouse again')) throw error;
		return visitWithLighthouse(url, tries - 1);
	}
}

interface Lighthouse {
	default(url: string, flags: object): Promise<{ lhr: Report }>;
}
interface Report {
	runtimeError?: { message: string };
	audits: Record<string, Audit>;
	categories: Record<string, { score: number }>;
}
interface Audit {
	numericValue: number;
	details: { items: unknown[] };
}
interface ChromeLauncher {
	launch(options: object): Promise<{ port: number; kill(): void }>;
}

/** Loaded once: its command takes four seconds more for each visit. */
const load = async () => {
	const { stdout } = await run('npm', [
		...['exec', '--yes', `--package=${lighthouse}`, '--', 'sh', '-c', 'realpath "$(command -v lighthouse)"'],
	]);
	const { resolve } = createRequire(stdout.trim());
	const [{ default: measure }, { launch }] = await Promise.all([
		import(resolve('lighthouse')) as Promise<Lighthouse>,
		import(resolve('chrome-launcher')) as Promise<ChromeLauncher>,
	]);
	return { measure, launch };
};
let loaded: ReturnType<typeof load> | undefined;

async function visit(url: string): Promise<Visit> {
	loaded ??= load();
	const { measure, launch } = await loaded;
	const chrome = await launch({
		chromePath: chromiumPath() ?? chromium.executablePath(),
		chromeFlags: ['--headless=new', ...quietFlags],
	});
	try {
		const { lhr } = await measure(url, {
			...{ port: chrome.port, onlyCategories: categories, logLevel: 'silent' },
		});
		if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
		const audit = (name: string): Audit => {
			const found = lhr.audits[name];
			if (!found) throw new Error(`Lighthouse has no audit "${name}".`);
			return found;
		};
		const requests = audit('network-requests').details.items as {
			resourceType: string;
			url: string;
			/** Milliseconds from the beginning of the visit, as it was recorded: without the simulated network. */
			networkRequestTime: number;
		}[];
		const scripts = requests.filter(
			({ resourceType, networkRequestTime }) => resourceType === 'Script' && networkRequestTime < restMs,
		);
		return {
			lcp: audit('largest-contentful-paint').numericValue,
			blocking: audit('total-blocking-time').numericValue,
			shift: audit('cumulative-layout-shift').numericValue,
			scripts: scripts.map((script) => new URL(script.url).pathname),
			scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
		};
	} finally {
		chrome.kill();
	}
}
