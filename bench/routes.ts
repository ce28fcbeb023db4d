import { createListedEvent } from './support/listed-event.ts';
import { loadOk } from './support/load.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchRow } from './support/row.ts';
import { onStage, startBareServer } from './support/stage.ts';

const apiUnmet =
	'what is left above the library alone are nine headers more, the limits and the context of the call (docs/decisions/190-one-handler-per-path.md); fewer headers would change it.';
const pageUnmet =
	'kept pages are answered before the router (docs/decisions/191-a-front-door-for-kept-pages.md); what is left are some fifteen headers that node:http checks and joins for every answer, and the bytes of the page.';

/** Small answers of the product beside the server library alone, both in processes of their own, one at a time. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			const product = await stage.startProduct();
			const bare = await startBareServer();
			try {
				const path = await createListedEvent(stage);
				const ask =
					(port: number, url: string, headers: Record<string, string> = {}, status = 200) =>
					async () =>
						(
							await loadOk(
								{ port, connections: 128, ms: options.seconds * 1_000, method: 'GET', path: url, headers },
								[status],
							)
						).perSecond;
				const browser = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en' };
				const first = await fetch(`http://127.0.0.1:${product.port}${path}`, { headers: browser });
				const bytes = (await first.bytes()).byteLength;
				const etag = first.headers.get('etag') ?? '';
				const measures = {
					bare: ask(bare.port, '/hello'),
					trivial: ask(product.port, '/api/bench/trivial'),
					page: ask(product.port, path, browser),
					unchanged: ask(product.port, path, { ...browser, 'if-none-match': etag }, 304),
				};
				for (const warmUp of Object.values(measures)) await warmUp();
				const figures = await inRounds(options, measures);
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
						0.5,
						0.65,
					),
					{
						...row('Event page, kept, 128 connections', figures.page, 0.5, 0.7),
						note: `${(bytes / 1000).toFixed(1)} kB of HTML before compression, sent as brotli.`,
					},
					row('Event page, unchanged (304), 128 connections', figures.unchanged, 0.6, 0.8),
				];
			} finally {
				await bare.stop();
			}
		}),
};
