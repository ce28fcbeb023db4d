import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultTimeouts } from '#server/db/client.ts';
import { isBadValue } from '#server/db/errors.ts';
import { toAppError } from '#server/http/errors.ts';
import type { Services } from '#server/services.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { hangMs } from '#tests/support/seed.ts';
import { type PlacedOrder, type PlaceOrderInput, placeOrder } from './commands/place-order.ts';

const database = useTestDatabase({ timeouts: defaultTimeouts });
let services: Services;
beforeAll(async () => {
	services = await createTestServices(database());
});

const input = (event: SellingEvent, more: Partial<PlaceOrderInput> = {}): PlaceOrderInput => ({
	organisationId: event.organisationId,
	eventId: event.eventId,
	buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
	items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
	...more,
});

describe('one order that the database cannot take', () => {
	test('fails alone, whatever stood beside it', async () => {
		const event = await insertSellingEvent(database(), 100);
		const settled = await Promise.allSettled(
			Array.from({ length: 30 }, (_, n) =>
				placeOrder(
					services,
					input(event, n === 17 ? { buyer: { name: 'nul \0', email: 'a@example.org' } } : {}),
				),
			),
		);
		const failed = settled.flatMap((result, n) =>
			result.status === 'rejected' ? [{ n, error: result.reason }] : [],
		);
		expect(failed.map((one) => one.n)).toEqual([17]);
		expect(isBadValue(failed[0]?.error)).toBe(true);
		await expectInvariants(services);
	});

	test('whose code is taken gets another', async () => {
		const event = await insertSellingEvent(database(), 10);
		const first = await placeOrder(services, input(event));
		// The next order wants the code of the first one, once: a sequence counts through rolled back statements too.
		await database().pool.query(`
			CREATE SEQUENCE forced;
			CREATE FUNCTION force_code() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('forced') = 1 THEN NEW.code := '${first.code}'; END IF; RETURN NEW;
			END $$;
			CREATE TRIGGER force_code BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION force_code()`);
		try {
			const second = await placeOrder(services, input(event));
			expect(second.code).not.toBe(first.code);
			expect(second.status).toBe('confirmed');
		} finally {
			await database().pool.query(
				'DROP TRIGGER force_code ON orders; DROP FUNCTION force_code; DROP SEQUENCE forced',
			);
		}
		await expectInvariants(services);
	});
});

describe('a lock that is held for long', () => {
	test('keeps nobody for long, and everything goes on afterwards', async () => {
		const event = await insertSellingEvent(database(), 500);
		const client = await database().pool.connect();
		const waits: number[] = [];
		try {
			await client.query('BEGIN');
			await client.query('SELECT 1 FROM capacity_pools WHERE id = $1 FOR UPDATE', [event.poolId]);
			const arrivals = Array.from({ length: 150 }, async (_, n) => {
				await new Promise((resolve) => setTimeout(resolve, n * 10));
				const sinceMs = performance.now();
				const error = await placeOrder(services, input(event)).then(
					() => null,
					(reason) => toAppError(reason),
				);
				waits.push(performance.now() - sinceMs);
				return error;
			});
			for (const error of await Promise.all(arrivals)) {
				expect(error).toMatchObject({ code: 'SERVER_OVERLOADED', status: 503 });
				expect(error?.retryAfterSeconds).toBeGreaterThan(0);
			}
		} finally {
			await client.query('ROLLBACK');
			client.release();
		}
		expect(Math.max(...waits)).toBeLessThan(hangMs);
		expect((await placeOrder(services, input(event))).status).toBe('confirmed');
		await expectInvariants(services);
	});
});

describe('connections that are cut in a burst', () => {
	test('lose no acknowledged order; a repetition with the same key settles the others', async () => {
		const event = await insertSellingEvent(database(), 1_000);
		const keys = Array.from({ length: 400 }, () => randomUUID());
		const acknowledged = new Map<string, PlacedOrder>();
		let repeated = 0;
		let isOver = false;
		const cutting = (async () => {
			while (!isOver) {
				await new Promise((resolve) => setTimeout(resolve, 15));
				await database()
					.pool.query(
						`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
						WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5`,
					)
					.catch(() => {});
			}
		})();
		await Promise.all(
			keys.map(async (idempotencyKey, n) => {
				await new Promise((resolve) => setTimeout(resolve, n));
				for (let attempt = 0; attempt < 50 && !acknowledged.has(idempotencyKey); attempt += 1) {
					try {
						acknowledged.set(idempotencyKey, await placeOrder(services, input(event, { idempotencyKey })));
					} catch (error) {
						repeated += 1;
						expect(toAppError(error).status).toBe(503);
						if (attempt > 5) isOver = true;
						await new Promise((resolve) => setTimeout(resolve, 20));
					}
				}
			}),
		);
		isOver = true;
		await cutting;
		expect(repeated).toBeGreaterThan(0);
		expect(acknowledged.size).toBe(400);
		const { rows } = await database().pool.query(
			'SELECT id, idempotency_key FROM orders WHERE event_id = $1',
			[event.eventId],
		);
		expect(rows).toHaveLength(400);
		for (const row of rows) expect(acknowledged.get(row.idempotency_key)?.id).toBe(row.id);
		await expectInvariants(services);
	});
});
