import { plainArray, type Statement, textArray } from '#server/db/statement.ts';
import { createRequestBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { SaleOrder } from './sale-order.ts';
import { answerOf, type SaleResult } from './sell.ts';

const findKeys: Statement = {
	name: 'orders.find-keys',
	text: `
SELECT w.place, o.id, o.request_hash AS hash
FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[]) AS w(place, organisation_id, event_id, key)
JOIN orders o ON o.organisation_id = w.organisation_id AND o.event_id = w.event_id AND o.idempotency_key = w.key`,
};

const cap = 500;

/**
 * Looks keys up in the database, all that are requested while a query runs in the next one: when everything is sold out,
 * a thousand refusals cost two questions.
 * @returns a function that gives what the key of an order is answered with, or null when it has made no order
 */
export function createKeyFinder(services: Services): (order: SaleOrder) => Promise<SaleResult | null> {
	return createRequestBatcher<SaleOrder, SaleResult | null>(cap, async (orders) => {
		const { rows } = await services.database.pool.query<{ place: number; id: string; hash: Buffer | null }>({
			...findKeys,
			values: [
				plainArray(orders.map((_, index) => index)),
				plainArray(orders.map((order) => order.organisationId)),
				plainArray(orders.map((order) => order.eventId)),
				textArray(orders.map((order) => order.idempotencyKey)),
			],
		});
		const found = new Map(rows.map((row) => [row.place, row]));
		return orders.map((order, index) => {
			const row = found.get(index);
			return row ? answerOf({ orderId: row.id, requestHash: row.hash }, order) : null;
		});
	});
}
