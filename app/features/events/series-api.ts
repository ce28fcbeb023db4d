import {
	keepPreviousData,
	type QueryClient,
	useMutation,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { readError } from '#app/lib/read-error.ts';
import type { CallBodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { getEvent, type PublicEvent } from '#shared/contracts/events.ts';
import * as contracts from '#shared/contracts/series.ts';
import * as seriesChanges from '#shared/contracts/series-changes.ts';
import type { Repeat, SeriesBooking } from '#shared/rules/series/repeat.ts';
import { eventKey } from './api.ts';

export const seriesKey = (series: string) => ['series', series] as const;

export type PlannedDates = ResultOf<typeof contracts.previewDates>;
export type PlannedDate = PlannedDates['dates'][number];
export type ChangeDatesInput = CallBodyOf<typeof seriesChanges.changeDates>;
export type SeriesPlan = ResultOf<typeof seriesChanges.changeDates>;
export type DateOutcome = SeriesPlan['dates'][number];

/** Invalidates cached data of a series and of its dates. @param refetchType `none`: the page that shows them is about to be left */
export async function forgetSeries(
	queries: QueryClient,
	series: string,
	refetchType: 'active' | 'none' = 'active',
): Promise<void> {
	const keys = [seriesKey(series), ['event'], ['organisation-events'], ['event-changes'], ['event-review']];
	const ofDates = [['ticket-types'], ['capacity-pools'], ['questions']];
	await Promise.all(
		[...keys, ...ofDates].map((queryKey) => queries.invalidateQueries({ queryKey, refetchType })),
	);
}

/**
 * The dates that something would have. What was read stays while the next is read.
 * @param repeat null: nothing is requested
 */
export function usePlannedDates(
	repeat: Repeat | null,
	start: { startsAtLocal: string; timeZone: string; lengthMinutes: number },
) {
	const isKnown = repeat !== null && start.startsAtLocal !== '' && start.timeZone !== '';
	return useQuery({
		queryKey: ['series-preview', repeat, start],
		queryFn: ({ signal }) =>
			api.call(contracts.previewDates, { body: { ...start, repeat: repeat as Repeat }, signal }),
		enabled: isKnown,
		placeholderData: keepPreviousData,
		retry: false,
		staleTime: 60_000,
	});
}

export const useSeries = (series: string) =>
	useApiQuery(contracts.getSeries, seriesKey(series), { params: { series } });

/** Dates of some days, or those from a day on. */
export const useSeriesDates = (series: string, days: { from?: string; to?: string }, limit = '60') =>
	useCursorList(contracts.listDates, {
		key: [...seriesKey(series), 'dates'],
		params: { series },
		query: { ...days, limit },
	});

/** All dates of a series, for the place of one among them: a series has 400 ahead at most. */
export const useAllDates = (series: string, from: string, enabled = true) =>
	useApiQuery(contracts.listDates, [...seriesKey(series), 'dates', 'all', from], {
		params: { series },
		query: { from, limit: '400' },
		enabled,
	});

export const useSeriesChanges = (series: string) =>
	useCursorList(seriesChanges.listSeriesChanges, {
		key: [...seriesKey(series), 'changes'],
		params: { series },
		query: { limit: '20' },
	});

export const useLatestSeriesChange = (series: string, refetchInterval?: number) =>
	useApiQuery(seriesChanges.listSeriesChanges, [...seriesKey(series), 'changes', 'latest'], {
		params: { series },
		query: { limit: '1' },
		refetchInterval,
	});

/** Previews a change to several dates. Nothing is written. */
export const planDates = (series: string, body: ChangeDatesInput) =>
	api.call(seriesChanges.changeDates, { params: { series }, query: { preview: 'true' }, body });

/** A mutation after which everything of the series is read anew. */
function useSeriesStep<Input, Answer>(series: string, step: (input: Input) => Promise<Answer>) {
	const queries = useQueryClient();
	return useMutation({ mutationFn: step, onSuccess: () => forgetSeries(queries, series) });
}

export const useChangeDates = (series: string) =>
	useSeriesStep(series, (body: ChangeDatesInput) =>
		api.call(seriesChanges.changeDates, { params: { series }, body }),
	);

export const useUndoSeriesChange = (series: string) =>
	useSeriesStep(series, (change: string) =>
		api.call(seriesChanges.undoSeriesChange, { params: { series, change } }),
	);

export const useNotifySeriesNow = (series: string) =>
	useChange(
		(change: string) => api.call(seriesChanges.notifySeriesNow, { params: { series, change } }),
		seriesKey(series),
	);

const steps = {
	publish: contracts.publishSeries,
	stop: contracts.stopSeries,
	extend: contracts.extendSeries,
} as const;
export type SeriesStepName = keyof typeof steps;

/** A step of a whole series that needs no more than a press. */
export const useStepOfSeries = (series: string) =>
	useSeriesStep(series, (step: SeriesStepName) => api.call(steps[step], { params: { series } }));

export const useCancelSeries = (series: string) =>
	useSeriesStep(series, (message: string) =>
		api.call(seriesChanges.cancelSeries, { params: { series }, body: { message } }),
	);

/** Ends a series. Nothing of it is read again: its page is left for another. */
export function useDissolveSeries(series: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (keep: 'all' | 'withGuests') =>
			api.call(contracts.dissolveSeries, { params: { series }, body: { keep } }),
		onSuccess: () => forgetSeries(queries, series, 'none'),
	});
}

export const useUpdateSeries = (series: string) =>
	useSeriesStep(series, (body: { booking: SeriesBooking }) =>
		api.call(contracts.updateSeries, { params: { series }, body }),
	);

export const useAddDate = (series: string) =>
	useSeriesStep(series, (startsAtLocal: string) =>
		api.call(contracts.addDate, { params: { series }, body: { startsAtLocal } }),
	);

export const useRemoveDate = (series: string) =>
	useSeriesStep(series, (event: string) => api.call(contracts.removeDate, { params: { series, event } }));

/** Makes an event the first date of a series. */
export function useMakeSeries(event: PublicEvent) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (body: { repeat: Repeat; booking: SeriesBooking }) =>
			api.call(contracts.makeSeries, { params: { event: event.id }, body }),
		onSuccess: ({ series }) => forgetSeries(queries, series.id),
	});
}

/** The event of a date, as its own pages read it. */
export const useDateEvent = (event: string, enabled: boolean) =>
	useApiQuery(getEvent, eventKey(event), { params: { event }, enabled });

/** The next date, or the last one of a series that is over: rights and texts are those of its dates. */
export function useOneDate(series: string): {
	event: PublicEvent | undefined;
	isPending: boolean;
	error: Error | null;
} {
	const today = new Date().toISOString().slice(0, 10);
	const ahead = useAllDates(series, today);
	const isOver = ahead.data?.data.length === 0;
	const past = useAllDates(isOver ? series : '', '2000-01-01', isOver);
	const id = ahead.data?.data[0]?.id ?? past.data?.data.at(-1)?.id ?? '';
	const event = useDateEvent(id, id !== '');
	const error = readError(ahead) ?? (id === '' ? null : readError(event));
	const isReading = ahead.isPending || (isOver && past.isPending) || (id !== '' && event.isPending);
	return { event: event.data, isPending: isReading, error };
}
