import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	buyTickets,
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();
let token: string;
/** Full refund, half, and nothing said. */
let full: PricedEvent;
let half: PricedEvent;
let silent: PricedEvent;
beforeAll(async () => {
	token = owner.token;
	const make = async (policy: string) => {
		const event = await makePricedEvent(services, api, owner, {
			capacity: 200,
			priceMinor: 1_333,
			taxBasisPoints: 700,
		});
		await setPolicy(event, policy);
		return event;
	};
	full = await make('Full refund until 1 day before the event.');
	half = await make('Full refund until 10 days before, half until 1 day before.');
	silent = await make('');
});

const setPolicy = (event: PricedEvent, policy: string) =>
	database().pool.query(`UPDATE events SET refund_policy = $2 WHERE id = $1`, [event.id, policy]);

const key = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
type Order = Awaited<ReturnType<typeof buy>>;
const buy = (event: PricedEvent, quantity = 1, how: 'card' | 'transfer' = 'card') =>
	buyTickets(
		api,
		event,
		quantity,
		how === 'card' ? undefined : (order) => markPaid(api, event, order, { token }),
	);
const offerOf = async (order: Order, ids?: string[]) =>
	(await api.get(`${order.path}/cancellation`, { query: ids ? { attendees: ids.join() } : {} })).body;
const cancel = (order: Order, body: object = {}) => api.post(`${order.path}/cancel`, body, key());
const ask = (order: Order, body: object = {}) => api.post(`${order.path}/refund-requests`, body);
const detailOf = async (order: Order) =>
	(await api.get(`/api/events/${order.event.id}/orders/${order.id}`, { token })).body;
const decide = (order: Order, request: string, verb: 'approve' | 'decline', body: object, as = token) =>
	api.post(`/api/events/${order.event.id}/orders/${order.id}/refund-requests/${request}/${verb}`, body, {
		token: as,
		...key(),
	});
const ruleOf = ({ status, body }: Awaited<ReturnType<typeof cancel>>) => [status, body.metadata?.rule];
const mailsOf = async (orderId: string) => {
	while ((await factPoller.run(services, new AbortController().signal)) > 0);
	const { rows } = await database().pool.query<{ template: string }>(
		`SELECT template FROM mails WHERE props->>'orderId' = $1 AND template <> 'orders/confirmation' ORDER BY id`,
		[orderId],
	);
	return rows.map((row) => row.template);
};

describe('a buyer who cancels', () => {
	test('sees to the cent what the policy gives back, and gets it with the press', async () => {
		const order = await buy(full, 3);
		expect(await offerOf(order)).toMatchObject({
			way: 'refund',
			percent: 100,
			priceMinor: 3_999,
			refundMinor: 3_999,
			until: expect.stringMatching(/^\d{4}-/),
			policy: 'Full refund until 1 day before the event.',
		});
		const [first, ...rest] = order.ids as [string, string, string];
		const one = await offerOf(order, [first]);
		expect(one).toMatchObject({ way: 'refund', refundMinor: 1_333 });
		const cancelled = await cancel(order, { attendeeIds: [first], refundMinor: one.refundMinor });
		expect(cancelled.body).toMatchObject({
			status: 'confirmed',
			refunds: [{ amountMinor: 1_333, reason: 'buyer_cancelled' }],
		});
		// Again: nothing more.
		expect((await cancel(order, { attendeeId: first })).body.refunds).toHaveLength(1);
		expect((await offerOf(order)).refundMinor).toBe(2_666);
		const all = await cancel(order, { refundMinor: 2_666 });
		expect(all.body).toMatchObject({ status: 'cancelled', canCancel: false });
		await settleAll(services);
		expect(await detailOf(order)).toMatchObject({ paidMinor: 0, refundedMinor: 3_999, refundableMinor: 0 });
		expect(await mailsOf(order.id)).toEqual(
			expect.arrayContaining(['orders/cancelled', 'orders/cancelled', 'orders/refunded', 'orders/refunded']),
		);
		expect(rest).toHaveLength(2);
		await expectInvariants(services);
	});

	test('gets a part of each ticket where the policy gives a part; the rest can still be refunded', async () => {
		const order = await buy(half, 2);
		expect(await offerOf(order)).toMatchObject({ percent: 50, priceMinor: 2_666, refundMinor: 1_334 });
		expect((await cancel(order, { refundMinor: 1_334 })).body.status).toBe('cancelled');
		const detail = await detailOf(order);
		expect(detail.refundableMinor).toBe(1_332);
		expect(detail.ticketRefunds.map((one: { refundedMinor: number }) => one.refundedMinor)).toEqual([
			667, 667,
		]);
		expect((await refundOrder(api, half, order, { token })).status).toBe(201);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('is refused when another amount comes back than they saw, and without a key', async () => {
		const order = await buy(full);
		expect(ruleOf(await cancel(order, { refundMinor: 1_332 }))).toEqual([422, 'refund-changed']);
		expect((await api.post(`${order.path}/cancel`, {})).body.code).toBe('VALIDATION_FAILED');
		expect((await cancel(order, { attendeeIds: [randomUUID()] })).status).toBe(404);
		expect((await detailOf(order)).refundedMinor).toBe(0);
	});

	test('is owed what came by transfer, until somebody sends it', async () => {
		const order = await buy(full, 1, 'transfer');
		expect((await cancel(order, { refundMinor: 1_333 })).body).toMatchObject({
			status: 'cancelled',
			owedMinor: 1_333,
			canSetRefundAccount: true,
		});
		expect(await detailOf(order)).toMatchObject({ toSendMinor: 1_333, refundedMinor: 0 });
		await expectInvariants(services);
	});

	test('gives up tickets for which all came back before, without more money', async () => {
		const order = await buy(full, 2);
		await refundOrder(api, full, order, { token, attendeeIds: order.ids.slice(0, 1) });
		expect(await offerOf(order, order.ids.slice(0, 1))).toMatchObject({ way: 'cancel', refundMinor: 0 });
		expect((await cancel(order)).body.status).toBe('cancelled');
		await settleAll(services);
		expect(await detailOf(order)).toMatchObject({ refundedMinor: 2_666, paidMinor: 0 });
		await expectInvariants(services);
	});

	test('cannot once somebody was let in with the ticket: a person decides', async () => {
		const order = await buy(full, 2);
		const [inside] = order.ids as [string];
		await api.post(
			`/api/events/${full.id}/check-ins`,
			{ guestId: inside },
			{ token, headers: { 'Idempotency-Key': randomUUID() } },
		);
		const { rows } = await database().pool.query(`SELECT FROM check_ins WHERE attendee_id = $1`, [inside]);
		expect(rows).toHaveLength(1);
		expect(await offerOf(order)).toMatchObject({ way: 'request', reason: 'checked-in', refundMinor: 0 });
		expect(ruleOf(await cancel(order))).toEqual([422, 'refund-needed']);
		expect(await offerOf(order, order.ids.slice(1))).toMatchObject({ way: 'refund', refundMinor: 1_333 });
	});
});

describe('a request for a refund', () => {
	test('is made where no policy decides; the ticket stays valid until it is granted, in one step with the refund', async () => {
		const order = await buy(silent, 2);
		expect(await offerOf(order)).toMatchObject({ way: 'request', reason: 'no-policy', priceMinor: 2_666 });
		expect(ruleOf(await cancel(order))).toEqual([422, 'refund-needed']);
		const asked = await ask(order, { attendeeIds: order.ids.slice(0, 1), reason: 'I am ill.' });
		expect([asked.status, asked.body]).toMatchObject([
			201,
			{ status: 'confirmed', refundRequest: { state: 'open', wantedMinor: 1_333, reason: 'I am ill.' } },
		]);
		expect(ruleOf(await ask(order))).toEqual([422, 'refund-requested']);
		const request = asked.body.refundRequest.id;
		expect((await detailOf(order)).refundRequest).toMatchObject({ id: request, state: 'open' });
		const needs = await api.get(`/api/organisations/${owner.organisationId}/dashboard`, { token });
		expect(needs.body.needsYou).toContainEqual({
			kind: 'refund_requests',
			count: 1,
			items: [
				{
					...{ orderId: order.id, eventId: silent.id, title: 'Ada Lovelace', count: 1 },
					refund: { wantedMinor: 1_333, currency: 'EUR', policy: null },
				},
			],
		});
		const notices = await api.get('/api/account/notices', { token });
		expect(notices.body.data[0]).toMatchObject({ kind: 'refund-requested' });

		const granted = await decide(order, request, 'approve', { answer: 'Get well soon.' });
		expect([granted.status, granted.body]).toMatchObject([
			200,
			{
				status: 'confirmed',
				refundRequest: { state: 'approved', answer: 'Get well soon.' },
				refunds: [{ amountMinor: 1_333, note: 'Get well soon.', reason: 'organiser' }],
			},
		]);
		expect(granted.body.attendees.map((one: { status: string }) => one.status).sort()).toEqual([
			'active',
			'cancelled',
		]);
		expect(ruleOf(await decide(order, request, 'approve', {}))).toEqual([422, 'refund-request-decided']);
		expect(ruleOf(await decide(order, request, 'decline', { answer: 'No.' }))).toEqual([
			422,
			'refund-request-decided',
		]);
		await settleAll(services);
		const mails = ['orders/cancelled', 'orders/refund-request', 'orders/refunded'];
		expect((await mailsOf(order.id)).sort()).toEqual(mails);
		await expectInvariants(services);
	});

	test('is declined with words, or taken back; the buyer hears of both', async () => {
		const order = await buy(silent);
		const first = (await ask(order)).body.refundRequest.id;
		expect((await decide(order, first, 'decline', {})).body.code).toBe('VALIDATION_FAILED');
		const declined = await decide(order, first, 'decline', { answer: 'The caterer is paid.' });
		expect(declined.body).toMatchObject({ status: 'confirmed', refundRequest: { state: 'declined' } });
		expect((await api.get(order.path)).body.refundRequest).toMatchObject({ answer: 'The caterer is paid.' });
		const second = (await ask(order)).body.refundRequest.id;
		const path = `${order.path}/refund-requests/${second}`;
		expect((await api.delete(path)).body.refundRequest.state).toBe('withdrawn');
		expect(ruleOf(await api.delete(path))).toEqual([422, 'refund-request-decided']);
		expect((await api.delete(`${order.path}/refund-requests/${randomUUID()}`)).status).toBe(404);
		expect(await mailsOf(order.id)).toEqual(Array(4).fill('orders/refund-request'));
		for (let n = 3; n <= 5; n += 1)
			await api.delete(`${order.path}/refund-requests/${(await ask(order)).body.refundRequest.id}`);
		expect(ruleOf(await ask(order))).toEqual([422, 'too-many-refund-requests']);
	});

	test('while a bank disputes the payment is for all of it, which is there again if the dispute is won', async () => {
		const order = await buy(full);
		const { rows } = await database().pool.query<{ provider_id: string; provider_account: string }>(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.organisation_id = p.organisation_id
			WHERE p.subject_id = $1 AND a.disconnected_at IS NULL`,
			[order.id],
		);
		const [payment] = rows as [(typeof rows)[number]];
		await services.testGateway?.openDispute(payment.provider_account, payment.provider_id);
		await settleAll(services);
		expect(await offerOf(order)).toMatchObject({ way: 'request', reason: 'disputed', priceMinor: 1_333 });
		expect((await ask(order)).body.refundRequest).toMatchObject({
			wantedMinor: 1_333,
			policy: { reason: 'disputed', isInTime: true, refundMinor: 1_333 },
		});
	});

	test('is granted in part; never with more than the tickets cost', async () => {
		const order = await buy(silent, 2);
		const request = (await ask(order, { attendeeIds: order.ids.slice(0, 1) })).body.refundRequest.id;
		expect((await decide(order, request, 'approve', { amountMinor: 1_334 })).body.details[0].field).toBe(
			'amountMinor',
		);
		expect((await decide(order, request, 'approve', { amountMinor: 500 })).body).toMatchObject({
			refunds: [{ amountMinor: 500 }],
			refundRequest: { state: 'approved' },
		});
		await settleAll(services);
		await expectInvariants(services);
	});

	test('is needless where the policy decides, for what costs nothing, and for nothing paid', async () => {
		expect(ruleOf(await ask(await buy(full)))).toEqual([422, 'refund-at-once']);
		const held = await holdTickets(api, silent);
		expect(ruleOf(await api.post(`/api/orders/${held.manageToken}/refund-requests`, {}))).toEqual([
			422,
			'order-not-confirmed',
		]);
		const order = await buy(silent);
		await refundOrder(api, silent, order, { token, isCancelling: true });
		expect(ruleOf(await ask(order))).toEqual([422, 'nothing-to-refund']);
	});

	test('ends when its tickets are cancelled another way, and stays with what is left of them', async () => {
		const order = await buy(silent, 2);
		const request = (await ask(order)).body.refundRequest.id;
		await refundOrder(api, silent, order, { token, isCancelling: true, attendeeIds: order.ids.slice(0, 1) });
		expect((await detailOf(order)).refundRequest.state).toBe('open');
		await refundOrder(api, silent, order, { token, isCancelling: true, attendeeIds: order.ids.slice(1) });
		expect((await detailOf(order)).refundRequest.state).toBe('settled');
		expect(ruleOf(await decide(order, request, 'approve', {}))).toEqual([422, 'refund-request-decided']);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('of another order or organisation is not found; deciding needs the right to refund', async () => {
		const [order, other] = [await buy(silent), await buy(silent)];
		const request = (await ask(order)).body.refundRequest.id;
		expect((await decide(other, request, 'approve', {})).status).toBe(404);
		const stranger = await makeUser(services);
		expect((await decide(order, request, 'approve', {}, stranger.token)).status).toBe(404);
		expect((await api.delete(`${other.path}/refund-requests/${request}`)).status).toBe(404);
		expect((await detailOf(order)).refundRequest.state).toBe('open');
	});
});

test('whatever buyer and organiser do at once, nothing goes back twice', async () => {
	const acts = async (order: Order, request: string | undefined) => [
		() => cancel(order, { attendeeIds: order.ids.slice(0, 1) }),
		() => cancel(order),
		() => refundOrder(api, order.event, order, { token, isCancelling: true }),
		() =>
			refundOrder(api, order.event, order, { token, attendeeIds: order.ids.slice(1), isCancelling: true }),
		() => ask(order),
		() => api.post(`/api/events/${order.event.id}/orders/${order.id}/cancel`, {}, { token }),
		...(request
			? [
					() => decide(order, request, 'approve', {}),
					() => decide(order, request, 'approve', {}),
					() => decide(order, request, 'decline', { answer: 'No.' }),
					() => api.delete(`${order.path}/refund-requests/${request}`),
				]
			: []),
	];
	const round = async (event: PricedEvent, n: number) => {
		const order = await buy(event, 2);
		const request = event === silent ? ((await ask(order)).body.refundRequest.id as string) : undefined;
		const all = await acts(order, request);
		// Every pair of neighbours, in turn, and three at once.
		const together = [0, 1, 3].map((step) => all[(n + step) % all.length] as () => ReturnType<typeof cancel>);
		const answers = await Promise.all(together.map((act) => act()));
		for (const { status, body } of answers)
			expect([200, 201, 404, 409, 422, 503], JSON.stringify(body)).toContain(status);
		const detail = await detailOf(order);
		expect(detail.refundedMinor + detail.refundingMinor).toBeLessThanOrEqual(2_666);
	};
	for (let n = 0; n < 10; n += 1) await Promise.all([round(full, n), round(silent, n)]);
	await settleAll(services);
	await expectInvariants(services);
});
