import { rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startApp } from './app.ts';
import type { SitePage } from './site-pages.ts';
import { caller, makeAdministrator, makeWorld } from './site-world.ts';

/** An instance with the demo, and what the pages of e2e/support/site-pages.ts show. */
export interface Site {
	url: string;
	world: Record<string, string>;
	tokens: Record<SitePage['who'], string>;
}

/** For the demo and a start on a busy machine. */
const longestStartMs = 180_000;
/** A name that all workers of a run know, and no other run. */
const folder = join(tmpdir(), `foyer-site-${process.ppid}`);
const file = join(folder, 'site.json');
let known: Promise<Site> | undefined;

/**
 * The one site of a run, for tests that look and change nothing, in several workers: the first worker that asks starts it and keeps it
 * until it ends itself, the others wait until it is there. The shared instances of the journeys give their only link for an
 * administrator to another journey, and have no demo.
 */
export function sharedSite(): Promise<Site> {
	known ??= findSite();
	return known;
}

async function findSite(): Promise<Site> {
	const site = (await isFirst()) ? null : await readSite();
	// Its worker ends early where a test of it has failed.
	const isThere = site && (await fetch(`${site.url}/healthz`).catch(() => null))?.ok;
	return isThere ? site : startSite();
}

/** Of all workers of a run, one makes the folder. */
const isFirst = () =>
	mkdir(folder).then(
		() => true,
		() => false,
	);

async function readSite(): Promise<Site> {
	const read = () => readFile(file, 'utf8').catch(() => '');
	await expect.poll(read, { timeout: longestStartMs, intervals: [100] }).not.toBe('');
	return JSON.parse(await read()) as Site;
}

async function startSite(): Promise<Site> {
	const app = await startApp({ env: { FOYER_DEMO: 'on' } });
	// The product ends in order by itself, with its database; its data goes with the next run (tests/support/run-directory.ts).
	process.on('exit', () => {
		app.process.kill('SIGTERM');
		rmSync(folder, { recursive: true, force: true });
	});
	const printed = async (pattern: RegExp) => {
		const find = () => app.lines.map((line) => pattern.exec(line)).find(Boolean);
		await expect.poll(find, { timeout: longestStartMs, intervals: [50] }).toBeTruthy();
		return find() as RegExpExecArray;
	};
	const call = caller(app.url);
	const makeAdmin = async () => {
		const [, link = ''] = await printed(/first-administrator\?token=(\S+)/);
		return makeAdministrator(app.url, link);
	};
	const makeOrganiser = async () => {
		const [, email, password] = await printed(/Demo sign-ins: ([^,\s]+).*; password (.+?)\. Remove/);
		const organiser = (await call('/api/auth/login', { email, password, rememberMe: false })).token ?? '';
		const draft = {
			title: 'An evening to look at',
			startsAtLocal: '2031-05-02T19:30',
			timeZone: 'Europe/Berlin',
		};
		const event = await call('/api/events', draft, organiser);
		await call(`/api/events/${event.id}/publish`, {}, organiser);
		return { organiser, event };
	};
	const makeNewcomer = async () => {
		const account = { email: 'new@people.example', password: 'Correct-horse-9271' };
		await call('/api/auth/register', { ...account, firstName: 'Nora', lastName: 'New' });
		return (await call('/api/auth/login', { ...account, rememberMe: false })).token ?? '';
	};
	const [admin, { organiser, event }, newcomer] = await Promise.all([
		makeAdmin(),
		makeOrganiser(),
		makeNewcomer(),
	]);
	const world = await makeWorld(app.url, event as never, { organiser, admin });
	const site: Site = { url: app.url, world, tokens: { guest: '', newcomer, organiser, admin } };
	// Whole at once: the others may read it at any moment.
	await writeFile(`${file}.part`, JSON.stringify(site));
	await rename(`${file}.part`, file);
	return site;
}
