import type { Tx } from '#server/db/client.ts';
import { bindStatement, type Statement } from '#server/db/statement.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, type FairWork, runFairly } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { type Counted, countDays } from './count-days.ts';
import {
	countColumns,
	type DayScope,
	dayKey,
	dayRows,
	type FigureRow,
	figureRows,
	figureVersion,
	moneyColumns,
	newFigureRow,
	newSourceRow,
	type SourceRow,
	sourceCounts,
	sourceKey,
	sourceKeys,
	sourceRows,
} from './day-record.ts';

/** Days that are counted in one transaction. */
const batchSize = 200;
/** Sources of an event's day, and of an organisation's, that have rows of their own; what is left is one row. */
const mostSources = { event: 200, organisation: 500 };
const otherSources = { source: '(other)', medium: '', campaign: '', link: '' };

/**
 * A day that was counted a moment ago waits: at least ten seconds, longer the more it has to count; the sum of an organisation two.
 */
const isDue = `due_at <= now() AND NOT EXISTS (
			SELECT FROM event_day_figures f
			WHERE f.organisation_id = figure_marks.organisation_id AND f.scope_id = figure_marks.scope_id AND f.on_day = figure_marks.on_day
				AND f.currency = '' AND f.made_at > now() - CASE WHEN f.scope_id = f.organisation_id THEN interval '2 seconds'
					ELSE greatest(interval '10 seconds', (f.orders + f.checked_in) * interval '0.1 milliseconds') END)`;

const markRows = dayRows(1);
const name = 'analytics.recount-days';
const keyOf = ({ scopeId, onDay }: DayScope) => `${scopeId} ${onDay}`;

/** Marks of organisations in turn, the oldest first. */
const findMarks = (condition: string) => `
	SELECT organisation_id AS "organisationId", scope_id AS "scopeId", on_day::text AS "onDay" FROM figure_marks
	WHERE ${condition} AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, `scope_id || ' ' || on_day`)}
	ORDER BY due_at LIMIT ${batchSize}`;

/** Takes marks. They are gone before the rows are read, so what is committed later is marked anew. */
const takeMarks = `
	DELETE FROM figure_marks m USING (
		SELECT organisation_id, scope_id, on_day FROM figure_marks m WHERE EXISTS (
			SELECT FROM ${markRows.from} WHERE m.organisation_id = d.organisation_id AND m.scope_id = d.scope_id AND m.on_day = d.on_day::date)
		ORDER BY organisation_id, scope_id, on_day FOR UPDATE SKIP LOCKED
	) AS due
	WHERE m.organisation_id = due.organisation_id AND m.scope_id = due.scope_id AND m.on_day = due.on_day
	RETURNING m.organisation_id AS "organisationId", m.scope_id AS "scopeId", m.on_day::text AS "onDay"`;

/** Counts marked days anew, as far as no other worker counts them. @returns how many */
function recount({ database }: Services, marked: readonly DayScope[]): Promise<number> {
	return database.transaction(async (tx) => {
		const { rows } = await tx.execute<DayScope & Record<string, unknown>>(
			bindStatement({ name: '', text: takeMarks }, markRows.values(marked)),
		);
		const isWhole = (day: DayScope) => day.scopeId === day.organisationId;
		await recountEvents(
			tx,
			rows.filter((day) => !isWhole(day)),
		);
		await addUpOrganisations(tx, rows.filter(isWhole));
		return rows.length;
	});
}

const recountWork = (condition: string): FairWork<DayScope> => ({
	name,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<DayScope>(findMarks(condition), [without]);
		return rows;
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf,
	run: recount,
});

/** Counts the marked days that are due. */
export const recountDays = createFairPoller({ ...recountWork(isDue), idleMs: 1_000 });

/** Counts all marked days at once: before what they are counted from is removed. */
export async function recountMarked(services: Services): Promise<void> {
	const { signal } = new AbortController();
	while ((await runFairly(services, recountWork('true'), signal)) > 0);
}

const days = dayRows(1);
const ofDays = `USING (SELECT organisation_id, scope_id, on_day::date FROM ${days.from}) AS d
	WHERE f.organisation_id = d.organisation_id AND f.scope_id = d.scope_id AND f.on_day = d.on_day`;
const columnsOf = (columns: readonly string[]) => columns.map((column) => `t.${column}`).join(', ');

/** What is there of days whose views can no longer be counted: marks of visitors are cleared after two days, views after ninety. */
const readFrozen: Statement = {
	name: 'analytics.frozen-days',
	text: `
WITH d AS (SELECT organisation_id, scope_id, on_day::date FROM ${days.from}), frozen AS (
	SELECT d.* FROM d JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.scope_id
	WHERE foyer_day_start(d.on_day, e.time_zone) < (date_trunc('day', now() AT TIME ZONE 'UTC') - interval '1 day') AT TIME ZONE 'UTC'
)
SELECT d.organisation_id, d.scope_id, d.on_day::text, '' AS source, '' AS medium, '' AS campaign, '' AS link, 'all' AS currency,
	ARRAY[t.views, t.visitors, t.forms]::float8[] AS numbers
FROM frozen d JOIN event_day_figures t ON t.organisation_id = d.organisation_id AND t.scope_id = d.scope_id AND t.on_day = d.on_day
WHERE t.currency = ''
UNION ALL
SELECT d.organisation_id, d.scope_id, d.on_day::text, t.source, t.medium, t.campaign, t.link, '', ARRAY[t.views, t.visitors, t.forms]::float8[]
FROM frozen d JOIN event_day_sources t ON t.organisation_id = d.organisation_id AND t.scope_id = d.scope_id AND t.on_day = d.on_day
WHERE t.currency = ''
UNION ALL
SELECT d.organisation_id, d.scope_id, d.on_day::text, source, '', '', '', currency, ARRAY[views, visitors, 0]::float8[]
FROM frozen d CROSS JOIN LATERAL (
	SELECT coalesce(p.source, '') AS source, CASE WHEN GROUPING(p.source) = 1 THEN 'all' ELSE '' END AS currency,
		sum(p.views) AS views, sum(p.visitors) AS visitors
	FROM page_view_days p WHERE p.organisation_id = d.organisation_id AND p.event_id = d.scope_id AND p.viewed_on = d.on_day
	GROUP BY GROUPING SETS ((p.source), ())
) AS p
WHERE p.views > 0 AND NOT EXISTS (SELECT FROM event_day_figures t
	WHERE t.organisation_id = d.organisation_id AND t.scope_id = d.scope_id AND t.on_day = d.on_day)`,
};

/** Days of events: counted from rows, their views where these can still be counted; then their organisations are to be added up. */
async function recountEvents(tx: Tx, scopes: DayScope[]): Promise<void> {
	if (scopes.length === 0) return;
	const counted = await countDays(tx, scopes);
	const frozenDays = await readFrozenViews(tx, scopes);
	const isFrozen = new Set(frozenDays.map(dayKey));
	const rows = [...counted.filter((row) => row.kind !== 'seen' || !isFrozen.has(dayKey(row))), ...frozenDays];
	const byDay = Map.groupBy(rows, dayKey);
	const figures: FigureRow[] = [];
	const sources: SourceRow[] = [];
	for (const scope of scopes) {
		const ofDay = byDay.get(dayKey(scope)) ?? [];
		figures.push(...figuresOf(scope, ofDay));
		sources.push(...limitSources(sourcesOf(scope, ofDay), mostSources.event));
	}
	await write(tx, scopes, figures, sources);
	await tx.execute(
		bindStatement(
			{
				name: '',
				text: `
	INSERT INTO figure_marks (organisation_id, scope_id, on_day, due_at)
	SELECT DISTINCT organisation_id, organisation_id, on_day::date, now() FROM ${days.from} ORDER BY 1, 3
	ON CONFLICT DO NOTHING`,
			},
			days.values(scopes),
		),
	);
}

async function readFrozenViews(tx: Tx, scopes: DayScope[]): Promise<Counted[]> {
	const { rows } = await tx.execute<Record<string, unknown>>(bindStatement(readFrozen, days.values(scopes)));
	return (
		rows as unknown as (Omit<Counted, keyof DayScope> & {
			organisation_id: string;
			scope_id: string;
			on_day: string;
		})[]
	).map(({ organisation_id: organisationId, scope_id: scopeId, on_day: onDay, ...row }) => ({
		...row,
		...{ kind: 'seen' as const, organisationId, scopeId, onDay },
	}));
}

/** Adds numbers to columns of a row, in their order. */
function add<Row, Column extends keyof Row>(
	row: Row,
	columns: readonly Column[],
	numbers: readonly number[],
) {
	for (const [index, column] of columns.entries())
		(row[column] as number) = (row[column] as number) + (numbers[index] ?? 0);
}

const soldColumns = [
	...['orders', 'tickets', 'cancelled', 'attended', 'web_orders', 'web_tickets', 'web_attended'],
	...['imported_orders', 'manual_orders', 'door_orders'],
] as (typeof countColumns)[number][];

/** Sums of a day: one row of counts, one of each currency. */
function figuresOf(scope: DayScope, rows: readonly Counted[]): FigureRow[] {
	const counts = newFigureRow(scope);
	const money = new Map<string, FigureRow>();
	for (const { kind, currency, numbers } of rows) {
		if (kind === 'sold') add(counts, soldColumns, numbers);
		if (kind === 'unpaid') add(counts, ['unpaid', 'web_unpaid'], numbers);
		if (kind === 'entered') add(counts, ['checked_in'], numbers);
		if (kind === 'seen' && currency === 'all') add(counts, ['views', 'visitors', 'forms'], numbers);
		if (kind !== 'money') continue;
		const row = money.get(currency) ?? newFigureRow(scope, currency);
		money.set(currency, row);
		add(row, moneyColumns, numbers);
	}
	return [counts, ...[...money.values()].filter((row) => moneyColumns.some((column) => row[column] !== 0))];
}

/** The same by source. */
function sourcesOf(scope: DayScope, rows: readonly Counted[]): SourceRow[] {
	const found = new Map<string, SourceRow>();
	const rowOf = (of: Counted, currency: string) => {
		const row = newSourceRow(scope, of, currency);
		const key = `${sourceKey(row)} ${currency}`;
		found.set(key, found.get(key) ?? row);
		return found.get(key) as SourceRow;
	};
	for (const row of rows) {
		const { kind, currency, numbers } = row;
		if (kind === 'sold')
			add(rowOf(row, ''), ['orders', 'tickets'], [numbers[0] ?? 0, (numbers[1] ?? 0) - (numbers[2] ?? 0)]);
		if (kind === 'seen' && currency === '') add(rowOf(row, ''), ['views', 'visitors', 'forms'], numbers);
		if (kind !== 'money') continue;
		const [sold = 0, refunded = 0, tax = 0, fees = 0] = numbers;
		const netMinor = sold - refunded - tax - fees;
		if (netMinor !== 0) add(rowOf(row, currency), ['net_minor'], [netMinor]);
	}
	return [...found.values()];
}

/** Strangers may make any number of sources up: those that brought the most have rows of their own, the others one together. */
function limitSources(rows: SourceRow[], most: number): SourceRow[] {
	const isOther = (row: SourceRow) => row.source === otherSources.source;
	const bySource = [
		...Map.groupBy(
			rows.filter((row) => !isOther(row)),
			sourceKey,
		).values(),
	];
	if (bySource.length <= most) return rows;
	const weight = (of: readonly SourceRow[]) =>
		of.reduce((sum, row) => sum + row.orders * 1_000 + row.views, 0);
	bySource.sort((a, b) => weight(b) - weight(a));
	const others = new Map<string, SourceRow>();
	for (const row of [...bySource.slice(most).flat(), ...rows.filter(isOther)]) {
		const other = others.get(row.currency) ?? newSourceRow(row, otherSources, row.currency);
		others.set(row.currency, other);
		add(
			other,
			sourceCounts,
			sourceCounts.map((column) => row[column]),
		);
	}
	return [...bySource.slice(0, most).flat(), ...others.values()];
}

async function write(tx: Tx, scopes: DayScope[], figures: FigureRow[], sources: SourceRow[]): Promise<void> {
	for (const text of [
		`DELETE FROM event_day_figures f ${ofDays}`,
		`DELETE FROM event_day_sources f ${ofDays}`,
	])
		await tx.execute(bindStatement({ name: '', text }, days.values(scopes)));
	const figureColumns = ['currency', ...countColumns, ...moneyColumns].join(', ');
	await tx.execute(
		bindStatement(
			{
				name: '',
				text: `INSERT INTO event_day_figures (organisation_id, scope_id, on_day, ${figureColumns}, made_at, version)
	SELECT organisation_id, scope_id, on_day::date, ${figureColumns}, now(), ${figureVersion} FROM ${figureRows.from}`,
			},
			figureRows.values(figures),
		),
	);
	const sourceColumns = ['currency', ...sourceKeys, ...sourceCounts].join(', ');
	await tx.execute(
		bindStatement(
			{
				name: '',
				text: `INSERT INTO event_day_sources (organisation_id, scope_id, on_day, ${sourceColumns})
	SELECT organisation_id, scope_id, on_day::date, ${sourceColumns} FROM ${sourceRows.from}`,
			},
			sourceRows.values(sources),
		),
	);
}

const sums = (columns: readonly string[]) =>
	columns.map((column) => `sum(${column})::float8 AS ${column}`).join(', ');
const eventsOfDays = (table: string) =>
	`FROM (SELECT organisation_id, on_day::date FROM ${days.from}) AS d JOIN ${table} t
		ON t.organisation_id = d.organisation_id AND t.on_day = d.on_day AND t.scope_id <> t.organisation_id`;
const daySums = (table: string, keys: readonly string[], columns: readonly string[]) => `
	SELECT t.organisation_id AS "organisationId", t.organisation_id AS "scopeId", t.on_day::text AS "onDay", ${columnsOf(keys)}, ${sums(columns)}
	${eventsOfDays(table)}
	GROUP BY t.organisation_id, t.on_day, ${columnsOf(keys)}`;

/** Days of organisations: the sum of their events. */
async function addUpOrganisations(tx: Tx, scopes: DayScope[]): Promise<void> {
	if (scopes.length === 0) return;
	const read = async <Row>(table: string, keys: readonly string[], columns: readonly string[]) => {
		const text = daySums(table, keys, columns);
		const { rows } = await tx.execute<Record<string, unknown>>(
			bindStatement({ name: '', text }, days.values(scopes)),
		);
		return rows as unknown as Row[];
	};
	const figures = await read<FigureRow>(
		'event_day_figures',
		['currency'],
		[...countColumns, ...moneyColumns],
	);
	const sources = await read<SourceRow>('event_day_sources', ['currency', ...sourceKeys], sourceCounts);
	const limited = [...Map.groupBy(sources, dayKey).values()].flatMap((rows) =>
		limitSources(rows, mostSources.organisation),
	);
	await write(tx, scopes, figures, limited);
}
