import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { ChartData } from '#app/features/reports/chart-data.ts';
import { useValueText } from '#app/features/reports/value-text.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { SeriesChart } from '#app/ui/charts/series-chart.tsx';
import type { ShownColumn } from '#shared/contracts/reports.ts';

/** A measure of a report as a picture; the table below it has every value. */
export function ReportChart(props: { data: ChartData; columns: readonly ShownColumn[]; timeZone: string }) {
	const { t } = useLingui();
	const { data, columns, timeZone } = props;
	const text = useValueText(columns, timeZone);
	const title = useId();
	const measure = columns[data.measure]?.label ?? '';
	const top = data.points.reduce((best, one) => (one.value > best.value ? one : best));
	const [name, value] = [text(top.row, 0), text(top.row, data.measure)];
	const amount = (of: number) =>
		text(
			top.row.map((other, index) => (index === data.measure ? of : other)),
			data.measure,
		);
	const points = data.points.map((point) => ({ label: text(point.row, 0), value: point.value }));
	return (
		<figure className="flex flex-col gap-3 rounded-lg border bg-surface p-4" aria-labelledby={title}>
			<figcaption id={title} className="text-sm">
				<span className="font-medium">{measure}</span>
				<span className="text-muted">
					{' · '}
					{t`Highest: ${name} with ${value}`}
				</span>
			</figcaption>
			{data.kind === 'bar' ? (
				<BarList
					label={measure}
					rows={points.map((point, index) => ({
						...point,
						key: String(index),
						text: amount(point.value),
					}))}
				/>
			) : (
				<SeriesChart
					label={measure}
					kind="line"
					points={points}
					describe={(point) => `${point.label}: ${amount(point.value)}`}
					formatValue={amount}
				/>
			)}
			{data.isCut ? (
				<p className="text-compact text-muted">{t`The chart shows the first ${data.points.length} groups.`}</p>
			) : null}
		</figure>
	);
}
