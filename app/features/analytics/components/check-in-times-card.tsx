import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { SeriesChart } from '#app/ui/charts/series-chart.tsx';
import { Select } from '#app/ui/select.tsx';
import { downloadEventFigures, useCheckInTimes } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';
import { QuartersTable } from './quarters-table.tsx';

const QUARTER = 15;

/** When guests came in on a day of the event, by quarters of an hour. */
export function CheckInTimesCard({ event }: { event: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { label, definition } = useMetricTexts().checkInTimes;
	const query = useCheckInTimes(event);
	const [chosen, setChosen] = useState<string | null>(null);
	const byDay = Map.groupBy(query.data?.data ?? [], ({ day }) => day);
	const sizeOf = (day: string) => (byDay.get(day) ?? []).reduce((sum, { checkedIn }) => sum + checkedIn, 0);
	const days = [...byDay.keys()];
	const busiest = days.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? '';
	const day = chosen !== null && byDay.has(chosen) ? chosen : busiest;
	const ofDay = byDay.get(day) ?? [];
	const timeOf = (minute: number) => formats.time(Date.UTC(2024, 0, 1, 0, minute), 'UTC');
	const [first, last] = [ofDay[0]?.minute ?? 0, ofDay.at(-1)?.minute ?? 0];
	const rows = ofDay.length === 0 ? [] : quarters(first, last, ofDay);
	const best = rows.toSorted((a, b) => b.value - a.value)[0];
	const [bestTime, bestCount] = [best?.label ?? '', formats.number(best?.value ?? 0)];
	const total = sizeOf(day);
	function quarters(from: number, to: number, found: typeof ofDay) {
		const counts = new Map(found.map(({ minute, checkedIn }) => [minute, checkedIn]));
		return Array.from({ length: (to - from) / QUARTER + 1 }, (_, at) => {
			const minute = from + at * QUARTER;
			return { minute, label: timeOf(minute), value: counts.get(minute) ?? 0 };
		});
	}
	return (
		<ChartCard
			title={label}
			finding={
				<Trans>
					<Plural value={total} one="# guest" other="# guests" /> that day, most from {bestTime}: {bestCount}{' '}
					in a quarter of an hour.
				</Trans>
			}
			definition={definition}
			query={query}
			isEmpty={query.data !== undefined && ofDay.length === 0}
			empty={<Trans>No one has been checked in yet.</Trans>}
			controls={
				days.length > 1 ? (
					<Select
						label={t`Day`}
						isLabelHidden
						value={day}
						onChange={(change) => setChosen(change.target.value)}
						options={days.map((value) => ({ value, label: formats.shortDate(value, 'UTC') }))}
					/>
				) : null
			}
			onDownload={() => downloadEventFigures('check-ins', event)}
			table={<QuartersTable rows={rows} />}
		>
			<SeriesChart
				label={t`Guests checked in by quarter of an hour`}
				kind="bars"
				points={rows}
				describe={({ label: time, value }) =>
					t`${time}: ${plural(value, { one: '# guest', other: '# guests' })}`
				}
				formatValue={formats.number}
			/>
		</ChartCard>
	);
}
