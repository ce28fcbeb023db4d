/** What a report asks: shared by the contract, the compiler and the builder. */

export const datasetIds = [
	'orders',
	'attendees',
	'answers',
	'check_ins',
	'payments',
	'payouts',
	'door_sales',
	'cash_drawers',
	'gifts',
	'gift_cards',
	'withdrawals',
	'page_views',
	'ticket_types',
	'codes',
	'waitlist',
	'resale',
	'groups',
	'events',
] as const;
export type DatasetId = (typeof datasetIds)[number];

export const reportColumnTypes = [
	'text',
	'choice',
	'flag',
	'number',
	'money',
	'percent',
	'instant',
	'date',
	'event',
] as const;
export type ReportColumnType = (typeof reportColumnTypes)[number];

/** How times are put together in groups: `createdAt.month`. */
export const reportGrains = [
	'hour',
	'day',
	'week',
	'month',
	'quarter',
	'year',
	'weekday',
	'hour_of_day',
] as const;
export type ReportGrain = (typeof reportGrains)[number];

export const reportOperators = [
	'is',
	'is_not',
	'contains',
	'starts',
	'at_least',
	'at_most',
	'between',
	'last_days',
	'next_days',
	'empty',
	'not_empty',
] as const;
export type ReportOperator = (typeof reportOperators)[number];

const equal = ['is', 'is_not'] as const;
const presence = ['empty', 'not_empty'] as const;
const range = ['at_least', 'at_most', 'between'] as const;

/** Operators that a type of column takes. */
export const operatorsOf: Record<ReportColumnType, readonly ReportOperator[]> = {
	text: ['contains', 'starts', ...equal, ...presence],
	choice: [...equal, ...presence],
	event: equal,
	flag: ['is'],
	number: [...equal, ...range, ...presence],
	money: [...equal, ...range, ...presence],
	percent: [...range, ...presence],
	instant: ['between', 'at_least', 'at_most', 'last_days', 'next_days', ...presence],
	date: ['between', 'at_least', 'at_most', 'last_days', 'next_days', ...presence],
};

/**
 * Filters in groups of which each holds when one of its filters does: a filter with `or` is in the group of the one before it.
 * A first one with `or` begins a group like any other.
 */
export function groupFilters<F extends { or?: boolean | undefined }>(filters: readonly F[]): F[][] {
	const groups: F[][] = [];
	for (const filter of filters) {
		const last = groups.at(-1);
		if (filter.or && last) last.push(filter);
		else groups.push([filter]);
	}
	return groups;
}

/** The groups as a list of filters. */
export const listFilters = <F extends { or?: boolean | undefined }>(groups: readonly (readonly F[])[]): F[] =>
	groups.flatMap((group) =>
		group.map((filter, index) => {
			const { or: _, ...rest } = filter;
			return (index > 0 ? { ...rest, or: true } : rest) as F;
		}),
	);

/** How many values an operator takes: least and most. */
export function valueCount(operator: ReportOperator): [least: number, most: number] {
	if (operator === 'empty' || operator === 'not_empty') return [0, 0];
	if (operator === 'between') return [2, 2];
	return operator === 'is' || operator === 'is_not' ? [1, 100] : [1, 1];
}

/** Grains of times; days have none below the day. */
export function grainsOf(type: ReportColumnType): readonly ReportGrain[] {
	if (type === 'instant') return reportGrains;
	if (type !== 'date') return [];
	return reportGrains.filter((grain) => grain !== 'hour' && grain !== 'hour_of_day');
}

/** What a total is shown as: its part of all groups, added up over time, or the difference from the time step before. */
export const reportForms = ['share', 'running', 'change'] as const;
export type ReportForm = (typeof reportForms)[number];

/** `tickets.share` → its measure and form. */
export function splitMeasure(measure: string): { id: string; form: ReportForm | null } {
	const at = measure.indexOf('.');
	if (at < 0) return { id: measure, form: null };
	return { id: measure.slice(0, at), form: measure.slice(at + 1) as ReportForm };
}

/** Whether a group of times has an order along which totals are added up; weekdays and hours of the day come round again. */
export const isTimeline = (grain: ReportGrain | null): boolean =>
	grain !== null && grain !== 'weekday' && grain !== 'hour_of_day';

/** `createdAt.month` → its column and grain. A time without a grain is grouped by day. */
export function splitGroup(group: string): { column: string; grain: ReportGrain | null } {
	const at = group.indexOf('.');
	if (at < 0) return { column: group, grain: null };
	return { column: group.slice(0, at), grain: group.slice(at + 1) as ReportGrain };
}

/** The question that a column shows the answers to: `question:` and the id of one with its wording. Null: another column. */
export function questionOf(column: string): string | null {
	return column.startsWith('question:') ? column.slice('question:'.length) : null;
}

export const reportLimits = {
	columns: 30,
	/** Columns of questions in one report, and how many are offered. */
	questions: 12,
	offeredQuestions: 200,
	groups: 4,
	measures: 10,
	filters: 20,
	/** Rows that a link shows. */
	linkRows: 1_000,
	previewRows: 100,
	/** Rows of a file; a spreadsheet takes one million. */
	fileRows: 5_000_000,
	/** Reports that an organisation keeps. */
	saved: 200,
	/** Files waiting for one organisation. */
	queued: 10,
	linkDays: 90,
	links: 20,
	schedules: 20,
	/** Hours beside an event. */
	hours: 720,
	/** Members that a schedule sends to. */
	recipients: 20,
	/** Seconds that a report on the screen may take. */
	seconds: 15,
	/** Days that a file can be fetched. */
	fileDays: 7,
} as const;

export const reportCharts = ['auto', 'bar', 'line', 'none'] as const;
export type ReportChart = (typeof reportCharts)[number];
export const reportFormats = ['csv', 'xlsx', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** When a schedule is due: by the clock, or so many hours before the start of an event or after its end. */
export const scheduleKinds = ['daily', 'weekly', 'monthly', 'event'] as const;
/** `done`: the time beside its event is over. */
export const scheduleStates = ['on', 'paused', 'failed', 'done'] as const;

/**
 * Why a schedule stops by itself: the rights of whoever it runs as, the plan of the organisation, a plan that was not paid, failures in a
 * row, or a single one beside an event.
 */
export type ScheduleStopReason = 'rights' | 'plan' | 'expired' | 'failed' | 'event';

/** Why a schedule is paused: by a member, or by itself. */
export const schedulePauseReasons = ['hand', 'rights', 'plan', 'expired'] as const;

export type ReportValue = string | number | boolean | null;
