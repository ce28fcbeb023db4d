import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { openForeignSite } from '#e2e/support/foreign-site.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { quietFlags } from '../e2e/support/chromium.ts';
import { chromiumPath } from '../e2e/support/fake-camera.ts';
import { loadOk } from './support/load.ts';
import { figure, inRounds, median } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

const visits = 5;
const slowdown = 4;

/** What the elements cost the page around them, and their two calls the server, beside those of the event page. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			// Orders are taken only where tickets can be emailed. No worker runs: its emails are not in the figures.
			const env = {
				SMTP_URL: 'smtp://127.0.0.1:9',
				MAIL_FROM: 'Foyer <tickets@foyer.example>',
				FOYER_ROLE: 'web',
			};
			const product = await stage.startProduct(env);
			const event = await insertSellingEvent(stage.database, 1_000_000);
			const rows = [
				...(await onForeignPage(stage, product, { event, options })),
				...(await onServer(stage, product, { event, options })),
			];
			await stage.verify();
			return rows;
		}),
};

/** Each as it stands on a page at first, with nothing chosen. */
const elementsOf = (slug: string, organiser: string) => ({
	none: '',
	'foyer-event': `<foyer-event event="${slug}"></foyer-event>`,
	'foyer-events, list': `<foyer-events organiser="${organiser}"></foyer-events>`,
	'foyer-events, grid': `<foyer-events organiser="${organiser}" view="grid"></foyer-events>`,
	'foyer-events, month': `<foyer-events organiser="${organiser}" view="month"></foyer-events>`,
	'foyer-button': `<foyer-button event="${slug}"></foyer-button>`,
});
type Name = keyof ReturnType<typeof elementsOf>;

/** A page of some length, as other sites have them. */
const around = (element: string) => {
	const text =
		'<p>The choir sings every Tuesday, and once a month for all who come to the harbour.</p>'.repeat(60);
	return `${text.slice(0, 3_000)}${element}${text}`;
};

async function onForeignPage(
	stage: Stage,
	product: Product,
	{ event, options }: { event: SellingEvent; options: BenchOptions },
): Promise<BenchRow[]> {
	const { rows } = await stage.database.pool.query<{ slug: string; organiser: string }>(
		`SELECT e.slug, o.slug AS organiser FROM events e JOIN organisations o ON o.id = e.organisation_id WHERE e.id = $1`,
		[event.eventId],
	);
	const { slug = '', organiser = '' } = rows[0] ?? {};
	const instance = `http://127.0.0.1:${product.port}`;
	const site = await openForeignSite(instance);
	const browser = await chromium.launch({ args: quietFlags, executablePath: chromiumPath() });
	try {
		const elements = elementsOf(slug, organiser);
		const names = Object.keys(elements) as Name[];
		const bytes = {} as Record<Name, number>;
		const addresses = {} as Record<Name, string>;
		for (const name of names) {
			const hasScript = name !== 'none';
			addresses[name] = site.page(around(elements[name]));
			const seen = await visit(browser, { address: addresses[name], instance, hasScript });
			bytes[name] = seen.bytes;
		}
		const visitOne = (name: Name) => async () =>
			(await visit(browser, { address: addresses[name], instance, hasScript: name !== 'none' })).blocking;
		const measures = Object.fromEntries(names.map((name) => [name, visitOne(name)])) as Record<
			Name,
			() => Promise<number>
		>;
		const blocking = await inRounds({ ...options, rounds: visits }, measures);
		const without = median(blocking.none);
		return names
			.filter((name) => name !== 'none')
			.flatMap((name): BenchRow[] => [
				{
					what: `${name} on a foreign page: script before anything is pressed, brotli`,
					subject: { value: bytes[name] / 1_000, unit: 'kB' },
					bars: { on: 'subject', must: 'atMost', reach: 12, excellent: 8 },
				},
				{
					what: `${name} on a foreign page, processor ${slowdown} times slower: blocking time added`,
					subject: figure(
						blocking[name].map((value) => Math.max(0, value - without)),
						'ms',
					),
					bars: { on: 'subject', must: 'atMost', reach: 30, excellent: 10 },
					ifUnmet:
						'what is shown is built, written in the reader’s formats, styled and laid out in one task once it is loaded; a month is the largest. Two tasks, with the frame between them, would each stay below 50 ms.',
					note: `Median of ${visits} first visits. Processor time that tasks take beyond 50 ms each, from the beginning of the page until nothing more is fetched, less that of the same page without any script of the product (${Math.round(without)} ms).`,
				},
			]);
	} finally {
		await browser.close();
		await site.close();
	}
}

/** A first visit of a page. @returns milliseconds that tasks took beyond 50 each, and bytes of script of the instance as they were sent */
async function visit(
	browser: Browser,
	{ address, instance, hasScript }: { address: string; instance: string; hasScript: boolean },
): Promise<{ blocking: number; bytes: number }> {
	const context = await browser.newContext();
	const page = await context.newPage();
	if (!hasScript) await page.route(`${instance}/**`, (route) => route.abort());
	const scripts: Promise<number>[] = [];
	page.on('requestfinished', (request) => {
		if (request.resourceType() !== 'script' || !request.url().startsWith(instance)) return;
		scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
	});
	const session: CDPSession = await context.newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
	await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
	await page.goto(address, { waitUntil: 'networkidle' });
	await page.waitForTimeout(300);
	const blocking = blockingIn((await browser.stopTracing()).toString());
	const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
	await context.close();
	if (hasScript && bytes === 0) throw new Error(`${address}: no script of the product was loaded`);
	return { blocking, bytes };
}

/** @returns milliseconds that tasks of the pages' threads took beyond 50 each, without what they waited for a core of a busy machine */
function blockingIn(trace: string): number {
	const { traceEvents } = JSON.parse(trace) as {
		traceEvents: { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }[];
	};
	const threads = new Set(
		traceEvents
			.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
			.map(({ pid, tid }) => `${pid} ${tid}`),
	);
	const tasks = traceEvents.filter(
		({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`),
	);
	if (!tasks.some(({ tdur = 0 }) => tdur > 0)) throw new Error('the trace has no tasks with their time');
	return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1_000 - 50), 0);
}

async function onServer(
	stage: Stage,
	{ port }: Product,
	{ event, options }: { event: SellingEvent; options: BenchOptions },
): Promise<BenchRow[]> {
	const common = { port, connections: 128, ms: options.seconds * 1_000 };
	const get = (path: string) => async () => (await loadOk({ ...common, method: 'GET', path })).perSecond;
	const buyer = { name: 'Ada Lovelace {n}', email: 'ada.{n}@example.org' };
	const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];
	const post = (path: string, body: object) => async () => {
		const result = await loadOk(
			{ ...common, method: 'POST', path, hasKeys: true, body: JSON.stringify(body) },
			[201],
		);
		await stage.markDispatched();
		return result.perSecond;
	};
	const measures = {
		ticketTypes: get(`/api/events/${event.eventId}/ticket-types`),
		embedded: get(`/api/embed/events/${event.eventId}`),
		orders: post(`/api/events/${event.eventId}/orders`, { buyer, items }),
		embeddedOrders: post('/api/embed/orders', {
			...{ event: event.eventId, buyer, items },
			...{ site: 'choir.example', locale: 'en' },
		}),
	};
	for (const warmUp of Object.values(measures)) await warmUp();
	const figures = await inRounds(options, measures);
	return [
		{
			what: 'An event as an element reads it, 128 connections',
			subject: figure(figures.embedded, '/s'),
			reference: { name: 'the ticket types of the event', ...figure(figures.ticketTypes, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 0.5, excellent: 0.8 },
		},
		{
			what: 'Registrations from another site, one hot ticket type, 128 connections',
			subject: figure(figures.embeddedOrders, '/s'),
			reference: { name: 'ordinary registrations', ...figure(figures.orders, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 0.8, excellent: 0.95 },
		},
	];
}
