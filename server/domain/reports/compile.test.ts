import { beforeAll, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { datasetIds, grainsOf, operatorsOf, type ReportValue } from '#shared/rules/report-query.ts';
import { insertOrganisation } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import {
	type ModelRow,
	modelFilter,
	modelGrain,
	modelMeasures,
	readModel,
} from '#tests/support/report-model.ts';
import { fillOrganisation, naughtyTexts } from '#tests/support/report-world.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { compile } from './compile.ts';
import { datasets } from './datasets/catalogue.ts';
import { planQuery, type ReportRights } from './plan-query.ts';
import { readSummary } from './read-report.ts';

/*
 * Random queries over every dataset, each answered twice: by the compiled statement, and by loops over all rows of the tables
 * (tests/support/report-model.ts). A second organisation with the same kind of rows lies beside the one that is asked about.
 */
const database = useTestDatabase();
let services: Services;
let organisationId: string;
let eventIds: string[];
let model: Awaited<ReturnType<typeof readModel>>;
let fold: (text: string) => string;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];
const needles = ['ada', 'É', 'example', "'", '%', '_', '\\', 'café', '<script>'];

beforeAll(async () => {
	services = await createTestServices(database());
	const chance = createChance('report world');
	organisationId = await insertOrganisation(database());
	eventIds = await fillOrganisation(database(), chance, { organisationId, events: 5, orders: 120 });
	const other = await insertOrganisation(database());
	await fillOrganisation(database(), chance, { organisationId: other, events: 3, orders: 60 });
	await database().pool.query('ANALYZE');
	model = await readModel(database());
	const texts = new Set<string>([...needles, ...naughtyTexts]);
	for (const rows of Object.values(model))
		for (const row of rows)
			for (const value of Object.values(row)) if (typeof value === 'string') texts.add(value);
	const { rows } = await database().pool.query<{ text: string; folded: string }>(
		'SELECT t AS text, foyer_fold(t) AS folded FROM unnest($1::text[]) AS t',
		[[...texts]],
	);
	const folded = new Map(rows.map((row) => [row.text, row.folded]));
	fold = (text) => folded.get(text) ?? text;
}, 120_000);

type Chance = ReturnType<typeof createChance>;

/** A query that the catalogue allows, of every dataset, operator, grain and measure. */
function randomQuery(chance: Chance): ReportQuery {
	const id = chance.pick(datasetIds);
	const { columns, measures } = datasets[id];
	const names = Object.keys(columns);
	const some = <T>(from: readonly T[], most: number) =>
		chance.shuffle([...from]).slice(0, chance.between(0, Math.min(most, from.length)));
	const isSummary = chance.next() < 0.8;
	const filters = some(names, 3).map((column) => randomFilter(chance, id, column));
	const groups = some(names, 3).map((name) => {
		const grains = grainsOf(columns[name]?.type ?? 'text');
		return grains.length > 0 && chance.next() < 0.8 ? `${name}.${chance.pick(grains)}` : name;
	});
	const chosen = some(Object.keys(measures), 4);
	const query = { dataset: id, columns: [], groups: [], measures: [], order: [], filters };
	const timeZone = chance.pick(zones);
	if (!isSummary) return { ...query, timeZone, columns: [names[0] as string, ...some(names, 6)] };
	return {
		...{ ...query, timeZone, groups },
		measures: groups.length + chosen.length === 0 ? [Object.keys(measures)[0] as string] : chosen,
	};
}

function randomFilter(
	chance: Chance,
	id: (typeof datasetIds)[number],
	column: string,
): ReportQuery['filters'][number] {
	const { type } = datasets[id].columns[column] as { type: keyof typeof operatorsOf };
	const is = chance.pick(operatorsOf[type]);
	const row = chance.pick(model[id]);
	const known = row[column];
	const day = () =>
		new Date(Date.UTC(2026, 8, 1) + chance.between(0, 150) * 86_400_000).toISOString().slice(0, 10);
	const value = (): string | number | boolean => {
		if (is === 'last_days' || is === 'next_days') return chance.between(1, 90);
		if (type === 'flag') return chance.next() < 0.5;
		if (type === 'event') return chance.pick([...eventIds, row.eventId]);
		if (type === 'instant' || type === 'date') return day();
		if (type === 'number' || type === 'money')
			return typeof known === 'number' ? known : chance.between(0, 500);
		if (is === 'contains' || is === 'starts') return chance.pick(needles);
		return typeof known === 'string' ? known : chance.pick(naughtyTexts);
	};
	const many = is === 'is' || is === 'is_not' ? chance.between(1, 3) : is === 'between' ? 2 : 1;
	const values = is === 'empty' || is === 'not_empty' ? [] : Array.from({ length: many }, value);
	return { column, is, values };
}

/** The same by hand: rows and totals as texts, in no order. */
function byHand(query: ReportQuery, rights: ReportRights, now: Date) {
	const { columns } = datasets[query.dataset];
	const on = { timeZone: query.timeZone, now, fold };
	const rows = model[query.dataset].filter(
		(row) =>
			row.organisationId === organisationId &&
			(!rights.eventIds || rights.eventIds.includes(row.eventId)) &&
			query.filters.every((filter) => modelFilter(row, filter, on)),
	);
	const plan = planQuery(query, rights);
	const cell = (row: ModelRow, { id, grain }: { id: string; grain: string | null }): ReportValue => {
		const value = row[id];
		if (grain) return modelGrain(value, grain, query.timeZone);
		if (value instanceof Date) return value.toISOString();
		return (value ?? null) as ReportValue;
	};
	if (!plan.isSummary)
		return { rows: rows.map((row) => plan.dimensions.map((column) => cell(row, column))), totals: [] };
	const measured = (of: readonly ModelRow[]) =>
		plan.measures.map(({ id }) =>
			(modelMeasures[query.dataset][id] as (rows: readonly ModelRow[]) => number | null)(of),
		);
	const keyOf = (row: ModelRow) =>
		JSON.stringify(
			plan.dimensions.map((column) => [cell(row, column), columns[column.id]?.key ? row.eventId : 0]),
		);
	const groups = plan.dimensions.length > 0 ? Map.groupBy(rows, keyOf) : new Map([['', rows]]);
	const at = plan.currencyIndex;
	const byCurrency = at === null ? new Map([['', rows]]) : Map.groupBy(rows, (row) => String(row.currency));
	return {
		rows: [...groups.values()].map((of) => [
			...plan.dimensions.map((column) => cell(of[0] as ModelRow, column)),
			...measured(of),
		]),
		totals:
			plan.measures.length === 0
				? []
				: [...byCurrency].map(([currency, of]) => [
						...plan.dimensions.map((_, index) => (index === at ? currency : null)),
						...measured(of),
					]),
	};
}

const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort();

test('random queries say what loops over the rows say, and nothing beyond the reach of their reader', async () => {
	const chance = createChance('report queries');
	const now = services.clock.now();
	const frozen = { ...services, clock: { ...services.clock, now: () => now } };
	for (let round = 0; round < rounds(400, 20_000); round += 1) {
		const query = randomQuery(chance);
		const rights: ReportRights = {
			organisationId,
			can: () => true,
			eventIds: chance.next() < 0.5 ? null : chance.shuffle(eventIds).slice(0, chance.between(0, 3)),
		};
		const found = await readSummary(frozen, planQuery(query, rights), { limit: 100_000 });
		const expected = byHand(query, rights, now);
		const what = JSON.stringify({ query, eventIds: rights.eventIds });
		expect(sorted(found.rows), what).toEqual(sorted(expected.rows));
		expect(sorted(found.totals), what).toEqual(sorted(expected.totals));
	}
}, 1_800_000);

test('nothing that was typed gets into the text of a statement', () => {
	const rights: ReportRights = { organisationId, can: () => true, eventIds };
	const chance = createChance('hostile queries');
	for (let round = 0; round < rounds(5_000, 100_000); round += 1) {
		const query = randomQuery(chance);
		const mark = `zq${chance.between(1e6, 9e6)}`;
		const hostile = `${mark}${chance.pick(naughtyTexts)}' OR 1=1 --`.slice(0, 200);
		const texts = Object.entries(datasets[query.dataset].columns).filter(
			([, { type }]) => type === 'text' || type === 'choice',
		);
		const [column] = chance.pick(texts);
		query.filters.push({ column, is: chance.pick(['is', 'is_not']), values: [hostile] });
		for (const shape of ['values', 'texts', 'csv'] as const) {
			const { text, values } = compile(planQuery(query, rights), { shape, limit: 10, now: new Date() });
			expect(text).not.toContain(mark);
			expect(values.flat()).toContain(hostile);
			// Scope, and every parameter is used.
			expect(text).toContain(`${datasets[query.dataset].organisation} = $1`);
			expect(text).toContain(`($2::uuid[] IS NULL OR ${datasets[query.dataset].event} = ANY($2))`);
			for (const [index] of values.entries()) expect(text).toMatch(new RegExp(`\\$${index + 1}\\b`));
		}
	}
}, 600_000);
