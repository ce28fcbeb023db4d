import { chromium, type Page } from '@playwright/test';
import { makeUser } from '#tests/factories/accounts.ts';
import { insertEvent, insertTicketType } from '#tests/factories/tickets.ts';
import { quietFlags } from '../e2e/support/chromium.ts';
import { chromiumPath } from '../e2e/support/fake-camera.ts';
import { figure } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage, type Stage } from './support/stage.ts';

/**
 * How long a change of route takes on the built product with local data, in a browser: from the click until the heading of the next
 * screen stands in a frame. Each walk is of a browser that has never seen the product, so that every first step to a screen brings
 * its script along.
 */
export const bench: Bench = {
	run: ({ rounds, say }) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const { token, paths } = await prepare(stage);
			const browser = await chromium.launch({ args: quietFlags, executablePath: chromiumPath() });
			try {
				const walks: Record<string, { at: string; to: string[]; token?: string }> = {
					'signed out': {
						at: '/',
						to: ['/events', paths.event, '/login', '/', '/help', '/pricing', '/events'],
					},
					'signed in': {
						at: '/dashboard',
						to: [paths.overview, paths.guests, paths.door, paths.edit, '/settings', '/dashboard'],
						token,
					},
				};
				const rows: BenchRow[] = [];
				for (const [name, walk] of Object.entries(walks)) {
					const took: number[] = [];
					for (let round = 1; round <= Math.max(rounds, 3); round += 1) {
						const context = await browser.newContext({ baseURL: `http://localhost:${product.port}` });
						const page = await context.newPage();
						if (walk.token) {
							await page.addInitScript((value) => sessionStorage.setItem('token', value), walk.token);
						}
						await page.goto(walk.at, { waitUntil: 'networkidle' });
						await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
						const steps: string[] = [];
						for (const path of walk.to) {
							const ms = await change(page, path);
							took.push(ms);
							steps.push(`${path.replace(/night-[^/]+/, '…')} ${Math.round(ms)}`);
							// A person reads before going on; what the page does at rest is done by then.
							await page.waitForLoadState('networkidle');
						}
						say(`${name} ${round}: ${steps.join(', ')}`);
						await context.close();
					}
					rows.push(...rowsOf(name, took));
				}
				return rows;
			} finally {
				await browser.close();
			}
		}),
};

function rowsOf(name: string, took: number[]): BenchRow[] {
	return [
		{
			what: `Change of route, ${name}: median`,
			subject: figure(took, 'ms'),
			bars: { on: 'subject', must: 'atMost', reach: 100, excellent: 50 },
			ifUnmet:
				'the first change to a screen brings its script files and asks for what it shows, on the same two cores: the settings 203 to 244 ms, the guest list 133 to 188; the dashboard, which was open before, 29 to 57.',
			note: 'From the click to the frame with the next heading, in Chromium beside the server, every screen for the first time, the pointer over the link a tenth of a second before.',
		},
		{ what: `Change of route, ${name}: worst`, subject: { value: Math.max(...took), unit: 'ms' } },
	];
}

/** Follows a link of the page that is open, or one that is put there, and waits for the next heading in a frame. */
function change(page: Page, path: string): Promise<number> {
	return page.evaluate(async (to) => {
		const router = (window as unknown as { __reactRouterDataRouter: { navigate(path: string): void } })
			.__reactRouterDataRouter;
		const link = [...document.querySelectorAll<HTMLAnchorElement>('main a, header a, footer a')].find(
			(one) => one.getAttribute('href') === to,
		);
		const heading = () => document.querySelector<HTMLElement>('main h1');
		const before = heading();
		const words = before?.textContent;
		// A hand is over a link for a while before it presses.
		link?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
		await new Promise((resolve) => setTimeout(resolve, 120));
		return new Promise<number>((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`${to} never came`)), 10_000);
			const start = performance.now();
			if (link) link.click();
			else router.navigate(to);
			const look = () => {
				const now = heading();
				const isThere = location.pathname === to && now && (now !== before || now.textContent !== words);
				if (!isThere || !now.checkVisibility()) return requestAnimationFrame(look);
				clearTimeout(timer);
				resolve(performance.now() - start);
			};
			requestAnimationFrame(look);
		});
	}, path);
}

async function prepare(stage: Stage) {
	const { database, services } = stage;
	const user = await makeUser(services);
	const { eventId } = await insertEvent(database, { organisationId: user.organisationId });
	await insertTicketType(database, { organisationId: user.organisationId, eventId });
	const { rows } = await database.pool.query<{ slug: string }>('SELECT slug FROM events WHERE id = $1', [
		eventId,
	]);
	const event = `/events/${rows[0]?.slug}`;
	const under = (part: string) => `${event}/${part}`;
	return {
		token: user.token,
		paths: {
			event,
			overview: under('overview'),
			guests: under('guests'),
			door: under('door'),
			edit: under('edit'),
		},
	};
}
