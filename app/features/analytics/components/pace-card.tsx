import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { dashes, SeriesChart } from '#app/ui/charts/series-chart.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Select } from '#app/ui/select.tsx';
import { downloadEventFigures, useDaysOfEvents, useEventDays } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { type AlignedPace, alignPaces, FEWEST_COMPARED, forecastOf, paceOf } from '../pace.ts';
import { ChartCard, NothingYet } from './chart-card.tsx';

interface EventName {
	id: string;
	title: string;
}

/** How the tickets of an event were sold, added up day by day until its start, beside other events, and what it may come to. */
export function PaceCard(props: {
	event: string;
	/** The other event of the whole page. */
	comparedWith: string | null;
	events: readonly EventName[];
	today: string;
}) {
	const { event, comparedWith, events, today } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const query = useEventDays(event);
	const [added, setAdded] = useState<readonly string[]>([]);
	const others = [...new Set([...(comparedWith ? [comparedWith] : []), ...added])]
		.filter((id) => id !== event)
		.slice(0, dashes.length);
	const { data: daysOf } = useDaysOfEvents(others);
	const { capacity = null } = query.data ?? {};
	const pace = query.data ? paceOf(query.data, today) : [];
	const daysOfOthers = others.map((id) => daysOf?.get(id));
	const paces = daysOfOthers.map((days) => (days ? paceOf(days, today) : []));
	const past = paces.filter((_, at) => (daysOfOthers[at]?.startsOn ?? today) < today);
	const forecast = forecastOf(pace, past, capacity);
	const last = pace.at(-1);
	const titleOf = (id: string | undefined) => events.find((one) => one.id === id)?.title ?? '';
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
	const [sold, size] = [formats.number(last?.tickets ?? 0), formats.number(capacity ?? 0)];
	const daysLeft = last?.daysBefore ?? 0;
	const [likely, low, high] = forecast
		? [formats.number(forecast.likely), formats.number(forecast.low), formats.number(forecast.high)]
		: ['', '', ''];
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
					.{' '}
					{forecast ? (
						<Trans>
							Forecast: {likely} by the start, between {low} and {high}.
						</Trans>
					) : null}
				</>
			}
			definition={`${t`Valid tickets of the event, added up by the day they were confirmed.`} ${texts.forecast.definition}`}
			query={query}
			empty={
				query.data && (last?.tickets ?? 0) === 0 && rows.length === 0 ? (
					<NothingYet>
						<Trans>No tickets yet.</Trans>
					</NothingYet>
				) : undefined
			}
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
				chosen={others.map((id) => ({ id, title: titleOf(id) }))}
				fixed={comparedWith}
				options={events.filter(({ id }) => id !== event && !others.includes(id))}
				onAdd={(id) => setAdded([...added, id])}
				onRemove={(id) => setAdded(added.filter((one) => one !== id))}
			/>
			{forecast === null && daysLeft > 0 && events.length > FEWEST_COMPARED ? (
				<p className="mt-2 text-compact text-muted">
					<Trans>Compare with {FEWEST_COMPARED} past events to get a forecast.</Trans>
				</p>
			) : null}
		</ChartCard>
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
	chosen: readonly EventName[];
	/** Chosen for the whole page, so not to be removed here. */
	fixed: string | null;
	options: readonly EventName[];
	onAdd: (id: string) => void;
	onRemove: (id: string) => void;
}) {
	const { chosen, fixed, options, onAdd, onRemove } = props;
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
			{options.length > 0 && chosen.length < dashes.length ? (
				<Select
					label={t`Compare pace with`}
					value=""
					placeholder={t`Choose an event`}
					onChange={(change) => change.target.value && onAdd(change.target.value)}
					options={options.map(({ id, title }) => ({ value: id, label: title }))}
					className="max-w-sm"
				/>
			) : null}
		</div>
	);
}
