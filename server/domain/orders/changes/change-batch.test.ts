import { describe, expect, test, vi } from 'vitest';
import { createTicketType } from '#server/domain/tickets/commands/create-ticket-type.ts';
import { updateTicketType } from '#server/domain/tickets/commands/update-ticket-type.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import type { Services } from '#server/services.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { cancelOrder, releaseHold } from '../commands/cancel-order.ts';
import { confirmOrder } from '../commands/confirm-order.ts';
import { placeOrder } from '../commands/place-order.ts';

const { database, services: one, other: two } = useTestServers({ poolSize: 20 });

const order = (services: Services, event: SellingEvent, hold = false, quantity = 1) =>
	placeOrder(services, {
		...event,
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: event.ticketTypeId, quantity }],
		hold,
	});

const poolOf = async (event: SellingEvent) =>
	(
		await database().pool.query('SELECT size, confirmed, held FROM capacity_pools WHERE id = $1', [
			event.poolId,
		])
	).rows[0];

/** Resolves when this many sessions of the database wait for the turn of an event. */
const turnsWaiting = (count: number) =>
	expect
		.poll(async () => {
			const { rows } = await database().pool.query(
				`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
					AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
			);
			return rows[0].n;
		})
		.toBe(count);

describe('changes of orders that come together', () => {
	test('are one transaction, and each has its own answer', async () => {
		const event = await insertSellingEvent(database(), 100);
		const other = await insertSellingEvent(database(), 100);
		const [whole, part, hold, held, gone, foreign] = [
			await order(one, event, false, 2),
			await order(one, event, false, 2),
			await order(one, event, true),
			await order(one, event, true),
			await order(one, event),
			await order(one, other),
		];
		const of = ({ id }: { id: string }, scope = event) => ({ ...scope, orderId: id });
		await cancelOrder(one, of(gone), { notify: false });
		const transactions = vi.spyOn(one.database, 'transaction');
		const settled = await Promise.allSettled([
			cancelOrder(one, of(whole), { notify: true }),
			cancelOrder(one, of(whole), { notify: true }),
			cancelOrder(one, of(part), { attendeeId: part.attendees[1]?.id, notify: true }),
			cancelOrder(one, of(part), { attendeeId: whole.attendees[0]?.id, notify: true }),
			confirmOrder(one, of(hold)),
			cancelOrder(one, of(hold), { notify: true }),
			releaseHold(one, of(held)),
			confirmOrder(one, of(held)),
			releaseHold(one, of(part)),
			cancelOrder(one, of(foreign), { notify: true }),
		]);
		expect(transactions).toHaveBeenCalledTimes(1);
		expect(
			settled.map((one) =>
				one.status === 'fulfilled' ? one.value : (one.reason.metadata?.rule ?? one.reason.message),
			),
		).toEqual([
			true,
			false,
			true,
			'Attendee was not found.',
			true,
			true,
			undefined,
			'order-cancelled',
			'order-confirmed',
			'Order was not found.',
		]);
		expect(await poolOf(event)).toEqual({ size: 100, confirmed: 1, held: 0 });
		const { rows: facts } = await database().pool.query(
			`SELECT name, payload->>'orderId' AS id, jsonb_array_length(payload->'attendeeIds') AS tickets FROM facts
			WHERE event_id = $1 AND NOT (name = 'orders.order-confirmed' AND payload->>'orderId' <> $2) ORDER BY facts.id`,
			[event.eventId, hold.id],
		);
		expect(facts.slice(1).map(({ name, id, tickets }) => [name.slice(13), id, tickets])).toEqual([
			['cancelled', whole.id, 2],
			['cancelled', part.id, 1],
			['confirmed', hold.id, null],
			['cancelled', hold.id, 1],
		]);
		await expectInvariants(one);
	});

	test('wait for nobody who holds the order of another', async () => {
		const event = await insertSellingEvent(database(), 100);
		const orders = await Promise.all([1, 2, 3].map(() => order(one, event)));
		const scopes = orders.map(({ id }) => ({ ...event, orderId: id }));
		const client = await database().pool.connect();
		let isDone = false;
		try {
			await client.query('BEGIN');
			await client.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orders[0]?.id]);
			const [first, ...others] = scopes.map((scope) => cancelOrder(one, scope, { notify: false }));
			void first?.then(() => {
				isDone = true;
			});
			expect(await Promise.all(others)).toEqual([true, true]);
			expect(isDone).toBe(false);
			await client.query('COMMIT');
			expect(await first).toBe(true);
		} finally {
			client.release();
		}
		await expectInvariants(one);
	});
});

describe('an edit of what is sold', () => {
	test('waits for no unit of work that waits for an order', async () => {
		const event = await insertSellingEvent(database(), 100);
		const { id } = await order(one, event);
		const client = await database().pool.connect();
		let cancelled: Promise<boolean> | undefined;
		let isDone = false;
		try {
			await client.query('BEGIN');
			await client.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [id]);
			const begun = Promise.withResolvers<void>();
			let tries = 0;
			cancelled = one.database.unitOfWork((unit) => {
				const counted: typeof unit = {
					...unit,
					transaction(run) {
						tries += 1;
						if (tries === 2) begun.resolve();
						return unit.transaction(run);
					},
				};
				return cancelOrder(
					{ ...one, database: counted },
					{ ...event, orderId: id },
					{ notify: false },
				).finally(() => {
					isDone = true;
				});
			});
			await begun.promise;
			const input = { capacity: 50 };
			await updateTicketType(two, event, { ticketTypeId: event.ticketTypeId, input });
			expect(isDone).toBe(false);
			await client.query('COMMIT');
		} finally {
			client.release();
		}
		expect(await cancelled).toBe(true);
		await expectInvariants(one);
	});

	test('a place that a keyed cancellation gave back can be sold at once', async () => {
		const event = await insertSellingEvent(database(), 1);
		const { id } = await order(one, event);
		await expect(order(one, event)).rejects.toMatchObject({ metadata: { rule: 'sold-out' } });
		await one.database.unitOfWork((unit) =>
			cancelOrder({ ...one, database: unit }, { ...event, orderId: id }, { notify: false }),
		);
		await order(one, event);
		await expectInvariants(one);
	});

	test('waits for those under way and for nobody who came later, from any server', async () => {
		const event = await insertSellingEvent(database(), 100);
		const [early, late] = [await order(one, event), await order(two, event)];
		const done: string[] = [];
		const noting = (what: string, work: Promise<unknown>) => work.then(() => done.push(what));
		let all: Promise<unknown>[] = [];
		await one.database.transaction(async (tx) => {
			await takeTurn(tx, event);
			const input = { capacity: 50 };
			all = [noting('edit', updateTicketType(two, event, { ticketTypeId: event.ticketTypeId, input }))];
			await turnsWaiting(1);
			all.push(
				noting('cancel', cancelOrder(one, { ...event, orderId: early.id }, { notify: false })),
				noting('cancel', cancelOrder(two, { ...event, orderId: late.id }, { notify: false })),
				noting('order', order(one, event)),
			);
			await turnsWaiting(4);
			expect(done).toEqual([]);
		});
		await Promise.all(all);
		expect(done[0]).toBe('edit');
		expect(done).toHaveLength(4);
		expect(await poolOf(event)).toEqual({ size: 50, confirmed: 1, held: 0 });
		await expectInvariants(one);
	});

	test('that makes a ticket type is known to the other servers at once', async () => {
		const event = await insertSellingEvent(database(), 100);
		await order(two, event);
		for (let round = 0; round < 5; round += 1) {
			const ticketTypeId = await createTicketType(one, event, { name: `Type ${round}` });
			await Promise.all([0, 1, 2].map(() => order(two, { ...event, ticketTypeId })));
		}
		await expectInvariants(one);
	});
});
