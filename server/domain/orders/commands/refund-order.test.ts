import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { freshRefundMinor as freshRefundOf } from '#shared/rules/refund-limits.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder } from '#tests/factories/money.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const freshRefundMinor = freshRefundOf('EUR');
const { database, services, api } = useTestApi();

const signedInBefore = (user: TestUser, age: string) =>
	database().pool.query(`UPDATE sessions SET confirmed_at = now() - $2::interval WHERE user_id = $1`, [
		user.userId,
		age,
	]);
const needsSignIn = { status: 403, body: { code: 'AUTH_REQUIRED', metadata: { rule: 'confirm-sign-in' } } };

describe('a refund', () => {
	test(`of ${freshRefundMinor} minor units and more needs a recent sign-in; the same request is done after it`, async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner, { priceMinor: 60_000 });
		const order = await holdTickets(api, event, 2);
		expect((await payByCard(api, order)).status).toBe(201);
		await signedInBefore(owner, '1 day');
		const key = randomUUID();
		const refund = (amountMinor?: number) =>
			refundOrder(api, event, order, { token: owner.token, key, amountMinor, reason: 'ill' });
		expect(await refund(freshRefundMinor)).toMatchObject(needsSignIn);
		// All that is left, without an amount.
		expect(await refundOrder(api, event, order, { token: owner.token })).toMatchObject(needsSignIn);
		const small = await refundOrder(api, event, order, {
			token: owner.token,
			amountMinor: freshRefundMinor - 1,
		});
		expect(small.status, JSON.stringify(small.body)).toBe(201);

		await signedInBefore(owner, '0 seconds');
		expect((await refund(freshRefundMinor)).body).toMatchObject({
			refundableMinor: 120_001 - 2 * freshRefundMinor,
		});
		expect((await refund(freshRefundMinor)).body).toMatchObject({
			refundableMinor: 120_001 - 2 * freshRefundMinor,
		});
	});

	test('that reaches this amount with others of the same member within an hour needs one, also beside another', async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner, { priceMinor: 30_000 });
		const orders = [];
		for (let n = 0; n < 4; n += 1) {
			orders.push(await holdTickets(api, event));
			expect((await payByCard(api, orders[n] as (typeof orders)[number])).status).toBe(201);
		}
		await signedInBefore(owner, '1 day');
		const refund = (order: { id: string } | undefined, amountMinor: number) =>
			refundOrder(api, event, order as { id: string }, { token: owner.token, amountMinor });
		const answers = await Promise.all(orders.slice(0, 3).map((order) => refund(order, 25_000)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
		expect((await refund(orders[3], 24_999)).status).toBe(201);
		expect(await refund(orders[3], 1)).toMatchObject(needsSignIn);
		await database().pool.query(`UPDATE refunds SET created_at = created_at - interval '1 hour'`);
		expect((await refund(orders[3], 1)).status).toBe(201);
	});

	test('of all orders of an event always needs one', async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		expect((await payByCard(api, await holdTickets(api, event))).status).toBe(201);
		await api.post(`/api/events/${event.id}/cancel`, { message: 'Storm' }, { token: owner.token });
		await endUndoTime(services, event.id);
		const start = () =>
			api.post(
				`/api/events/${event.id}/bulk-runs`,
				{},
				{ token: owner.token, headers: { 'Idempotency-Key': randomUUID() } },
			);
		await signedInBefore(owner, '1 day');
		expect(await start()).toMatchObject(needsSignIn);
		await signedInBefore(owner, '0 seconds');
		expect((await start()).status).toBe(201);
	});
});
