import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { type Audience, audienceDays, getAudience } from '#shared/contracts/analytics.ts';

type Days = (typeof audienceDays)[number];
type EventFigures = Audience['events'][number];

/** What came of the events of an organisation: looked at, registered for, come to. */
export function AudiencePage({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const [id, setId] = useState(user.organisations[0]?.id ?? '');
	const [days, setDays] = useState<Days>('30');
	const found = useQuery({
		queryKey: ['audience', id, days],
		queryFn: ({ signal }) => api.call(getAudience, { params: { organisation: id }, query: { days }, signal }),
		enabled: id !== '',
		placeholderData: (previous) => previous,
	});
	const error = readError(found);
	return (
		<PageFrame
			title={t`Analytics`}
			description={t`Views, registrations and check-ins.`}
			actions={
				<>
					{user.organisations.length > 1 ? (
						<Select
							label={t`Organisation`}
							isLabelHidden
							value={id}
							onChange={(change) => setId(change.target.value)}
							options={user.organisations.map(({ id: value, name: label }) => ({ value, label }))}
						/>
					) : null}
					<Select
						label={t`Period`}
						isLabelHidden
						value={days}
						onChange={(change) => setDays(change.target.value as Days)}
						options={audienceDays.map((value) => ({ value, label: t`Last ${value} days` }))}
					/>
				</>
			}
		>
			<ErrorCallout error={error} onRetry={found.refetch} />
			{!found.data && !error && id ? <Skeleton className="h-96" /> : null}
			{found.data?.events.length === 0 || !id ? (
				<EmptyState
					drawing="calendar"
					title={t`No data until you create an event`}
					action={<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>}
				/>
			) : null}
			{found.data && found.data.events.length > 0 ? <Figures audience={found.data} /> : null}
		</PageFrame>
	);
}

function Figures({ audience }: { audience: Audience }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { views, registrations, checkedIn } = audience.totals;
	return (
		<div className="flex flex-col gap-8">
			<div className="grid gap-3 sm:grid-cols-3">
				<StatTile
					label={t`Views`}
					value={formats.number(views)}
					definition={t`Views of your event pages. A minimum: bots and visitors who opt out aren’t counted.`}
				/>
				<StatTile
					label={t`Registrations`}
					value={formats.number(registrations)}
					definition={t`Confirmed registrations in this period. One can include several tickets.`}
				/>
				<StatTile
					label={t`Checked in`}
					value={formats.number(checkedIn)}
					definition={t`Guests checked in during this period, counted once per event.`}
				/>
			</div>
			<Sources sources={audience.sources} />
			<section className="flex flex-col gap-3" aria-labelledby="by-event">
				<h2 id="by-event" className="text-lg font-medium">
					<Trans>By event</Trans>
				</h2>
				<EventTable events={audience.events} />
				{audience.hasMore ? (
					<p className="text-compact text-muted">
						<Plural
							value={audience.events.length}
							one="Only your newest event is listed."
							other="Only your # newest events are listed."
						/>
					</p>
				) : null}
			</section>
		</div>
	);
}

function Sources({ sources }: { sources: Audience['sources'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const most = sources[0]?.views ?? 1;
	return (
		<section className="flex flex-col gap-3" aria-labelledby="sources">
			<h2 id="sources" className="text-lg font-medium">
				<Trans>Traffic sources</Trans>
			</h2>
			{sources.length === 0 ? (
				<p className="rounded-lg border border-dashed border-edge p-6 text-center text-muted">
					<Trans>No visits in this period</Trans>
				</p>
			) : (
				<ul className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4 text-sm">
					{sources.map(({ source, views }) => (
						<li key={source} className="flex flex-col gap-1">
							<span className="flex justify-between gap-4">
								<span className="min-w-0 truncate" dir="auto">
									{source || t`Direct (typed, email or app)`}
								</span>
								<span className="tabular-nums">{formats.number(views)}</span>
							</span>
							<span aria-hidden="true" className="h-1.5 rounded-full bg-ink/7">
								<span
									className="block h-full rounded-full bg-accent"
									style={{ inlineSize: `${(views / most) * 100}%` }}
								/>
							</span>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

function EventTable({ events }: { events: EventFigures[] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const figure = (
		id: 'views' | 'registrations' | 'checkedIn',
		header: string,
		from?: 'sm',
	): Column<EventFigures> => ({
		id,
		header,
		align: 'end',
		...(from && { from }),
		cell: (event) => formats.number(event[id]),
	});
	return (
		<DataTable
			label={t`Events`}
			rows={events}
			rowKey={({ id }) => id}
			columns={[
				{
					id: 'title',
					header: t`Event`,
					cell: (event) => (
						<Link to={`/events/${event.slug}/overview`} className="link" dir="auto">
							{event.title}
						</Link>
					),
				},
				{
					id: 'starts',
					header: t`Starts`,
					from: 'md',
					cell: (event) => formats.dateTime(event.startsAt, event.timeZone),
				},
				figure('views', t`Views`),
				figure('registrations', t`Registrations`),
				figure('checkedIn', t`Checked in`, 'sm'),
			]}
		/>
	);
}
