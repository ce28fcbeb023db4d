import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { EventPicker } from '#app/shell/event-picker.tsx';
import { useEventNames } from '#app/shell/event-search.ts';
import { Button } from '#app/ui/button.tsx';
import { dashes, SeriesChart } from '#app/ui/charts/series-chart.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { downloadEventFigures, useDaysOfEvents, useEventDays } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { type AlignedPace, alignPaces, FEWEST_COMPARED, forecastOf, paceOf } from '../pace.ts';
import { ChartCard } from './chart-card.tsx';

/** How the tickets of an event were sold, added up day by day until its start, beside other events, and what it may come to. */
export function PaceCard(props: {
	organisation: string;
	event: string;
	/** The other event of the whole page. */
	comparedWith: string | null;
	/** There are enough events for a forecast. */
	hasOthers: boolean;
	today: string;
	/** Shows the figures of all dates of its series. */
	onSeries: (series: string) => void;
}) {
	const { organisation, event, comparedWith, today } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const query = useEventDays(event);
	const [chosen, setChosen] = useState<readonly string[] | null>(null);
	// Until others are chosen, the last dates of its series.
	const added = chosen ?? query.data?.earlierDates ?? [];
	const others = [...new Set([...(comparedWith ? [comparedWith] : []), ...added])]
		.filter((id) => id !== event)
		.slice(0, dashes.length);
	const { data: daysOf } = useDaysOfEvents(others);
	const { data: names } = useEventNames(organisation, others);
	const { capacity = null } = query.data ?? {};
	const pace = query.data ? paceOf(query.data, today) : [];
	const daysOfOthers = others.map((id) => daysOf?.get(id));
	const paces = daysOfOthers.map((days) => (days ? paceOf(days, today) : []));
	const past = paces.filter((_, at) => (daysOfOthers[at]?.startsOn ?? today) < today);
	const forecast = forecastOf(pace, past, capacity);
	const last = pace.at(-1);
	/** Dates of a series have one title, so the day is part of it. */
	const titleOf = (id: string | undefined) => {
		const one = names?.find((name) => name.id === id);
		if (!one) return '';
		const [title, day] = [one.title, formats.shortDate(one.startsAt, one.timeZone)];
		return t`${title}, ${day}`;
	};
	const rows = alignPaces(pace, paces);
	const points = rows.map(({ daysBefore, own, others: compared }) => ({
		label:
			daysBefore < 0
				? t`${plural(-daysBefore, { one: '# day after', other: '# days after' })}`
				: t`${plural(daysBefore, { one: '# day before', other: '# days before' })}`,
		value: own,
		compared,
	}));
	const describe = ({ label, value, compared }: (typeof points)[number]) => {
		const parts = compared.flatMap((tickets, at) => {
			const [title, number] = [titleOf(others[at]), formats.number(tickets ?? 0)];
			return tickets === null ? [] : [t`${title}: ${number}`];
		});
		const own = value === null ? [] : [t`${plural(value, { one: '# ticket', other: '# tickets' })}`];
		const text = formats.list([...own, ...parts]);
		return t`${label}: ${text}`;
	};
	const daysLeft = last?.daysBefore ?? 0;
	return (
		<ChartCard
			title={t`Sales pace`}
			finding={
				<PaceFinding
					tickets={last?.tickets ?? 0}
					capacity={capacity}
					daysLeft={daysLeft}
					forecast={forecast}
				/>
			}
			definition={`${t`Valid tickets of the event, added up by the day they were confirmed.`} ${texts.forecast.definition}`}
			query={query}
			isEmpty={query.data !== undefined && (last?.tickets ?? 0) === 0 && rows.length === 0}
			empty={<Trans>No tickets yet.</Trans>}
			onDownload={() => downloadEventFigures('days', event)}
			table={<PaceTable rows={rows} titles={others.map(titleOf)} />}
		>
			<SeriesChart
				label={t`Tickets in total by day`}
				kind="line"
				points={points}
				describe={describe}
				formatValue={formats.number}
			/>
			<ComparedEvents
				organisation={organisation}
				event={event}
				chosen={others.map((id) => ({ id, title: titleOf(id) }))}
				fixed={comparedWith}
				onAdd={(id) => setChosen([...added, id])}
				onRemove={(id) => setChosen(added.filter((one) => one !== id))}
			/>
			{query.data?.seriesId ? (
				<Button
					variant="outline"
					size="sm"
					className="mt-2"
					onClick={() => props.onSeries(query.data?.seriesId ?? '')}
				>
					<Trans>Figures of the whole series</Trans>
				</Button>
			) : null}
			{forecast === null && daysLeft > 0 && props.hasOthers ? (
				<p className="mt-2 text-compact text-muted">
					<Trans>Compare with {FEWEST_COMPARED} past events to get a forecast.</Trans>
				</p>
			) : null}
		</ChartCard>
	);
}

/** How many tickets there are so far, until when, and what they may come to. */
function PaceFinding(props: {
	tickets: number;
	/** Null: no limit. */
	capacity: number | null;
	daysLeft: number;
	forecast: ReturnType<typeof forecastOf>;
}) {
	const { tickets, capacity, daysLeft, forecast } = props;
	const formats = useFormats();
	const sold = formats.number(tickets);
	const [likely, low, high] = forecast
		? [formats.number(forecast.likely), formats.number(forecast.low), formats.number(forecast.high)]
		: ['', '', ''];
	return (
		<>
			{capacity === null ? (
				<Plural value={tickets} one="# ticket so far" other="# tickets so far" />
			) : (
				<Trans>
					{sold} of <Plural value={capacity} one="# ticket" other="# tickets" /> so far
				</Trans>
			)}
			{daysLeft > 0 ? (
				<>
					{', '}
					<Plural value={daysLeft} one="# day before the start" other="# days before the start" />
				</>
			) : null}
			.{' '}
			{forecast ? (
				<Trans>
					Forecast: {likely} by the start, between {low} and {high}.
				</Trans>
			) : null}
		</>
	);
}

/** Days before the start as rows, the last first. */
function PaceTable({ rows, titles }: { rows: readonly AlignedPace[]; titles: readonly string[] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const tickets = (count: number | null | undefined) => (count == null ? '–' : formats.number(count));
	return (
		<DataTable
			label={t`Days before the start`}
			rows={rows.toReversed()}
			rowKey={({ daysBefore }) => String(daysBefore)}
			columns={[
				{
					id: 'before',
					header: t`Days before the start`,
					cell: (row) => formats.number(row.daysBefore),
				},
				{ id: 'tickets', header: t`Tickets in total`, align: 'end', cell: (row) => tickets(row.own) },
				...titles.map((title, at) => ({
					id: `other-${at}`,
					header: title,
					align: 'end' as const,
					cell: (row: AlignedPace) => tickets(row.others[at]),
				})),
			]}
		/>
	);
}

/** The dashed lines with their events, and one more to choose. */
function ComparedEvents(props: {
	organisation: string;
	event: string;
	chosen: readonly { id: string; title: string }[];
	/** Chosen for the whole page, so not to be removed here. */
	fixed: string | null;
	onAdd: (id: string) => void;
	onRemove: (id: string) => void;
}) {
	const { organisation, event, chosen, fixed, onAdd, onRemove } = props;
	const { t } = useLingui();
	return (
		<div className="mt-4 flex flex-col gap-2">
			{chosen.length > 0 ? (
				<ul aria-label={t`Compared events`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
					{chosen.map(({ id, title }, at) => (
						<li key={id} className="flex min-h-11 min-w-0 items-center gap-2">
							<svg aria-hidden="true" viewBox="0 0 28 4" className="h-1 w-7 shrink-0">
								<path
									d="M0 2L28 2"
									className="fill-none stroke-muted"
									strokeWidth="1.5"
									strokeDasharray={dashes[at]}
								/>
							</svg>
							<bdi className="min-w-0 [overflow-wrap:anywhere]">{title}</bdi>
							{id === fixed ? null : (
								<IconButton icon={X} size="sm" label={t`Remove ${title}`} onClick={() => onRemove(id)} />
							)}
						</li>
					))}
				</ul>
			) : null}
			{chosen.length < dashes.length ? (
				<EventPicker
					organisation={organisation}
					label={t`Compare pace with`}
					value={null}
					without={[event, ...chosen.map(({ id }) => id)]}
					onChange={(added) => added && onAdd(added.id)}
					className="max-w-sm"
				/>
			) : null}
		</div>
	);
}
