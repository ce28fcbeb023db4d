import type { DbOrTx } from '#server/db/client.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { OrganisationAction } from '#shared/rules/permissions.ts';
import {
	grainsOf,
	isTimeline,
	operatorsOf,
	questionOf,
	type ReportColumnType,
	type ReportForm,
	type ReportGrain,
	type ReportOperator,
	reportForms,
	reportLimits,
	splitGroup,
	splitMeasure,
	valueCount,
} from '#shared/rules/report-query.ts';
import { datasets } from './datasets/catalogue.ts';
import type { ReportColumn, ReportDataset, ReportMeasure } from './datasets/dataset.ts';
import { type AskedQuestion, readQuestions, withQuestions } from './datasets/questions.ts';

/** Whose eyes a report is seen with. */
export interface ReportRights {
	organisationId: string;
	can(action: OrganisationAction): boolean;
	/** Events that are reached; null: all. */
	eventIds: readonly string[] | null;
}

/** A column of the answer. */
export interface PlannedColumn {
	id: string;
	label: TranslatableMessage;
	type: ReportColumnType;
	role: 'column' | 'group' | 'measure';
	grain: ReportGrain | null;
	/** Of a measure. Null: its value. */
	form: ReportForm | null;
	choices: Readonly<Record<string, TranslatableMessage>>;
}

export interface Dimension extends PlannedColumn {
	of: ReportColumn;
}
interface PlannedMeasure extends PlannedColumn {
	of: ReportMeasure;
}
export interface PlannedFilter {
	/** Joined with the one before it: one of both has to hold. */
	or: boolean;
	of: ReportColumn;
	id: string;
	is: ReportOperator;
	values: readonly (string | number | boolean)[];
}

/** A query that was checked against the catalogue and the rights of its reader. */
export interface QueryPlan {
	dataset: ReportDataset;
	rights: ReportRights;
	isSummary: boolean;
	dimensions: Dimension[];
	measures: PlannedMeasure[];
	filters: PlannedFilter[];
	order: { index: number; descending: boolean }[];
	limit: number | null;
	timeZone: string;
	/** Columns that the reader may not see. */
	leftOut: string[];
	/** All rights that the answer takes. */
	needs: OrganisationAction[];
	isPersonal: boolean;
	/** Position of the currency among the columns, where there are amounts. */
	currencyIndex: number | null;
}

const forbidden = (what: string) =>
	new AppError('AUTH_INSUFFICIENT_PERMISSIONS', { message: `You may not see ${what}.` });

/**
 * Reads the questions that a query names, and checks it.
 * @throws as planQuery does
 */
export async function planReport(db: DbOrTx, query: ReportQuery, rights: ReportRights): Promise<QueryPlan> {
	const named = [
		...query.columns,
		...query.groups.map((group) => splitGroup(group).column),
		...query.filters.map(({ column }) => column),
	].flatMap((column) => questionOf(column) ?? []);
	const ids = unique(named);
	if (ids.length > reportLimits.questions)
		throw fieldError('columns', message`A report shows at most ${reportLimits.questions} questions.`);
	return planQuery(query, rights, await readQuestions(db, rights.organisationId, ids));
}

/**
 * Checks a query against the catalogue and what its reader may see. Columns that they may not see are left out and named; a dataset or a
 * filter that they may not use is refused, since leaving a filter out would show more.
 * @param questions those that the query names
 * @throws VALIDATION_FAILED, AUTH_INSUFFICIENT_PERMISSIONS
 */
export function planQuery(
	query: ReportQuery,
	rights: ReportRights,
	questions: readonly AskedQuestion[] = [],
): QueryPlan {
	const dataset = withQuestions(datasets[query.dataset], questions);
	if (!rights.can(dataset.needs)) throw forbidden(`${dataset.label}`.toLowerCase());
	const isSummary = query.groups.length + query.measures.length > 0;
	const groupColumns = query.groups.map((group) => splitGroup(group).column);
	if (isSummary && query.columns.some((id) => !groupColumns.includes(id)))
		throw fieldError(
			'columns',
			message`A report with groups or totals can’t have other columns. Group by them instead.`,
		);
	const needs = new Set<OrganisationAction>([dataset.needs]);
	const leftOut: string[] = [];
	const isAllowed = (id: string, action: OrganisationAction | undefined) => {
		if (action && !rights.can(action)) {
			leftOut.push(id);
			return false;
		}
		if (action) needs.add(action);
		return true;
	};

	const names = unique(isSummary ? query.groups : query.columns);
	const dimensions = names.flatMap((name, index) => {
		const dimension = toDimension(dataset, name, isSummary, `${isSummary ? 'groups' : 'columns'}.${index}`);
		return isAllowed(name, dimension.of.needs) ? [dimension] : [];
	});
	const hasTimeline = dimensions.some(({ grain }) => isTimeline(grain));
	const measures = unique(query.measures).flatMap((name, index) => {
		const measure = toMeasure(dataset, name, hasTimeline, `measures.${index}`);
		return isAllowed(name, measure.of.needs) ? [measure] : [];
	});
	if (dimensions.length + measures.length === 0) {
		if (leftOut.length > 0) throw forbidden('any of these columns');
		throw fieldError('columns', message`Choose what to show: columns, or groups and totals.`);
	}
	// Amounts of different currencies are never added up, and say nothing without theirs.
	const hasMoney = [...dimensions, ...measures].some(({ of }) => of.type === 'money');
	if (hasMoney && own(dataset.columns, 'currency') && !dimensions.some(({ id }) => id === 'currency'))
		dimensions.push(toDimension(dataset, 'currency', isSummary, 'columns'));

	const filters = query.filters.map((filter, index) => toFilter(dataset, filter, `filters.${index}`));
	for (const { of, id } of filters) {
		if (of.needs && !rights.can(of.needs)) throw forbidden(`the column ${id}, which a filter uses`);
		if (of.needs) needs.add(of.needs);
	}
	const shown = [...dimensions, ...measures];
	const order = query.order.flatMap(({ by, descending }, index) => {
		const at = shown.findIndex(
			({ id, grain, form }) => by === (form ? `${id}.${form}` : id) || by === `${id}.${grain}`,
		);
		if (at >= 0) return [{ index: at, descending }];
		if (leftOut.includes(by)) return [];
		throw fieldError(`order.${index}.by`, message`Sort by a column that the report shows.`);
	});
	const currencyAt = dimensions.findIndex(({ id }) => id === 'currency');
	return {
		...{ dataset, rights, isSummary, dimensions, measures, filters, order, leftOut },
		limit: query.limit ?? null,
		timeZone: query.timeZone,
		needs: [...needs],
		isPersonal: [...dimensions, ...filters].some(({ of }) => of.isPersonal),
		currencyIndex: hasMoney && currencyAt >= 0 ? currencyAt : null,
	};
}

const unique = (names: readonly string[]) => [...new Set(names)];
const own = <T>(of: Readonly<Record<string, T>>, id: string): T | undefined =>
	Object.hasOwn(of, id) ? of[id] : undefined;
const unknownColumn = (field: string, id: string) =>
	fieldError(
		field,
		questionOf(id)
			? message`This report cannot show that question, or the question was deleted. Remove it.`
			: message`There is no such column.`,
	);

function toDimension(dataset: ReportDataset, name: string, isGroup: boolean, field: string): Dimension {
	const { column: id, grain } = splitGroup(name);
	const of = own(dataset.columns, id);
	if (!of) throw unknownColumn(field, id);
	const grains = grainsOf(of.type);
	if (grain && (!isGroup || !grains.includes(grain)))
		throw fieldError(field, message`Only times are grouped by days, weeks, months or hours.`);
	const usual = isGroup && grains.length > 0 ? 'day' : null;
	const { label, type, choices = {} } = of;
	return {
		id,
		label,
		type,
		role: isGroup ? 'group' : 'column',
		grain: grain ?? usual,
		form: null,
		choices,
		of,
	};
}

function toMeasure(
	dataset: ReportDataset,
	name: string,
	hasTimeline: boolean,
	field: string,
): PlannedMeasure {
	const { id, form } = splitMeasure(name);
	const of = own(dataset.measures, id);
	if (!of || (form && !reportForms.includes(form))) throw unknownColumn(field, id);
	if (form && (of.per || of.of.kind === 'distinct'))
		throw fieldError(field, message`Only counts and sums are shown as a share, a running total or a change.`);
	if (form && form !== 'share' && !hasTimeline)
		throw fieldError(
			field,
			message`A running total or a change needs a group of times, such as days or months.`,
		);
	const type = form === 'share' ? 'percent' : of.type;
	return { id, label: of.label, type, role: 'measure', grain: null, form, choices: {}, of };
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const dayPattern = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDay = (value: unknown): boolean =>
	typeof value === 'string' &&
	dayPattern.test(value) &&
	new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

function toFilter(
	dataset: ReportDataset,
	filter: ReportQuery['filters'][number],
	field: string,
): PlannedFilter {
	const of = own(dataset.columns, filter.column);
	if (!of) throw unknownColumn(`${field}.column`, filter.column);
	const { is, values } = filter;
	if (!operatorsOf[of.type].includes(is))
		throw fieldError(`${field}.is`, message`This column cannot be compared in that way.`);
	const [least, most] = valueCount(is);
	if (values.length < least || values.length > most)
		throw fieldError(`${field}.values`, message`This filter has too few or too many values.`);
	if (!values.every((value) => fits(of.type, is, value)))
		throw fieldError(`${field}.values`, message`This value isn’t valid for the column.`);
	return { or: filter.or ?? false, of, id: filter.column, is, values };
}

/** Whether a value is one that the column can be compared with. */
function fits(type: ReportColumnType, is: ReportOperator, value: string | number | boolean): boolean {
	if (is === 'last_days' || is === 'next_days')
		return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3_660;
	if (type === 'money') return Number.isSafeInteger(value);
	if (type === 'number' || type === 'percent') return typeof value === 'number';
	if (type === 'flag') return typeof value === 'boolean';
	if (type === 'event') return typeof value === 'string' && uuidPattern.test(value);
	if (type === 'instant' || type === 'date') return isDay(value);
	return typeof value === 'string';
}
