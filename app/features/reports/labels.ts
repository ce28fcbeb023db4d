import { useLingui } from '@lingui/react/macro';
import type { ReportRun } from '#shared/contracts/report-runs.ts';
import type {
	ReportChart,
	ReportForm,
	ReportFormat,
	ReportGrain,
	ReportOperator,
} from '#shared/rules/report-query.ts';

/** Texts of reports that are not in the server’s catalogue. */
export function useReportLabels() {
	const { t } = useLingui();
	const grains: Record<ReportGrain, string> = {
		hour: t`by hour`,
		day: t`by day`,
		week: t`by week`,
		month: t`by month`,
		quarter: t`by quarter`,
		year: t`by year`,
		weekday: t`by weekday`,
		hour_of_day: t`by hour of the day`,
	};
	const forms: Record<ReportForm, string> = {
		share: t`share`,
		running: t`running total`,
		change: t`change`,
	};
	const operators: Record<ReportOperator, string> = {
		is: t`is`,
		is_not: t`is not`,
		contains: t`contains`,
		starts: t`starts with`,
		at_least: t`is at least`,
		at_most: t`is at most`,
		between: t`is between`,
		last_days: t`in the last … days`,
		next_days: t`in the next … days`,
		empty: t`is empty`,
		not_empty: t`is not empty`,
	};
	/** Of times and days. */
	const timeOperators: Partial<Record<ReportOperator, string>> = {
		at_least: t`is on or after`,
		at_most: t`is on or before`,
	};
	const charts: Record<ReportChart, string> = {
		auto: t`Automatic`,
		bar: t`Bars`,
		line: t`Line`,
		none: t`No chart`,
	};
	const formats: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' };
	const states: Record<ReportRun['state'], string> = {
		queued: t`Waiting`,
		running: t`In progress`,
		done: t`Ready`,
		failed: t`Failed`,
		expired: t`Deleted`,
	};
	const weekdays = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`];
	return { grains, forms, operators, timeOperators, charts, formats, states, weekdays };
}
