import type { ReportGrain } from '#shared/rules/report-query.ts';
import { spellingsOf } from '#shared/rules/search-spellings.ts';
import type { Writing } from './compile.ts';
import type { Dimension, PlannedFilter, QueryPlan } from './plan-query.ts';

/** One of the spellings of what was typed: Mueller also finds Müller. */
const anySpelling = (typed: unknown, holds: (text: string) => string): string =>
	`(${spellingsOf(String(typed)).map(holds).join(' OR ')})`;

export function condition(
	{ of, is, values }: PlannedFilter,
	plan: QueryPlan,
	{ use, zone, now }: Writing,
): string[] {
	const [first, second] = values;
	const isTime = of.type === 'instant' || of.type === 'date';
	if (of.type === 'event') {
		const equal = `${plan.dataset.event} = ANY(${use(values, 'uuid[]')})`;
		// A row of no event is of another one than these.
		return [is === 'is' ? equal : `NOT coalesce(${equal}, false)`];
	}
	/** A day as the column has it: its first moment on the clock of the report. */
	const day = (value: unknown, daysLater = 0) => {
		const date = `(${use(value, 'date')} + ${daysLater})`;
		return of.type === 'date' ? date : `(${date}::timestamp AT TIME ZONE ${zone()})`;
	};
	const today = () => `(${use(now, 'timestamptz')} AT TIME ZONE ${zone()})::date`;
	const atDay = (date: string) =>
		of.type === 'date' ? `(${date})` : `((${date})::timestamp AT TIME ZONE ${zone()})`;
	const scalar = (value: unknown) => use(value, isTime ? 'date' : 'numeric');
	switch (is) {
		case 'empty':
			return [`coalesce(${of.sql}::text, '') = ''`];
		case 'not_empty':
			return [`coalesce(${of.sql}::text, '') <> ''`];
		case 'is':
		case 'is_not': {
			const type =
				of.type === 'flag' ? 'bool[]' : of.type === 'number' || of.type === 'money' ? 'numeric[]' : 'text[]';
			const equal = `coalesce(${of.sql} = ANY(${use(values, type)}), false)`;
			return [is === 'is' ? equal : `NOT ${equal}`];
		}
		case 'contains':
			return [
				anySpelling(first, (text) => `strpos(foyer_fold(${of.sql}), foyer_fold(${use(text, 'text')})) > 0`),
			];
		case 'starts':
			return [
				anySpelling(first, (text) => `starts_with(foyer_fold(${of.sql}), foyer_fold(${use(text, 'text')}))`),
			];
		case 'at_least':
			return [`${of.sql} >= ${isTime ? day(first) : scalar(first)}`];
		case 'at_most':
			return [isTime ? `${of.sql} < ${day(first, 1)}` : `${of.sql} <= ${scalar(first)}`];
		case 'between':
			return isTime
				? [`${of.sql} >= ${day(first)}`, `${of.sql} < ${day(second, 1)}`]
				: [`${of.sql} BETWEEN ${scalar(first)} AND ${scalar(second)}`];
		case 'last_days': {
			const days = use(first, 'int');
			return [
				`${of.sql} >= ${atDay(`${today()} - (${days} - 1)`)}`,
				`${of.sql} < ${atDay(`${today()} + 1`)}`,
			];
		}
		case 'next_days': {
			const days = use(first, 'int');
			return [`${of.sql} >= ${atDay(today())}`, `${of.sql} < ${atDay(`${today()} + ${days}`)}`];
		}
	}
}

/** A dimension as it is grouped and answered; days are texts of the calendar. */
export function dimensionSql({ of, grain }: Dimension, zone: () => string): string {
	if (!grain) return of.type === 'date' ? `${of.sql}::text` : of.sql;
	const local = of.type === 'instant' ? `(${of.sql} AT TIME ZONE ${zone()})` : `${of.sql}::timestamp`;
	return grainSql(grain, local);
}

function grainSql(grain: ReportGrain, local: string): string {
	if (grain === 'weekday') return `extract(isodow FROM ${local})::int`;
	if (grain === 'hour_of_day') return `extract(hour FROM ${local})::int`;
	if (grain === 'hour') return `to_char(date_trunc('hour', ${local}), 'YYYY-MM-DD"T"HH24:MI')`;
	if (grain === 'day') return `${local}::date::text`;
	return `date_trunc('${grain}', ${local})::date::text`;
}
