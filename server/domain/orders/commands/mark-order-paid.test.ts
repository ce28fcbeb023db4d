import { beforeAll, describe, expect, test } from 'vitest';
import { recordPayment } from '#server/domain/payments/settle.ts';
import { newId } from '#shared/lib/ids.ts';
import {
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { expireHolds } from '../expire-holds.ts';

const { database, services, api, owner } = useTestOwner();
let event: PricedEvent;
let token: string;
beforeAll(async () => {
	event = await makePricedEvent(services, api, owner, { capacity: 100 });
	token = owner.token;
});

const paymentsOf = async (orderId: string) => {
	const { rows } = await database().pool.query<{
		captured: number;
		excess: number;
		received: string;
	}>(
		`SELECT captured_minor::int AS captured, excess_minor::int AS excess, received_on::text AS received FROM payments
		WHERE subject_id = $1 ORDER BY id`,
		[orderId],
	);
	return rows;
};

async function expire(orderId: string): Promise<void> {
	await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
		orderId,
	]);
	await expireHolds(services);
}

describe('marking an order as paid', () => {
	test.each([2, 8])('by %i at once books the money once', async (count) => {
		const order = await holdTickets(api, event);
		const answers = await Promise.all(
			Array.from({ length: count }, () => markPaid(api, event, order, { token })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		for (const { status, body } of answers)
			if (status !== 200) expect(body.metadata.rule, JSON.stringify(body)).toBe('order-confirmed');
		expect(await paymentsOf(order.id)).toMatchObject([{ captured: 2_400, excess: 0 }]);
		await expectInvariants(services);
	});

	test('needs an Idempotency-Key, which answers the same again', async () => {
		const order = await holdTickets(api, event);
		const bare = await api.post(
			`/api/events/${event.id}/orders/${order.id}/mark-paid`,
			{ method: 'cash' },
			{ token },
		);
		expect([bare.status, bare.body.metadata.rule]).toEqual([400, 'idempotency-key-required']);
		const how = { token, key: 'mark-paid-once', method: 'cash' };
		expect((await markPaid(api, event, order, how)).body.status).toBe('confirmed');
		expect((await markPaid(api, event, order, how)).body.status).toBe('confirmed');
		expect(await paymentsOf(order.id)).toHaveLength(1);
	});

	test('and a payment by card at once take the money once', async () => {
		for (let round = 0; round < 4; round += 1) {
			const order = await holdTickets(api, event);
			await Promise.all([payByCard(api, order), markPaid(api, event, order, { token })]);
			const paid = (await paymentsOf(order.id)).reduce((sum, { captured }) => sum + captured, 0);
			expect(paid).toBe(2_400);
		}
		await expectInvariants(services);
	});

	test('money for an order that another payment has confirmed goes back by itself', async () => {
		const order = await holdTickets(api, event);
		await payByCard(api, order);
		await services.database.unitOfWork((unit) =>
			unit.transaction((tx) =>
				recordPayment({ ...services, database: unit }, tx, {
					id: newId(),
					organisationId: event.organisationId,
					eventId: event.id,
					subjectId: order.id,
					method: 'transfer',
					currency: 'EUR',
					amountMinor: 2_400,
					isPart: false,
				}),
			),
		);
		const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token });
		expect(body).toMatchObject({
			status: 'confirmed',
			toSendMinor: 2_400,
			refunds: [{ reason: 'paid_twice', state: 'requested' }],
		});
		await expectInvariants(services);
	});

	test('in parts: the order waits for the rest, and is confirmed with it', async () => {
		const order = await holdTickets(api, event);
		const first = await markPaid(api, event, order, { token, amountMinor: 1_000, receivedOn: '2026-11-02' });
		expect(first.body).toMatchObject({ status: 'pending', paidMinor: 1_000, dueMinor: 1_400 });
		expect(first.body.payments).toMatchObject([{ amountMinor: 1_000, receivedOn: '2026-11-02' }]);
		expect((await api.get(`/api/orders/${order.manageToken}`)).body).toMatchObject({
			status: 'pending',
			dueMinor: 1_400,
		});
		await expectInvariants(services);
		const [one, other] = await Promise.all([
			markPaid(api, event, order, { token, amountMinor: 700 }),
			markPaid(api, event, order, { token, amountMinor: 700 }),
		]);
		expect([one.status, other.status]).toEqual([200, 200]);
		expect((await markPaid(api, event, order, { token })).body.metadata.rule).toBe('order-confirmed');
		expect(await paymentsOf(order.id)).toMatchObject([
			{ captured: 1_000, received: '2026-11-02' },
			{ captured: 700 },
			{ captured: 700 },
		]);
		await expectInvariants(services);
	});

	test('in part, and the rest by card: only the rest is charged', async () => {
		const order = await holdTickets(api, event);
		await markPaid(api, event, order, { token, amountMinor: 1_000 });
		const paid = await payByCard(api, order);
		expect(paid.body, JSON.stringify(paid.body)).toMatchObject({
			payment: { amountMinor: 1_400 },
			order: { status: 'confirmed', dueMinor: 0 },
		});
		await expectInvariants(services);
	});

	test('with more than it costs: the rest is owed to the buyer', async () => {
		const order = await holdTickets(api, event);
		const paid = await markPaid(api, event, order, { token, amountMinor: 3_000 });
		expect(paid.body).toMatchObject({ status: 'confirmed', paidMinor: 3_000, dueMinor: -600 });
		expect(await paymentsOf(order.id)).toMatchObject([{ captured: 3_000, excess: 600 }]);
		await expectInvariants(services);
		const refund = await refundOrder(api, event, order, { token, amountMinor: 600 });
		expect(refund.body).toMatchObject({ status: 'confirmed', toSendMinor: 600 });
		await expectInvariants(services);
	});

	test('a cancelled one is refused: nothing is booked', async () => {
		const order = await holdTickets(api, event);
		await api.delete(`/api/orders/${order.manageToken}/hold`);
		const refused = await markPaid(api, event, order, { token });
		expect(refused.body.metadata.rule).toBe('order-cancelled');
		expect(await paymentsOf(order.id)).toEqual([]);
	});

	test('one whose time has ended is confirmed while there is room; otherwise the money is owed, not returned', async () => {
		const small = await makePricedEvent(services, api, owner, { capacity: 1 });
		const late = await holdTickets(api, small);
		await expire(late.id);
		const other = await holdTickets(api, small);
		await payByCard(api, other);
		const owed = await markPaid(api, small, late, { token });
		expect(owed.body, JSON.stringify(owed.body)).toMatchObject({
			status: 'expired',
			paidMinor: 2_400,
			refundedMinor: 0,
			toSendMinor: 2_400,
			refunds: [{ state: 'requested', reason: 'late_payment' }],
		});
		await expectInvariants(services);

		const early = await holdTickets(api, event);
		await expire(early.id);
		expect((await markPaid(api, event, early, { token })).body.status).toBe('confirmed');
	});

	test('a part that was returned pays nothing', async () => {
		const order = await holdTickets(api, event);
		await markPaid(api, event, order, { token, amountMinor: 1_000 });
		const back = await refundOrder(api, event, order, { token, amountMinor: 1_000 });
		expect(back.body).toMatchObject({
			dueMinor: 2_400,
			toSendMinor: 1_000,
			refunds: [{ reason: 'not_sold' }],
		});
		const paid = await markPaid(api, event, order, { token });
		expect(paid.body).toMatchObject({ status: 'confirmed' });
		expect(await paymentsOf(order.id)).toMatchObject([{ captured: 1_000 }, { captured: 2_400 }]);
		await expectInvariants(services);
	});

	test.each([0, -5, 1.5])('with %d is refused', async (amountMinor) => {
		const order = await holdTickets(api, event);
		expect((await markPaid(api, event, order, { token, amountMinor })).status).toBe(400);
	});
});
