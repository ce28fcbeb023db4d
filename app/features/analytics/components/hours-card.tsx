import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { HeatMap } from '#app/ui/charts/heat-map.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { downloadEventFigures, downloadFigures, type FiguresOf, useRegistrationHours } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';

/** A Monday, for names of weekdays. */
const monday = Date.UTC(2024, 0, 1);
const hourMs = 3_600_000;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = Array.from({ length: 7 }, (_, day) => day);

/** On which weekday and at which hour people register. */
export function HoursCard({ of }: { of: FiguresOf }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event } = of.view;
	const texts = useMetricTexts();
	const { label, definition } = event ? texts.hours : texts.hoursOfAll;
	const query = useRegistrationHours(of);
	const data = query.data?.data ?? [];
	const weekdayName = (day: number) => formats.tile(monday + day * 24 * hourMs, 'UTC').weekday;
	const hourName = (hour: number) => formats.time(monday + hour * hourMs, 'UTC');
	const values = weekdays.map((day) =>
		hours.map((hour) => data.find((one) => one.weekday === day + 1 && one.hour === hour)?.registrations ?? 0),
	);
	function describe(day: number, hour: number) {
		const [weekday, time] = [weekdayName(day), hourName(hour)];
		const count = values[day]?.[hour] ?? 0;
		return t`${weekday}, ${time}: ${plural(count, { one: '# registration', other: '# registrations' })}`;
	}
	const rows = data.toSorted((a, b) => b.registrations - a.registrations);
	const best = rows[0];
	const [bestDay, bestHour] = best ? [weekdayName(best.weekday - 1), hourName(best.hour)] : ['', ''];
	const bestCount = formats.number(best?.registrations ?? 0);
	return (
		<ChartCard
			title={label}
			finding={
				<>
					<Trans>
						Most on {bestDay} from {bestHour}: {bestCount}.
					</Trans>{' '}
					{query.data?.hasMore ? (
						<Trans>Only the events with the most registrations are counted.</Trans>
					) : null}
				</>
			}
			definition={definition}
			query={query}
			isEmpty={query.data !== undefined && data.length === 0}
			empty={<Trans>No registrations yet.</Trans>}
			onDownload={() => (event ? downloadEventFigures('hours', event) : downloadFigures('hours', of))}
			table={
				<DataTable
					label={t`Weekdays and hours`}
					rows={rows}
					rowKey={({ weekday, hour }) => `${weekday} ${hour}`}
					columns={[
						{ id: 'weekday', header: t`Weekday`, cell: ({ weekday }) => weekdayName(weekday - 1) },
						{ id: 'hour', header: t`Hour`, cell: ({ hour }) => hourName(hour) },
						{
							id: 'count',
							header: t`Registrations`,
							align: 'end',
							cell: ({ registrations }) => formats.number(registrations),
						},
					]}
				/>
			}
		>
			<HeatMap
				label={t`Registrations by weekday and hour`}
				rows={weekdays.map((day) => ({ label: weekdayName(day), values: values[day] ?? [] }))}
				columns={hours.map(hourName)}
				columnStep={6}
				describe={describe}
			/>
		</ChartCard>
	);
}
