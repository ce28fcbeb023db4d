import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { downloadFigures, type FiguresOf, useNoShows } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';

/** Guests who had a ticket and did not come, by event; of one event by ticket type. */
export function NoShowsCard({ of }: { of: FiguresOf }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const query = useNoShows(of);
	const { data: events = [], types = [] } = query.data ?? {};
	const rows =
		of.view.event && types.length > 0
			? types.map((type) => ({ ...type, key: type.name, when: '' }))
			: events.map((event) => ({
					...event,
					key: event.eventId,
					name: event.title,
					when: formats.shortDate(event.startsAt, event.timeZone),
				}));
	const sum = (pick: (row: { tickets: number; noShows: number }) => number) =>
		events.reduce((total, row) => total + pick(row), 0);
	const [missing, all] = [sum((row) => row.noShows), sum((row) => row.tickets)];
	const share = formats.percent(all === 0 ? 0 : missing / all);
	const shareOf = (row: { tickets: number; noShows: number }) =>
		formats.percent(row.tickets === 0 ? 0 : row.noShows / row.tickets);
	return (
		<ChartCard
			title={texts.noShows.label}
			finding={
				<Plural
					value={missing}
					one={`# guest did not come: ${share} of the tickets.`}
					other={`# guests did not come: ${share} of the tickets.`}
				/>
			}
			definition={texts.noShows.definition}
			query={query}
			isEmpty={query.data !== undefined && events.length === 0}
			empty={<Trans>No event with check-in ended in this period.</Trans>}
			onDownload={() => downloadFigures('no-shows', of)}
			table={
				<DataTable
					label={t`Tickets and no-shows`}
					rows={rows}
					rowKey={({ key }) => key}
					columns={[
						{ id: 'name', header: t`Name`, cell: ({ name }) => <bdi>{name}</bdi> },
						{ id: 'tickets', header: t`Tickets`, align: 'end', cell: (row) => formats.number(row.tickets) },
						{
							id: 'attended',
							header: t`Attended`,
							align: 'end',
							cell: (row) => formats.number(row.attended),
						},
						{
							id: 'missing',
							header: texts.noShows.label,
							align: 'end',
							cell: (row) => formats.number(row.noShows),
						},
						{ id: 'share', header: t`Share`, align: 'end', from: 'sm', cell: shareOf },
					]}
				/>
			}
		>
			<BarList
				label={texts.noShows.label}
				rows={rows.slice(0, 10).map((row) => {
					const [number, tickets, part] = [
						formats.number(row.noShows),
						formats.number(row.tickets),
						shareOf(row),
					];
					return {
						key: row.key,
						label: row.when ? `${row.name} · ${row.when}` : row.name,
						value: row.noShows,
						text: t`${number} of ${tickets} · ${part}`,
					};
				})}
			/>
		</ChartCard>
	);
}
