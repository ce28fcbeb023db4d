import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as contracts from '#shared/contracts/figures.ts';
import type { AnalyticsView } from './range.ts';

export { FigureTiles } from './components/figure-tiles.tsx';
export { dayOf } from './range.ts';

/** Figures change some seconds after what they count. */
const refetchInterval = 30_000;

/** What the figures of a view are asked for with. */
export interface FiguresOf {
	organisation: string;
	view: AnalyticsView;
}

const rangeOf = ({ from, to, event }: AnalyticsView) => ({ from, to, ...(event && { event }) });
const shared = { refetchInterval, placeholderData: keepPreviousData };

export function useDashboard(
	organisation: string,
	days: (typeof contracts.dashboardDays)[number],
	today: string,
) {
	return useQuery({
		queryKey: ['dashboard', organisation, days, today],
		queryFn: ({ signal }) =>
			api.call(contracts.getDashboard, { params: { organisation }, query: { days, today }, signal }),
		...shared,
	});
}

export function useFigures({ organisation, view }: FiguresOf) {
	return useQuery({
		queryKey: ['figures-of', organisation, view],
		queryFn: ({ signal }) =>
			api.call(contracts.getFigures, {
				params: { organisation },
				query: { ...rangeOf(view), compare: view.compare },
				signal,
			}),
		...shared,
	});
}

export function useFunnel({ organisation, view }: FiguresOf) {
	return useQuery({
		queryKey: ['funnel', organisation, view],
		queryFn: ({ signal }) =>
			api.call(contracts.getFunnel, { params: { organisation }, query: rangeOf(view), signal }),
		...shared,
	});
}

export function useSources({ organisation, view }: FiguresOf, by: contracts.SourceGroup) {
	return useQuery({
		queryKey: ['sources', organisation, view, by],
		queryFn: ({ signal }) =>
			api.call(contracts.getSources, { params: { organisation }, query: { ...rangeOf(view), by }, signal }),
		...shared,
	});
}

export function useNoShows({ organisation, view }: FiguresOf) {
	return useQuery({
		queryKey: ['no-shows', organisation, view],
		queryFn: ({ signal }) =>
			api.call(contracts.getNoShows, { params: { organisation }, query: rangeOf(view), signal }),
		...shared,
	});
}

/** All days of an event; nothing is asked for without one. */
export function useEventDays(event: string | null) {
	return useQuery({
		queryKey: ['event-days', event],
		queryFn: ({ signal }) =>
			api.call(contracts.getEventDays, { params: { event: event as string }, query: {}, signal }),
		enabled: event !== null,
		...shared,
	});
}

const linksKey = (organisation: string) => ['tracking-links', organisation];

export function useTrackingLinks(organisation: string, event: string) {
	return useQuery({
		queryKey: [...linksKey(organisation), event],
		queryFn: ({ signal }) =>
			api.call(contracts.listTrackingLinks, { params: { organisation }, query: { event }, signal }),
	});
}

export function useCreateLink(organisation: string) {
	return useChange(
		(body: { event: string; label: string }) =>
			api.call(contracts.createTrackingLink, { params: { organisation }, body }),
		linksKey(organisation),
	);
}

export function useEndLink(organisation: string) {
	return useChange(
		(link: string) => api.call(contracts.endTrackingLink, { params: { organisation, link } }),
		linksKey(organisation),
	);
}

/** The table of a chart as a CSV file: what the server counts, for the same range. */
export async function downloadFigures(
	chart: 'figures' | 'funnel' | 'sources' | 'no-shows',
	{ organisation, view }: FiguresOf,
	by: contracts.SourceGroup = 'source',
): Promise<void> {
	const endpoints = {
		figures: contracts.getFigures,
		funnel: contracts.getFunnel,
		sources: contracts.getSources,
		'no-shows': contracts.getNoShows,
	};
	// Asked for as a file, the answer is a response.
	const asFile = { ...endpoints[chart], output: { contentType: 'text/csv', description: '' } } as const;
	const response = await api.call(
		asFile as never,
		{
			params: { organisation },
			query: { ...rangeOf(view), format: 'csv', ...(chart === 'sources' && { by }) },
		} as never,
	);
	await saveResponse(response as Response, `${chart}.csv`);
}

/** The days of an event as a CSV file. */
export async function downloadEventDays(event: string): Promise<void> {
	const asFile = { ...contracts.getEventDays, output: { contentType: 'text/csv', description: '' } } as const;
	const response = await api.call(asFile, { params: { event }, query: { format: 'csv' } });
	await saveResponse(response, 'event-days.csv');
}
