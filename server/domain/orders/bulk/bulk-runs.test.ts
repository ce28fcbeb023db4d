import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
	type claimOrder,
	readNextOrder,
	runBulk,
	runNextOrder,
} from '#server/domain/orders/bulk/run-orders.ts';
import { syncBalance } from '#server/domain/payments/balance.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import {
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();
const many = rounds(40, 500);

async function makeSold(paid: number, more: { byTransfer?: number } = {}) {
	const owner = await makeUser(services);
	const { byTransfer = 0 } = more;
	const event = await makePricedEvent(services, api, owner, { capacity: 600, taxBasisPoints: 1_900 });
	const orders: { id: string }[] = [];
	for (let n = 0; n < paid; n += 1) {
		const order = await holdTickets(api, event);
		expect((await payByCard(api, order)).status).toBe(201);
		orders.push(order);
	}
	for (let n = 0; n < byTransfer; n += 1) {
		const order = await holdTickets(api, event);
		const paid = await markPaid(api, event, order, { token: owner.token });
		expect(paid.status, JSON.stringify(paid.body)).toBe(200);
		orders.push(order);
	}
	return { owner, event, orders };
}

async function cancel(event: PricedEvent, owner: TestUser): Promise<void> {
	await api.post(`/api/events/${event.id}/cancel`, { message: 'Storm' }, { token: owner.token });
	await endUndoTime(services, event.id);
}

const begin = (event: PricedEvent, owner: TestUser, body: object = {}) =>
	api.post(`/api/events/${event.id}/bulk-runs`, body, {
		token: owner.token,
		headers: { 'Idempotency-Key': randomUUID() },
	});

const runOf = async (event: PricedEvent, owner: TestUser, run: string) =>
	(await api.get(`/api/events/${event.id}/bulk-runs/${run}`, { token: owner.token })).body;

async function refundsOf(event: PricedEvent) {
	const { rows } = await services.database.pool.query<{ orders: number; refunds: number; minor: number }>(
		`SELECT count(DISTINCT subject_id)::int AS orders, count(*)::int AS refunds, sum(amount_minor)::int AS minor
		FROM refunds WHERE event_id = $1`,
		[event.id],
	);
	return rows[0];
}

/** Two workers until nothing waits. @returns how many orders they took */
async function work(): Promise<number> {
	const taken = await Promise.all(
		[1, 2].map(async () => {
			let count = 0;
			while (await runNextOrder(services)) count += 1;
			return count;
		}),
	);
	return taken.reduce((sum, count) => sum + count, 0);
}

describe('refunds of a cancelled event', () => {
	test('are previewed, made once, and end as the books say', async () => {
		const { owner, event, orders } = await makeSold(4, { byTransfer: 1 });
		expect((await begin(event, owner)).body.metadata.rule).toBe('event-not-cancelled');
		const account = await findAccount(services.database.db, event.organisationId);
		if (!account) throw new Error('no account');
		await syncBalance(services, account);
		const preview = await api.post(`/api/events/${event.id}/bulk-runs/preview`, undefined, {
			token: owner.token,
		});
		expect(preview.body).toEqual({
			totals: [
				{
					currency: 'EUR',
					orders: 5,
					amountMinor: 12_000,
					providerKeepsMinor: 4 * 61,
					platformFeeMinor: 0,
					ways: [
						{ method: 'card', orders: 4, amountMinor: 9_600 },
						{ method: 'transfer', orders: 1, amountMinor: 2_400 },
					],
				},
			],
			disputed: 0,
			isTest: true,
		});
		await cancel(event, owner);
		const begun = await begin(event, owner, { reason: 'Storm' });
		expect([begun.status, begun.body.state, begun.body.total]).toEqual([201, 'running', 5]);
		expect((await begin(event, owner)).body.metadata.rule).toBe('bulk-run-under-way');
		while ((await runBulk(services)) > 0);
		await settleAll(services);
		expect(await runOf(event, owner, begun.body.id)).toMatchObject({
			...{ state: 'done', total: 5, done: 5, failed: 0, underWay: 0, sentBack: 0, failures: [] },
		});
		const detail = await api.get(`/api/events/${event.id}/orders/${orders[0]?.id}`, { token: owner.token });
		expect(detail.body).toMatchObject({
			status: 'cancelled',
			dueMinor: 0,
			paidMinor: 0,
			refunds: [{ amountMinor: 2_400, reason: 'cancelled_event', note: 'Storm', state: 'succeeded' }],
		});
		expect((await begin(event, owner)).body.metadata.rule).toBe('nothing-to-refund');
		await expectInvariants(services);
	});

	test(`of ${many} paid orders, by two workers: each once`, async () => {
		const { owner, event } = await makeSold(0, { byTransfer: many });
		await cancel(event, owner);
		const begun = await begin(event, owner);
		expect(begun.body.total).toBe(many);
		expect(await work()).toBe(many);
		await runBulk(services);
		expect(await refundsOf(event)).toEqual({ orders: many, refunds: many, minor: many * 2_400 });
		expect(await runOf(event, owner, begun.body.id)).toMatchObject({ state: 'done', done: many, failed: 0 });
		await expectInvariants(services);
	});

	test('workers that do not claim an order take it twice (negative control); its payment still returns no more than it is', async () => {
		const { owner, event } = await makeSold(0, { byTransfer: 6 });
		await cancel(event, owner);
		const begun = await begin(event, owner);
		let taken = 0;
		for (let n = 0; n < 6; n += 1) {
			// Both read the same next order before either has refunded it.
			const meeting = Promise.withResolvers<void>();
			let there = 0;
			const meet: typeof claimOrder = async (tx) => {
				const next = await readNextOrder(tx);
				there += 1;
				if (there === 2) meeting.resolve();
				await meeting.promise;
				return next;
			};
			const took = await Promise.all([runNextOrder(services, meet), runNextOrder(services, meet)]);
			taken += took.filter(Boolean).length;
		}
		expect(taken).toBe(12);
		expect(await refundsOf(event)).toEqual({ orders: 6, refunds: 6, minor: 6 * 2_400 });
		expect(await runOf(event, owner, begun.body.id)).toMatchObject({ done: 6, failed: 0 });
		await expectInvariants(services);
	});

	test('are stopped, and taken up again by another run', async () => {
		const { owner, event } = await makeSold(0, { byTransfer: 4 });
		await cancel(event, owner);
		const { body: first } = await begin(event, owner);
		await runNextOrder(services);
		const stopped = await api.post(`/api/events/${event.id}/bulk-runs/${first.id}/stop`, undefined, {
			token: owner.token,
		});
		expect(stopped.body).toMatchObject({ state: 'stopped', done: 1 });
		expect(await runNextOrder(services)).toBe(false);
		const { body: second } = await begin(event, owner);
		expect(second.total).toBe(3);
		while ((await runBulk(services)) > 0);
		expect(await refundsOf(event)).toEqual({ orders: 4, refunds: 4, minor: 9_600 });
		const listed = await api.get(`/api/events/${event.id}/bulk-runs`, { token: owner.token });
		expect(listed.body.data.map(({ state }: { state: string }) => state)).toEqual(['done', 'stopped']);
		await expectInvariants(services);
	});

	test('leave an order undone when the process ends between refund and note, and name what they cannot refund', async () => {
		const { owner, event, orders } = await makeSold(0, { byTransfer: 3 });
		await cancel(event, owner);
		const { body: run } = await begin(event, owner);
		// The note cannot be written: as if the process had ended there.
		await services.database.pool.query(`
			CREATE FUNCTION no_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`);
		await services.database.pool.query(
			'CREATE TRIGGER no_note BEFORE UPDATE ON bulk_run_orders FOR EACH ROW EXECUTE FUNCTION no_note()',
		);
		await expect(runNextOrder(services)).rejects.toThrow();
		await services.database.pool.query('DROP TRIGGER no_note ON bulk_run_orders');
		expect(await refundsOf(event)).toEqual({ orders: 0, refunds: 0, minor: null });
		// Refunded by hand meanwhile.
		await api.post(
			`/api/events/${event.id}/orders/${orders[1]?.id}/refunds`,
			{},
			{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
		);
		while ((await runBulk(services)) > 0);
		const ended = await runOf(event, owner, run.id);
		expect(ended).toMatchObject({ state: 'done', done: 2, failed: 1 });
		expect(ended.failures).toMatchObject([{ orderId: orders[1]?.id, error: 'nothing-to-refund' }]);
		expect(await refundsOf(event)).toEqual({ orders: 3, refunds: 3, minor: 7_200 });
	});

	test('are nobody else’s to see or begin', async () => {
		const { owner, event } = await makeSold(0, { byTransfer: 1 });
		const stranger = await makeUser(services);
		expect((await begin(event, stranger)).status).toBe(404);
		const other = await makeSold(0, { byTransfer: 1 });
		await cancel(event, owner);
		const { body } = await begin(event, owner);
		const foreign = await api.get(`/api/events/${other.event.id}/bulk-runs/${body.id}`, {
			token: other.owner.token,
		});
		expect(foreign.status).toBe(404);
	});
});
