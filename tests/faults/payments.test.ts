import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyPayment } from '#server/domain/payments/apply.ts';
import { getPayment } from '#server/domain/payments/queries.ts';
import { metadataOf, settleDuePayments } from '#server/domain/payments/settle.ts';
import type { Controls } from '#server/platform/payments/test-gateway/controls.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	cardToken,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { providerFigures, recoverPayments } from '#tests/support/payment-recovery.ts';
import { rounds } from '#tests/support/seed.ts';

/* Payments beside a provider that fails in every way the built-in gateway can: one payment and one set of tickets, or the money back. */

const database = useTestDatabase({ poolSize: 20 });
let services: Services;
let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
	owner = await makeUser(services);
});

const accountOf = async (event: PricedEvent): Promise<string> =>
	(
		await database().pool.query(
			`SELECT provider_account FROM payment_accounts WHERE organisation_id = $1 AND disconnected_at IS NULL`,
			[event.organisationId],
		)
	).rows[0].provider_account;

/** The gateway's clock goes on. */
async function pass(ms: number): Promise<void> {
	const now = (await services.testGateway?.now())?.getTime() ?? 0;
	await services.testGateway?.moveClock(new Date(now + ms));
}

/** A buyer who tries until the order is paid or a payment is under way, as the checkout does. */
async function buy(event: PricedEvent): Promise<string> {
	const order = await holdTickets(api, event);
	for (let attempt = 0; attempt < 4; attempt += 1) {
		const { status, body } = await payByCard(api, order);
		if (status === 201 || body.metadata?.rule === 'payment-in-progress') break;
		expect([402, 503, 422], JSON.stringify(body)).toContain(status);
	}
	return order.manageToken;
}

const faults: [name: string, controls: Partial<Controls>][] = [
	['answers are lost after the charge', { cutConnectionRate: 0.6 }],
	['500 after the effect', { errorAfterEffectRate: 0.6 }],
	['429', { throttleRate: 0.5 }],
	['no server at all, half of the time', { refuseConnectionRate: 0.5 }],
	['no event arrives', { eventDropRate: 1 }],
	['every event arrives twice, out of order', { eventDuplicateRate: 1, eventJitterSeconds: 60 }],
	[
		'all at once',
		{ cutConnectionRate: 0.3, errorAfterEffectRate: 0.3, throttleRate: 0.3, eventDropRate: 0.5 },
	],
];

describe('a provider with faults', () => {
	test('of any kind: each order is paid once, and the books agree with the provider', async () => {
		// A seller for each kind, so that it is theirs alone.
		const sales = await Promise.all(
			faults.map(async ([fault, controls]) => {
				const event = await makePricedEvent(services, api, await makeUser(services), { capacity: 50 });
				const account = await accountOf(event);
				await services.testGateway?.setControls(account, controls);
				const tokens = await Promise.all(Array.from({ length: rounds(4, 10) }, () => buy(event)));
				await services.testGateway?.setControls(account, {});
				return { fault, account, tokens };
			}),
		);
		await recoverPayments(services);
		for (const { fault, account, tokens } of sales) {
			let confirmed = 0;
			for (const token of tokens) {
				const { body } = await api.get(`/api/orders/${token}`);
				const paid = body.payments.filter((one: { state: string }) => one.state === 'succeeded');
				expect(['confirmed', 'pending'], `${fault}: ${JSON.stringify(body.payments)}`).toContain(body.status);
				expect(paid, fault).toHaveLength(body.status === 'confirmed' ? 1 : 0);
				confirmed += paid.length;
			}
			expect(confirmed, fault).toBeGreaterThan(0);
			const taken = await providerFigures(services, account);
			expect(taken.captured - taken.refunded, fault).toBe(confirmed * 2_400);
		}
		await expectInvariants(services);
	});

	test('wrong amounts move nothing until the provider says the right one', async () => {
		const event = await makePricedEvent(services, api, await makeUser(services));
		const account = await accountOf(event);
		await services.testGateway?.setControls(account, { wrongAmountRate: 1 });
		const order = await holdTickets(api, event);
		expect((await payByCard(api, order)).body.order.status).toBe('pending');
		await services.testGateway?.setControls(account, {});
		await recoverPayments(services);
		expect((await api.get(`/api/orders/${order.manageToken}`)).body.status).toBe('confirmed');
		await expectInvariants(services);
	});

	test('a charge that arrives after its payment was made another way goes back', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		const paid = await payByCard(api, order);
		const account = await accountOf(event);
		await services.gateway.createAndConfirm({
			key: randomUUID(),
			account,
			amountMinor: 2_400,
			currency: 'EUR',
			feeMinor: 0,
			confirmationToken: await cardToken(api),
			description: 'late',
			statementSuffix: 'LATE',
			metadata: { foyer_payment: paid.body.payment.id, foyer_organisation: event.organisationId },
			returnUrl: 'https://foyer.test',
		});
		expect(await providerFigures(services, account)).toMatchObject({ captured: 4_800, refunded: 0 });
		await recoverPayments(services);
		expect(await providerFigures(services, account)).toMatchObject({ captured: 4_800, refunded: 2_400 });
		await expectInvariants(services);
	});

	test('a refund whose answer is lost is made once', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order);
		const account = await accountOf(event);
		await services.testGateway?.setControls(account, { cutConnectionRate: 1 });
		const answered = await refundOrder(api, event, order, { token: seller.token, amountMinor: 900 });
		expect(answered.status).toBe(201);
		await settleAll(services);
		await services.testGateway?.setControls(account, {});
		await recoverPayments(services);
		expect(await providerFigures(services, account)).toMatchObject({ captured: 2_400, refunded: 900 });
		await expectInvariants(services);
	});

	test('a refund whose answer never came is looked for once the provider has forgotten its key', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order);
		const account = await accountOf(event);
		await services.testGateway?.setControls(account, { cutConnectionRate: 1 });
		await refundOrder(api, event, order, { token: seller.token, amountMinor: 900 });
		await settleAll(services);
		await services.testGateway?.setControls(account, {});
		await database().pool.query('DELETE FROM test_gateway_requests');
		await database().pool.query(
			`UPDATE refunds SET created_at = now() - interval '13 hours' WHERE subject_id = $1`,
			[order.id],
		);
		await recoverPayments(services);
		expect(await providerFigures(services, account)).toMatchObject({ captured: 2_400, refunded: 900 });
		const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token: seller.token });
		expect(body.refunds).toMatchObject([{ state: 'succeeded', amountMinor: 900 }]);
		await expectInvariants(services);
	});

	test('of two charges that were made for one payment and are reported at once, one goes back', async () => {
		const event = await makePricedEvent(services, api, await makeUser(services));
		const order = await holdTickets(api, event);
		const account = await accountOf(event);
		await services.testGateway?.setControls(account, { cutConnectionRate: 1, eventDropRate: 1 });
		await payByCard(api, order);
		await services.testGateway?.setControls(account, {});
		const row = async () =>
			(await database().pool.query('SELECT * FROM payments WHERE subject_id = $1', [order.id])).rows[0];
		const { id } = await row();
		const payment = await getPayment(services.database.db, {
			organisationId: event.organisationId,
			paymentId: id,
		});
		const first = await services.gateway.findPayment({
			account,
			metadata: metadataOf(payment),
			since: payment.createdAt,
		});
		const second = await services.gateway.createAndConfirm({
			key: randomUUID(),
			account,
			amountMinor: 2_400,
			currency: 'EUR',
			feeMinor: 0,
			confirmationToken: await cardToken(api),
			description: 'again',
			statementSuffix: 'AGAIN',
			metadata: metadataOf(payment),
			returnUrl: 'https://foyer.test',
		});
		// Both answers meet the row as it was before either.
		if (first) await applyPayment(services, payment, first);
		await applyPayment(services, payment, second);
		expect((await row()).provider_id).toBe(first?.id);
		await recoverPayments(services);
		expect(await providerFigures(services, account)).toMatchObject({ captured: 4_800, refunded: 2_400 });
		await expectInvariants(services);
	});

	test('a refund that the bank sends back leaves the buyer owed, and can be tried again', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order, { number: '4000000000005126' });
		expect((await refundOrder(api, event, order, { token: seller.token })).status).toBe(201);
		await settleAll(services);
		await pass(3_600_000);
		await recoverPayments(services);
		const { body } = await api.get(`/api/events/${event.id}/orders/${order.id}`, { token: seller.token });
		expect(body).toMatchObject({ dueMinor: -2_400, refunds: [{ state: 'failed' }], refundableMinor: 2_400 });
		await expectInvariants(services);
	});
});

describe('beside each other', () => {
	test('refunds of the same payment never exceed it', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order);
		const answers = await Promise.all(
			[1, 2, 3, 4, 5].map(() => refundOrder(api, event, order, { token: seller.token, amountMinor: 1_000 })),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
		expect(answers.filter(({ body }) => body.metadata?.rule === 'more-than-paid')).toHaveLength(3);
		await recoverPayments(services);
		expect(await providerFigures(services, await accountOf(event))).toMatchObject({ refunded: 2_000 });
		await expectInvariants(services);
	});

	test('a refund with the same key again is one refund', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order);
		const key = randomUUID();
		const ask = () => refundOrder(api, event, order, { token: seller.token, key, amountMinor: 500 });
		const answers = await Promise.all([ask(), ask()]);
		expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([201]));
		expect((await ask()).body.refunds).toHaveLength(1);
	});

	test('a success reported by the call, the event, the page and the worker is one payment', async () => {
		const event = await makePricedEvent(services, api, owner);
		const order = await holdTickets(api, event);
		const begun = await payByCard(api, order, { number: '4000002500003155' });
		const { rows } = await database().pool.query(`SELECT provider_id FROM payments WHERE id = $1`, [
			begun.body.payment.id,
		]);
		await services.testGateway?.endChallenge(await accountOf(event), rows[0].provider_id, true);
		await database().pool.query(
			`UPDATE payments SET next_check_at = now() - make_interval(secs => 1) WHERE id = $1`,
			[begun.body.payment.id],
		);
		const path = `/api/orders/${order.manageToken}/payments/${begun.body.payment.id}`;
		await Promise.all([
			api.get(path),
			api.get(path, { query: { wait: '1' } }),
			settleDuePayments(services),
			settleAll(services),
			settleAll(services),
		]);
		expect((await api.get(path)).body).toMatchObject({
			payment: { state: 'succeeded' },
			order: { status: 'confirmed', dueMinor: 0 },
		});
		const { rows: transfers } = await database().pool.query(
			`SELECT count(*)::int AS n FROM ledger_transfers WHERE source_id = $1 AND source_kind = 'payment'`,
			[begun.body.payment.id],
		);
		expect(transfers[0].n).toBe(1);
		await expectInvariants(services);
	});
});

describe('a dispute', () => {
	test.each([
		['won', 'winning_evidence'],
		['lost', 'losing_evidence'],
	] as const)('takes the money while it is open, and is %s', async (state, evidence) => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order, { number: '4000000000000259' });
		const { gateway } = services;
		await pass(7_200_000);
		await recoverPayments(services);
		const { rows } = await database().pool.query(
			`SELECT id, provider_id, state FROM disputes WHERE subject_id = $1`,
			[order.id],
		);
		expect(rows[0]?.state).toBe('needs_response');
		const refund = await refundOrder(api, event, order, { token: seller.token });
		expect(refund.body.metadata.rule).toBe('nothing-to-refund');
		await gateway.sendEvidence({
			key: randomUUID(),
			account: await accountOf(event),
			disputeId: rows[0].provider_id,
			evidence: { other: evidence },
			submit: true,
		});
		await pass(14_400_000);
		await recoverPayments(services);
		const { rows: after } = await database().pool.query(`SELECT state FROM disputes WHERE id = $1`, [
			rows[0].id,
		]);
		expect(after[0].state).toBe(state);
		const { body } = await api.get(`/api/organisations/${event.organisationId}/balances`, {
			token: seller.token,
		});
		const accounts = Object.fromEntries(
			body.data[0].accounts.map((one: { account: string; balanceMinor: number }) => [
				one.account,
				one.balanceMinor,
			]),
		);
		expect(accounts.contested).toBe(0);
		expect(accounts.dispute_losses ?? 0).toBe(state === 'lost' ? 2_400 : 0);
		await expectInvariants(services);
	});
});
