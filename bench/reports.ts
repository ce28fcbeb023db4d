import { and, eq } from 'drizzle-orm';
import pg from 'pg';
import { reportRuns } from '#server/db/tables/reports.ts';
import { askForFile } from '#server/domain/reports/commands/queue-run.ts';
import { filePoller } from '#server/domain/reports/files/make-files.ts';
import { reportQuery } from '#shared/contracts/reports.ts';
import { openStockedStage, type StockedStage } from './support/dataset/stocked-stage.ts';
import type { DatasetSize } from './support/dataset.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';

/** One organisation with an event of a million guests. */
const size: DatasetSize = { attendees: 1_010_000, events: 1_000, largest: 1_000_000 };

/** Reports over a million guests, beside SQL that was written by hand for the same figures, and their files beside COPY. */
export const bench: Bench = {
	async run(options) {
		const stocked = await openStockedStage(size, options.say);
		try {
			return [...(await measureGroups(stocked, options)), ...(await measureFile(stocked, options))];
		} finally {
			await stocked.stage.close();
		}
	},
};

const grouped = {
	dataset: 'attendees',
	groups: ['ticketType', 'status'],
	measures: ['tickets', 'activeTickets'],
};

/** Requests a second of a grouped report through HTTP, and of its statement by hand. */
async function measureGroups(
	{ stage, product, dataset }: StockedStage,
	options: BenchOptions,
): Promise<BenchRow[]> {
	const client = new pg.Client(stage.address);
	await client.connect();
	const times: number[] = [];
	const secondsOf = async (work: () => Promise<unknown>) => {
		const startMs = performance.now();
		await work();
		return (performance.now() - startMs) / 1_000;
	};
	const preview = async () => {
		const url = `http://127.0.0.1:${product.port}/api/organisations/${dataset.organisationId}/report-preview`;
		const headers = { authorization: `Bearer ${dataset.token}`, 'content-type': 'application/json' };
		const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(grouped) });
		const body = (await answer.json()) as { totals: number[][] };
		if (answer.status !== 200 || Number(body.totals[0]?.[2]) < size.largest)
			throw new Error(`the report was answered with ${answer.status}`);
	};
	const byHand = `SELECT t.name, a.status, count(*), count(*) FILTER (WHERE a.status = 'active')
		FROM attendees a LEFT JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		WHERE a.organisation_id = $1 GROUP BY t.name, a.status ORDER BY 3 DESC`;
	try {
		const figures = await inRounds(options, {
			report: async () => {
				const seconds = await secondsOf(preview);
				times.push(seconds * 1_000);
				return 1 / seconds;
			},
			sql: async () => 1 / (await secondsOf(() => client.query(byHand, [dataset.organisationId]))),
		});
		return [
			{
				what: 'Report over a million guests by ticket type and status, with totals, through HTTP',
				subject: figure(figures.report, '/s'),
				reference: { name: 'the same groups by hand-written SQL', ...figure(figures.sql, '/s') },
				bars: { on: 'ratio', must: 'atLeast', reach: 0.85, excellent: 0.95 },
			},
			{
				what: 'Slowest of these reports',
				subject: { ...figure(times, 'ms'), value: Math.max(...times) },
				bars: { on: 'subject', must: 'atMost', reach: 1_500, excellent: 1_500 },
			},
		];
	} finally {
		await client.end();
	}
}

const listed = reportQuery.parse({
	dataset: 'attendees',
	columns: ['name', 'email', 'ticketType', 'status', 'orderCode', 'createdAt', 'source', 'notes'],
});

/** Rows a second of a file that the worker writes, and of COPY; the memory that the worker needs for it. */
async function measureFile({ stage, dataset }: StockedStage, options: BenchOptions): Promise<BenchRow[]> {
	const admin = new pg.Client({ ...stage.address, user: 'postgres' });
	await admin.connect();
	const extra: number[] = [];
	const { organisationId, userId } = dataset;
	const rights = { organisationId, eventIds: null, can: () => true };
	const makeFile = async () => {
		const { services } = stage;
		const queued = await askForFile(services, {
			...{ rights, requestedBy: userId, query: listed, name: 'Guests', format: 'csv' },
		});
		const before = process.memoryUsage.rss();
		let most = before;
		const watch = setInterval(() => {
			most = Math.max(most, process.memoryUsage.rss());
		}, 20);
		const startMs = performance.now();
		await filePoller.run(services, new AbortController().signal);
		const ms = performance.now() - startMs;
		clearInterval(watch);
		const [run] = await stage.database.db
			.select()
			.from(reportRuns)
			.where(and(eq(reportRuns.organisationId, organisationId), eq(reportRuns.id, queued.id)));
		if (run?.state !== 'done' || run.rows < size.largest) throw new Error(`the file is ${run?.state}`);
		await services.files.remove(run.fileName ?? '');
		extra.push((most - before) / 1e6);
		return (run.rows / ms) * 1_000;
	};
	const copy = `COPY (
		SELECT a.name, a.email, t.name, a.status, o.code, a.created_at, o.source, a.notes FROM attendees a
		LEFT JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		LEFT JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = '${organisationId}' ORDER BY a.event_id DESC, a.id DESC
	) TO '/dev/null' (FORMAT csv)`;
	try {
		const figures = await inRounds(options, {
			file: makeFile,
			copy: async () => {
				const startMs = performance.now();
				const { rowCount } = await admin.query(copy);
				return ((rowCount ?? 0) / (performance.now() - startMs)) * 1_000;
			},
		});
		return [
			{
				what: 'CSV file of a report of a million rows, on the disk, rows a second',
				subject: figure(figures.file, '/s'),
				reference: { name: 'COPY of the same columns to nowhere', ...figure(figures.copy, '/s') },
				bars: { on: 'ratio', must: 'atLeast', reach: 0.3, excellent: 0.6 },
			},
			{
				what: 'Extra memory of the worker while a report of a million rows is written',
				subject: { ...figure(extra, 'MB'), value: Math.max(...extra) },
				bars: { on: 'subject', must: 'atMost', reach: 64, excellent: 24 },
				ifUnmet:
					'the heap of a process grows with its first file, here from 259 to 457 MB, and stays; the files after it need 7 to 29 MB. Pages of 500 rows instead of 2,000 changed nothing.',
			},
		];
	} finally {
		await admin.end();
	}
}
