import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import * as contracts from '#shared/contracts/developer.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';

export type ApiKeyBody = CallBodyOf<typeof contracts.createApiKey>;

const keysKey = (organisation: string) => ['api-keys', organisation] as const;

/** The API keys of an organisation. */
export function useApiKeys(organisation: string) {
	return useApiQuery(contracts.listApiKeys, keysKey(organisation), { params: { organisation } });
}

/** Calls by keys, the newest first. */
export function useApiRequests(organisation: string, query: { key: string; outcome: '' | 'failed' }) {
	return useCursorList(contracts.listApiRequests, {
		key: ['api-requests', organisation],
		params: { organisation },
		query,
	});
}

/** Makes, rotates and revokes keys; the list follows. */
export function useApiKeyActions(organisation: string) {
	const stale = keysKey(organisation);
	return {
		create: useChange(
			(body: ApiKeyBody) =>
				api.call(contracts.createApiKey, {
					params: { organisation },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		rotate: useChange(
			({ key, overlapDays }: { key: string; overlapDays: number }) =>
				api.call(contracts.rotateApiKey, {
					params: { organisation, key },
					body: { overlapDays },
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		revoke: useChange(
			(key: string) => api.call(contracts.revokeApiKey, { params: { organisation, key } }),
			stale,
		),
	};
}
