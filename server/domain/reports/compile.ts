import { currencyDigits } from '#shared/lib/currencies.ts';
import { currencyCodes } from '#shared/lib/currency-list.ts';
import { groupFilters, isTimeline, type ReportForm, type ReportGrain } from '#shared/rules/report-query.ts';
import { textCell } from '../attendees/export/csv-cells.ts';
import { condition, dimensionSql } from './compile-condition.ts';
import type { Aggregate, ReportMeasure } from './datasets/dataset.ts';
import type { Dimension, PlannedFilter, QueryPlan } from './plan-query.ts';

/** A statement with its values. Identifiers come from the catalogue alone, what people typed is a value. */
export interface Compiled {
	text: string;
	values: unknown[];
}

/**
 * What the rows are written as: `values` for answers; `texts` for spreadsheets, one column each; `csv` whole records. Lists as `values`
 * also carry their key, for the next page.
 */
export type Shape = 'values' | 'texts' | 'csv';

export interface CompileOptions {
	shape: Shape;
	/** At most so many rows; null: all. */
	limit: number | null;
	offset?: number;
	/** The key of the last row of the page before: lists without an order of their own. */
	after?: readonly string[];
	now: Date;
	/** A further column `part`: 0 for rows, 1 for totals. Summaries as `values`. */
	withTotals?: boolean;
}

/**
 * Writes a checked query as one statement. It always states the organisation and the events that its reader reaches.
 * @see docs/decisions/360-reports.md
 */
export function compile(plan: QueryPlan, options: CompileOptions): Compiled {
	const values: unknown[] = [plan.rights.organisationId, eventsOf(plan)];
	const use = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
	// A value that nothing uses would be refused.
	let zoneValue: string | undefined;
	const zone = () => {
		zoneValue ??= use(plan.timeZone, 'text');
		return zoneValue;
	};
	const base = from(plan, { use, zone, now: options.now });
	const text = plan.isSummary
		? summary(plan, options, base, zone)
		: list(plan, options, base, zone, (key) => use(key, 'text'));
	return { text, values };
}

interface Base {
	from: string;
	where: string[];
}

export interface Writing {
	use: (value: unknown, type: string) => string;
	zone: () => string;
	now: Date;
}

/** The events that rows may be of: the reader's reach, narrowed by filters on the event. Null: all. */
function eventsOf({ rights, filters }: QueryPlan): string[] | null {
	let events = rights.eventIds && new Set(rights.eventIds.map((id) => id.toLowerCase()));
	for (const group of groupFilters(filters)) {
		const [{ of, is, values } = {} as PlannedFilter] = group;
		if (group.length > 1 || of.type !== 'event' || is !== 'is') continue;
		const wanted = new Set(values.map((value) => String(value).toLowerCase()));
		events = events ? events.intersection(wanted) : wanted;
	}
	return events && [...events];
}

function from(plan: QueryPlan, writing: Writing): Base {
	const { dataset, dimensions, measures, filters } = plan;
	const wanted = new Set([...dimensions, ...measures, ...filters].flatMap(({ of }) => of.joins ?? []));
	const joins = Object.entries(dataset.joins)
		.filter(([name]) => wanted.has(name))
		.map(([, join]) => (typeof join === 'string' ? join : join(writing.use)));
	return {
		from: [dataset.from, ...joins].join('\n'),
		where: [
			`${dataset.organisation} = $1`,
			`($2::uuid[] IS NULL OR ${dataset.event} = ANY($2))`,
			...groupFilters(filters).map((group) => {
				const parts = group.map((filter) => condition(filter, plan, writing).join(' AND '));
				return parts.length > 1 ? `(${parts.map((part) => `(${part})`).join(' OR ')})` : parts.join();
			}),
		],
	};
}

const list = (
	plan: QueryPlan,
	options: CompileOptions,
	base: Base,
	zone: () => string,
	use: (value: string) => string,
): string => {
	const { dataset, dimensions } = plan;
	const select = dimensions.map((dimension, index) => `${dimensionSql(dimension, zone)} AS c${index}`);
	const where = [...base.where];
	const hasOwnOrder = plan.order.length > 0;
	if (options.after) {
		const before = options.after.map((part) => `${use(part)}`);
		const key = dataset.key.map((column) => `${column}::text`);
		// Ids are compared as ids, so that the index is used; other parts as they are written.
		const typed = before.map((part, index) => (isId(dataset.key[index] ?? '') ? `${part}::uuid` : part));
		const columns = dataset.key.map((column, index) => (isId(column) ? column : key[index]));
		where.push(`(${columns.join(', ')}) < (${typed.join(', ')})`);
	}
	const keys = dataset.key.map((column) => (isId(column) ? column : `${column}::text`));
	const order = [...orderOf(plan), ...keys.map((key) => `${key} DESC`)];
	const inner = `SELECT ${[...select, ...(hasOwnOrder ? [] : keys.map((key, index) => `${key} AS k${index}`))].join(', ')}
FROM ${base.from}
WHERE ${where.join('\n\tAND ')}
ORDER BY ${order.join(', ')}${limitOf(plan, options)}`;
	const columns = shaped(plan, options.shape, zone);
	const key = options.shape === 'values' && !hasOwnOrder ? keys.map((_, index) => `k${index}::text`) : [];
	return `SELECT ${[...columns, ...key].join(', ')}\nFROM (${inner}) q`;
};

const isId = (column: string) => /\b(?:id|event_id)$/.test(column);

function limitOf(plan: QueryPlan, { limit, offset = 0 }: CompileOptions): string {
	const own = plan.limit === null ? null : Math.max(0, plan.limit - offset);
	const least = limit === null ? own : own === null ? limit : Math.min(limit, own);
	return `${least === null ? '' : `\nLIMIT ${least}`}${offset > 0 ? `\nOFFSET ${offset}` : ''}`;
}

const orderOf = ({ order }: QueryPlan) =>
	order.map(({ index, descending }) => `c${index} ${descending ? 'DESC' : 'ASC'} NULLS LAST`);

function aggregateSql(aggregate: Aggregate): string {
	const filter = aggregate.where ? ` FILTER (WHERE ${aggregate.where})` : '';
	if (aggregate.kind === 'count') return `count(*)${filter}`;
	if (aggregate.kind === 'sum') return `sum(${aggregate.sql})${filter}`;
	return `count(DISTINCT ${aggregate.sql})${filter}`;
}

/** A measure from its aggregates; whole minor units for averages of money, four digits for shares. */
function measureSql({ type, per }: ReportMeasure, of: string, by: string): string {
	if (!per) return `coalesce(${of}, 0)::bigint`;
	return `round(${of}::numeric / nullif(${by}, 0), ${type === 'percent' ? 4 : 0})`;
}

/** A measure as it is shown, over the groups beside its own. */
function formSql(form: ReportForm | null, value: string, windows: { all: string; time: string }): string {
	if (form === null) return value;
	if (form === 'share') return `round(${value}::numeric / nullif(sum(${value}) OVER (${windows.all}), 0), 4)`;
	if (form === 'running') return `sum(${value}) OVER (${windows.time})`;
	return `${value} - lag(${value}) OVER (${windows.time})`;
}

/** The total of a measure as it is shown: of shares the whole; of what goes along time there is none. */
function totalFormSql(form: ReportForm | null, value: string): string {
	if (form === null) return value;
	// An aggregate all the same: without one there would be a total for each group.
	return form === 'share'
		? `round(${value}::numeric / nullif(${value}, 0), 4)`
		: `nullif(${value}, ${value})`;
}

/**
 * Groups with their measures and, on request, the totals: sums over the groups, but for what cannot be added up (different people)
 * counted over all rows. One statement, so both are of one moment.
 */
function summary(plan: QueryPlan, options: CompileOptions, base: Base, zone: () => string): string {
	const { dimensions, measures, currencyIndex } = plan;
	const dims = dimensions.map((dimension, index) => `${dimensionSql(dimension, zone)} AS c${index}`);
	const keys = dimensions.flatMap(({ of }) => (of.key ? [of.key] : []));
	const groupBy = [...dimensions.map((_, index) => String(index + 1)), ...keys];
	const parts = measures.map(({ of, form }, index) => ({
		...{ of, form },
		column: `c${dimensions.length + index}`,
		first: aggregateSql(of.of),
		second: of.per ? aggregateSql(of.per) : null,
	}));
	const aggregates = parts.flatMap(({ first, second, column }) => [
		`${first} AS ${column}_a`,
		...(second ? [`${second} AS ${column}_b`] : []),
	]);
	const where = `WHERE ${base.where.join('\n\tAND ')}`;
	// Two events with one title have running totals of their own.
	const keyed = measures.some(({ form }) => form !== null)
		? keys.map((key, index) => `${key} AS key${index}`)
		: [];
	const grouped = `SELECT ${[...dims, ...keyed, ...aggregates].join(', ')}
FROM ${base.from}
${where}${groupBy.length > 0 ? `\nGROUP BY ${groupBy.join(', ')}` : ''}`;
	const names = dimensions.map((_, index) => `c${index}`);
	const currency = currencyIndex === null ? null : `c${currencyIndex}`;
	const time = dimensions.findIndex(({ grain }) => isTimeline(grain));
	const beside = [...names.filter((_, index) => index !== time), ...keyed.map((_, index) => `key${index}`)];
	const windows = {
		all: currency ? `PARTITION BY ${currency}` : '',
		time: `${beside.length > 0 ? `PARTITION BY ${beside.join(', ')} ` : ''}ORDER BY c${time} NULLS LAST`,
	};
	const ofGroup = parts.map(({ of, form, column }) => {
		const value = measureSql(of, `${column}_a`, `${column}_b`);
		return `${formSql(form, value, windows)} AS ${column}`;
	});
	const rows = `SELECT ${[...names, ...ofGroup].join(', ')} FROM g`;
	const order = [...orderOf(plan), ...usualOrder(plan)];
	const page = `SELECT *, row_number() OVER () AS place FROM (
	SELECT * FROM (${rows}) r${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}${limitOf(plan, options)}) p`;
	if (!options.withTotals) {
		return `WITH g AS (${grouped})
SELECT ${shaped(plan, options.shape, zone).join(', ')} FROM (${page}) q ORDER BY place`;
	}
	/** Nothing, of the type that the column has. */
	const none = (name: string) => `(SELECT ${name} FROM g LIMIT 0) AS ${name}`;
	const isDistinct = parts.some(({ of }) => of.of.kind === 'distinct');
	const totalDims = names.map((name, index) => {
		if (name !== currency) return none(name);
		return isDistinct ? `${dimensionSql(dimensions[index] as Dimension, zone)} AS ${name}` : name;
	});
	const totalMeasures = parts.map(({ of, form, first, second, column }) => {
		const value = isDistinct
			? measureSql(of, first, second ?? '1')
			: measureSql(of, `sum(${column}_a)`, `sum(${column}_b)`);
		return `${totalFormSql(form, value)} AS ${column}`;
	});
	const totals = `SELECT ${[...totalDims, ...totalMeasures].join(', ')}
FROM ${isDistinct ? `${base.from}\n${where}` : 'g'}${currency ? `\nGROUP BY ${(currencyIndex ?? 0) + 1}` : ''}`;
	const columns = [...names, ...parts.map(({ column }) => column)];
	return `WITH g AS MATERIALIZED (${grouped})
SELECT ${[...columns, 'part'].join(', ')} FROM (
SELECT ${columns.join(', ')}, 0 AS part, place FROM (${page}) q
UNION ALL
SELECT ${columns.join(', ')}, 1, row_number() OVER (${currency ? `ORDER BY ${currency}` : ''}) FROM (${totals}) t
) both_parts ORDER BY part, place`;
}

/** Times in their order; other groups by the first measure, the greatest first. */
function usualOrder({ dimensions, measures, order }: QueryPlan): string[] {
	const all = dimensions.map((_, index) => `c${index} ASC NULLS LAST`);
	if (order.length > 0 || dimensions[0]?.grain || measures.length === 0) return all;
	return [`c${dimensions.length} DESC NULLS LAST`, ...all];
}

/** The columns as they are answered or written. */
function shaped(plan: QueryPlan, shape: Shape, zone: () => string): string[] {
	const columns = [...plan.dimensions, ...plan.measures];
	if (shape === 'values') return columns.map((_, index) => `c${index}`);
	const texts = columns.map((column, index) => fileText(plan, column, `c${index}`, zone));
	if (shape === 'texts') return texts.map(({ text }, index) => `${text} AS t${index}`);
	const cells = texts.map(({ text, isTyped }) => (isTyped ? textCell(`(${text})`) : text));
	// A record of one empty cell would be an empty line, which readers skip.
	const record = cells.length === 1 ? [`coalesce(nullif(${cells[0]}, ''), '""')`] : cells;
	return [`${record.join(` || ',' || `)} || E'\\r\\n' AS record`];
}

const codesWith = (digits: number) =>
	`'{${currencyCodes.filter((code) => currencyDigits(code) === digits).join(',')}}'::text[]`;

/** A value as a text of a file: amounts in units, times on the clock of the report, shares in percent. */
function fileText(
	plan: QueryPlan,
	{ type, grain }: { type: string; grain: ReportGrain | null },
	column: string,
	zone: () => string,
): { text: string; isTyped: boolean } {
	if (type === 'instant' && !grain)
		return {
			text: `coalesce(to_char(${column} AT TIME ZONE ${zone()}, 'YYYY-MM-DD HH24:MI:SS'), '')`,
			isTyped: false,
		};
	if (type === 'money') {
		const code = plan.currencyIndex === null ? `'EUR'` : `c${plan.currencyIndex}`;
		return {
			text: `coalesce(CASE WHEN ${code} = ANY(${codesWith(0)}) THEN ${column}::bigint::text
				WHEN ${code} = ANY(${codesWith(3)}) THEN round(${column}::numeric / 1000, 3)::text
				ELSE round(${column}::numeric / 100, 2)::text END, '')`,
			isTyped: false,
		};
	}
	if (type === 'percent') return { text: `coalesce(round(${column} * 100, 2)::text, '')`, isTyped: false };
	if (type === 'flag')
		return { text: `CASE ${column} WHEN true THEN 'yes' WHEN false THEN 'no' ELSE '' END`, isTyped: false };
	return { text: `coalesce(${column}::text, '')`, isTyped: type === 'text' || type === 'event' };
}
