import pg from 'pg';
import { openStockedStage, type StockedStage } from './support/dataset/stocked-stage.ts';
import type { DatasetSize } from './support/dataset.ts';
import { download } from './support/download.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';

/** One event of a million guests. */
const size: DatasetSize = { attendees: 1_010_000, events: 1_000, largest: 1_000_000 };

/** The whole guest list as a file, read as fast as it comes, beside the same columns copied to nowhere by the database. */
export const bench: Bench = {
	async run(options) {
		const stocked = await openStockedStage(size, options.say);
		try {
			return await measure(stocked, options);
		} finally {
			await stocked.stage.close();
		}
	},
};

async function measure(
	{ stage, product, dataset }: StockedStage,
	options: BenchOptions,
): Promise<BenchRow[]> {
	const admin = new pg.Client({ ...stage.address, user: 'postgres' });
	await admin.connect();
	const path = (query: string) => `/api/events/${dataset.eventId}/attendees/export${query}`;
	const extra: number[] = [];
	const sheetExtra: number[] = [];
	const write = async (query: string, rows: number, into: number[]) => {
		const before = product.memory();
		let most = before;
		const watch = setInterval(() => {
			most = Math.max(most, product.memory());
		}, 20);
		const { status, bytes, ms } = await download({
			port: product.port,
			path: path(query),
			token: dataset.token,
		});
		clearInterval(watch);
		if (status !== 200) throw new Error(`the export was answered with ${status}`);
		if (bytes < rows * 20) throw new Error(`the export has ${bytes} bytes only`);
		into.push((most - before) / 1e6);
		return (rows / ms) * 1_000;
	};
	const { rows: counted } = await stage.database.pool.query<{ count: number }>(
		`SELECT count(*)::int FROM attendees WHERE organisation_id = $1 AND event_id = $2 AND status = 'cancelled'`,
		[dataset.organisationId, dataset.eventId],
	);
	const cancelled = counted[0]?.count ?? 0;
	try {
		// A process that has written some smaller lists, as any has that runs for a while.
		for (let list = 0; list < 3; list += 1) await write('?status=cancelled', cancelled, []);
		const figures = await inRounds(options, {
			copy: async () => {
				const startMs = performance.now();
				await admin.query(copyToNowhere(dataset.organisationId, dataset.eventId));
				return (size.largest / (performance.now() - startMs)) * 1_000;
			},
			csv: () => write('', size.largest, extra),
		});
		const sheet = await write('?format=xlsx&status=cancelled', cancelled, sheetExtra);
		return [
			{
				what: 'CSV export of a million guests, rows a second',
				subject: figure(figures.csv, '/s'),
				reference: { name: 'COPY of the same columns to nowhere', ...figure(figures.copy, '/s') },
				bars: { on: 'ratio', must: 'atLeast', reach: 0.5, excellent: 0.6 },
				ifUnmet:
					'making the cells safe for spreadsheets and quoting them takes the database some 7 of 10 ms for 2 500 rows, looking up what stands beside a guest the rest. Simpler cells would change it.',
			},
			{
				what: 'Extra memory of the server while a million rows are exported',
				subject: { ...figure(extra, 'MB'), value: Math.max(...extra) },
				bars: { on: 'subject', must: 'atMost', reach: 64, excellent: 24 },
				ifUnmet:
					'the first large answer of a process lets its young generation grow; later rounds need some 4 to 15 MB. With 16, 32 and 64 MB of it (`--max-semi-space-size`) the most was 36, 42 and 21 MB, so its size alone does not decide it.',
				note: 'The greatest of the rounds, sampled every 20 ms, above what the process had before, which had written lists of some ten thousand guests.',
			},
			{ what: `XLSX export of ${cancelled} guests, rows a second`, subject: { value: sheet, unit: '/s' } },
			{
				what: `Extra memory of the server while a spreadsheet of ${cancelled} rows is written`,
				subject: { value: Math.max(...sheetExtra), unit: 'MB' },
			},
		];
	} finally {
		await admin.end();
	}
}

function copyToNowhere(organisationId: string, eventId: string): string {
	return `
		COPY (
			SELECT a.name, a.email, t.name, a.status, o.code, a.ticket_code, c.recorded_at, a.created_at, o.source, a.notes
			FROM attendees a
			JOIN ticket_types t ON t.id = a.ticket_type_id
			JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
			LEFT JOIN check_ins c ON c.list_id = a.event_id AND c.attendee_id = a.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL
			WHERE a.organisation_id = '${organisationId}' AND a.event_id = '${eventId}'
		) TO '/dev/null' (FORMAT csv)`;
}
