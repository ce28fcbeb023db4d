import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { USER_QUERY_KEY } from '#app/lib/query-client.ts';
import { updateOrganisation } from '#shared/contracts/accounts.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import { createEvent } from '#shared/contracts/event-creation.ts';
import * as lists from '#shared/contracts/event-lists.ts';
import * as eventPictures from '#shared/contracts/event-pictures.ts';
import * as states from '#shared/contracts/event-states.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import * as contracts from '#shared/contracts/events.ts';

/** One event under whatever name the page requested it; the same key as the event workspace uses. */
export const eventKey = (event: string) => ['event', event] as const;
/** What was changed about an event, and what may be. */
export const changesKey = (event: string) => ['event-changes', event] as const;
const organisationEventsKey = (organisation: string) => ['organisation-events', organisation] as const;

export type EventInput = CallBodyOf<typeof createEvent>;
export type EventChanges = CallBodyOf<typeof contracts.updateEvent>;
export type DashboardView = 'live' | 'draft' | 'past' | 'archived';

/** Puts what the server answered to a change where all pages read it, and forgets the lists it may stand in. */
export function storeEvent(queries: QueryClient, event: PublicEvent): void {
	for (const query of queries.getQueryCache().findAll({ queryKey: ['event'] })) {
		const known = query.state.data as PublicEvent | undefined;
		if (known?.id === event.id) storeAnswer(queries, query.queryKey, event);
	}
	storeAnswer(queries, eventKey(event.id), event);
	void queries.invalidateQueries({ queryKey: ['organisation-events'] });
	void queries.invalidateQueries({ queryKey: changesKey(event.id) });
}

/** Names the organisation that events are about to be published under. */
export function useRenameOrganisation() {
	return useChange(
		({ organisation, name }: { organisation: string; name: string }) =>
			api.call(updateOrganisation, { params: { organisation }, body: { name } }),
		USER_QUERY_KEY,
	);
}

/** Makes a draft; the same key again gives the same draft. */
export function useCreateEvent() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ input, key }: { input: EventInput; key: string }) =>
			api.call(createEvent, { body: input, idempotencyKey: key }),
		onSuccess: (event) => storeEvent(queries, event),
	});
}

/** Saves some fields of the version that was read; another version is a conflict, and nothing is written. */
export function useSaveEvent(event: PublicEvent) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ changes, version }: { changes: EventChanges; version: number }) =>
			api.call(contracts.updateEvent, {
				params: { event: event.id },
				body: changes,
				ifMatch: `"${version}"`,
			}),
		onSuccess: (saved) => storeEvent(queries, saved),
	});
}

/** Reads an event anew, past every cache, and gives it to all pages. */
export function useReloadEvent(event: PublicEvent) {
	const queries = useQueryClient();
	return async () => {
		const fresh = await api.call(contracts.getEvent, { params: { event: event.id } });
		storeEvent(queries, fresh);
		return fresh;
	};
}

export function useCover(event: PublicEvent) {
	const queries = useQueryClient();
	const onSuccess = (saved: PublicEvent) => storeEvent(queries, saved);
	const ifMatch = `"${event.version}"`;
	return {
		upload: useMutation({
			mutationFn: (file: File) =>
				api.call(eventPictures.uploadCover, {
					params: { event: event.id },
					file,
					ifMatch,
					timeoutMs: 120_000,
				}),
			onSuccess,
		}),
		remove: useMutation({
			mutationFn: () => api.call(eventPictures.removeCover, { params: { event: event.id }, ifMatch }),
			onSuccess,
		}),
	};
}

/** Uploads the cover of an event that was just made. */
export function useFirstCover() {
	const queries = useQueryClient();
	return useCallback(
		async ({ id, version }: Pick<PublicEvent, 'id' | 'version'>, file: File) => {
			const params = { event: id };
			const ifMatch = `"${version}"`;
			storeEvent(
				queries,
				await api.call(eventPictures.uploadCover, { params, file, ifMatch, timeoutMs: 120_000 }),
			);
		},
		[queries],
	);
}

const steps = {
	publish: states.publishEvent,
	unpublish: states.unpublishEvent,
	archive: states.archiveEvent,
	unarchive: states.unarchiveEvent,
	duplicate: states.duplicateEvent,
} as const;

export type EventStepName = keyof typeof steps | 'cancel' | 'postpone';

/** Takes a step of an event's life. A duplicate is another event, which the answer holds. */
export function useEventStep() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ event, step, message = '' }: { event: string; step: EventStepName; message?: string }) => {
			const params = { event };
			if (step === 'cancel') return api.call(states.cancelEvent, { params, body: { message } });
			if (step === 'postpone') return api.call(states.postponeEvent, { params, body: { message } });
			return api.call(steps[step], { params });
		},
		onSuccess: (event) => storeEvent(queries, event),
	});
}

export function useDeleteEvent() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (event: PublicEvent) => api.call(states.deleteEvent, { params: { event: event.id } }),
		// The event itself stays in the cache: the page that shows it is still open, and would ask for it again.
		onSuccess: () => queries.invalidateQueries({ queryKey: ['organisation-events'] }),
	});
}

/** The events of an organisation in one view, a page at a time. */
export function useOrganisationEvents(organisation: string, filters: { view: DashboardView; q: string }) {
	return useCursorList(lists.listOrganisationEvents, {
		key: organisationEventsKey(organisation),
		params: { organisation },
		query: { ...filters, fold: 'series', limit: '30' },
	});
}

/** The first few events of a view: for the next one, and to know whether there are any. */
export function useFirstEvents(organisation: string, view: DashboardView | 'all', limit: number) {
	return useApiQuery(
		lists.listOrganisationEvents,
		[...organisationEventsKey(organisation), 'first', view, limit],
		{ params: { organisation }, query: { view, limit: String(limit) } },
	);
}
