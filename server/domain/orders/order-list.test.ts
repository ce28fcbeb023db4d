import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedOrder } from '#shared/contracts/organiser-orders.ts';
import { orderMoneyState } from '#shared/rules/order-money-state.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();
let seller: TestUser;
let event: PricedEvent;
beforeAll(async () => {
	seller = await makeUser(services);
	event = await makePricedEvent(services, api, seller, { capacity: 100 });
	await api.call(
		'PUT',
		`/api/organisations/${event.organisationId}/payment-settings`,
		{
			takesCards: true,
			takesTransfers: true,
			takesMoneyAtDoor: true,
			transferHolder: 'Choir',
			transferIban: 'DE89 3704 0044 0532 0130 00',
			transferBic: '',
			transferDays: 5,
		},
		{ token: seller.token },
	);
});

const list = async (query: Record<string, string> = {}): Promise<ListedOrder[]> => {
	const { status, body } = await api.get(`/api/events/${event.id}/orders`, { token: seller.token, query });
	expect(status, JSON.stringify(body)).toBe(200);
	return body.data;
};
const choose = (order: { manageToken: string; quoteHash: string }, method: string) =>
	api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method, quoteHash: order.quoteHash },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
const act = (orderId: string, path: string, body: object, token = seller.token) =>
	api.post(`/api/events/${event.id}/orders/${orderId}/${path}`, body, {
		token,
		headers: { 'Idempotency-Key': randomUUID() },
	});
/** Every state of a list, with an order that is in it. */
async function makeOrders() {
	const paid = await holdTickets(api, event, 2);
	await payByCard(api, paid);
	const partly = await holdTickets(api, event, 2);
	await payByCard(api, partly);
	await act(partly.id, 'refunds', { amountMinor: 1_000 });
	const refunded = await holdTickets(api, event);
	await choose(refunded, 'transfer');
	await act(refunded.id, 'mark-paid', { method: 'transfer', note: 'statement 12' });
	const { body: owed } = await act(refunded.id, 'refunds', { isCancelling: true });
	await api.post(
		`/api/organisations/${event.organisationId}/owed-refunds/sent`,
		{ refundIds: [owed.refunds[0].id], way: 'transfer', sentOn: '2026-11-27' },
		{ token: seller.token, headers: { 'Idempotency-Key': randomUUID() } },
	);
	const transfer = await holdTickets(api, event);
	await choose(transfer, 'transfer');
	const door = await holdTickets(api, event);
	await choose(door, 'door');
	const pending = await holdTickets(api, event);
	const released = await holdTickets(api, event);
	await api.delete(`/api/orders/${released.manageToken}/hold`);
	return { paid, partly, refunded, transfer, door, pending, cancelled: released };
}
let orders: Awaited<ReturnType<typeof makeOrders>>;

describe('the list of orders', () => {
	beforeAll(async () => {
		orders = await makeOrders();
	});

	test('says how each order and its money stand, at once and after the worker', async () => {
		const states = async () =>
			Object.fromEntries((await list()).map((one) => [one.id, orderMoneyState(one)]));
		const expected = {
			[orders.paid.id]: 'paid',
			[orders.partly.id]: 'partly_refunded',
			[orders.refunded.id]: 'refunded',
			[orders.transfer.id]: 'awaiting_transfer',
			[orders.door.id]: 'pay_at_door',
			[orders.pending.id]: 'pending',
			[orders.cancelled.id]: 'cancelled',
		};
		expect(await states()).toEqual(expected);
		expect((await list()).find((one) => one.id === orders.partly.id)).toMatchObject({
			paidMinor: 4_800,
			refundedMinor: 0,
			refundingMinor: 1_000,
			dueMinor: -1_000,
			paidBy: 'card',
			isTest: true,
			attendeeCount: 2,
		});
		await settleAll(services);
		expect(await states()).toEqual(expected);
		expect((await list()).find((one) => one.id === orders.partly.id)).toMatchObject({
			paidMinor: 3_800,
			refundedMinor: 1_000,
			refundingMinor: 0,
			dueMinor: 0,
		});
		expect((await list()).find((one) => one.id === orders.refunded.id)).toMatchObject({
			terms: 'transfer',
			paidBy: 'transfer',
			isTest: false,
			status: 'cancelled',
		});
	});

	test.each([
		['paid', ['paid']],
		['refunded', ['refunded', 'partly']],
		['awaiting_transfer', ['transfer']],
		['pay_at_door', ['door']],
		['pending', ['pending']],
		['cancelled', ['cancelled', 'refunded']],
		['refund_due', []],
		['free', []],
	] as const)('is narrowed to %s', async (state, names) => {
		const wanted = names.map((name) => orders[name].id).sort();
		expect((await list({ state })).map((one) => one.id).sort()).toEqual(wanted);
	});

	test('is searched by buyer, guest, code and the reference of a transfer; page by page', async () => {
		const other = await api.post(`/api/events/${event.id}/quote`, {
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
		});
		const placed = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Čapek Müller', email: 'karel@rossum.example' },
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
			attendees: [{ name: 'Robota Sulla' }],
			hold: true,
			quoteHash: other.body.hash,
		});
		const { id, code } = placed.body;
		const idsOf = async (q: string) => (await list({ q })).map((one) => one.id);
		for (const q of ['muller capek', 'rossum', 'sulla', code, code.toLowerCase()])
			expect([q, await idsOf(q)]).toEqual([q, [id]]);
		const detail = await api.get(`/api/events/${event.id}/orders/${id}`, { token: seller.token });
		expect(await idsOf(detail.body.reference)).toEqual([id]);
		for (const q of ['mueller', 'MUELLER capek']) expect([q, await idsOf(q)]).toEqual([q, [id]]);
		const { code: eventCode } = (await api.get(`/api/events/${event.id}`)).body;
		for (const q of [
			`${eventCode}-${code}`,
			`${eventCode} ${code}`,
			`${eventCode}${code}`.toLowerCase(),
			`#${code}`,
		])
			expect([q, await idsOf(q)]).toEqual([q, [id]]);
		expect(await idsOf(`AAAAA2-${code}`)).toEqual([]);
		const guestsOf = async (q: string) => {
			const found = await api.get(`/api/events/${event.id}/attendees`, { token: seller.token, query: { q } });
			return found.body.data.map(({ orderCode }: { orderCode: string }) => orderCode);
		};
		for (const q of [code, `${eventCode}-${code}`, `${eventCode} ${code}`, detail.body.reference])
			expect([q, await guestsOf(q)]).toEqual([q, [code]]);
		expect(await guestsOf(`AAAAA2-${code}`)).toEqual([]);
		expect(await idsOf('%')).toEqual([]);
		expect(await list({ q: 'sulla', state: 'paid' })).toEqual([]);

		const seen: string[] = [];
		let cursor: string | null = '';
		while (cursor !== null) {
			const { body } = await api.get(`/api/events/${event.id}/orders`, {
				token: seller.token,
				query: { q: 'lovelace', limit: '2', ...(cursor && { cursor }) },
			});
			seen.push(...body.data.map((one: ListedOrder) => one.id));
			cursor = body.nextCursor;
		}
		expect(seen).toEqual(
			Object.values(orders)
				.map((one) => one.id)
				.sort()
				.reverse(),
		);
	});
});

describe('an organiser', () => {
	test('sees what was received, what went back and what can, with the note of the money', async () => {
		const { body } = await api.get(`/api/events/${event.id}/orders/${orders.refunded.id}`, {
			token: seller.token,
		});
		expect(body).toMatchObject({
			paidMinor: 0,
			refundedMinor: 2_400,
			refundingMinor: 0,
			refundableMinor: 0,
			isTest: false,
			payments: [{ method: 'transfer', note: 'statement 12', refundedMinor: 2_400 }],
			refunds: [{ state: 'succeeded' }],
		});
		const own = await api.get(`/api/orders/${orders.refunded.manageToken}`);
		expect(own.body.payments).toHaveLength(1);
		expect(JSON.stringify(own.body)).not.toContain('statement 12');
	});

	test('cancels an order; the money stays until it is refunded', async () => {
		const order = await holdTickets(api, event, 2);
		await payByCard(api, order);
		for (const _ of [1, 2]) {
			const { body } = await act(order.id, 'cancel', {});
			expect(body).toMatchObject({ status: 'cancelled', refundableMinor: 4_800, dueMinor: 0 });
			expect(body.attendees.map((one: { status: string }) => one.status)).toEqual(['cancelled', 'cancelled']);
		}
		await act(order.id, 'refunds', {});
		await settleAll(services);
		const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token: seller.token });
		expect(body).toMatchObject({ status: 'cancelled', refundedMinor: 4_800, paidMinor: 0, dueMinor: 0 });
		await expectInvariants(services);
		const stranger = await makeUser(services);
		expect((await act(order.id, 'cancel', {}, stranger.token)).status).toBe(404);
	});

	test('refunds again after the bank has sent a refund back', async () => {
		const order = await holdTickets(api, event, 2);
		await payByCard(api, order, { number: '4000000000005126' });
		await act(order.id, 'refunds', {});
		await settleAll(services);
		await services.testGateway?.moveClock(new Date(Date.now() + 3_600_000));
		await settleAll(services);
		const failed = (await list({ state: 'refund_due' })).find((one) => one.id === order.id);
		expect(failed).toMatchObject({ paidMinor: 4_800, refundedMinor: 0, dueMinor: -4_800 });
		expect(failed && orderMoneyState(failed)).toBe('refund_due');

		const dues = await api.get(`/api/organisations/${event.organisationId}/refunds-due`, {
			token: seller.token,
		});
		expect(dues.body.data).toMatchObject([{ eventId: event.id, orders: 1 }]);

		// The sale was taken back with the first refund: the books owe the buyer, and only the money moves again.
		const again = await act(order.id, 'refunds', { amountMinor: 4_000 });
		expect(again.status, JSON.stringify(again.body)).toBe(201);
		expect(again.body).toMatchObject({ refundableMinor: 800, dueMinor: -4_800, refundingMinor: 4_000 });
		await act(order.id, 'refunds', {});
		const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token: seller.token });
		expect(body).toMatchObject({ refundableMinor: 0, refundingMinor: 4_800 });
		expect(body.lines.reduce((sum: number, one: { grossMinor: number }) => sum + one.grossMinor, 0)).toBe(0);
		await expectInvariants(services);
	});

	test('sees what an event brought in, less tax, refunds and fees', async () => {
		const taxed = await makePricedEvent(services, api, seller, { taxBasisPoints: 1_900 });
		const revenue = async () =>
			(await api.get(`/api/events/${taxed.id}/revenue`, { token: seller.token })).body;
		expect(await revenue()).toEqual({ data: [], isTest: false });
		const order = await holdTickets(api, taxed, 2);
		await payByCard(api, order);
		const before = await revenue();
		expect(before).toMatchObject({
			data: [{ currency: 'EUR', grossMinor: 4_800, taxMinor: 766 }],
			isTest: true,
		});
		const [sold] = before.data;
		expect(sold.netMinor).toBe(4_800 - 766 - sold.feesMinor);
		await refundOrder(api, taxed, order, { token: seller.token, amountMinor: 2_400 });
		await settleAll(services);
		const [left] = (await revenue()).data;
		expect(left).toMatchObject({ grossMinor: 2_400, taxMinor: 383 });
		expect(left.netMinor).toBe(2_400 - 383 - left.feesMinor);
		const due = await api.get(`/api/organisations/${event.organisationId}/refunds-due`, {
			token: seller.token,
		});
		expect(due.body.data).toEqual([]);
	});
});
