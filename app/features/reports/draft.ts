import type { Dataset, ReportQuery } from '#shared/contracts/reports.ts';
import {
	grainsOf,
	groupFilters,
	listFilters,
	operatorsOf,
	type ReportChart,
	type ReportOperator,
	splitGroup,
	valueCount,
} from '#shared/rules/report-query.ts';

/** A report while it is being built. */
export interface ReportDraft {
	query: ReportQuery;
	chart: ReportChart;
	/** Lists have columns, summaries groups and measures; what the other had is stored for the way back. */
	mode: 'list' | 'summary';
}

type Column = Dataset['columns'][number];
export type Filter = ReportQuery['filters'][number];

/** A first report of a dataset: its first columns. */
export function newDraft(dataset: Dataset, timeZone: string): ReportDraft {
	const allowed = dataset.columns.filter(({ isAllowed }) => isAllowed);
	return {
		mode: 'list',
		chart: 'auto',
		query: {
			...{ dataset: dataset.id, timeZone, filters: [], order: [], groups: [] },
			columns: allowed.slice(0, 5).map(({ id }) => id),
			measures: dataset.measures
				.filter(({ isAllowed }) => isAllowed)
				.slice(0, 1)
				.map(({ id }) => id),
		},
	};
}

/** A report that is saved, ready-made or new: a list where it has columns (a new one has a first measure too, for the other mode). */
export const draftOf = (query: ReportQuery, chart: ReportChart): ReportDraft => ({
	...{ query, chart },
	mode: query.columns.length > 0 ? 'list' : 'summary',
});

/** The query: of a list its columns, of a summary its groups and measures, and only filters that are filled in. Null: nothing yet. */
export function queryOf({ query, mode }: ReportDraft): ReportQuery | null {
	const parts = mode === 'list' ? { groups: [], measures: [] } : { columns: [] };
	const whole = { ...query, ...parts };
	const shown = [...whole.columns, ...whole.groups, ...whole.measures];
	if (shown.length === 0) return null;
	return {
		...whole,
		filters: retainFilters(whole.filters, isComplete),
		order: whole.order.filter(({ by }) =>
			shown.some((name) => name === by || splitGroup(name).column === by),
		),
	};
}

/** Whether a filter has the values that its operator takes. */
export function isComplete({ is, values }: Filter): boolean {
	const [least] = valueCount(is);
	return values.length >= least && values.every((value) => value !== '');
}

export const isEventFilter = ({ column }: Filter): boolean => column === 'event';

/** The filters that pass a test: those left of a group stay one. */
export const retainFilters = (
	filters: readonly Filter[],
	isIncluded: (filter: Filter, index: number) => boolean,
) => {
	const places = new Map(filters.map((filter, index) => [filter, index]));
	return listFilters(
		groupFilters(filters).map((group) =>
			group.filter((filter) => isIncluded(filter, places.get(filter) ?? 0)),
		),
	);
};

/** A filter of a column with the first operator that it takes. */
export function newFilter(column: Column): Filter {
	const is = operatorsOf[column.type][0] as ReportOperator;
	return { column: column.id, is, values: column.type === 'flag' ? [true] : [] };
}

/** Times are grouped by day at first. */
export const newGroup = (column: Column): string =>
	grainsOf(column.type).length > 0 ? `${column.id}.day` : column.id;

/** The list with one of its items moved by a place. */
export function moved<T>(items: readonly T[], index: number, by: 1 | -1): T[] {
	const next = [...items];
	const [item] = next.splice(index, 1);
	if (item !== undefined) next.splice(index + by, 0, item);
	return next;
}
