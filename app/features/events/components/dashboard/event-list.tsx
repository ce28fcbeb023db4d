import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DashboardView, useEventStep, useOrganisationEvents } from '#app/features/events/api.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { EventStatus } from '#app/shell/event-workspace.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { OrganisationEvent } from '#shared/contracts/event-lists.ts';

interface Props {
	organisation: string;
	view: DashboardView;
	q: string;
	onView: (view: DashboardView) => void;
	onSearch: (q: string) => void;
	mayCreate: boolean;
	/** How many stand in each view. */
	counts?: Record<DashboardView, number> | undefined;
	/** The heading of the page says what it is. */
	isPage?: boolean | undefined;
}

/** All events of an organisation: on and coming, drafts, over, put away; with a search over the words of each. */
export function EventList(props: Props) {
	const { t } = useLingui();
	const formats = useFormats();
	const views: { id: DashboardView; label: string }[] = [
		{ id: 'live', label: t`Live` },
		{ id: 'draft', label: t`Drafts` },
		{ id: 'past', label: t`Past` },
		{ id: 'archived', label: t`Archived` },
	];
	return (
		<section aria-labelledby="events-title" className="flex flex-col gap-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="events-title" className={props.isPage ? 'sr-only' : 'text-xl font-semibold'}>
					<Trans>Events</Trans>
				</h2>
				<SearchField
					label={t`Search your events`}
					value={props.q}
					onChange={(event) => props.onSearch(event.target.value)}
					className="w-full sm:w-72"
					maxLength={200}
				/>
			</div>
			<Tabs
				label={t`Events by state`}
				selected={props.view}
				onSelect={(id) => props.onView(id as DashboardView)}
				items={views.map(({ id, label }) => ({
					id,
					label,
					count: props.counts && formats.number(props.counts[id]),
					content: <View {...props} view={id} />,
				}))}
			/>
		</section>
	);
}

function View({ organisation, view, q, mayCreate }: Props) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const formats = useFormats();
	const wanted = useDeferredValue(q.trim());
	const query = useOrganisationEvents(organisation, { view, q: wanted });
	if (query.isPending) return <LoadingRows />;
	if (query.isError) {
		return (
			<EmptyState
				title={errorText(query.error)}
				action={<Button onClick={() => void query.refetch()}>{t`Try Again`}</Button>}
			/>
		);
	}
	const events = query.data;
	if (events.length === 0) return <Nothing view={view} isSearched={wanted !== ''} mayCreate={mayCreate} />;
	const shown = formats.number(events.length);
	return (
		<>
			<ul className="flex flex-col" aria-busy={query.isFetching}>
				{events.map((event) => (
					<Row key={event.id} event={event} mayCreate={mayCreate} />
				))}
			</ul>
			<ShowMore
				{...moreOf(query)}
				status={
					query.hasNextPage ? (
						t`Showing ${shown}`
					) : (
						<Plural value={events.length} one="# event" other="# events" />
					)
				}
			/>
		</>
	);
}

function Row({ event, mayCreate }: { event: OrganisationEvent; mayCreate: boolean }) {
	const { t } = useLingui();
	const formats = useFormats();
	const when = formats.when(event);
	const place =
		event.format === 'online' ? t`Online` : [event.venueName, event.city].filter(Boolean).join(', ');
	return (
		<li className="relative flex items-center gap-4 border-t border-hairline py-3 first:border-t-0 hover:bg-ink/3">
			<img
				src={event.cover.url}
				alt=""
				width={96}
				height={54}
				loading="lazy"
				className="aspect-16/9 w-20 flex-none rounded-md bg-sunken object-cover sm:w-24"
			/>
			<div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
				<div className="min-w-0 flex-1">
					<p className="font-medium max-sm:line-clamp-2 sm:truncate" dir="auto">
						<Link
							to={
								event.series
									? `/series/${event.series.id}`
									: `/events/${event.id}/${event.status === 'draft' ? 'edit' : 'overview'}`
							}
							className="after:absolute after:inset-0"
						>
							{event.title}
						</Link>
					</p>
					<p className="text-sm text-muted sm:truncate" dir="auto">
						{[when.date, when.time].filter(Boolean).join(', ')}{' '}
						{event.series?.moreDates ? (
							<Plural value={event.series.moreDates} one="and # more date" other="and # more dates" />
						) : null}
						{place ? (
							<>
								<span className="max-sm:hidden"> · </span>
								<span className="max-sm:block max-sm:truncate">{place}</span>
							</>
						) : null}
					</p>
				</div>
				<Registered event={event} />
			</div>
			<span className="max-sm:hidden">
				<EventStatus status={event.status} />
			</span>
			<RowMenu event={event} mayCreate={mayCreate} />
		</li>
	);
}

/** Tickets given out of how many there are; nothing for drafts, and where others register the guests. */
function Registered({ event }: { event: OrganisationEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { figures } = event;
	if (!figures || event.status === 'draft' || event.isExternal) return null;
	const confirmed = formats.number(figures.confirmed);
	const capacity = figures.capacity === null ? '' : formats.number(figures.capacity);
	return (
		<p className="flex-none text-sm text-muted tabular-nums">
			{capacity ? (
				<>
					<span className="sr-only">{t`${confirmed} of ${capacity} registered`}</span>
					<span aria-hidden="true">
						{confirmed} / {capacity}
					</span>
				</>
			) : (
				t`${confirmed} registered`
			)}
		</p>
	);
}

function RowMenu({ event, mayCreate }: { event: OrganisationEvent; mayCreate: boolean }) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const navigate = useNavigate();
	const step = useEventStep();
	async function duplicate() {
		try {
			const copy = await step.mutateAsync({ event: event.id, step: 'duplicate' });
			toast({ variant: 'success', description: t`Event duplicated as a draft` });
			await navigate(`/events/${copy.id}/edit`);
		} catch (error) {
			showError(error);
		}
	}
	const to = (path: string) => `/events/${event.id}/${path}`;
	return (
		<div className="relative">
			<Menu
				label={t`Actions for ${event.title}`}
				align="end"
				trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t`Actions`} tip="none" />}
				items={[
					{ id: 'edit', label: t`Edit`, to: to('edit') },
					{ id: 'guests', label: t`Guests`, to: to('guests') },
					{ id: 'door', label: t`Check-in`, to: to('door') },
					{ id: 'share', label: t`Share`, to: to('share') },
					{ id: 'page', label: t`View page`, to: `/events/${event.slug}` },
					...(mayCreate
						? (['separator', { id: 'copy', label: t`Duplicate`, onSelect: () => void duplicate() }] as const)
						: []),
				]}
			/>
		</div>
	);
}

function Nothing({
	view,
	isSearched,
	mayCreate,
}: {
	view: DashboardView;
	isSearched: boolean;
	mayCreate: boolean;
}) {
	const { t } = useLingui();
	if (isSearched) return <EmptyState drawing="calendar" title={t`No events match your search.`} />;
	const labels: Record<DashboardView, string> = {
		live: t`No upcoming events`,
		draft: t`No drafts`,
		past: t`No past events`,
		archived: t`No archived events`,
	};
	const leadsOn = mayCreate && (view === 'live' || view === 'draft');
	return (
		<EmptyState
			drawing="calendar"
			title={labels[view]}
			action={leadsOn ? <ButtonLink to="/create-event">{t`Create an event`}</ButtonLink> : undefined}
		/>
	);
}

function LoadingRows() {
	return (
		<SkeletonGroup className="flex flex-col">
			{['a', 'b', 'c', 'd'].map((row) => (
				<div key={row} className="flex items-center gap-4 py-3">
					<Skeleton className="aspect-16/9 w-24" />
					<div className="flex flex-1 flex-col gap-2">
						<Skeleton className="h-4 w-1/2" />
						<Skeleton className="h-4 w-1/3" />
					</div>
				</div>
			))}
		</SkeletonGroup>
	);
}
