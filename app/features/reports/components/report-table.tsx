import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { isFigure, useValueText } from '#app/features/reports/value-text.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import type { ShownColumn } from '#shared/contracts/reports.ts';
import type { ReportValue } from '#shared/rules/report-query.ts';

interface Line {
	key: string;
	isTotal: boolean;
	values: readonly ReportValue[];
}

/** Rows of a report with their totals below. */
export function ReportTable(props: {
	label: string;
	columns: readonly ShownColumn[];
	rows: readonly (readonly ReportValue[])[];
	totals: readonly (readonly ReportValue[])[];
	timeZone: string;
}) {
	const { t } = useLingui();
	const { columns, rows, totals, timeZone } = props;
	const { grains, forms } = useReportLabels();
	const text = useValueText(columns, timeZone);
	// A total of one row says nothing new.
	const shown = rows.length > 1 || totals.length > 1 ? totals : [];
	const lines: Line[] = [
		...rows.map((values, index) => ({ key: String(index), isTotal: false, values })),
		...shown.map((values, index) => ({ key: `total-${index}`, isTotal: true, values })),
	];
	return (
		<DataTable
			label={props.label}
			rows={lines}
			rowKey={({ key }) => key}
			className="max-h-[min(36rem,80dvh)] rounded-lg border bg-surface"
			columns={columns.map((column, index) => ({
				id: String(index),
				header: [
					column.label,
					...(column.grain ? [grains[column.grain]] : []),
					...(column.form ? [forms[column.form]] : []),
				].join(', '),
				align: isFigure(column) ? ('end' as const) : ('start' as const),
				cell: ({ values, isTotal }: Line) => {
					const value =
						isTotal && column.role === 'group' && values[index] === null ? '' : text(values, index);
					const name = isTotal && index === 0 && value === '' ? t`Total` : value;
					return (
						<span
							dir="auto"
							className={clsx(
								isTotal && 'font-semibold',
								isFigure(column) && 'tabular-nums',
								// Texts may be long: they get two lines.
								column.type === 'text' || column.type === 'event'
									? !isTotal && 'line-clamp-2 min-w-28 max-w-72 [overflow-wrap:anywhere]'
									: 'whitespace-nowrap',
							)}
						>
							{name}
						</span>
					);
				},
			}))}
		/>
	);
}
