import type { QueryKey } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import * as contracts from '#shared/contracts/developer.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as sandboxes from '#shared/contracts/sandbox.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';

export type ApiKeyBody = CallBodyOf<typeof contracts.createApiKey>;

const sandboxKey = (organisation: string) => ['sandbox', organisation] as const;
const movingMs = 1_000;
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

/** Makes, changes, rotates and revokes keys; the list follows. */
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
			// The first test key brings a sandbox.
			sandboxKey(organisation),
		),
		update: useChange(
			({ key, ...body }: { key: string } & CallBodyOf<typeof contracts.updateApiKey>) =>
				api.call(contracts.updateApiKey, { params: { organisation, key }, body }),
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

/** The sandbox of an organisation; `sandbox` is null while it has none. */
export function useSandbox(organisation: string) {
	return useApiQuery(sandboxes.getSandbox, sandboxKey(organisation), {
		params: { organisation },
		// While its clock is moving, the worker makes one step after the other.
		refetchInterval: ({ state }) => (state.data?.sandbox?.isSettled === false ? movingMs : false),
	});
}

/** Ticket types of an event of the sandbox; nothing is read without one. */
export function useSandboxTicketTypes(organisation: string, event: string | undefined) {
	return useApiQuery(listTicketTypes, [...sandboxKey(organisation), 'ticket-types', event], {
		params: { event: event ?? '' },
		enabled: event !== undefined,
	});
}

/** Emails that the sandbox of an organisation stored, the newest first. */
export function useSandboxMails(organisation: string) {
	return useCursorList(sandboxes.listSandboxMails, {
		key: [...sandboxKey(organisation), 'mails'],
		params: { organisation },
		query: { limit: '20' },
	});
}

/** One of them with its text. */
export function useSandboxMail(organisation: string, mail: string) {
	return useApiQuery(sandboxes.getSandboxMail, [...sandboxKey(organisation), 'mails', mail], {
		params: { organisation, mail },
	});
}

/** Makes, moves and resets the sandbox; whatever is known of it is read anew. */
export function useSandboxActions(organisation: string) {
	const params = { organisation };
	// Events, figures and lists of the sandbox are under many keys: all of them are of another time now.
	const everything: QueryKey = [];
	const sent = () => ({ params, idempotencyKey: newIdempotencyKey() });
	return {
		create: useChange((_: undefined) => api.call(sandboxes.createSandbox, sent()), everything),
		reset: useChange((_: undefined) => api.call(sandboxes.resetSandbox, sent()), everything),
		createOrders: useChange(
			(body: CallBodyOf<typeof sandboxes.createSandboxOrders>) =>
				api.call(sandboxes.createSandboxOrders, { ...sent(), body }),
			everything,
		),
		moveClock: useChange(
			(advanceBy: string) => api.call(sandboxes.moveSandboxClock, { ...sent(), body: { advanceBy } }),
			everything,
		),
	};
}
