import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import type { ShownColumn } from '#shared/contracts/reports.ts';
import type { ReportValue } from '#shared/rules/report-query.ts';
import { useReportLabels } from './labels.ts';

const noon = (day: string) => `${day}T12:00:00Z`;

/** Writes values of a report for people: amounts with their currency, choices and days in words. */
export function useValueText(columns: readonly ShownColumn[], timeZone: string) {
	const { t } = useLingui();
	const formats = useFormats();
	const { weekdays } = useReportLabels();
	const currencyIndex = columns.findIndex(({ id }) => id === 'currency');
	return (row: readonly ReportValue[], index: number): string => {
		const value = row[index];
		const column = columns[index];
		if (value === null || value === undefined || value === '' || !column) return '–';
		const { type, grain } = column;
		if (grain === 'weekday') return weekdays[Number(value) - 1] ?? '';
		if (grain === 'hour_of_day') return `${String(value).padStart(2, '0')}:00`;
		if (grain === 'hour') return String(value).replace('T', ' ');
		if (grain === 'year') return String(value).slice(0, 4);
		if (grain === 'quarter') {
			const [year, month] = String(value).split('-');
			return t`Q${Math.ceil(Number(month) / 3)} ${year}`;
		}
		if (grain === 'month') return String(value).slice(0, 7);
		if (grain || type === 'date') return formats.date(noon(String(value)), 'UTC');
		if (type === 'instant') return formats.dateTime(String(value), timeZone);
		if (type === 'flag') return value ? t`Yes` : t`No`;
		if (type === 'percent') return formats.percent(Number(value));
		if (type === 'money') return formats.money(Number(value), String(row[currencyIndex] ?? 'EUR'));
		if (type === 'number') return formats.number(Number(value));
		return column.choices.find((choice) => choice.value === value)?.label ?? String(value);
	};
}

/** Whether values stand at the end of the line. */
export const isFigure = ({ type }: Pick<ShownColumn, 'type'>) =>
	type === 'number' || type === 'money' || type === 'percent';
