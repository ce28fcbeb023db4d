import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { Preview, ReportQuery, ShownColumn } from '#shared/contracts/reports.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type ReportValue, reportLimits } from '#shared/rules/report-query.ts';
import { compile } from './compile.ts';
import { readRows } from './execute.ts';
import { type PlannedColumn, planReport, type QueryPlan, type ReportRights } from './plan-query.ts';

/** The columns of an answer, in the language of its reader. */
export function presentColumns(plan: QueryPlan, translate: Translator): ShownColumn[] {
	return [...plan.dimensions, ...plan.measures].map(({ id, label, type, role, grain, form, choices }) => ({
		id,
		label: translate(label),
		type,
		role,
		grain,
		form,
		choices: presentChoices(choices, translate),
	}));
}

export function presentChoices(choices: PlannedColumn['choices'], translate: Translator) {
	return Object.entries(choices).map(([value, label]) => ({ value, label: translate(label) }));
}

/** A row of the database as it is answered: instants as ISO texts, sums as numbers. */
function presentRow(plan: QueryPlan, row: readonly unknown[]): ReportValue[] {
	return [...plan.dimensions, ...plan.measures].map(({ type, grain }, index) => {
		const value = row[index];
		if (value === null || value === undefined) return null;
		if (value instanceof Date) return value.toISOString();
		if (typeof value === 'boolean') return value;
		const isNumber = type === 'number' || type === 'money' || type === 'percent';
		if (isNumber || grain === 'weekday' || grain === 'hour_of_day') return Number(value);
		return String(value);
	});
}

/** Rows and totals of a query, as far as they are shown. Totals of lists are none, of a single group they are its row. */
export async function readSummary(
	services: Services,
	plan: QueryPlan,
	options: { limit: number; signal?: AbortSignal | undefined },
): Promise<{ rows: ReportValue[][]; totals: ReportValue[][]; hasMore: boolean }> {
	const { limit, signal } = options;
	const withTotals = plan.isSummary && plan.measures.length > 0;
	const now = services.clock.now();
	const found = await readRows(
		services,
		plan.rights.organisationId,
		compile(plan, { shape: 'values', limit: limit + 1, withTotals, now }),
		signal,
	);
	const width = plan.dimensions.length + plan.measures.length;
	const isTotal = (row: readonly unknown[]) => withTotals && row[width] === 1;
	const rows = found.filter((row) => !isTotal(row));
	return {
		rows: rows.slice(0, limit).map((row) => presentRow(plan, row)),
		totals: found.filter(isTotal).map((row) => presentRow(plan, row)),
		hasMore: rows.length > limit,
	};
}

/** The first rows of a query with its totals. */
export async function previewReport(
	services: Services,
	query: ReportQuery,
	reader: { rights: ReportRights; translate: Translator; signal: AbortSignal },
): Promise<Preview> {
	const startMs = performance.now();
	const plan = await planReport(services.database.db, query, reader.rights);
	const answer = await readSummary(services, plan, {
		limit: reportLimits.previewRows,
		signal: reader.signal,
	});
	return {
		columns: presentColumns(plan, reader.translate),
		...answer,
		leftOut: plan.leftOut,
		tookMs: Math.round(performance.now() - startMs),
	};
}

/** Rows after this many are read as a file. */
const deepest = 100_000;

/**
 * A page of a report. Lists without an order of their own go on after the last row's key, so page 1,000 costs what page 1 costs; all
 * others count from the beginning, as far as a screen can want.
 * @throws BUSINESS_RULE_VIOLATION `report-too-large`
 */
export async function readPage(
	services: Services,
	plan: QueryPlan,
	page: { cursor?: string | undefined; limit: number; signal?: AbortSignal },
): Promise<{ data: ReportValue[][]; nextCursor: string | null }> {
	const isByKey = !plan.isSummary && plan.order.length === 0;
	const keyLength = plan.dataset.key.length;
	const now = services.clock.now();
	// [how many rows were read, the key of the last of them …]
	const [read = '0', ...after] = page.cursor ? decodeCursor(page.cursor, isByKey ? keyLength + 1 : 1) : [];
	const offset = Number(read);
	if (!/^\d{1,9}$/.test(read) || after.some((part, index) => !fitsKey(plan, index, part)))
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'This cursor is not one of ours. Ask for the first page again.',
		});
	if (!isByKey && offset > deepest)
		throw ruleViolation(
			'report-too-large',
			message`Only the first ${deepest} rows are shown here. Export it as a file to get all: you’re notified when it is ready.`,
		);
	const left = plan.limit === null ? page.limit : Math.min(page.limit, Math.max(0, plan.limit - offset));
	const rows = await readRows(
		services,
		plan.rights.organisationId,
		compile(
			{ ...plan, limit: null },
			{
				shape: 'values',
				limit: left + 1,
				now,
				...(isByKey ? after.length > 0 && { after } : { offset }),
			},
		),
		page.signal,
	);
	const shown = rows.slice(0, left);
	const isLast = rows.length <= left || (plan.limit !== null && offset + shown.length >= plan.limit);
	const last = shown.at(-1);
	const width = plan.dimensions.length + plan.measures.length;
	const key = isByKey ? (last?.slice(width, width + keyLength) ?? []).map(String) : [];
	return {
		data: shown.map((row) => presentRow(plan, row)),
		nextCursor: isLast || !last ? null : encodeCursor([String(offset + shown.length), ...key]),
	};
}

const fitsKey = ({ dataset }: QueryPlan, index: number, part: string) =>
	!/id$/.test(dataset.key[index] ?? '') || /^[0-9a-f-]{36}$/i.test(part);
