import { openStockedStage, type StockedStage } from './support/dataset/stocked-stage.ts';
import { largeDataset, smallDataset } from './support/dataset.ts';
import { download } from './support/download.ts';
import { type Call, percentile, timeCalls } from './support/latency.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import {
	deepPage,
	eventSearches,
	firstPage,
	guestPages,
	guestSearches,
	scans,
} from './support/scale-calls.ts';

/** What grows with an organiser: the same calls on a database of ten thousand guests and on one of a million. */
export const bench: Bench = {
	async run(options) {
		const small = await openStockedStage(smallDataset, options.say);
		try {
			const large = await openStockedStage(largeDataset, options.say);
			try {
				return await measure(small, large, options);
			} finally {
				await large.stage.close();
			}
		} finally {
			await small.stage.close();
		}
	},
};

/** A kind of call: `count` of them, no two alike where there is a choice. */
type MakeCalls = (at: StockedStage, count: number) => Promise<Call[]>;

const kinds: [what: string, calls: MakeCalls][] = [
	['Guest list page', guestPages],
	['Guest search', guestSearches],
	['Event search', eventSearches],
	['Scan', scans],
];

/** Where work grows with the answer: said under the table when a line does not reach its bar. */
const why: Record<string, string> = {
	'Guest search':
		'a first or last name finds five to seven hundred of a hundred thousand guests, and seven of a thousand. All must be fetched to show the newest fifty: 0.6 to 0.8 ms in the index of trigrams, 0.4 to 0.8 ms for the rows; and 0.4 ms go into what stands beside fifty guests instead of seven. Walking the newest instead takes as long (0.26 µs a guest). An index that also knows when guests came, tried, found the newest in 0.7 ms, and was twice as large.',
	'Event search':
		'a word finds four hundred of the events ahead instead of four, nearly each on a page of the table of its own: fetching them, once, takes 0.7 to 0.9 ms. A table of words with their events by date would change it.',
};

async function measure(small: StockedStage, large: StockedStage, options: BenchOptions): Promise<BenchRow[]> {
	const rows: BenchRow[] = [];
	await Promise.all([warm(small), warm(large)]);
	const count = options.seconds * 150;
	for (const [what, calls] of kinds) {
		const share = (at: StockedStage) => async () => percentile(await timed(at, await calls(at, count)), 0.95);
		await share(small)();
		await share(large)();
		const { at10k, at1m } = await inRounds(options, { at10k: share(small), at1m: share(large) });
		rows.push({
			what: `${what}, p95 at 1 million attendees and 100 000 events`,
			subject: figure(at1m, 'ms'),
			reference: { name: 'the same at 10 000 attendees', ...figure(at10k, 'ms') },
			bars: { on: 'ratio', must: 'atMost', reach: 2, excellent: 1.3 },
			...(why[what] === undefined ? {} : { ifUnmet: why[what] }),
		});
	}
	const half = (calls: MakeCalls) => async () =>
		percentile(await timed(large, await calls(large, count)), 0.5);
	const pages = await inRounds(options, { first: half(firstPage), deep: half(deepPage) });
	rows.push({
		what: 'Guest list page 1 000 of 50 guests each, median',
		subject: figure(pages.deep, 'ms'),
		reference: { name: 'page 1', ...figure(pages.first, 'ms') },
		bars: { on: 'ratio', must: 'atMost', reach: 1.5, excellent: 1.1 },
	});
	return rows;
}

/** Reads once what a busy organiser's pages come from, as it is after some minutes of use: the large event's guests, and all events. */
async function warm({ stage, product, dataset }: StockedStage): Promise<void> {
	const path = `/api/events/${dataset.eventId}/attendees/export`;
	for (const sort of ['newest', 'name'])
		await download({ port: product.port, path: `${path}?sort=${sort}`, token: dataset.token });
	await stage.database.pool.query(`SELECT count(*) FROM events WHERE description = 'nobody wrote this'`);
}

async function timed({ product }: StockedStage, calls: Call[]) {
	const result = await timeCalls({ port: product.port, calls, connections: 1 });
	const faults = Object.keys(result.byStatus).filter((status) => !['200', '409', '422'].includes(status));
	if (faults.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(result.byStatus)}`);
	return result;
}
