import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { setOnly, useCursorPages } from '#app/lib/cursor-list.ts';
import { listOrganisationEvents } from '#shared/contracts/event-lists.ts';

/** The details of an event that a picker shows. */
export interface EventName {
	id: string;
	title: string;
	startsAt: string;
	timeZone: string;
}

const PAUSE_MS = 150;
/** Ids that one call takes. */
const MOST_IDS = 100;

/** Of which events a picker asks the server for what was typed: whatever their state, the latest first. */
export const eventSearch = (typed: string, cursor: string) =>
	setOnly({ view: 'all' as const, limit: '20', q: typed.trim().slice(0, 200), cursor });

/** The calls by which events are read of which only the ids are known. */
export const eventNameQueries = (ids: readonly string[]) =>
	Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) => ({
		view: 'all' as const,
		limit: String(MOST_IDS),
		ids: ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS).join(','),
	}));

/** Events of an organisation by words of their title, page by page; nothing is read before it is `enabled`. */
export function useEventSearch(organisation: string, typed: string, enabled: boolean) {
	const [searched, setSearched] = useState(typed);
	useEffect(() => {
		const timer = setTimeout(() => setSearched(typed), typed === '' ? 0 : PAUSE_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	const query = useCursorPages({
		key: ['organisation-events', organisation, 'search', searched.trim()],
		enabled,
		read: (cursor, signal) =>
			api.call(listOrganisationEvents, {
				params: { organisation },
				query: eventSearch(searched, cursor),
				signal,
			}),
	});
	return { ...query, isLoading: query.isFetching || searched !== typed };
}

/** The events of some ids; what is deleted or out of reach is left out. */
export function useEventNames(organisation: string, ids: readonly string[]) {
	return useQuery({
		queryKey: ['organisation-events', organisation, 'names', ids],
		enabled: ids.length > 0,
		queryFn: async ({ signal }): Promise<EventName[]> => {
			const pages = await Promise.all(
				eventNameQueries(ids).map((query) =>
					api.call(listOrganisationEvents, { params: { organisation }, query, signal }),
				),
			);
			return pages.flatMap(({ data }) => data);
		},
		placeholderData: (previous) => previous,
	});
}
