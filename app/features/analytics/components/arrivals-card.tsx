import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { SeriesChart } from '#app/ui/charts/series-chart.tsx';
import { downloadFigures, type FiguresOf, useArrivals } from '../api.ts';
import { quartersOf } from '../arrivals.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';
import { QuartersTable } from './quarters-table.tsx';

/** When guests come in before and after the start, over all events of a range. */
export function ArrivalsCard({ of }: { of: FiguresOf }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { label, definition } = useMetricTexts().arrivals;
	const query = useArrivals(of);
	const { data = [], outside = 0, events = 0, hasMore = false } = query.data ?? {};
	const { quarters, halfBy } = quartersOf(data);
	/** `1 h 15 min before the start` */
	function fromStart(minute: number): string {
		const [hours, minutes] = [Math.floor(Math.abs(minute) / 60), Math.abs(minute) % 60];
		const length =
			hours === 0 ? t`${minutes} min` : minutes === 0 ? t`${hours} h` : t`${hours} h ${minutes} min`;
		return minute === 0 ? t`At the start` : minute < 0 ? t`${length} before` : t`${length} after`;
	}
	const rows = quarters.map(({ minute, checkedIn }) => ({
		minute,
		label: fromStart(minute),
		value: checkedIn,
	}));
	const half = formats.number(Math.abs(halfBy ?? 0));
	return (
		<ChartCard
			title={label}
			finding={
				<>
					{halfBy === null ? null : halfBy < 0 ? (
						<Trans>Half the guests are in {half} minutes before the start.</Trans>
					) : halfBy === 0 ? (
						<Trans>Half the guests are in by the start.</Trans>
					) : (
						<Trans>Half the guests are in {half} minutes after the start.</Trans>
					)}{' '}
					<Plural value={events} one="# event is counted" other="# events are counted" />
					{hasMore ? <Trans>, the newest ones</Trans> : null}.{' '}
					{outside > 0 ? (
						<Plural
							value={outside}
							one="# guest came much earlier or later."
							other="# guests came much earlier or later."
						/>
					) : null}
				</>
			}
			definition={definition}
			query={query}
			isEmpty={query.data !== undefined && data.length === 0}
			empty={
				outside === 0 ? (
					<Trans>No one was checked in at an event of these days.</Trans>
				) : (
					<Trans>Everyone came more than 6 hours before the start, or more than 12 hours after it.</Trans>
				)
			}
			onDownload={() => downloadFigures('arrivals', of)}
			table={<QuartersTable rows={rows} />}
		>
			<SeriesChart
				label={t`Guests checked in by quarter of an hour before and after the start`}
				kind="bars"
				points={rows}
				describe={({ label: when, value }) =>
					t`${when}: ${plural(value, { one: '# guest', other: '# guests' })}`
				}
				formatValue={formats.number}
			/>
		</ChartCard>
	);
}
