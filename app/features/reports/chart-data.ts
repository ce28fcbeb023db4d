import type { ShownColumn } from '#shared/contracts/reports.ts';
import type { ReportChart, ReportValue } from '#shared/rules/report-query.ts';

/** What a chart of a report shows: one measure along the first group. */
export interface ChartData {
	kind: 'bar' | 'line';
	/** Position of the measure. */
	measure: number;
	points: { row: readonly ReportValue[]; value: number }[];
	/** More groups than are drawn. */
	isCut: boolean;
}

const most = { bar: 20, line: 400 };

/**
 * Whether and how a report is drawn: a time as a line, one other group as bars. Several groups, several currencies and lists are read as
 * a table.
 */
export function chartOf(
	columns: readonly ShownColumn[],
	rows: readonly (readonly ReportValue[])[],
	chart: ReportChart,
): ChartData | null {
	const groups = columns.filter(({ role, id }) => role === 'group' && id !== 'currency');
	const measure = columns.findIndex(({ role }) => role === 'measure');
	const [group] = groups;
	if (chart === 'none' || groups.length !== 1 || measure < 0 || !group || rows.length < 2) return null;
	const currency = columns.findIndex(({ id }) => id === 'currency');
	if (currency >= 0 && new Set(rows.map((row) => row[currency])).size > 1) return null;
	const isTime = group.grain !== null;
	const kind = chart === 'auto' ? (isTime ? 'line' : 'bar') : chart;
	const points = rows.map((row) => ({ row, value: Number(row[measure] ?? 0) }));
	if (points.some(({ value }) => value < 0)) return null;
	return { kind, measure, points: points.slice(0, most[kind]), isCut: points.length > most[kind] };
}
