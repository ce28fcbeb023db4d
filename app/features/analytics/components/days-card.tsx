import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { SeriesChart, type SeriesPoint } from '#app/ui/charts/series-chart.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Select } from '#app/ui/select.tsx';
import type { FigureDay } from '#shared/contracts/figures.ts';
import { downloadFigures, type FiguresOf, type useFigures } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';

const drawn = ['registrations', 'tickets', 'visitors', 'views', 'checkedIn'] as const;
type Drawn = (typeof drawn)[number];

/** The days of a period, one figure at a time, beside those of the period that it is compared with. */
export function DaysCard({ of, query }: { of: FiguresOf; query: ReturnType<typeof useFigures> }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const [metric, setMetric] = useState<Drawn>('registrations');
	const { current, compared } = query.data ?? {};
	const days = current?.days ?? [];
	const dayText = (day: string) => formats.shortDate(day, 'UTC');
	const points: SeriesPoint[] = days.map((day, at) => ({
		label: dayText(day.day),
		value: day[metric],
		...(compared && { compared: [compared.days[at]?.[metric] ?? 0] }),
	}));
	const total = days.reduce((sum, day) => sum + day[metric], 0);
	const best = days.reduce<FigureDay | undefined>(
		(most, day) => (!most || day[metric] > most[metric] ? day : most),
		undefined,
	);
	const { label } = texts[metric];
	function describe({ label: day, value, compared: before }: SeriesPoint) {
		const [now, was] = [formats.number(value ?? 0), formats.number(before?.[0] ?? 0)];
		return before === undefined ? t`${day}: ${now}` : t`${day}: ${now}, before: ${was}`;
	}
	const sum = formats.number(total);
	const most = formats.number(best?.[metric] ?? 0);
	const mostDay = best ? dayText(best.day) : '';
	return (
		<ChartCard
			title={t`By day`}
			finding={
				<>
					<Trans>
						{sum} in total, most on {mostDay}: {most}.
					</Trans>{' '}
					{compared ? <Trans>Dashed: comparison.</Trans> : null}
				</>
			}
			definition={texts[metric].definition}
			query={query}
			isEmpty={total === 0 && !(compared && compared.totals[metric] > 0)}
			empty={<Trans>Nothing in this period. The first visit shows up here within a minute.</Trans>}
			controls={
				<Select
					label={t`Figure`}
					isLabelHidden
					value={metric}
					onChange={(event) => setMetric(event.target.value as Drawn)}
					options={drawn.map((value) => ({ value, label: texts[value].label }))}
				/>
			}
			onDownload={() => downloadFigures('figures', of)}
			table={<DaysTable days={days} />}
		>
			<SeriesChart
				label={t`${label} by day`}
				kind="bars"
				points={points}
				describe={describe}
				formatValue={formats.number}
			/>
		</ChartCard>
	);
}

/** Days as rows, newest first. */
function DaysTable({ days }: { days: readonly FigureDay[] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	return (
		<DataTable
			label={t`Days`}
			rows={days.toReversed()}
			rowKey={({ day }) => day}
			columns={[
				{ id: 'day', header: t`Day`, cell: ({ day }) => formats.shortDate(day, 'UTC') },
				...(['visitors', 'registrations', 'tickets', 'cancelled', 'checkedIn'] as const).map((metric) => ({
					id: metric,
					header: texts[metric].label,
					align: 'end' as const,
					...(metric === 'cancelled' && { from: 'sm' as const }),
					cell: (day: FigureDay) => formats.number(day[metric]),
				})),
			]}
		/>
	);
}
