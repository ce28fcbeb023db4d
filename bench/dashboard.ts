import { findChanges } from '#server/domain/analytics/figures/find-changes.ts';
import { recountMarked } from '#server/domain/analytics/figures/recount.ts';
import { openStockedStage, type StockedStage } from './support/dataset/stocked-stage.ts';
import { largeDataset } from './support/dataset.ts';
import { type Call, percentile, timeCalls } from './support/latency.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';

const must = { on: 'subject', must: 'atMost', reach: 200, excellent: 50 } as const;

/** What an organiser with a hundred thousand events and a million guests looks at each day: the dashboard and the pages of figures. */
export const bench: Bench = {
	async run(options) {
		const at = await openStockedStage({ ...largeDataset, organisers: 1 }, options.say);
		try {
			const startMs = performance.now();
			await findChanges.run(at.stage.services, new AbortController().signal);
			await recountMarked(at.stage.services);
			await at.stage.database.pool.query('VACUUM ANALYZE');
			options.say(`figures of all days: ${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
			return await measure(at, options);
		} finally {
			await at.stage.close();
		}
	},
};

async function measure(at: StockedStage, options: BenchOptions): Promise<BenchRow[]> {
	const path = (rest: string) => `/api/organisations/${at.dataset.organisationId}/${rest}`;
	const year = new Date().getUTCFullYear();
	const range = `from=${year}-01-01&to=${year}-12-31`;
	const kinds = {
		dashboard: 'dashboard?days=30',
		figures: `figures?${range}&compare=year`,
		sources: `sources?${range}`,
		noShows: `no-shows?${range}`,
		live: 'events?view=live&limit=50',
		past: 'events?view=past&limit=50',
	};
	const p95 = (rest: string) => async () => {
		const call: Call = { method: 'GET', path: path(rest), token: at.dataset.token };
		const calls = Array.from({ length: options.seconds * 30 }, () => call);
		const answered = await timeCalls({ port: at.product.port, calls, connections: 1 });
		if (Object.keys(answered.byStatus).some((status) => status !== '200'))
			throw new Error(`unexpected answers to ${rest}: ${JSON.stringify(answered.byStatus)}`);
		return percentile(answered, 0.95);
	};
	const measures = Object.fromEntries(
		Object.entries(kinds).map(([name, rest]) => [name, p95(rest)]),
	) as Record<keyof typeof kinds, () => Promise<number>>;
	for (const one of Object.values(measures)) await one();
	const found = await inRounds(options, measures);
	const row = (what: string, name: keyof typeof kinds): BenchRow => ({
		what: `${what}, p95, an organisation with 100 000 events and 1 million attendees`,
		subject: figure(found[name], 'ms'),
		bars: must,
	});
	return [
		row('Dashboard', 'dashboard'),
		row('Figures of a year, beside the year before', 'figures'),
		row('Sources of a year', 'sources'),
		row('No-shows of a year', 'noShows'),
		row('Events ahead', 'live'),
		row('Past events', 'past'),
	];
}
