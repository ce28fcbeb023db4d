/**
 * Pictures of every page at 390 and 1440 px, light and dark, of the built product with its demo: `npm run screenshots`, or with
 * parts of paths for a few of them: `npm run screenshots -- /events /login`. They land in `screenshots/`.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { type RunningApp, startApp } from '../e2e/support/app.ts';
import { quietFlags } from '../e2e/support/chromium.ts';
import { chromiumPath } from '../e2e/support/fake-camera.ts';
import { addressIn, type SitePage, sitePages } from '../e2e/support/site-pages.ts';
import { caller, makeAdministrator, makeWorld } from '../e2e/support/site-world.ts';

const folder = join(import.meta.dirname, '..', 'screenshots');
const widths = [390, 1440];
const themes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

const app = await startApp({ env: { FOYER_DEMO: 'on' } });
const call = caller(app.url);
const executablePath = chromiumPath();
const browser = await chromium.launch({ args: quietFlags, ...(executablePath && { executablePath }) });
try {
	const tokens = {
		guest: '',
		newcomer: await newcomerToken(),
		organiser: await organiserToken(app),
		admin: await adminToken(app),
	};
	const world = await makeWorld(app.url, await firstEvent(tokens.organiser), tokens);
	if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const pages = sitePages.filter(
		({ path, isAgain }) => !isAgain && (wanted.length === 0 || wanted.some((part) => path.includes(part))),
	);
	for (const theme of themes) {
		for (const who of ['guest', 'newcomer', 'organiser', 'admin'] as const) {
			const context = await browser.newContext({
				colorScheme: theme,
				reducedMotion: 'reduce',
				locale: 'en-GB',
			});
			if (tokens[who]) {
				await context.addInitScript((token) => localStorage.setItem('token', token), tokens[who]);
			}
			for (const page of pages.filter((one) => one.who === who)) await shoot(context, page, world, theme);
			await context.close();
		}
	}
	console.log(`${pages.length * widths.length * themes.length} pictures in ${folder}`);
} finally {
	await browser.close();
	await app.stop();
}

async function shoot(
	context: BrowserContext,
	site: SitePage,
	world: Record<string, string>,
	theme: string,
): Promise<void> {
	const page = await context.newPage();
	for (const width of widths) {
		await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
		await page.goto(app.url + addressIn(world, site), { waitUntil: 'load' });
		// Pages that follow live events never fall silent.
		await page.locator('h1').first().waitFor();
		await page.waitForTimeout(800);
		await page.screenshot({ path: join(folder, `${nameOf(site)}-${width}-${theme}.png`), fullPage: true });
	}
	await page.close();
}

function nameOf({ path }: SitePage): string {
	if (path === '/') return 'home';
	return path
		.slice(1)
		.replaceAll(/[{}]|=.*/g, '')
		.replaceAll(/[/?]/g, '--');
}

/** What the start prints may come after it says that it is ready. */
async function printed({ lines }: RunningApp, pattern: RegExp): Promise<RegExpExecArray> {
	for (let waited = 0; waited < 10_000; waited += 50) {
		for (const line of lines) {
			const match = pattern.exec(line);
			if (match) return match;
		}
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`The start printed nothing like ${pattern}.`);
}

/** Somebody who signed up a moment ago; the address is not confirmed yet, as nobody reads the mail. */
async function newcomerToken(): Promise<string> {
	const account = { email: 'new@people.example', password: 'Correct-horse-9271' };
	await call('/api/auth/register', { ...account, firstName: 'Nora', lastName: 'New' });
	return (await call('/api/auth/login', { ...account, rememberMe: false })).token ?? '';
}

async function organiserToken(running: RunningApp): Promise<string> {
	const [, email, password] = await printed(running, /Demo sign-ins: ([^,\s]+).*; password (.+?)\. Remove/);
	const session = await call('/api/auth/login', { email, password, rememberMe: false });
	return session.token ?? '';
}

async function adminToken(running: RunningApp): Promise<string> {
	const [, link = ''] = await printed(running, /first-administrator\?token=(\S+)/);
	return makeAdministrator(app.url, link);
}

/** An event of the demo's organiser that is still to come, as most pages show one. */
async function firstEvent(token: string): Promise<{ id: string; slug: string; code: string }> {
	const user = (await call('/api/auth/user', undefined, token)) as unknown as {
		organisations: { id: string }[];
	};
	const path = `/api/organisations/${user.organisations[0]?.id}/events?view=live&limit=1`;
	const { data } = (await call(path, undefined, token)) as unknown as {
		data: { id: string; slug: string; code: string }[];
	};
	if (!data[0]) throw new Error('The demo has no event to show.');
	return data[0];
}
