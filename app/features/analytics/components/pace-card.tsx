import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { SeriesChart, type SeriesPoint } from '#app/ui/charts/series-chart.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { downloadEventDays, useEventDays } from '../api.ts';
import { paceOf } from '../pace.ts';
import { ChartCard, NothingYet } from './chart-card.tsx';

/** How the tickets of an event were sold, added up day by day, until its start. */
export function PaceCard({ event, today }: { event: string; today: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const query = useEventDays(event);
	const { capacity = null } = query.data ?? {};
	const pace = query.data ? paceOf(query.data, today) : [];
	const last = pace.at(-1);
	const points = pace.map(({ day, tickets }) => ({ label: formats.shortDate(day, 'UTC'), value: tickets }));
	const describe = ({ label, value }: SeriesPoint) => {
		return t`${label}: ${plural(value, { one: '# ticket', other: '# tickets' })}`;
	};
	const [sold, size] = [formats.number(last?.tickets ?? 0), formats.number(capacity ?? 0)];
	const daysLeft = last?.daysBefore ?? 0;
	return (
		<ChartCard
			title={t`Sales pace`}
			finding={
				<>
					{capacity === null ? (
						<Plural value={last?.tickets ?? 0} one="# ticket so far" other="# tickets so far" />
					) : (
						<Trans>
							{sold} of {size} tickets so far
						</Trans>
					)}
					{daysLeft > 0 ? (
						<>
							{', '}
							<Plural value={daysLeft} one="# day before the start" other="# days before the start" />
						</>
					) : null}
					.
				</>
			}
			definition={t`Valid tickets of the event, added up by the day they were confirmed.`}
			query={query}
			empty={
				query.data && (last?.tickets ?? 0) === 0 ? (
					<NothingYet>
						<Trans>No tickets yet.</Trans>
					</NothingYet>
				) : undefined
			}
			onDownload={() => downloadEventDays(event)}
			table={
				<DataTable
					label={t`Sales pace`}
					rows={pace.toReversed()}
					rowKey={({ day }) => day}
					columns={[
						{ id: 'day', header: t`Day`, cell: ({ day }) => formats.shortDate(day, 'UTC') },
						{
							id: 'before',
							header: t`Days before the start`,
							align: 'end',
							cell: (row) => formats.number(row.daysBefore),
						},
						{
							id: 'tickets',
							header: t`Tickets in total`,
							align: 'end',
							cell: (row) => formats.number(row.tickets),
						},
					]}
				/>
			}
		>
			<SeriesChart
				label={t`Tickets in total by day`}
				kind="line"
				points={points}
				describe={describe}
				formatValue={formats.number}
			/>
		</ChartCard>
	);
}
