import { inArray, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Tx } from '#server/db/client.ts';
import { insertRows } from '#server/db/row-sets.ts';
import { testGatewayEvents } from '#server/db/tables/platform.ts';
import { stripeApiVersion } from '../api-version.ts';
import type { Controls } from './controls.ts';
import { makeId, unix } from './ids.ts';

export interface EventContext {
	now: Date;
	controls: Controls;
	random: () => number;
	/** Shown in the events that the request causes. */
	request?: { id: string; idempotencyKey: string | null };
}

/** Of events that are not delivered any more; they stay in the list of events. */
export const neverDue = sql`'infinity'::timestamptz`;

/** Collects the events of one session until they are written. */
export function createEventLog({ now, controls, random, request }: EventContext) {
	const events: (typeof testGatewayEvents.$inferInsert & { dueAt: Date; isDropped: boolean })[] = [];

	function push(id: string, type: string, account: string, body: object): void {
		const wait = controls.eventDelaySeconds + random() * controls.eventJitterSeconds;
		events.push({
			id,
			account,
			type,
			body: body as Record<string, unknown>,
			createdAt: now,
			dueAt: new Date(now.getTime() + wait * 1000),
			isDropped: random() < controls.eventDropRate,
		});
	}

	return {
		add(type: Stripe.Event.Type, object: object, account: string): void {
			const id = makeId('evt');
			push(id, type, account, {
				id,
				object: 'event',
				...(account !== '' && { account }),
				api_version: stripeApiVersion,
				created: unix(now),
				data: { object: structuredClone(object) },
				livemode: false,
				pending_webhooks: 1,
				request: request
					? { id: request.id, idempotency_key: request.idempotencyKey }
					: { id: null, idempotency_key: null },
				type,
			});
		},

		addThin(type: string, account: string): void {
			const id = makeId('evt');
			push(id, type, account, {
				id,
				object: 'v2.core.event',
				type,
				created: now.toISOString(),
				livemode: false,
				related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
			});
		},

		async flush(tx: Tx): Promise<void> {
			const dropped = events.filter(({ isDropped }) => isDropped).map(({ id }) => id);
			await insertRows(
				tx,
				testGatewayEvents,
				events.map(({ isDropped: _, ...event }) => event),
			);
			if (dropped.length > 0) {
				await tx
					.update(testGatewayEvents)
					.set({ dueAt: neverDue })
					.where(inArray(testGatewayEvents.id, dropped));
			}
			events.length = 0;
		},
	};
}
