import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as contracts from '#shared/contracts/codes.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';

export type NewCode = CallBodyOf<typeof contracts.createCode>;
export type NewBatch = CallBodyOf<typeof contracts.createCodeBatch>;
export type CodeChanges = CallBodyOf<typeof contracts.updateCode>;
export type BatchChanges = CallBodyOf<typeof contracts.updateCodeBatch>;

const keyOf = (event: string) => ['codes', event] as const;

/** The codes of an event that were made one by one; with a search, those of batches too. */
export function useCodes(event: string, search: string) {
	return useCursorList(contracts.listCodes, {
		key: [...keyOf(event), 'list'],
		params: { event },
		query: { search },
	});
}

/** How many codes an event has. */
export function useCodeCount(event: string, enabled = true) {
	return useQuery({
		enabled,
		queryKey: [...keyOf(event), 'count'],
		queryFn: async ({ signal }) => {
			const { total } = await api.call(contracts.listCodes, {
				params: { event },
				query: { limit: '1' },
				signal,
			});
			return total;
		},
	});
}

export function useBatches(event: string) {
	return useQuery({
		queryKey: [...keyOf(event), 'batches'],
		queryFn: async ({ signal }) =>
			(await api.call(contracts.listCodeBatches, { params: { event }, signal })).data,
	});
}

/** Mutations of codes; each success reloads the lists. */
export function useCodeActions(event: string) {
	const stale = keyOf(event);
	const queries = useQueryClient();
	return {
		refresh: () => queries.invalidateQueries({ queryKey: stale }),
		create: useChange(
			({ body, key }: { body: NewCode; key: string }) =>
				api.call(contracts.createCode, { params: { event }, body, idempotencyKey: key }),
			stale,
		),
		update: useChange(
			({ code, changes }: { code: Pick<contracts.Code, 'id' | 'version'>; changes: CodeChanges }) =>
				api.call(contracts.updateCode, {
					params: { event, code: code.id },
					body: changes,
					ifMatch: `"${code.version}"`,
				}),
			stale,
		),
		remove: useChange((code: string) => api.call(contracts.deleteCode, { params: { event, code } }), stale),
		createBatch: useChange(
			({ body, key }: { body: NewBatch; key: string }) =>
				api.call(contracts.createCodeBatch, {
					params: { event },
					body,
					idempotencyKey: key,
					timeoutMs: 60_000,
				}),
			stale,
		),
		updateBatch: useChange(
			({ batch, changes }: { batch: string; changes: BatchChanges }) =>
				api.call(contracts.updateCodeBatch, { params: { event, batch }, body: changes }),
			stale,
		),
		removeBatch: useChange(
			(batch: string) => api.call(contracts.deleteCodeBatch, { params: { event, batch } }),
			stale,
		),
	};
}
export type CodeActions = ReturnType<typeof useCodeActions>;

/** Saves codes with their links as a file: those of a batch, or all. */
export async function downloadCodes(event: string, batch?: string): Promise<void> {
	const response = await api.call(contracts.exportCodes, {
		params: { event },
		query: batch ? { batch } : {},
		timeoutMs: 600_000,
	});
	await saveResponse(response, 'codes.csv');
}
