import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as home from '#shared/contracts/dashboard.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import * as times from '#shared/contracts/figure-times.ts';
import * as contracts from '#shared/contracts/figures.ts';
import { getSeries } from '#shared/contracts/series.ts';
import * as links from '#shared/contracts/tracking-links.ts';
import type { AnalyticsView } from './range.ts';

export { FigureTiles } from './components/figure-tiles.tsx';
export { latestDay } from './range.ts';

/** Figures change some seconds after what they count. */
const refetchInterval = 30_000;

/** The query of a view’s figures. */
export interface FiguresOf {
	organisation: string;
	view: AnalyticsView;
}

/** Which days, and of which events: of one, of the dates of a series, or of all. */
const rangeOf = ({ from, to, event, series }: AnalyticsView) => ({
	from,
	to,
	...(event ? { event } : series && { series }),
});
/** The same where no event is chosen. */
const rangeOfAll = ({ from, to, series }: AnalyticsView) => ({ from, to, ...(series && { series }) });
const shared = { refetchInterval, placeholderData: keepPreviousData };

/** Reads figures, and reads them again while they are shown. */
function useFigure<Figures>(queryKey: QueryKey, read: (signal: AbortSignal) => Promise<Figures>) {
	return useQuery({ queryKey, queryFn: ({ signal }) => read(signal), ...shared });
}

export function useDashboard(organisation: string, days: (typeof home.dashboardDays)[number], today: string) {
	return useFigure(['dashboard', organisation, days, today], (signal) =>
		api.call(home.getDashboard, { params: { organisation }, query: { days, today }, signal }),
	);
}

export function useFigures({ organisation, view }: FiguresOf) {
	return useFigure(['figures-of', organisation, view], (signal) =>
		api.call(contracts.getFigures, {
			params: { organisation },
			query: { ...rangeOf(view), compare: view.compare, ...(view.with && { with: view.with }) },
			signal,
		}),
	);
}

export function useFunnel({ organisation, view }: FiguresOf) {
	return useFigure(['funnel', organisation, view], (signal) =>
		api.call(contracts.getFunnel, { params: { organisation }, query: rangeOf(view), signal }),
	);
}

export function useSources({ organisation, view }: FiguresOf, by: contracts.SourceGroup) {
	return useFigure(['sources', organisation, view, by], (signal) =>
		api.call(contracts.getSources, { params: { organisation }, query: { ...rangeOf(view), by }, signal }),
	);
}

export function useNoShows({ organisation, view }: FiguresOf) {
	return useFigure(['no-shows', organisation, view], (signal) =>
		api.call(contracts.getNoShows, { params: { organisation }, query: rangeOf(view), signal }),
	);
}

const eventDays = (event: string) => ({
	queryKey: ['event-days', event],
	queryFn: ({ signal }: { signal: AbortSignal }) =>
		api.call(contracts.getEventDays, { params: { event }, query: {}, signal }),
	refetchInterval,
});

/** All days of an event. */
export const useEventDays = (event: string, enabled = true) =>
	useQuery({ ...eventDays(event), ...shared, enabled });

/**
 * All days of several events by id, without those that cannot be had at the moment. One query, as `useQueries` is weight that every page of
 * an organiser would carry.
 */
export function useDaysOfEvents(events: readonly string[]) {
	const client = useQueryClient();
	return useQuery({
		queryKey: ['days-of-events', events],
		queryFn: async () => {
			const days = { staleTime: refetchInterval / 2 };
			const found = await Promise.allSettled(
				events.map(async (event) => ({
					event,
					...(await client.fetchQuery({ ...eventDays(event), ...days })),
				})),
			);
			return new Map(
				found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.event, one.value]] : [])),
			);
		},
		...shared,
	});
}

/** Of the event that is chosen, all its registrations; else of the range. */
export const useLeadTime = ({ organisation, view }: FiguresOf) =>
	useQuery({
		queryKey: ['lead-time', organisation, view],
		queryFn: ({ signal }) =>
			view.event
				? api.call(times.getLeadTime, { params: { event: view.event }, query: {}, signal })
				: api.call(times.getLeadTimes, { params: { organisation }, query: rangeOfAll(view), signal }),
		...shared,
	});

/** The same by weekday and hour. */
export const useRegistrationHours = ({ organisation, view }: FiguresOf) =>
	useQuery({
		queryKey: ['registration-hours', organisation, view],
		queryFn: async ({ signal }) =>
			view.event
				? {
						...(await api.call(times.getRegistrationHours, {
							params: { event: view.event },
							query: {},
							signal,
						})),
						hasMore: false,
					}
				: api.call(times.getHours, { params: { organisation }, query: rangeOfAll(view), signal }),
		...shared,
	});

/** The name of a series, which is that of its dates. */
export const useSeriesName = (series: string | null) =>
	useQuery({
		queryKey: ['series-name', series],
		enabled: series !== null,
		queryFn: async ({ signal }) =>
			(await api.call(getSeries, { params: { series: series ?? '' }, signal })).title,
	});

export const useArrivals = ({ organisation, view }: FiguresOf) =>
	useFigure(['arrivals', organisation, view], (signal) =>
		api.call(times.getArrivals, { params: { organisation }, query: rangeOfAll(view), signal }),
	);

export const useCheckInTimes = (event: string) =>
	useFigure(['check-in-times', event], (signal) =>
		api.call(times.getCheckInTimes, { params: { event }, query: {}, signal }),
	);

const linksKey = (organisation: string) => ['tracking-links', organisation];

export function useTrackingLinks(organisation: string, event: string, enabled = true) {
	return useCursorList(links.listTrackingLinks, {
		key: linksKey(organisation),
		params: { organisation },
		query: { event },
		enabled,
	});
}

export function useCreateLink(organisation: string) {
	return useChange(
		(body: { event: string; label: string }) =>
			api.call(links.createTrackingLink, { params: { organisation }, body }),
		linksKey(organisation),
	);
}

export function useEndLink(organisation: string) {
	return useChange(
		(link: string) => api.call(links.endTrackingLink, { params: { organisation, link } }),
		linksKey(organisation),
	);
}

/** Saves what an endpoint answers in the format CSV: a response instead of a body. */
async function downloadCsv(
	endpoint: AnyEndpoint,
	input: { params: object; query?: object },
	name: string,
): Promise<void> {
	const asFile = { ...endpoint, output: { contentType: 'text/csv', description: '' } } as const;
	const query = { ...input.query, format: 'csv' };
	const response = await api.call(asFile as never, { ...input, query } as never);
	await saveResponse(response as Response, `${name}.csv`);
}

/** The table of a chart as a CSV file: what the server counts, for the same range. */
export async function downloadFigures(
	chart: 'figures' | 'funnel' | 'sources' | 'no-shows' | 'lead-time' | 'hours' | 'arrivals',
	{ organisation, view }: FiguresOf,
	by: contracts.SourceGroup = 'source',
): Promise<void> {
	const endpoints = {
		figures: contracts.getFigures,
		funnel: contracts.getFunnel,
		sources: contracts.getSources,
		'no-shows': contracts.getNoShows,
		'lead-time': times.getLeadTimes,
		hours: times.getHours,
		arrivals: times.getArrivals,
	};
	const query = { ...rangeOf(view), ...(chart === 'sources' && { by }) };
	await downloadCsv(endpoints[chart], { params: { organisation }, query }, chart);
}

/** A chart of an event as a CSV file. */
export async function downloadEventFigures(
	chart: 'days' | 'lead-time' | 'hours' | 'check-ins',
	event: string,
): Promise<void> {
	const endpoints = {
		days: contracts.getEventDays,
		'lead-time': times.getLeadTime,
		hours: times.getRegistrationHours,
		'check-ins': times.getCheckInTimes,
	};
	await downloadCsv(endpoints[chart], { params: { event } }, chart);
}
