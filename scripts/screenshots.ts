/**
 * Pictures of every page at 390 and 1440 px, light and dark, of the built product with its demo: `npm run screenshots`, or with
 * parts of paths for a few of them: `npm run screenshots -- /events /login`. They land in `screenshots/`.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type RunningApp, startApp } from '../e2e/support/app.ts';
import { quietFlags } from '../e2e/support/chromium.ts';
import { chromiumPath } from '../e2e/support/fake-camera.ts';
import { type SitePage, sitePages } from '../e2e/support/site-pages.ts';

const folder = join(import.meta.dirname, '..', 'screenshots');
const widths = [390, 1440];
const themes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

const app = await startApp({ env: { FOYER_DEMO: 'on' } });
const executablePath = chromiumPath();
const browser = await chromium.launch({ args: quietFlags, ...(executablePath && { executablePath }) });
try {
	const tokens = { guest: '', organiser: await organiserToken(app), admin: await adminToken(app) };
	const event = await firstEvent(app, tokens.organiser);
	if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const pages = sitePages.filter(
		({ path }) => wanted.length === 0 || wanted.some((part) => path.includes(part)),
	);
	for (const theme of themes) {
		for (const who of ['guest', 'organiser', 'admin'] as const) {
			const context = await browser.newContext({
				colorScheme: theme,
				reducedMotion: 'reduce',
				locale: 'en-GB',
			});
			if (tokens[who]) {
				await context.addInitScript((token) => localStorage.setItem('token', token), tokens[who]);
			}
			for (const page of pages.filter((one) => one.who === who)) await shoot(context, page, event, theme);
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
	event: { slug: string; code: string },
	theme: string,
): Promise<void> {
	const page = await context.newPage();
	const path = site.path.replace('{slug}', event.slug).replace('{code}', event.code);
	for (const width of widths) {
		await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
		await page.goto(app.url + path, { waitUntil: 'load' });
		// Pages that follow live events never fall silent.
		await page.locator('h1').first().waitFor();
		await page.waitForTimeout(800);
		const name =
			site.path === '/' ? 'home' : site.path.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '--');
		await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
	}
	await page.close();
}

async function call(path: string, body: unknown, token = ''): Promise<Record<string, string>> {
	const response = await fetch(app.url + path, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
	return (await response.json()) as Record<string, string>;
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

async function organiserToken(running: RunningApp): Promise<string> {
	const [, email, password] = await printed(running, /Demo sign-ins: ([^,\s]+).*; password (.+?)\. Remove/);
	const session = await call('/api/auth/login', { email, password, rememberMe: false });
	return session.token ?? '';
}

async function adminToken(running: RunningApp): Promise<string> {
	const [, link] = await printed(running, /first-administrator\?token=(\S+)/);
	const account = { token: link, firstName: 'Root', lastName: 'Admin', email: 'root@people.example' };
	const made = await call('/api/auth/first-administrator', { ...account, password: 'Correct-horse-9271' });
	const { secret = '' } = await call('/api/account/two-factor/set-up', {}, made.token);
	const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
	const turnedOn = await call('/api/account/two-factor', { code }, made.token);
	return turnedOn.token ?? '';
}

/** An event of the demo's organiser that is still to come, as most pages show one. */
async function firstEvent(_running: RunningApp, token: string): Promise<{ slug: string; code: string }> {
	const user = (await call('/api/auth/user', undefined, token)) as unknown as {
		organisations: { id: string }[];
	};
	const path = `/api/organisations/${user.organisations[0]?.id}/events?view=live&limit=1`;
	const { data } = (await call(path, undefined, token)) as unknown as {
		data: { slug: string; code: string }[];
	};
	if (!data[0]) throw new Error('The demo has no event to show.');
	return data[0];
}
