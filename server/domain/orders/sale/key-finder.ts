import { plainArray, type Statement, textArray } from '../../../db/statement.ts';
import type { Services } from '../../../services.ts';
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
 * Looks keys up in the database, all that are asked while one question is under way in the next one: when everything is sold out,
 * a thousand refusals cost two questions.
 * @returns a function that gives what the key of an order is answered with, or null when it has made no order
 */
export function createKeyFinder(services: Services): (order: SaleOrder) => Promise<SaleResult | null> {
	interface Asked {
		order: SaleOrder;
		resolve(result: SaleResult | null): void;
		reject(error: unknown): void;
	}
	let waiting: Asked[] = [];
	let isRunning = false;

	async function ask(batch: Asked[]): Promise<void> {
		try {
			const { rows } = await services.database.pool.query<{ place: number; id: string; hash: Buffer | null }>(
				{
					...findKeys,
					values: [
						plainArray(batch.map((_, index) => index)),
						plainArray(batch.map((one) => one.order.organisationId)),
						plainArray(batch.map((one) => one.order.eventId)),
						textArray(batch.map((one) => one.order.idempotencyKey)),
					],
				},
			);
			const found = new Map(rows.map((row) => [row.place, row]));
			for (const [index, one] of batch.entries()) {
				const row = found.get(index);
				one.resolve(row ? answerOf({ orderId: row.id, requestHash: row.hash }, one.order) : null);
			}
		} catch (error) {
			for (const one of batch) one.reject(error);
		}
	}

	async function work(): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
		while (waiting.length > 0) {
			const batch = waiting.slice(0, cap);
			waiting = waiting.slice(cap);
			await ask(batch);
		}
		isRunning = false;
	}

	return (order) =>
		new Promise((resolve, reject) => {
			waiting.push({ order, resolve, reject });
			if (isRunning) return;
			isRunning = true;
			void work();
		});
}
