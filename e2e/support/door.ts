import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { apiOf } from './selling.ts';
import type { Account } from './test.ts';

/** An event with guests who have tickets, and a way to its door. */
export interface Door {
	eventId: string;
	title: string;
	guests: { id: string; name: string; ticketCode: string }[];
	/** Path of the door by the link's own token. */
	path: string;
	token: string;
	shortCode: string;
	call: ReturnType<typeof apiOf>['call'];
}

/** Makes an event that starts in an hour with these guests, each by an order of their own. */
export async function makeDoor(
	request: APIRequestContext,
	account: Account,
	names: readonly string[],
	title = 'Night of the Harbour',
	startsAt = new Date(Date.now() + 3_600_000).toISOString(),
): Promise<Door> {
	const api = apiOf(request, account);
	const event = await api.sellingEvent({ title, startsAt });
	for (const [index, name] of names.entries()) {
		await api.call(
			'post',
			`/api/events/${event.id}/attendees`,
			{ name, email: `guest${index}@people.example`, notes: '', sendMail: false },
			{ 'idempotency-key': `guest-${event.id}-${index}` },
		);
	}
	const { data } = await api.call('get', `/api/events/${event.id}/attendees?limit=200&sort=name`);
	const link = await api.call('post', `/api/events/${event.id}/staff-links`, { label: 'Main gate' });
	return {
		eventId: event.id,
		title,
		guests: data.map((guest: Door['guests'][number]) => ({
			id: guest.id,
			name: guest.name,
			ticketCode: guest.ticketCode,
		})),
		path: new URL(link.url).pathname,
		token: link.token,
		shortCode: link.shortCode,
		call: api.call,
	};
}

/** Opens the door on a device with a name, and waits until it could do without a network. */
export async function openDoor(context: BrowserContext, door: Door, name: string): Promise<Page> {
	const page = await context.newPage();
	await page.addInitScript((value) => localStorage.setItem('foyer.device-name', value), name);
	await page.goto(door.path);
	await readyForOffline(page);
	return page;
}

/** Signs somebody in without the screens for it. */
export async function signInAs(page: Page, account: Pick<Account, 'token'>): Promise<void> {
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
}

/** Asked at each picture: a poll would sleep over it. */
export async function readyForOffline(page: Page): Promise<void> {
	const isReady = () => document.querySelector('[data-offline="ready"]') !== null;
	await page.waitForFunction(isReady, undefined, { timeout: 30_000 });
}

/** A verdict of either kind, and a toast: other tests measure them. */
const SHOWN_MS = [2_000, 3_000, 5_500];

/**
 * Put into a page before its own scripts: verdicts and toasts last `times` as long. Shorter makes a long queue a short test;
 * longer makes a verdict stay until it is dismissed, however busy the machine is.
 */
export async function stretchVerdicts(page: Page, times: number): Promise<void> {
	const init = ({ shownMs, by }: { shownMs: number[]; by: number }) => {
		const original = window.setTimeout;
		const stretched = (act: TimerHandler, ms = 0, ...rest: unknown[]) =>
			original(act, shownMs.includes(ms) ? ms * by : ms, ...rest);
		window.setTimeout = stretched as typeof window.setTimeout;
	};
	await page.addInitScript(init, { shownMs: SHOWN_MS, by: times });
}

/** Types a code as somebody does whose camera is broken, and waits for the verdict. @returns what it says */
export async function checkCode(page: Page, code: string): Promise<string> {
	await page.getByLabel('Ticket code').fill(code);
	await page.getByRole('button', { name: 'Check in', exact: true }).click();
	const verdict = page.locator('[data-verdict]');
	// In one step: on a busy machine it may be gone before a second one.
	const text = await verdict.innerText();
	await page.keyboard.press('Escape');
	await expect(verdict).toBeHidden();
	return text;
}

/** What the doors of this browser keep: records of guest lists, and scans that wait. */
export function storedRecords(page: Page): Promise<{ records: number; queue: number }> {
	return page.evaluate(async () => {
		const count = (name: string) =>
			new Promise<{ records: number; queue: number }>((resolve, reject) => {
				const open = indexedDB.open(name);
				open.onerror = () => reject(open.error);
				open.onsuccess = () => {
					const stores = ['records', 'queue'] as const;
					const transaction = open.result.transaction(stores);
					const [records, queue] = stores.map((store) => transaction.objectStore(store).count());
					transaction.oncomplete = () => {
						open.result.close();
						resolve({ records: records!.result, queue: queue!.result });
					};
				};
			});
		const sum = { records: 0, queue: 0 };
		for (const { name } of await indexedDB.databases()) {
			if (!name?.startsWith('foyer-door-')) continue;
			const { records, queue } = await count(name);
			sum.records += records;
			sum.queue += queue;
		}
		return sum;
	});
}

/** "3 scans waiting" as a number. */
export async function waitingOn(page: Page): Promise<number> {
	const text = await page.getByTestId('door-sync').innerText();
	return Number(/(\d+) unsynced scans?/.exec(text)?.[1] ?? 0);
}

/** How long the page takes from the key that ends a code to the verdict on the screen. */
export async function verdictMs(page: Page, code: string): Promise<number> {
	await page.getByLabel('Ticket code').fill(code);
	const took = await page.evaluate(async () => {
		const form = document.querySelector('form')!;
		const began = performance.now();
		const shown = new Promise<number>((resolve) => {
			const observer = new MutationObserver(() => {
				if (!document.querySelector('[data-verdict]')) return;
				observer.disconnect();
				resolve(performance.now() - began);
			});
			observer.observe(document.body, { subtree: true, childList: true });
		});
		form.requestSubmit();
		return shown;
	});
	await page.keyboard.press('Escape');
	await expect(page.locator('[data-verdict]')).toBeHidden();
	return Math.round(took);
}
