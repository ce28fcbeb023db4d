import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { EditChange } from '#shared/rules/edit-rules.ts';
import { changesKey, type EventChanges, storeEvent } from './api.ts';

/** Refused while `Ask` says nothing. */
export type NotifyChoice = { notify: boolean; note: string };

/** What was changed about an event, page by page. */
export const useHistory = (event: string) =>
	useCursorList(contracts.listChanges, {
		key: [...changesKey(event), 'pages'],
		params: { event },
		query: { limit: '20' },
	});

/**
 * The newest changes, for what can be undone and for what a colleague did.
 * @param refetchInterval milliseconds; left out: read once
 */
export const useLatestChanges = (event: string, refetchInterval?: number) =>
	useApiQuery(contracts.listChanges, [...changesKey(event), 'latest'], {
		params: { event },
		query: { limit: '5' },
		refetchInterval,
	});

/** The newest 50 changes, of which the author of an edit takes back one after the other. */
export const useEditSteps = (event: string) =>
	useApiQuery(contracts.listChanges, [...changesKey(event), 'steps'], {
		params: { event },
		query: { limit: '50' },
	});

/** Why parts of an event cannot be changed any more, by the change of the table of edit rules. */
export function useRefusals(event: PublicEvent): (change: EditChange) => string | undefined {
	const { data } = useApiQuery(
		contracts.listEditRules,
		[...changesKey(event.id), 'rules', event.status, event.endsAt, event.refundPolicy === ''],
		{ params: { event: event.id } },
	);
	return (change) => data?.refusals.find((one) => one.change === change)?.message;
}

/** Preview of saving these fields. */
export const planChanges = (event: string, changes: EventChanges, version: number) =>
	api.call(contracts.planChange, {
		params: { event },
		body: { parts: { event: changes } },
		ifMatch: `"${version}"`,
	});

/** Saves fields as they were planned. */
export function useApplyChanges(event: PublicEvent) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (input: {
			changes: EventChanges;
			version: number;
			planHash: string;
			choice: NotifyChoice | null;
		}) =>
			api.call(contracts.applyChange, {
				params: { event: event.id },
				body: { parts: { event: input.changes }, planHash: input.planHash, ...input.choice },
				ifMatch: `"${input.version}"`,
			}),
		onSuccess: ({ event: saved }) => storeEvent(queries, saved),
	});
}

export function useUndo(event: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (changeSet: string) => api.call(contracts.undoChange, { params: { event, changeSet } }),
		onSuccess: ({ event: saved }) => {
			storeEvent(queries, saved);
			for (const queryKey of [
				['ticket-types', event],
				['capacity-pools', event],
				['questions', event],
			])
				void queries.invalidateQueries({ queryKey });
		},
	});
}

export function useNotifyNow(event: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (changeSet: string) => api.call(contracts.notifyNow, { params: { event, changeSet } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: changesKey(event) }),
	});
}
