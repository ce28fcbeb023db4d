import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { createListedEvent } from './support/listed-event.ts';
import { loadOk } from './support/load.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage, startBareServer } from './support/stage.ts';

const apiUnmet =
	'what is left above the library alone are nine headers more, the limits and the context of the call (docs/decisions/245-request-path-and-page-cache.md); fewer headers would change it.';
const tickets = 200;
/** More than the cache has room for, so that each is rendered for whoever opens it. */
const newTickets = 4_000;
/** Of each round: more than are rendered in its time, so that none is requested twice. */
const eventsOfRound = 1_500;

const pageUnmet =
	'cached pages are answered before the router (docs/decisions/245-request-path-and-page-cache.md); what is left are some fifteen headers that node:http checks and joins for every answer, and the bytes of the page.';

/** Small answers of the product beside the server library alone, both in processes of their own, one at a time. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const bare = await startBareServer();
			try {
				const path = await createListedEvent(stage);
				const pages = await ticketPages(stage, product);
				const events: string[] = [];
				const wanted = eventsOfRound * (options.rounds + 1);
				await eightAtOnce(async () => {
					while (events.length < wanted) events.push(await createListedEvent(stage));
				});
				const ask =
					(
						port: number,
						url: string | string[],
						headers: Record<string, string> = {},
						status = 200,
						connections = 128,
					) =>
					async () =>
						(
							await loadOk(
								{ port, connections, ms: options.seconds * 1_000, method: 'GET', path: url, headers },
								[status],
							)
						).perSecond;
				const browser = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en' };
				const response = await fetch(`http://127.0.0.1:${product.port}${path}`, { headers: browser });
				const bytes = (await response.bytes()).byteLength;
				const etag = response.headers.get('etag') ?? '';
				const measures = {
					bare: ask(bare.port, '/hello'),
					trivial: ask(product.port, '/api/bench/trivial'),
					page: ask(product.port, path, browser),
					unchanged: ask(product.port, path, { ...browser, 'if-none-match': etag }, 304),
					pageOfFew: ask(product.port, path, browser, 200, 8),
					tickets: ask(product.port, pages.slice(0, tickets), browser, 200, 8),
				};
				for (const warmUp of Object.values(measures)) await warmUp();
				const figures = await inRounds(options, measures);
				// Afterwards, since they drive the others out of the cache.
				const first = {
					newTickets: ask(product.port, pages, browser, 200, 8),
					newEvents: () => ask(product.port, events.splice(0, eventsOfRound), browser, 200, 8)(),
				};
				for (const warmUp of Object.values(first)) await warmUp();
				const firstOpenings = await inRounds(options, first);
				const row = (what: string, values: number[], reach: number, excellent: number): BenchRow => ({
					what,
					subject: figure(values, '/s'),
					reference: { name: 'the server library alone, a small JSON', ...figure(figures.bare, '/s') },
					bars: { on: 'ratio', must: 'atLeast', reach, excellent },
					ifUnmet: what.startsWith('A trivial') ? apiUnmet : pageUnmet,
				});
				return [
					row(
						'A trivial API route, all of the product’s middleware, 128 connections',
						figures.trivial,
						0.75,
						0.85,
					),
					{
						...row('Event page, kept, 128 connections', figures.page, 0.5, 0.7),
						note: `${(bytes / 1000).toFixed(1)} kB of HTML before compression, sent as brotli.`,
					},
					row('Event page, unchanged (304), 128 connections', figures.unchanged, 0.6, 0.8),
					{
						what: `"My ticket" of ${tickets} orders, opened again, 8 connections`,
						subject: figure(figures.tickets, '/s'),
						reference: { name: 'the event page, 8 connections', ...figure(figures.pageOfFew, '/s') },
						bars: { on: 'ratio', must: 'atLeast', reach: 0.23, excellent: 0.4 },
						ifUnmet:
							'each call asks the database for the version of its order, on the same cores; a page alone takes a fifth of that.',
						note: 'Each asks the database for the version of its order. 3,000 a second beside 12,900 of the event page are 0.23.',
					},
					{
						what: '"My ticket", opened for the first time, 8 connections',
						subject: figure(firstOpenings.newTickets, '/s'),
						reference: {
							name: 'event pages rendered afresh, 8 connections',
							...figure(firstOpenings.newEvents, '/s'),
						},
						bars: { on: 'ratio', must: 'atLeast', reach: 0.5, excellent: 0.8 },
						note: 'Each page is rendered and compressed.',
					},
				];
			} finally {
				await bare.stop();
			}
		}),
};

const eightAtOnce = (work: () => Promise<void>) => Promise.all(Array.from({ length: 8 }, work));

/** Paths of the ticket pages of as many orders. */
async function ticketPages(stage: Stage, product: Product): Promise<string[]> {
	const event = await insertSellingEvent(stage.database, newTickets);
	const paths: string[] = [];
	let made = 0;
	const buyOne = async () => {
		made += 1;
		const response = await fetch(`http://127.0.0.1:${product.port}/api/events/${event.eventId}/orders`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				buyer: { name: 'Ada Lovelace', email: `ada.${made}@example.org` },
				items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
			}),
		});
		const { manageToken } = (await response.json()) as { manageToken: string };
		paths.push(`/my-ticket/${manageToken}`);
	};
	await eightAtOnce(async () => {
		while (made < newTickets) await buyOne();
	});
	await stage.markDispatched();
	return paths;
}
