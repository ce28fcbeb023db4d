import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();
let event: PricedEvent;
let token: string;
beforeAll(async () => {
	const owner = await makeUser(services);
	token = owner.token;
	event = await makePricedEvent(services, api, owner, {
		capacity: 200,
		priceMinor: 1_333,
		taxBasisPoints: 700,
	});
	await setPolicy('Full refund until 1 day before the event.');
});

const setPolicy = (policy: string) =>
	database().pool.query('UPDATE events SET refund_policy = $2 WHERE id = $1', [event.id, policy]);
const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
async function buy(quantity = 2) {
	const order = await holdTickets(api, event, quantity);
	expect((await payByCard(api, order)).status).toBe(201);
	return { ...order, path: `/api/events/${event.id}/orders/${order.id}` };
}
type Order = Awaited<ReturnType<typeof buy>>;
const byBuyer = (order: Order) => api.post(`/api/orders/${order.manageToken}/cancel`, {}, keyed());
const byMember = (order: Order) => api.post(`${order.path}/cancel`, {}, { token, ...keyed() });
const refundsOf = async (order: Order) => (await api.get(order.path, { token })).body.refunds as unknown[];

/** Whether a statement of somebody else waits for a lock. */
async function someoneWaits(): Promise<boolean> {
	const { rows } = await database().pool.query(
		`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
	);
	return rows.length > 0;
}

/** Lets `first` come as far as the balance of an order, then does `then` to its end, and lets `first` go on. */
async function overtake<A, B>(
	order: Order,
	first: () => Promise<A>,
	then: () => Promise<B>,
): Promise<[A, B]> {
	const client = await database().pool.connect();
	try {
		await client.query('BEGIN');
		await client.query('SELECT FROM ledger_subjects WHERE subject_id = $1 FOR UPDATE', [order.id]);
		const waiting = first();
		await expect.poll(someoneWaits).toBe(true);
		const done = await then();
		await client.query('COMMIT');
		return [await waiting, done];
	} finally {
		client.release();
	}
}

test('a buyer who cancels while a member cancels without a refund finds the tickets cancelled, and gets nothing', async () => {
	const order = await buy();
	const [buyer, member] = await overtake(
		order,
		() => byBuyer(order),
		() => byMember(order),
	);
	expect([buyer.status, member.status]).toEqual([200, 200]);
	expect(await refundsOf(order)).toEqual([]);
	expect(buyer.body).toMatchObject({ status: 'cancelled', refunds: [] });
	await expectInvariants(services);
});

test('a request that a member approves while another cancels its tickets is decided already', async () => {
	await setPolicy('');
	const order = await buy();
	const asked = await api.post(`/api/orders/${order.manageToken}/refund-requests`, {});
	expect(asked.status, JSON.stringify(asked.body)).toBe(201);
	const approve = () =>
		api.post(
			`${order.path}/refund-requests/${asked.body.refundRequest.id}/approve`,
			{},
			{ token, ...keyed() },
		);
	const [approved, cancelled] = await overtake(order, approve, () => byMember(order));
	expect([approved.status, approved.body.metadata?.rule, cancelled.status]).toEqual([
		...[422, 'refund-request-decided', 200],
	]);
	expect(await refundsOf(order)).toEqual([]);
	await setPolicy('Full refund until 1 day before the event.');
	await expectInvariants(services);
});

test('of a buyer and a member who cancel at once, one did it: a refund is made if it was the buyer', async () => {
	for (let round = 0; round < 12; round += 1) {
		const order = await buy(1);
		const both = [() => byBuyer(order), () => byMember(order)];
		const answers = await Promise.all((round % 2 === 0 ? both : both.reverse()).map((act) => act()));
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		const { rows } = await database().pool.query<{ by_member: boolean }>(
			`SELECT payload ? 'notifiesAttendee' AS by_member FROM facts
			WHERE name = 'orders.order-cancelled' AND payload->>'orderId' = $1`,
			[order.id],
		);
		expect(rows).toHaveLength(1);
		expect(await refundsOf(order)).toHaveLength(rows[0]?.by_member ? 0 : 1);
	}
	await expectInvariants(services);
});

test.each([
	['paid', true, 'confirmed'],
	['not paid', false, 'pending'],
])(
	'a part payment is not refunded while a card pays the rest; once that is %s it can be',
	async (_, passes, status) => {
		const order = await holdTickets(api, event, 3);
		expect((await markPaid(api, event, order, { token, amountMinor: 1_000 })).status).toBe(200);
		const begun = await payByCard(api, order, { number: '4000002500003155' });
		expect(begun.body.payment).toMatchObject({ state: 'requires_action', amountMinor: 2_999 });
		for (const body of [{}, { amountMinor: 1 }]) {
			const refused = await refundOrder(api, event, order, { token, ...body });
			expect([refused.status, refused.body.metadata?.rule]).toEqual([422, 'payment-in-progress']);
		}
		const { rows } = await database().pool.query(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id WHERE p.id = $1`,
			[begun.body.payment.id],
		);
		await services.testGateway?.endChallenge(rows[0].provider_account, rows[0].provider_id, passes);
		await settleAll(services);
		const { body } = await api.get(`/api/orders/${order.manageToken}`);
		expect(body).toMatchObject({ status, dueMinor: passes ? 0 : 2_999 });
		const refunded = await refundOrder(api, event, order, { token, amountMinor: 1_000 });
		expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
		await expectInvariants(services);
	},
);
