import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { booksCommand } from '#server/cli/commands/books.ts';
import { expireHolds } from '#server/domain/orders/expire-holds.ts';
import { requestRefund } from '#server/domain/payments/request-refund.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { moveEvent } from '#tests/factories/events.ts';
import {
	cardToken,
	holdTickets,
	makePricedEvent,
	markPaid,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();

const balancesOf = async (organisationId: string, token: string) => {
	const { body } = await api.get(`/api/organisations/${organisationId}/balances`, { token });
	return Object.fromEntries(
		body.data.flatMap(({ accounts }: { accounts: { account: string; balanceMinor: number }[] }) =>
			accounts.map(({ account, balanceMinor }) => [account, balanceMinor]),
		),
	);
};

describe('a ticket with a price', () => {
	test('is held, paid by card and valid; the books say so', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller, { taxBasisPoints: 1_900 });
		const order = await holdTickets(api, event, 2);
		expect(order).toMatchObject({ status: 'pending', totalMinor: 4_800 });
		const before = await api.get(`/api/orders/${order.manageToken}`);
		expect(before.body).toMatchObject({
			dueMinor: 4_800,
			paymentMethods: ['card'],
			cardForm: { kind: 'test' },
		});
		expect(before.body.attendees[0].ticketCode).toBeNull();

		const paid = await payByCard(api, order);
		expect(paid.status, JSON.stringify(paid.body)).toBe(201);
		expect(paid.body).toMatchObject({
			payment: { state: 'succeeded', amountMinor: 4_800, isTest: true },
			nextAction: null,
			order: { status: 'confirmed', dueMinor: 0 },
		});
		const after = await api.get(`/api/orders/${order.manageToken}`);
		expect(after.body.attendees.map((one: { ticketCode: string }) => typeof one.ticketCode)).toEqual([
			'string',
			'string',
		]);
		expect(await balancesOf(event.organisationId, seller.token)).toEqual({
			gateway: 4_800,
			buyer: 0,
			sales: -4_034,
			tax: -766,
		});
		await settleAll(services);
		expect(await balancesOf(event.organisationId, seller.token)).toMatchObject({ gateway: 4_800, buyer: 0 });
		await expectInvariants(services);
	});

	test.each([
		['4000000000000002', 'PAYMENT_CARD_DECLINED'],
		['4000000000009995', 'PAYMENT_INSUFFICIENT_FUNDS'],
		['4000000000009987', 'PAYMENT_CARD_DECLINED'],
		['4000000000009979', 'PAYMENT_CARD_DECLINED'],
		['4000000000000069', 'PAYMENT_EXPIRED_CARD'],
		['4000000000000127', 'PAYMENT_INVALID_CARD'],
		['4000000000000119', 'PAYMENT_FAILED'],
	])(
		'with card %s is declined with %s, keeps its hold, and is paid with the next card',
		async (number, code) => {
			const event = await makePricedEvent(services, api, owner);
			const order = await holdTickets(api, event);
			const refused = await payByCard(api, order, { number });
			expect([refused.status, refused.body.code]).toEqual([402, code]);
			expect((await api.get(`/api/orders/${order.manageToken}`)).body).toMatchObject({
				status: 'pending',
				dueMinor: 2_400,
				payments: [{ state: 'failed', failure: code }],
			});
			expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
			await expectInvariants(services);
		},
	);

	test('is not sold without the price that the buyer saw, nor confirmed without money', async () => {
		const event = await makePricedEvent(services, api, owner);
		const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];
		const place = (quoteHash?: string) =>
			api.post(`/api/events/${event.id}/orders`, {
				buyer: { name: 'Ada', email: 'ada@example.org' },
				items,
				...(quoteHash && { quoteHash }),
			});
		// Without a quote it is a hold, whose answer names the price; only paying compares it.
		const held = await place();
		expect([held.status, held.body.status]).toEqual([201, 'pending']);
		const { quote } = held.body;
		expect(quote).toMatchObject({ paymentMethods: ['card'], lines: [{ grossMinor: 2_400 }] });
		const pay = (quoteHash: string) => payByCard(api, { ...held.body, quoteHash });
		expect((await pay('other')).body.metadata.rule).toBe('price-changed');
		expect((await pay(quote.hash)).body.order.status).toBe('confirmed');
		const { body: quoted } = await api.post(`/api/events/${event.id}/quote`, { items });
		await api.patch(
			`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
			{ priceMinor: 2_600 },
			{ token: owner.token },
		);
		const changed = await place(quoted.hash);
		expect(changed.body.metadata).toMatchObject({ rule: 'price-changed', totalMinor: 2_600 });
		// Asked for without a hold, an order with a price is held all the same.
		const placed = await place(changed.body.metadata.hash);
		expect(placed.body).toMatchObject({ status: 'pending', totalMinor: 2_600 });
		const confirmed = await api.post(`/api/orders/${placed.body.manageToken}/confirm`, undefined);
		expect(confirmed.body.metadata.rule).toBe('payment-required');
	});

	test('is not on sale while the organisation takes no money', async () => {
		const poor = await makeUser(services);
		const event = await makePricedEvent(services, api, poor);
		await api.post(
			`/api/organisations/${event.organisationId}/payment-account/test`,
			{ act: 'restrict' },
			{ token: poor.token },
		);
		const types = await api.get(`/api/events/${event.id}/ticket-types`, { token: poor.token });
		expect(types.body.data.map((one: { state: string }) => one.state)).toContain('unavailable');
		const refused = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
			quoteHash: 'x',
		});
		expect(refused.body.metadata.rule).toBe('payment-account-missing');
	});
});

describe('paying', () => {
	test('twice at once ends in one payment', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		const answers = await Promise.all([1, 2, 3, 4].map(() => payByCard(api, order)));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		const { rows } = await database().pool.query(
			`SELECT count(*)::int AS n, sum(captured_minor)::int AS captured FROM payments WHERE subject_id = $1`,
			[order.id],
		);
		expect(rows[0]).toEqual({ n: 1, captured: 2_400 });
		await expectInvariants(services);
	});

	test('again with the same key answers the same payment; with another card it is refused', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		const key = randomUUID();
		const confirmationToken = await cardToken(api);
		const pay = (token: string) =>
			api.post(
				`/api/orders/${order.manageToken}/payments`,
				{ method: 'card', confirmationToken: token, quoteHash: order.quoteHash },
				{ headers: { 'Idempotency-Key': key } },
			);
		const first = await pay(confirmationToken);
		const again = await pay(confirmationToken);
		expect([first.status, again.status]).toEqual([201, 201]);
		expect(again.body.payment.id).toBe(first.body.payment.id);
		expect((await pay(await cardToken(api))).body.metadata.rule).toBe('idempotency-key-reused');
	});

	test('needs an Idempotency-Key and the price', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		const body = { method: 'card', confirmationToken: await cardToken(api), quoteHash: 'other' };
		const path = `/api/orders/${order.manageToken}/payments`;
		expect((await api.post(path, body)).body).toMatchObject({
			code: 'VALIDATION_FAILED',
			metadata: { rule: 'idempotency-key-required' },
		});
		const headers = { 'Idempotency-Key': randomUUID() };
		expect((await api.post(path, body, { headers })).body.metadata.rule).toBe('price-changed');
	});

	test('with a challenge waits for the bank, and is settled by its event', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		const begun = await payByCard(api, order, { number: '4000002500003155' });
		expect(begun.body).toMatchObject({
			payment: { state: 'requires_action' },
			nextAction: { kind: 'redirect' },
			order: { status: 'pending' },
		});
		const { rows } = await database().pool.query(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
			WHERE p.id = $1`,
			[begun.body.payment.id],
		);
		await services.testGateway?.endChallenge(rows[0].provider_account, rows[0].provider_id, true);
		await settleAll(services);
		expect((await api.get(`/api/orders/${order.manageToken}`)).body.status).toBe('confirmed');
		await expectInvariants(services);
	});

	test('too late with room is honoured, without room is refunded by itself', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 1 });
		const lapse = async (orderId: string) => {
			await database().pool.query(`UPDATE orders SET status = 'expired' WHERE id = $1`, [orderId]);
			await database().pool.query(`UPDATE attendees SET status = 'cancelled' WHERE order_id = $1`, [orderId]);
			await database().pool.query(`UPDATE capacity_pools SET held = 0 WHERE event_id = $1`, [event.id]);
		};
		const pass = async (paymentId: string) => {
			const { rows } = await database().pool.query(
				`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
				WHERE p.id = $1`,
				[paymentId],
			);
			await services.testGateway?.endChallenge(rows[0].provider_account, rows[0].provider_id, true);
			await settleAll(services);
		};
		const late = await holdTickets(api, event);
		const begun = await payByCard(api, late, { number: '4000002500003155' });
		await lapse(late.id);
		const other = await holdTickets(api, event);
		expect((await payByCard(api, other)).body.order.status).toBe('confirmed');
		await pass(begun.body.payment.id);
		const { body } = await api.get(`/api/orders/${late.manageToken}`);
		expect(body).toMatchObject({
			status: 'expired',
			dueMinor: 0,
			payments: [{ state: 'succeeded', refundedMinor: 2_400 }],
			refunds: [{ amountMinor: 2_400, reason: 'late_payment' }],
		});
		await expectInvariants(services);

		const wide = await makePricedEvent(services, api, owner, { capacity: 5 });
		const honoured = await holdTickets(api, wide);
		const waiting = await payByCard(api, honoured, { number: '4000002500003155' });
		await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
			honoured.id,
		]);
		await pass(waiting.body.payment.id);
		expect((await api.get(`/api/orders/${honoured.manageToken}`)).body.status).toBe('confirmed');
		await expectInvariants(services);
	});
});

describe('an organiser', () => {
	test('refunds a part and the rest; never more than was paid', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller, { taxBasisPoints: 1_900 });
		const order = await holdTickets(api, event, 2);
		await payByCard(api, order);
		const refund = (body: Record<string, unknown>) =>
			refundOrder(api, event, order, { token: seller.token, ...body });
		const part = await refund({ amountMinor: 1_000, reason: 'goodwill' });
		expect(part.status, JSON.stringify(part.body)).toBe(201);
		const keyless = await api.post(
			`/api/events/${event.id}/orders/${order.id}/refunds`,
			{ amountMinor: 100 },
			{ token: seller.token },
		);
		expect([keyless.status, keyless.body.metadata.rule]).toEqual([400, 'idempotency-key-required']);
		expect(part.body).toMatchObject({ refundableMinor: 3_800, status: 'confirmed' });
		const refused = await refund({ amountMinor: 3_801 });
		expect(refused.body.metadata).toEqual({ rule: 'more-than-paid', refundableMinor: 3_800 });
		// The payment itself holds the same, whoever asks.
		const { rows } = await database().pool.query<{ id: string }>(
			'SELECT id FROM payments WHERE organisation_id = $1 AND captured_minor > 0',
			[event.organisationId],
		);
		const beyond = { organisationId: event.organisationId, paymentId: rows[0]?.id ?? '', amountMinor: 3_801 };
		await expect(
			database().transaction((tx) => requestRefund(services, tx, { ...beyond, reason: 'organiser' })),
		).rejects.toMatchObject({ metadata: { rule: 'more-than-paid' } });
		await settleAll(services);
		expect(await balancesOf(event.organisationId, seller.token)).toMatchObject({ gateway: 3_800, buyer: 0 });
		const rest = await refund({ isCancelling: true });
		expect(rest.body).toMatchObject({ refundableMinor: 0, status: 'cancelled' });
		await settleAll(services);
		expect(await balancesOf(event.organisationId, seller.token)).toEqual({
			gateway: 0,
			buyer: 0,
			sales: 0,
			tax: 0,
		});
		expect((await refund({})).body.metadata.rule).toBe('nothing-to-refund');
		await expectInvariants(services);
	});

	test('takes transfers and money at the door, and notes them as paid', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const settings = `/api/organisations/${event.organisationId}/payment-settings`;
		const wrong = await api.call(
			'PUT',
			settings,
			{
				takesCards: false,
				takesTransfers: true,
				takesMoneyAtDoor: true,
				transferHolder: 'Choir',
				transferIban: 'DE00 3704 0044 0532 0130 00',
				transferBic: '',
				transferDays: 5,
			},
			{ token: seller.token },
		);
		expect(wrong.body.details[0].field).toBe('transferIban');
		const saved = await api.call(
			'PUT',
			settings,
			{
				takesCards: false,
				takesTransfers: true,
				takesMoneyAtDoor: true,
				transferHolder: 'Choir',
				transferIban: 'DE89 3704 0044 0532 0130 00',
				transferBic: 'COBADEFFXXX',
				transferDays: 5,
			},
			{ token: seller.token },
		);
		expect(saved.body.transferIban).toBe('DE89370400440532013000');
		const order = await holdTickets(api, event);
		const choose = (method: string) =>
			api.post(
				`/api/orders/${order.manageToken}/payments`,
				{ method, quoteHash: order.quoteHash },
				{ headers: { 'Idempotency-Key': randomUUID() } },
			);
		expect((await choose('card')).body.metadata.rule).toBe('account-cannot-charge');
		const chosen = await choose('transfer');
		expect(chosen.status, JSON.stringify(chosen.body)).toBe(201);
		expect(chosen.body.order).toMatchObject({
			status: 'pending',
			terms: 'transfer',
			transfer: { iban: 'DE89370400440532013000', epc: expect.stringContaining('EUR24.00') },
		});
		const days = (Date.parse(chosen.body.order.expiresAt) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(4.9);
		// Once more to the buyer, and no second time on that day.
		const remind = () =>
			api.post(`/api/events/${event.id}/orders/${order.id}/remind`, undefined, { token: seller.token });
		expect([(await remind()).status, (await remind()).status]).toEqual([200, 200]);
		while ((await factPoller.run(services, new AbortController().signal)) > 0);
		const { rows: mails } = await database().pool.query(
			`SELECT recipient FROM mails WHERE template = 'orders/payment-due' AND props->>'orderId' = $1`,
			[order.id],
		);
		expect(mails).toEqual([{ recipient: 'ada@example.org' }, { recipient: 'ada@example.org' }]);
		const paid = await markPaid(api, event, order, { token: seller.token, note: 'statement 12' });
		expect(paid.body).toMatchObject({ status: 'confirmed', paidMinor: 2_400, dueMinor: 0 });
		expect((await remind()).body.metadata.rule).toBe('nothing-to-remind');
		expect(await balancesOf(event.organisationId, seller.token)).toMatchObject({ bank: 2_400, buyer: 0 });
		await expectInvariants(services);
	});
});

test('a buyer who has paid does not give it up without the money; a hold can be cancelled', async () => {
	const event = await makePricedEvent(services, api, owner);
	const order = await holdTickets(api, event, 2);
	await payByCard(api, order);
	const path = `/api/orders/${order.manageToken}`;
	const { body: paid } = await api.get(path);
	for (const body of [{}, { attendeeId: paid.attendees[0].id }]) {
		const headers = { 'Idempotency-Key': randomUUID() };
		const refused = await api.post(`${path}/cancel`, body, { headers });
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'refund-needed']);
	}
	expect((await api.get(path)).body).toMatchObject({ status: 'confirmed', canCancel: true });
	const held = await holdTickets(api, event);
	expect((await api.post(`/api/orders/${held.manageToken}/cancel`, {})).body.status).toBe('cancelled');
});

describe('what cannot be had any more', () => {
	const methods = ['card', 'transfer'] as const;
	const ends = {
		'was cancelled': (event: { id: string }, token: string) =>
			api.post(`/api/events/${event.id}/cancel`, {}, { token }),
		'was taken from the site': (event: { id: string }, token: string) =>
			api.post(`/api/events/${event.id}/unpublish`, {}, { token }),
		'is over': (event: { id: string }) => moveEvent(services, event.id, { start: -2, end: -1 }),
	};
	test.each(Object.entries(ends))('of an event that %s takes no money', async (_, end) => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		await end(event, owner.token);
		for (const method of methods) {
			const confirmationToken = method === 'card' ? await cardToken(api) : undefined;
			const refused = await api.post(
				`/api/orders/${order.manageToken}/payments`,
				{ method, confirmationToken, quoteHash: order.quoteHash },
				{ headers: { 'Idempotency-Key': randomUUID() } },
			);
			expect(['registration-closed', 'hold-ended']).toContain(refused.body.metadata?.rule);
		}
		expect((await api.get(`/api/orders/${order.manageToken}`)).body).toMatchObject({
			paymentMethods: [],
			transfer: null,
			cardForm: null,
		});
		const { rows } = await database().pool.query(`SELECT FROM payments WHERE subject_id = $1`, [order.id]);
		expect(rows).toEqual([]);
	});

	test('cancelling an event ends its holds', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		await api.post(`/api/events/${event.id}/cancel`, {}, { token: owner.token });
		await expireHolds(services);
		expect((await api.get(`/api/orders/${order.manageToken}`)).body.status).toBe('expired');
		await expectInvariants(services);
	});
});

describe('a hold that has ended', () => {
	test('is taken again while there is room, at the price that it was placed at', async () => {
		const event = await makePricedEvent(services, api, owner, { capacity: 1 });
		const order = await holdTickets(api, event);
		await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
			order.id,
		]);
		await expireHolds(services);
		expect((await payByCard(api, order)).body.metadata.rule).toBe('hold-ended');
		const again = await api.post(`/api/orders/${order.manageToken}/hold`, undefined);
		expect(again.body, JSON.stringify(again.body)).toMatchObject({ status: 'pending', dueMinor: 2_400 });
		expect((await payByCard(api, order)).body.order.status).toBe('confirmed');

		const other = await holdTickets(api, await makePricedEvent(services, api, owner, { capacity: 1 }));
		expect((await api.post(`/api/orders/${other.manageToken}/hold`, undefined)).body.status).toBe('pending');
		await expectInvariants(services);
	});
});

describe('foyer books', () => {
	test('prints the accounts of an event and that they balance', async () => {
		const event = await makePricedEvent(services, api, owner);
		await payByCard(api, await holdTickets(api, event));
		const lines: string[] = [];
		const status = await booksCommand.run({
			parameters: [event.id],
			options: {},
			config: services.config,
			print: (line) => lines.push(line),
			note: () => {},
			services: async () => services,
			database: () => Promise.reject(new Error('not needed')),
		});
		expect(status).toBe(0);
		expect(lines).toEqual([
			'gateway\t24.00\t0.00\t24.00',
			'buyer\t24.00\t24.00\t0.00',
			'sales\t0.00\t24.00\t-24.00',
			'balanced',
		]);
	});
});

test('an organiser sees that emails to the buyer bounce, by what holds for them or for all', async () => {
	const seller = await makeUser(services);
	const event = await makePricedEvent(services, api, seller);
	const order = await holdTickets(api, event, 1);
	const read = async () =>
		(await api.get(`/api/events/${event.id}/orders/${order.id}`, { token: seller.token })).body;
	const { emailBounces, buyer } = await read();
	expect(emailBounces).toBe(false);
	const seen: boolean[] = [];
	for (const [organisationId, reason, until] of [
		[randomUUID(), 'bounced', null],
		[seller.organisationId, 'complained', null],
		[null, 'bounced', '2020-01-01'],
		[null, 'bounced', null],
	]) {
		await database().pool.query(
			`INSERT INTO mail_suppressions (id, email_hash, organisation_id, reason, until)
			VALUES (uuidv7(), sha256(convert_to($1, 'UTF8')), $2, $3, $4)`,
			[buyer.email, organisationId, reason, until],
		);
		seen.push((await read()).emailBounces);
		await database().pool.query('DELETE FROM mail_suppressions');
	}
	expect(seen).toEqual([false, false, false, true]);
});
