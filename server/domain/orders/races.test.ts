import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { updateTicketType } from '#server/domain/tickets/commands/update-ticket-type.ts';
import { lineLimits } from '#server/platform/concurrency/batch-queue.ts';
import type { Services } from '#server/services.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import {
	insertEvent,
	insertSellingEvent,
	insertSharedPool,
	insertTicketType,
	orderInput,
	type SellingEvent,
} from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { orderChecks } from './checks.ts';
import { cancelOrder, releaseHold } from './commands/cancel-order.ts';
import { confirmOrder } from './commands/confirm-order.ts';
import { type PlacedOrder, type PlaceOrderInput, placeOrder } from './commands/place-order.ts';
import { expireHolds } from './expire-holds.ts';

const { database, services: one, other: two } = useTestServers();

const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };

/** The same order again when the machine was so busy that the product sent it away after seconds in its queue. */
async function placePatiently(server: Services, order: PlaceOrderInput): Promise<PlacedOrder> {
	for (;;) {
		const sinceMs = performance.now();
		try {
			return await placeOrder(server, order);
		} catch (error) {
			const isQueueTooLong = (error as AppError).code === 'SERVER_OVERLOADED';
			if (!isQueueTooLong || performance.now() - sinceMs < lineLimits.maxWaitMs) throw error;
		}
	}
}

/** Everybody at once, on both servers in turn; who got a ticket, and what the others were answered. */
async function rush(
	event: SellingEvent,
	count: number,
	more: Partial<PlaceOrderInput> = {},
	servers = [one, two],
) {
	const settled = await Promise.allSettled(
		Array.from({ length: count }, (_, n) =>
			placePatiently(
				servers[n % servers.length] as Services,
				orderInput(event, 1, { idempotencyKey: randomUUID(), ...more }),
			),
		),
	);
	const sold = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
	const reported = settled.flatMap((result) =>
		result.status === 'rejected' ? [result.reason as AppError] : [],
	);
	return { sold, reported };
}

const expireNow = (eventId: string, on: Database = database()) =>
	on.pool.query(
		`UPDATE orders SET expires_at = now() - interval '1 second' WHERE event_id = $1 AND status = 'pending'`,
		[eventId],
	);

const poolOf = async (event: SellingEvent) =>
	(await database().pool.query('SELECT confirmed, held FROM capacity_pools WHERE id = $1', [event.poolId]))
		.rows[0];

describe('the last seat', () => {
	test('goes to one of 500, and the others are refused in words', async () => {
		for (let round = 0; round < rounds(1, 4); round += 1) {
			const event = await insertSellingEvent(database(), 1);
			const { sold, reported } = await rush(event, 500);
			expect(sold).toHaveLength(1);
			for (const error of reported) {
				expect(error).toMatchObject({
					code: 'BUSINESS_RULE_VIOLATION',
					metadata: { rule: 'sold-out', left: 0 },
				});
			}
		}
		await expectInvariants(one);
	});

	test('goes to two when the guard is taken out: the test above can fail', async () => {
		const unguarded = await createTestDatabase();
		try {
			await unguarded.pool.query('ALTER TABLE capacity_pools DROP CONSTRAINT capacity_pools_never_oversold');
			const pool = withoutGuard(unguarded.pool);
			const broken = await createTestServices({ ...unguarded, pool });
			const event = await insertSellingEvent(unguarded, 1);
			const { sold } = await rush(event, 500, {}, [broken]);
			expect(sold.length).toBeGreaterThan(1);
			const oversold = orderChecks.find((check) => check.name === 'orders.never-oversold');
			expect(await oversold?.run(broken)).toHaveLength(1);
		} finally {
			await unguarded.drop();
		}
	});

	test('an odd number of places for orders of two: as many orders as fit, none lost, none too many', async () => {
		const fit = rounds(500, 2_500);
		const event = await insertSellingEvent(database(), 2 * fit + 1);
		const { sold, reported } = await rush(event, fit + 200, {
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 2 }],
		});
		expect(sold).toHaveLength(fit);
		expect(reported).toHaveLength(200);
		expect(await poolOf(event)).toEqual({ confirmed: 2 * fit, held: 0 });
		await expectInvariants(one);
	});

	test('of shared places, wanted by several types in any order', async () => {
		const event = await insertEvent(database());
		const hall = await insertSharedPool(database(), event, 30);
		const made: { ticketTypeId: string }[] = [];
		for (let n = 0; n < 4; n += 1)
			made.push(await insertTicketType(database(), event, { sharedPoolId: hall, size: 10, position: n }));
		const results = await Promise.allSettled(
			Array.from({ length: 200 }, (_, n) => {
				const pick = (step: number) => ({
					ticketTypeId: made[(n + step) % 4]?.ticketTypeId as string,
					quantity: 1,
				});
				return placePatiently(n % 2 ? one : two, {
					...event,
					buyer,
					items: n % 3 ? [pick(0)] : [pick(3), pick(1)],
				});
			}),
		);
		const faults = results.filter(
			(result) => result.status === 'rejected' && (result.reason as AppError).metadata?.rule !== 'sold-out',
		);
		expect(faults).toEqual([]);
		const { rows } = await database().pool.query('SELECT confirmed FROM capacity_pools WHERE id = $1', [
			hall,
		]);
		expect(rows[0].confirmed).toBe(30);
		await expectInvariants(one);
	});
});

/** A pool whose sales do not look at the number of places. */
function withoutGuard(pool: Database['pool']): Database['pool'] {
	const size = '(p.size IS NULL OR p.confirmed + p.held + d.confirmed + d.held <= p.size)';
	return new Proxy(pool, {
		get(target, property) {
			if (property !== 'query') return Reflect.get(target, property, target);
			return (query: { text: string } | string, ...rest: unknown[]) => {
				if (typeof query === 'string')
					return (target.query as (...all: unknown[]) => unknown).call(target, query, ...rest);
				if (query.text.includes('new_orders')) expect(query.text).toContain(size);
				return (target.query as (...all: unknown[]) => unknown).call(
					target,
					{ ...query, text: query.text.replace(size, 'true') },
					...rest,
				);
			};
		},
	});
}

describe('holds', () => {
	let event: SellingEvent;
	beforeEach(async () => {
		event = await insertSellingEvent(database(), 40);
	});

	test('that end are taken by the next, before any worker comes', async () => {
		await rush(event, 40, { hold: true });
		expect((await rush(event, 5)).reported).toHaveLength(5);
		await expireNow(event.eventId);
		const fresh = [await createTestServices({ ...database() })];
		expect((await rush(event, 50, {}, fresh)).sold).toHaveLength(40);
		expect(await poolOf(event)).toEqual({ confirmed: 40, held: 0 });
		await expectInvariants(one);
	});

	test('that end while they are confirmed are one or the other; several workers give back once', async () => {
		const { sold } = await rush(event, 40, { hold: true });
		await expireNow(event.eventId);
		const settled = await Promise.allSettled([
			...sold.map((order, n) => confirmOrder(n % 2 ? one : two, { ...event, orderId: order.id })),
			expireHolds(one),
			expireHolds(two),
			expireHolds(one),
			...Array.from({ length: 20 }, () => placeOrder(two, orderInput(event))),
			...sold.slice(0, 10).map((order) => confirmOrder(one, { ...event, orderId: order.id })),
		]);
		for (const result of settled) {
			if (result.status === 'rejected')
				expect(['hold-ended', 'sold-out']).toContain(result.reason.metadata?.rule);
		}
		const { confirmed, held } = await poolOf(event);
		expect(confirmed).toBe(40);
		expect(held).toBe(0);
		await expectInvariants(one);
	});

	test('are confirmed late while there is room, and refused when there is none', async () => {
		const [first, second] = (await rush(event, 2, { hold: true })).sold;
		await expireNow(event.eventId);
		await expireHolds(one);
		expect(await poolOf(event)).toEqual({ confirmed: 0, held: 0 });
		await confirmOrder(one, { ...event, orderId: first?.id as string });
		expect(await poolOf(event)).toEqual({ confirmed: 1, held: 0 });
		await rush(event, 39);
		await expect(confirmOrder(two, { ...event, orderId: second?.id as string })).rejects.toMatchObject({
			metadata: { rule: 'hold-ended', left: 0 },
		});
		await expectInvariants(one);
	});

	test('released, cancelled and ended at once give back once', async () => {
		const { sold } = await rush(event, 20, { hold: true });
		await expireNow(event.eventId);
		await Promise.all([
			...sold.flatMap((order) => {
				const scope = { ...event, orderId: order.id };
				return [releaseHold(one, scope), cancelOrder(two, scope, { notify: false }), releaseHold(two, scope)];
			}),
			expireHolds(one),
			expireHolds(two),
		]);
		expect(await poolOf(event)).toEqual({ confirmed: 0, held: 0 });
		await expectInvariants(one);
	});
});

describe('meanwhile', () => {
	test('an order cancelled ten times, whole and in parts, gives back once', async () => {
		const event = await insertSellingEvent(database(), 10);
		const order = await placeOrder(one, orderInput(event, 5));
		const scope = { ...event, orderId: order.id };
		await Promise.all(
			Array.from({ length: 10 }, (_, n) =>
				cancelOrder(n % 2 ? one : two, scope, {
					notify: true,
					attendeeId: n % 3 ? order.attendees[n % 5]?.id : undefined,
				}),
			),
		);
		expect(await poolOf(event)).toEqual({ confirmed: 0, held: 0 });
		await expectInvariants(one);
	});

	test('a place that is given back can be taken at once on the same server, and soon on another', async () => {
		const event = await insertSellingEvent(database(), 1);
		const { sold } = await rush(event, 50);
		await cancelOrder(one, { ...event, orderId: sold[0]?.id as string }, { notify: false });
		await placeOrder(one, orderInput(event));
		const [order] = (
			await database().pool.query(`SELECT id FROM orders WHERE event_id = $1 AND status = 'confirmed'`, [
				event.eventId,
			])
		).rows;
		await expect(placeOrder(two, orderInput(event))).rejects.toMatchObject({
			metadata: { rule: 'sold-out' },
		});
		await cancelOrder(one, { ...event, orderId: order.id }, { notify: false });
		await expect
			.poll(() =>
				placeOrder(two, orderInput(event)).then(
					() => 'sold',
					() => 'sold out',
				),
			)
			.toBe('sold');
		await expectInvariants(one);
	});

	test('capacity is lowered: never below what is taken, and nothing is sold above it', async () => {
		const event = await insertSellingEvent(database(), 200);
		const lowering = (async () => {
			const refused: number[] = [];
			for (let size = 190; size >= 60; size -= 10) {
				await updateTicketType(two, event, {
					ticketTypeId: event.ticketTypeId,
					input: { capacity: size },
				}).catch((error) => {
					expect(error.metadata.rule).toBe('capacity-below-sold');
					refused.push(size);
				});
			}
			return refused;
		})();
		const { sold, reported } = await rush(event, 300);
		await lowering;
		const { rows } = await database().pool.query('SELECT size, confirmed FROM capacity_pools WHERE id = $1', [
			event.poolId,
		]);
		expect(rows[0].confirmed).toBe(sold.length);
		expect(rows[0].confirmed).toBeLessThanOrEqual(rows[0].size);
		for (const error of reported) expect(error.metadata.rule).toBe('sold-out');
		await expectInvariants(one);
	});

	test('the event is cancelled: everybody before has a ticket, everybody after is refused', async () => {
		const event = await insertSellingEvent(database(), null);
		expect((await rush(event, 60)).reported).toEqual([]);
		const cancelling = cancelEvent(two, event, 'Storm');
		const reported: AppError[] = [];
		while (reported.length === 0) reported.push(...(await rush(event, 60)).reported);
		await cancelling;
		for (const error of reported)
			expect(['event-cancelled', 'ticket-type-closed']).toContain(error.metadata.rule);
		const last = await rush(event, 60);
		expect(last.sold).toHaveLength(0);
		const { rows } = await database().pool.query(
			`SELECT count(*)::int AS late FROM orders o JOIN events e ON e.id = o.event_id WHERE o.event_id = $1 AND o.created_at > e.cancelled_at + interval '2 seconds'`,
			[event.eventId],
		);
		expect(rows[0].late).toBe(0);
		await expectInvariants(one);
	});

	test('the terms change: nothing is sold on the old ones', async () => {
		const event = await insertSellingEvent(database(), null);
		const change = updateTicketType(two, event, {
			ticketTypeId: event.ticketTypeId,
			input: { maxPerOrder: 1 },
		});
		const orders = rush(event, 200, { items: [{ ticketTypeId: event.ticketTypeId, quantity: 2 }] });
		await change;
		const { rows: before } = await database().pool.query(
			'SELECT confirmed FROM capacity_pools WHERE id = $1',
			[event.poolId],
		);
		const { reported } = await orders;
		for (const error of reported) expect(error.metadata.rule).toBe('above-maximum');
		const after = await rush(event, 20, { items: [{ ticketTypeId: event.ticketTypeId, quantity: 2 }] });
		expect(after.sold).toHaveLength(0);
		expect(before[0].confirmed % 2).toBe(0);
		await expectInvariants(one);
	});

	test('a type joins shared places: what it sells is counted in both', async () => {
		const event = await insertSellingEvent(database(), 500);
		const hall = await insertSharedPool(database(), event, 400);
		const joining = (async () => {
			for (let n = 0; n < 10; n += 1) {
				const sharedPoolId = n % 2 ? null : hall;
				await updateTicketType(two, event, { ticketTypeId: event.ticketTypeId, input: { sharedPoolId } });
			}
		})();
		const { sold } = await rush(event, 300);
		await Promise.all([
			joining,
			...sold
				.slice(0, 50)
				.map((order) => cancelOrder(one, { ...event, orderId: order.id }, { notify: false })),
		]);
		expect(sold).toHaveLength(300);
		await expectInvariants(one);
	});
});
