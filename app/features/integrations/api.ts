import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import * as deliveries from '#shared/contracts/deliveries.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/integrations.ts';

export type ConnectionBody = CallBodyOf<typeof contracts.createConnection>;
export type PastBody = CallBodyOf<typeof contracts.backfillConnection>;
type DeliveryState = '' | 'due' | 'delivered' | 'dead' | 'dropped';

const keyOf = (organisation: string) => ['connections', organisation] as const;
/** How often a log is read while something of it is on its way. */
const REFETCH_MS = 3_000;

/** The connections of an organisation. */
export function useConnections(organisation: string) {
	return useApiQuery(contracts.listConnections, keyOf(organisation), {
		params: { organisation },
		// How far past messages are.
		refetchInterval: ({ state }) =>
			state.data?.data.some(({ backfill }) => backfill?.endedAt === null) ? REFETCH_MS : false,
	});
}

/** What was sent to a connection, the newest first. */
export function useDeliveries(organisation: string, connection: string, state: DeliveryState) {
	return useCursorList(deliveries.listDeliveries, {
		key: [...keyOf(organisation), connection, 'deliveries'],
		params: { organisation, connection },
		query: { state },
		refetchInterval: REFETCH_MS,
	});
}

/** One delivery with every try. */
export function useDelivery(organisation: string, connection: string, delivery: string) {
	return useApiQuery(deliveries.getDelivery, [...keyOf(organisation), connection, 'delivery', delivery], {
		params: { organisation, delivery },
		refetchInterval: REFETCH_MS,
	});
}

/** Makes, changes, tests and removes connections; the list and the logs follow. */
export function useConnectionActions(organisation: string) {
	const stale = keyOf(organisation);
	const keyed = () => ({ idempotencyKey: newIdempotencyKey() });
	return {
		create: useChange(
			(body: ConnectionBody) =>
				api.call(contracts.createConnection, { params: { organisation }, body, ...keyed() }),
			stale,
		),
		update: useChange(
			({ connection, version, ...body }: { connection: string; version: number } & Partial<ConnectionBody>) =>
				api.call(contracts.updateConnection, {
					params: { organisation, connection },
					body,
					ifMatch: `"${version}"`,
				}),
			stale,
		),
		remove: useChange(
			(connection: string) => api.call(contracts.deleteConnection, { params: { organisation, connection } }),
			stale,
		),
		pause: useChange(
			(connection: string) => api.call(contracts.pauseConnection, { params: { organisation, connection } }),
			stale,
		),
		resume: useChange(
			(connection: string) => api.call(contracts.resumeConnection, { params: { organisation, connection } }),
			stale,
		),
		rotate: useChange(
			(connection: string) =>
				api.call(contracts.rotateConnectionSecret, { params: { organisation, connection }, ...keyed() }),
			stale,
		),
		reveal: useChange((connection: string) =>
			api.call(contracts.revealConnectionSecret, { params: { organisation, connection }, ...keyed() }),
		),
		test: useChange(
			(connection: string) =>
				api.call(deliveries.testConnection, { params: { organisation, connection }, ...keyed() }),
			stale,
		),
		backfill: useChange(
			({ connection, ...body }: { connection: string } & PastBody) =>
				api.call(contracts.backfillConnection, { params: { organisation, connection }, body, ...keyed() }),
			stale,
		),
		replay: useChange(
			(delivery: string) =>
				api.call(deliveries.replayDelivery, { params: { organisation, delivery }, ...keyed() }),
			stale,
		),
		replayDead: useChange(
			(connection: string) =>
				api.call(deliveries.replayDead, {
					params: { organisation, connection },
					body: { since: new Date(Date.now() - 30 * 24 * 3_600_000).toISOString() },
					...keyed(),
				}),
			stale,
		),
	};
}
