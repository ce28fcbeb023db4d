import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { useFirstEvents } from '#app/features/events/api.ts';
import { useFormats } from '#app/lib/format.ts';
import { useEventNames } from '#app/shell/event-search.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { useFigures, useSeriesName } from '../api.ts';
import { FEWEST_COMPARED } from '../pace.ts';
import { type AnalyticsView, latestDay, readView, writeView } from '../range.ts';
import { FigureTiles } from './figure-tiles.tsx';

const lazyCard = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazyPart(load, <Skeleton className="h-96" />);
const RangeBar = lazyPart(
	() => import('./range-bar.tsx').then((module) => module.RangeBar),
	<Skeleton className="h-56.25 sm:h-36.5 lg:h-16.75" />,
);
const FunnelCard = lazyCard(() => import('./funnel-card.tsx').then((module) => module.FunnelCard));
const DaysCard = lazyCard(() => import('./days-card.tsx').then((module) => module.DaysCard));
const PaceCard = lazyCard(() => import('./pace-card.tsx').then((module) => module.PaceCard));
const SourcesCard = lazyCard(() => import('./sources-card.tsx').then((module) => module.SourcesCard));
const NoShowsCard = lazyCard(() => import('./no-shows-card.tsx').then((module) => module.NoShowsCard));
const LeadTimeCard = lazyCard(() => import('./lead-time-card.tsx').then((module) => module.LeadTimeCard));
const HoursCard = lazyCard(() => import('./hours-card.tsx').then((module) => module.HoursCard));
const ArrivalsCard = lazyCard(() => import('./arrivals-card.tsx').then((module) => module.ArrivalsCard));
const CheckInTimesCard = lazyCard(() =>
	import('./check-in-times-card.tsx').then((module) => module.CheckInTimesCard),
);
const TrackingLinksCard = lazyCard(() =>
	import('./tracking-links-card.tsx').then((module) => module.TrackingLinksCard),
);

type Organisation = CurrentUser['organisations'][number];
/** The latest events, whose zones say which day it is where no event is chosen. */
const LATEST_EVENTS = 100;

/** Analytics of an organisation’s events: from visits to check-ins. */
export function AnalyticsPage({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const [search, setSearch] = useSearchParams();
	const readers = user.organisations.filter((one) => memberCan(one, 'analytics.view'));
	const organisation = readers.find(({ id }) => id === search.get('organisation')) ?? readers[0];
	return (
		<PageFrame
			title={t`Analytics`}
			description={t`From the first visit to the check-in.`}
			actions={
				readers.length > 1 && organisation ? (
					<Select
						label={t`Organisation`}
						isLabelHidden
						value={organisation.id}
						onChange={(change) => setSearch(new URLSearchParams({ organisation: change.target.value }))}
						options={readers.map(({ id, name }) => ({ value: id, label: name }))}
					/>
				) : null
			}
		>
			{organisation ? <SandboxNote of={organisation} /> : null}
			{organisation ? (
				<OrganisationFigures
					key={organisation.id}
					organisation={organisation}
					search={search}
					onSearch={(next) => setSearch(next, { replace: true, preventScrollReset: true })}
				/>
			) : (
				<EmptyState
					drawing="calendar"
					title={t`Your role doesn’t include analytics`}
					description={t`Ask an owner of your organisation for another role.`}
				/>
			)}
		</PageFrame>
	);
}

function OrganisationFigures(props: {
	organisation: Organisation;
	search: URLSearchParams;
	onSearch: (next: URLSearchParams) => void;
}) {
	const { organisation, search, onSearch } = props;
	const { t } = useLingui();
	const events = useFirstEvents(organisation.id, 'all', LATEST_EVENTS);
	const eventId = search.get('event');
	const named = useEventNames(
		organisation.id,
		[eventId, search.get('with')].flatMap((id) => (id !== null && isUuid(id) ? [id] : [])),
	);
	const shown = eventId === null ? events.data?.data : named.data?.filter(({ id }) => id === eventId);
	const today = latestDay(
		new Date(),
		(shown ?? []).map(({ timeZone }) => timeZone),
	);
	const view = readView(search, today);
	const of = { organisation: organisation.id, view };
	const figures = useFigures(of);
	const seriesName = useSeriesName(view.series);
	const otherTitle = named.data?.find(({ id }) => id === view.with)?.title ?? '';
	const maySeeMoney = memberCan(organisation, 'money.view');
	const change = (part: Partial<AnalyticsView>) => onSearch(writeView(search, { ...view, ...part }));
	if (events.data?.data.length === 0) {
		return (
			<EmptyState
				drawing="calendar"
				title={t`No data until you create an event`}
				action={<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>}
			/>
		);
	}
	const bar = (
		<RangeBar
			organisation={organisation.id}
			view={view}
			today={today}
			hasOthers={(events.data?.data.length ?? 0) > 1}
			onChange={change}
		/>
	);
	// The cards come together, so that none pushes another down.
	if (figures.isPending || seriesName.isLoading)
		return (
			<>
				{bar}
				<RouteSkeleton />
			</>
		);
	return (
		<>
			{bar}
			{view.series ? (
				<SeriesNote title={seriesName.data ?? ''} onAll={() => change({ series: null })} />
			) : null}
			<ErrorCallout error={figures.error} onRetry={figures.refetch} />
			{figures.data ? (
				<>
					<FigureTiles
						figures={figures.data}
						metrics={['visitors', 'registrations', 'tickets', 'checkedIn']}
						hasConversion
						maySeeMoney={maySeeMoney}
					/>
					<MadeAt at={figures.data.madeAt} hasToday={view.to >= today} />
					{view.compare === 'event' ? (
						<p className="-mt-3 text-compact text-muted">
							<Trans>Before: {otherTitle}, as many days before its start.</Trans>
						</p>
					) : null}
				</>
			) : null}
			<DaysCard of={of} query={figures} />
			{view.event ? (
				<PaceCard
					key={view.event}
					event={view.event}
					organisation={organisation.id}
					comparedWith={view.with}
					hasOthers={(events.data?.data.length ?? 0) > FEWEST_COMPARED}
					today={today}
					onSeries={(series) => change({ event: null, with: null, compare: 'before', series })}
				/>
			) : null}
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<FunnelCard of={of} />
				<SourcesCard of={of} maySeeMoney={maySeeMoney} />
			</div>
			<NoShowsCard of={of} />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<LeadTimeCard of={of} />
				<HoursCard of={of} />
			</div>
			{view.event ? <CheckInTimesCard event={view.event} /> : <ArrivalsCard of={of} />}
			{view.event ? (
				<TrackingLinksCard
					organisation={organisation.id}
					event={view.event}
					mayEdit={memberCan(organisation, 'events.edit')}
				/>
			) : (
				<p className="text-sm text-muted">
					<Trans>
						Choose an event to see its sales pace and forecast, compare it with another one, and create
						tracking links.
					</Trans>
				</p>
			)}
		</>
	);
}

/** That the dates of a series are added up, and the way back to all events. */
function SeriesNote({ title, onAll }: { title: string; onAll: () => void }) {
	return (
		<div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
			<p className="min-w-0 [overflow-wrap:anywhere]">
				<Trans>
					All dates of <bdi className="font-medium">{title}</bdi>
				</Trans>
			</p>
			<Button variant="outline" size="sm" onClick={onAll}>
				<Trans>Show all events</Trans>
			</Button>
		</div>
	);
}

/** How new the figures are. */
function MadeAt({ at, hasToday }: { at: string | null; hasToday: boolean }) {
	const formats = useFormats();
	if (at === null) return null;
	const time = formats.dateTime(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
	return (
		<p className="-mt-3 text-compact text-muted">
			<Trans>As of {time}.</Trans> {hasToday ? <Trans>Today isn’t over yet.</Trans> : null}
		</p>
	);
}
