// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures one needs
import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { type Door, makeDoor } from './door.ts';
import { type Instance, startInstance } from './instance.ts';
import { linkIn, type Mailbox } from './mails.ts';
import { makeFundraiser, makePricedEvent, sellGiftCards } from './money.ts';
import { apiOf, type SellingEvent } from './selling.ts';
import { waitForHydration } from './wait-for-hydration.ts';
import { watchPages } from './watch-pages.ts';

export { expect } from '@playwright/test';

export interface Account {
	firstName: string;
	lastName: string;
	email: string;
	password: string;
	/** Bearer of a session made through the API. */
	token: string;
}

export interface Fixtures {
	/**
	 * Fails the test when a page throws, logs an error, breaks its content policy, or is refused what it asked for (`watchPages`); `allow`
	 * lets one pass, by its text: that of the console, or `status of 404 GET http://…`.
	 */
	faults: {
		allow(pattern: RegExp): void;
		/** The same for a browser that the test starts itself. */
		watch(browser: Browser): void;
	};
	/** Mails that the instance sent. */
	mails: Pick<Mailbox, 'waitFor' | 'all'> & { linkIn: typeof linkIn };
	/** An address that nobody has used. */
	freshEmail(name?: string): string;
	/** Sign somebody up and prove the address, without the browser. */
	createAccount(name?: string): Promise<Account>;
	/** Makes an event of a new organiser with these guests (`makeDoor`). */
	doorOf(organiser: string, guests: readonly string[]): Promise<Door>;
	/** An organiser of the test's own, by the name of Ada Lovelace. */
	account: Account;
	/** The API as `account` calls it. */
	api: ReturnType<typeof apiOf>;
	/** A published event of `account` with one free ticket. */
	event: SellingEvent;
	/** A published event of `account` with a seat at 24 €. */
	priced: Awaited<ReturnType<typeof makePricedEvent>>;
	/** The same, of an organiser that sells gift cards. */
	giftCards: Awaited<ReturnType<typeof sellGiftCards>>;
	/** A live fundraiser of `account`. */
	fundraiser: Awaited<ReturnType<typeof makeFundraiser>>;
}

export const test = base.extend<Fixtures, { instance: Instance }>({
	instance: [
		async ({}, use) => {
			const instance = await startInstance();
			// For the contexts that a journey opens beside its own.
			process.env.E2E_URL = instance.url;
			await use(instance);
			await instance.stop();
		},
		{ scope: 'worker', timeout: 180_000 },
	],

	baseURL: async ({ instance }, use) => use(instance.url),

	faults: [
		async ({ browser, context }, use) => {
			const allowed: RegExp[] = [];
			const found: string[] = [];
			const opened: BrowserContext[] = [];
			const watch = (one: BrowserContext) => {
				waitForHydration(one);
				watchPages(one, (fault) => found.push(fault));
			};
			// Also what a test opens beside its own page, and what an earlier one left open for it.
			for (const one of new Set([...browser.contexts(), context])) watch(one);
			const keep = (one: BrowserContext) => {
				watch(one);
				opened.push(one);
			};
			browser.on('context', keep);
			await use({
				allow: (pattern) => allowed.push(pattern),
				watch: (other) => other.on('context', watch),
			});
			browser.off('context', keep);
			// A page that stays open would ask on, and fail whoever comes next.
			for (const one of opened) await one.close();
			expect(
				found.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
				'errors of the page',
			).toEqual([]);
		},
		{ auto: true },
	],

	mails: async ({ instance }, use) =>
		use({ waitFor: instance.mails.waitFor, all: instance.mails.all, linkIn }),

	freshEmail: async ({}, use) =>
		use((name = 'ada') => `${name}.${randomBytes(5).toString('hex')}@people.example`),

	createAccount: async ({ playwright, freshEmail, instance }, use) => {
		const request = await playwright.request.newContext({ baseURL: instance.url });
		await use(async (name = 'Ada') => {
			const account = {
				firstName: name,
				lastName: 'Lovelace',
				email: freshEmail(name.toLowerCase()),
				password: `Correct-horse-${randomBytes(4).toString('hex')}`,
			};
			const registered = await request.post('/api/auth/register', { data: account });
			expect(registered.status(), await registered.text()).toBeLessThan(300);
			const token = await instance.verificationToken(account.email);
			const verified = await request.post('/api/auth/verify-email', { data: { token } });
			expect(verified.status(), await verified.text()).toBeLessThan(300);
			return { ...account, token: (await verified.json()).session.token };
		});
		await request.dispose();
	},

	doorOf: async ({ request, createAccount }, use) =>
		use(async (organiser, guests) => makeDoor(request, await createAccount(organiser), guests)),
	account: async ({ createAccount }, use) => use(await createAccount()),
	api: async ({ request, account }, use) => use(apiOf(request, account)),
	event: async ({ api }, use) => use(await api.sellingEvent()),
	priced: async ({ request, account }, use) => use(await makePricedEvent(request, account)),
	giftCards: async ({ request, account }, use) => use(await sellGiftCards(request, account)),
	fundraiser: async ({ request, account }, use) => use(await makeFundraiser(request, account)),
});
