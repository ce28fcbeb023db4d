import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFetcher, useLocation, useNavigation } from 'react-router';
import { EventGrid } from '#app/features/events/components/event-card.tsx';
import { FilterBar } from '#app/features/events/components/filter-bar.tsx';
import {
	apiQuery,
	countFilters,
	type EventFilters,
	filterNames,
	readFilters,
	writeFilters,
} from '#app/features/events/filters.ts';
import { prepareFormats, useFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { listEventFacets, listEvents } from '#shared/contracts/event-lists.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import type { Route } from './+types/events';

prepareFormats();

export const headers = publicPageHeaders(10);
export const handle = publicPageHandle([...filterNames, 'cursor']);

/** Answers the page and, for "Show more", the next part of it. Days are counted in UTC: the page is the same for everybody. */
export async function loader({ context, request }: Route.LoaderArgs) {
	const { searchParams } = new URL(request.url);
	const filters = readFilters(searchParams);
	const today = new Date().toISOString().slice(0, 10);
	const cursor = searchParams.get('cursor');
	const api = serverApi({ context, request });
	// What administrators chose stands before the whole list, not before what somebody looks for.
	const isWhole = !cursor && writeFilters(filters).size === 0;
	const [page, featured, facets] = await Promise.all([
		api.call(listEvents, { query: { ...apiQuery(filters, today), ...(cursor ? { cursor } : {}) } }),
		isWhole ? api.call(listEvents, { query: { featured: 'true', limit: '3' } }) : { data: [] },
		api.call(listEventFacets, { query: filters.past ? { past: 'true' } : {} }),
	]);
	return { filters, facets, cursor, featured: featured.data, ...page };
}

export default function EventsPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { filters, facets } = loaderData;
	const canonical = writeFilters({ ...filters, sort: '' }).toString();
	return (
		<div className="page-width flex w-full flex-col gap-8 py-8 md:py-12">
			<PublicHead
				path={`/events${canonical ? `?${canonical}` : ''}`}
				imageUrl={pictureOf('events')}
				title={filters.city ? t`Events in ${filters.city}` : t`Browse events`}
				description={t`Find conferences, meetups, workshops and concerts by date, place and category.`}
				isHidden={countFilters(filters) > 2 || filters.q !== ''}
			/>
			<header className="flex flex-col gap-5">
				<h1 tabIndex={-1} className="title-page">
					{filters.past ? <Trans>Past events</Trans> : <Trans>Browse events</Trans>}
				</h1>
				<FilterBar filters={filters} facets={facets} />
			</header>
			{loaderData.featured.length > 0 ? (
				<section aria-label={t`Featured events`} className="flex flex-col gap-4">
					<h2 className="text-lg font-semibold">
						<Trans>Featured</Trans>
					</h2>
					<EventGrid events={loaderData.featured} />
				</section>
			) : null}
			<Results key={canonical} loaderData={loaderData} />
		</div>
	);
}

/** The list and its continuation; a change of filters begins it anew. */
function Results({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] }) {
	const { t } = useLingui();
	const more = useFetcher<typeof loader>();
	const { search } = useLocation();
	const isAsking = useNavigation().state === 'loading';
	const [parts, setParts] = useState<{ data: EventCard[]; nextCursor: string | null }[]>([]);
	useEffect(() => {
		const part = more.data;
		if (part)
			setParts((before) => (before.some((one) => one.data === part.data) ? before : [...before, part]));
	}, [more.data]);

	const events = [loaderData, ...parts].flatMap((part) => part.data);
	const nextCursor = (parts.at(-1) ?? loaderData).nextCursor;
	const { filters } = loaderData;
	if (events.length === 0) {
		return (
			<>
				<p role="status" className="sr-only">
					<Trans>No events found</Trans>
				</p>
				<NoEvents filters={filters} />
			</>
		);
	}

	const next = new URLSearchParams(search);
	if (nextCursor) next.set('cursor', nextCursor);
	return (
		<section
			aria-label={t`Events`}
			aria-busy={isAsking}
			className={isAsking ? 'opacity-60 transition-opacity delay-200' : undefined}
		>
			<Found count={loaderData.count} />
			<p role="status" className="sr-only">
				<Shown count={events.length} total={loaderData.count} />
			</p>
			<EventGrid events={events} />
			{nextCursor ? (
				<div className="flex justify-center pt-10">
					<ButtonLink
						to={`/events?${next}`}
						variant="outline"
						size="lg"
						aria-busy={more.state !== 'idle'}
						onClick={(event) => {
							if (event.metaKey || event.ctrlKey || event.shiftKey) return;
							event.preventDefault();
							if (more.state === 'idle') void more.load(`/events?${next}`);
						}}
					>
						{more.state === 'idle' ? <Trans>Show more</Trans> : <Trans>Loading…</Trans>}
					</ButtonLink>
				</div>
			) : null}
		</section>
	);
}

/** From here on the server counts no further. */
const MOST_COUNTED = 1_000;

/** How many there are in all. */
function Found({ count }: { count: number | undefined }) {
	const formats = useFormats();
	if (count === undefined) return null;
	const all = formats.number(count);
	return (
		<p className="pb-5 text-sm text-muted">
			{count >= MOST_COUNTED ? (
				<Trans>More than {all} events</Trans>
			) : (
				<Plural value={count} one="# event" other="# events" />
			)}
		</p>
	);
}

/** For readers who do not see the list grow. */
function Shown({ count, total }: { count: number; total: number | undefined }) {
	const formats = useFormats();
	const shown = formats.number(count);
	if (total === undefined || total <= count || total >= MOST_COUNTED)
		return <Plural value={count} one="Showing # event" other="Showing # events" />;
	return (
		<Trans>
			Showing {shown} of {formats.number(total)}
		</Trans>
	);
}

function NoEvents({ filters }: { filters: EventFilters }) {
	const { t } = useLingui();
	if (countFilters(filters) > 0 || filters.q !== '') {
		// What is not coming may have been: with a date chosen, past days are in the list already.
		const mayBePast = !filters.past && filters.when === '';
		return (
			<EmptyState
				drawing="calendar"
				title={t`No events found`}
				description={t`Try fewer words, another date or another place.`}
				action={
					<div className="flex flex-wrap justify-center gap-2">
						{mayBePast ? (
							<ButtonLink to={`/events?${writeFilters({ ...filters, past: true })}`}>
								{t`Search past events`}
							</ButtonLink>
						) : null}
						<ButtonLink to="/events" variant="outline">
							{t`Clear filters`}
						</ButtonLink>
					</div>
				}
			/>
		);
	}
	return (
		<EmptyState
			drawing="calendar"
			title={filters.past ? t`No past events yet` : t`No events yet`}
			description={t`Yours could be the first. All you need is a title and a date.`}
			action={<ButtonLink to="/create-event">{t`Create an event`}</ButtonLink>}
		/>
	);
}
