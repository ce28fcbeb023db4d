import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import {
	type DatasetId,
	datasetIds,
	grainsOf,
	groupFilters,
	isTimeline,
	operatorsOf,
	type ReportValue,
	reportForms,
	splitGroup,
} from '#shared/rules/report-query.ts';
import { spellingsOf } from '#shared/rules/search-spellings.ts';
import { insertOrganisation } from '#tests/factories/tickets.ts';
import {
	type ModelRow,
	modelFilter,
	modelGrain,
	modelMeasures,
	readModel,
} from '#tests/support/report-model.ts';
import { fillOrganisation, naughtyTexts } from '#tests/support/report-world.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { compile } from './compile.ts';
import { datasets as catalogue } from './datasets/catalogue.ts';
import type { ReportDataset } from './datasets/dataset.ts';
import { type AskedQuestion, listQuestions, withQuestions } from './datasets/questions.ts';
import { planQuery, type QueryPlan, type ReportRights } from './plan-query.ts';
import { readSummary } from './read-report.ts';

/*
 * Random queries over every dataset, each answered twice: by the compiled statement, and by loops over all rows of the tables
 * (tests/support/report-model.ts). A second organisation with the same kind of rows lies beside the one that is asked about.
 */
const { database, services } = useTestApi();
let organisationId: string;
let eventIds: string[];
let model: Awaited<ReturnType<typeof readModel>>;
let fold: (text: string) => string;
/** Questions of the organisation, and the datasets with them as columns. */
let asked: AskedQuestion[];
let datasets: Record<DatasetId, ReportDataset>;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];
const needles = ['ada', 'É', 'example', "'", '%', '_', '\\', 'café', '<script>', 'mueller', 'Müller'];

beforeAll(async () => {
	const chance = createChance('report world');
	organisationId = await insertOrganisation(database());
	eventIds = await fillOrganisation(database(), chance, { organisationId, events: 5, orders: 120 });
	const other = await insertOrganisation(database());
	await fillOrganisation(database(), chance, { organisationId: other, events: 3, orders: 60 });
	await database().pool.query('ANALYZE');
	model = await readModel(database());
	asked = await listQuestions(database().db, { organisationId, eventIds: null });
	datasets = Object.fromEntries(
		datasetIds.map((id) => [id, withQuestions(catalogue[id], asked)]),
	) as typeof datasets;
	const texts = new Set<string>([...needles.flatMap(spellingsOf), ...naughtyTexts]);
	for (const rows of Object.values(model))
		for (const row of rows)
			for (const value of Object.values(row)) if (typeof value === 'string') texts.add(value);
	const { rows } = await database().pool.query<{ text: string; folded: string }>(
		'SELECT t AS text, foyer_fold(t) AS folded FROM unnest($1::text[]) AS t',
		[[...texts]],
	);
	const folded = new Map(rows.map((row) => [row.text, row.folded]));
	fold = (text) => folded.get(text) ?? text;
});

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
	const hasTimeline = groups.some((group) => {
		const { column, grain } = splitGroup(group);
		const usual = grainsOf(columns[column]?.type ?? 'text').length > 0 ? 'day' : null;
		return isTimeline(grain ?? usual);
	});
	const chosen = some(Object.keys(measures), 4).map((measure) => {
		const isAdditive = measures[measure]?.per === undefined && measures[measure]?.of.kind !== 'distinct';
		if (!isAdditive || chance.next() < 0.6) return measure;
		return `${measure}.${chance.pick(hasTimeline ? reportForms : ['share'])}`;
	});
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
		if (type === 'event') return chance.pick([...eventIds, row.eventId ?? (eventIds[0] as string)]);
		if (type === 'instant' || type === 'date') return day();
		if (type === 'number' || type === 'money')
			return typeof known === 'number' ? known : chance.between(0, 500);
		if (is === 'contains' || is === 'starts') return chance.pick(needles);
		return typeof known === 'string' ? known : chance.pick(naughtyTexts);
	};
	const many = is === 'is' || is === 'is_not' ? chance.between(1, 3) : is === 'between' ? 2 : 1;
	const values = is === 'empty' || is === 'not_empty' ? [] : Array.from({ length: many }, value);
	return { column, is, values, ...(chance.next() < 0.3 && { or: true }) };
}

/** The same by hand: rows and totals as texts, in no order. */
function byHand(query: ReportQuery, rights: ReportRights, now: Date) {
	const { columns } = datasets[query.dataset];
	const on = { timeZone: query.timeZone, now, fold };
	const rows = model[query.dataset].filter(
		(row) =>
			row.organisationId === organisationId &&
			(!rights.eventIds || rights.eventIds.includes(row.eventId)) &&
			groupFilters(query.filters).every((group) => group.some((filter) => modelFilter(row, filter, on))),
	);
	const plan = planQuery(query, rights, asked);
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
	const modelGroups = plan.dimensions.length > 0 ? Map.groupBy(rows, keyOf) : new Map([['', rows]]);
	const at = plan.currencyIndex;
	const byCurrency = at === null ? new Map([['', rows]]) : Map.groupBy(rows, (row) => String(row.currency));
	const groups = [...modelGroups.values()].map((of) => ({
		dims: plan.dimensions.map((column) => cell(of[0] as ModelRow, column)),
		eventId: plan.dimensions.some(({ id }) => columns[id]?.key) ? of[0]?.eventId : null,
		values: measured(of) as number[],
	}));
	const time = plan.dimensions.findIndex(({ grain }) => isTimeline(grain));
	/** Groups with the same values but for the time, in the order of the time. */
	const timelineOf = (group: (typeof groups)[number]) => {
		const series = ({ dims, eventId }: typeof group) => JSON.stringify([dims.with(time, null), eventId]);
		const rank = ({ dims }: typeof group) => String(dims[time] ?? '~');
		return groups
			.filter((other) => series(other) === series(group))
			.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
	};
	const shown = (group: (typeof groups)[number], index: number): number | null => {
		const value = group.values[index] as number;
		const form = plan.measures[index]?.form ?? null;
		if (form === null) return value;
		if (form === 'share') {
			const beside = groups.filter(({ dims }) => at === null || dims[at] === group.dims[at]);
			return share(
				value,
				beside.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
			);
		}
		const timeline = timelineOf(group);
		const place = timeline.indexOf(group);
		if (form === 'running')
			return timeline.slice(0, place + 1).reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
		return place === 0 ? null : value - (timeline[place - 1]?.values[index] ?? 0);
	};
	const totalOf = (value: number | null, index: number) => {
		const form = plan.measures[index]?.form ?? null;
		if (form === null) return value;
		return form === 'share' && value ? 1 : null;
	};
	return {
		rows: groups.map((group) => [...group.dims, ...group.values.map((_, index) => shown(group, index))]),
		totals:
			plan.measures.length === 0
				? []
				: [...byCurrency].map(([currency, of]) => [
						...plan.dimensions.map((_, index) => (index === at ? currency : null)),
						...measured(of).map(totalOf),
					]),
	};
}

const share = (of: number, per: number) => (per === 0 ? null : roundHalfUp(of / per));
/** As the database rounds to four digits. */
const roundHalfUp = (value: number) => Math.sign(value) * (Math.round(Math.abs(value) * 1e4) / 1e4);

const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort();

/** The first of some random queries whose answer is not what loops over the rows say; null: none. `change` is made to a plan between its check and its statement. */
async function findDifference(
	chance: Chance,
	count: number,
	change: (plan: QueryPlan) => QueryPlan = (plan) => plan,
): Promise<string | null> {
	const now = services.clock.now();
	const frozen = { ...services, clock: { ...services.clock, now: () => now } };
	for (let round = 0; round < count; round += 1) {
		const query = randomQuery(chance);
		const rights: ReportRights = {
			organisationId,
			can: () => true,
			eventIds: chance.next() < 0.5 ? null : chance.shuffle(eventIds).slice(0, chance.between(0, 3)),
		};
		const found = await readSummary(frozen, change(planQuery(query, rights, asked)), { limit: 100_000 });
		const expected = byHand(query, rights, now);
		const [ours, byLoops] = [found, expected].map(({ rows, totals }) =>
			sorted([...rows, ['totals'], ...totals]),
		);
		if (isDeepStrictEqual(ours, byLoops)) continue;
		const isOnly =
			(those: readonly string[] = []) =>
			(row: string) =>
				!those.includes(row);
		return JSON.stringify({
			...{ query, eventIds: rights.eventIds },
			found: ours?.filter(isOnly(byLoops)),
			expected: byLoops?.filter(isOnly(ours)),
		});
	}
	return null;
}

test('the model has rows of every dataset, with its columns and measures', () => {
	const lacking = Object.values(catalogue).flatMap(({ id, columns, measures }) => {
		const [row] = model[id];
		if (!row) return [`${id}: no rows`];
		return [
			...Object.keys(columns).filter((name) => !(name in row)),
			...Object.keys(measures).filter((name) => !(name in modelMeasures[id])),
		].map((name) => `${id}.${name}`);
	});
	expect(lacking).toEqual([]);
});

test('random queries say what loops over the rows say, and nothing beyond the reach of their reader', async () => {
	expect(await findDifference(createChance('report queries'), rounds(150, 20_000))).toBeNull();
}, 1_800_000);

test('the comparison finds a join that multiplies rows, and a statement without its scope', async () => {
	const fanOut = (plan: QueryPlan): QueryPlan => ({
		...plan,
		dataset: {
			...plan.dataset,
			joins: {
				...plan.dataset.joins,
				places: `LEFT JOIN order_items places ON places.organisation_id = $1 AND places.event_id = o.event_id
					AND places.order_id = o.id`,
			},
		},
	});
	const ofOrders = (change: (plan: QueryPlan) => QueryPlan) => (plan: QueryPlan) =>
		plan.dataset.id === 'orders' ? change(plan) : plan;
	expect(await findDifference(createChance('fan-out'), 10_000, ofOrders(fanOut))).not.toBeNull();
	const beyond = (plan: QueryPlan) => ({ ...plan, rights: { ...plan.rights, eventIds: null } });
	expect(await findDifference(createChance('reach'), 10_000, beyond)).not.toBeNull();
});

test('nothing that was typed gets into the text of a statement', () => {
	const rights: ReportRights = { organisationId, can: () => true, eventIds };
	const chance = createChance('hostile queries');
	for (let round = 0; round < rounds(2_000, 100_000); round += 1) {
		const query = randomQuery(chance);
		const mark = `zq${chance.between(1e6, 9e6)}`;
		const hostile = `${mark}${chance.pick(naughtyTexts)}' OR 1=1 --`.slice(0, 200);
		const texts = Object.entries(datasets[query.dataset].columns).filter(
			([, { type }]) => type === 'text' || type === 'choice',
		);
		const [column] = chance.pick(texts);
		query.filters.push({ column, is: chance.pick(['is', 'is_not']), values: [hostile] });
		for (const shape of ['values', 'texts', 'csv'] as const) {
			const { text, values } = compile(planQuery(query, rights, asked), {
				shape,
				limit: 10,
				now: new Date(),
			});
			expect(text).not.toContain(mark);
			expect(values.flat()).toContain(hostile);
			// Scope, and every parameter is used.
			expect(text).toContain(`${datasets[query.dataset].organisation} = $1`);
			expect(text).toContain(`($2::uuid[] IS NULL OR ${datasets[query.dataset].event} = ANY($2))`);
			for (const [index] of values.entries()) expect(text).toMatch(new RegExp(`\\$${index + 1}\\b`));
		}
	}
}, 600_000);
