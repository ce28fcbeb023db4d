import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { createPaymentWorld, type PaymentWorld } from '#tests/support/payment-gateway.ts';
import { GatewayError } from './gateway-error.ts';

const database = useTestDatabase();
let world: PaymentWorld;
let account: string;
beforeAll(async () => {
	world = createPaymentWorld(database());
	account = await world.openAccount();
});

/** What a call fails with. */
async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
	const error = await call.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(GatewayError);
	return error as GatewayError;
}

describe('a charge', () => {
	test('succeeds in one call, and the events name it', async () => {
		const payment = await world.pay(account);
		expect(payment).toMatchObject({
			status: 'succeeded',
			amountMinor: 2000,
			capturedMinor: 2000,
			refundedMinor: 0,
			feeMinor: 60,
			currency: 'EUR',
			account,
			failure: null,
			nextAction: null,
			card: { brand: 'visa', last4: '4242', country: 'US' },
			isDisputed: false,
			isLive: false,
		});
		expect(await world.gateway.getPayment({ account, paymentId: payment.id })).toEqual(payment);
		const events = await world.receive();
		const succeeded = events.find(({ type }) => type === 'payment_intent.succeeded');
		expect(succeeded).toMatchObject({
			account,
			objectType: 'payment',
			objectId: payment.id,
			paymentId: payment.id,
		});
		expect(events.find(({ type }) => type === 'charge.succeeded')?.objectId).toBe(payment.id);
		expect(events.find(({ type }) => type === 'application_fee.created')?.account).toBeNull();
	});

	test.each([
		['4000000000000002', 'PAYMENT_CARD_DECLINED', 'generic_decline'],
		['4000000000009995', 'PAYMENT_INSUFFICIENT_FUNDS', 'insufficient_funds'],
		['4000000000009987', 'PAYMENT_CARD_DECLINED', 'lost_card'],
		['4000000000009979', 'PAYMENT_CARD_DECLINED', 'stolen_card'],
		['4000000000000069', 'PAYMENT_EXPIRED_CARD', 'expired_card'],
		['4000000000000127', 'PAYMENT_INVALID_CARD', 'incorrect_cvc'],
		['4000000000000119', 'PAYMENT_FAILED', 'processing_error'],
		['4242424242424241', 'PAYMENT_INVALID_CARD', 'incorrect_number'],
	])('of card %s is declined: %s', async (number, code, providerCode) => {
		const { failure } = await failureOf(world.pay(account, number));
		expect(failure).toMatchObject({ kind: 'declined', code, providerCode });
		if (failure.kind !== 'declined' || !failure.payment) throw new Error('The decline carries no payment.');
		expect(failure.payment).toMatchObject({
			status: 'requires_payment_method',
			capturedMinor: 0,
			failure: { code },
		});
		// The same payment can be paid by another card.
		const { id } = failure.payment;
		const again = {
			key: `again ${number}`,
			account,
			paymentId: id,
			returnUrl: 'https://foyer.test/checkout',
		};
		const paid = await world.gateway.confirm({ ...again, confirmationToken: await world.token() });
		expect(paid).toMatchObject({ id, status: 'succeeded', capturedMinor: 2000, failure: null });
	});

	test.each([true, false])('with a challenge that is passed: %s', async (isPassed) => {
		const payment = await world.pay(account, '4000002760003184');
		expect(payment.status).toBe('requires_action');
		expect(payment.nextAction).toEqual({
			url: expect.stringMatching(`^https://foyer.test/test-gateway/challenge/${payment.id}\\?`),
		});
		await world.provider.endChallenge(account, payment.id, isPassed);
		const after = await world.gateway.getPayment({ account, paymentId: payment.id });
		if (isPassed) {
			expect(after).toMatchObject({
				status: 'succeeded',
				capturedMinor: 2000,
				card: { threeDSecure: 'authenticated' },
			});
		} else {
			expect(after).toMatchObject({ status: 'requires_payment_method', failure: { code: 'PAYMENT_FAILED' } });
		}
		await world.receive();
	});

	test.each([
		['ISK', 515, 7],
		['UGX', 5150, 33],
		['MGA', 515_000, 3300],
		['JPY', 515, 33],
		['KWD', 5150, 330],
		['HUF', 51_500, 3300],
	])('in %s is counted in minor units of ISO 4217 everywhere', async (currency, amountMinor, feeMinor) => {
		const own = await world.openAccount();
		await world.provider.setControls(own, { availableSeconds: 0 });
		const payment = await world.pay(own, undefined, { currency, amountMinor, feeMinor });
		expect(payment).toMatchObject({ currency, amountMinor, feeMinor, capturedMinor: amountMinor });
		const part = Math.floor(amountMinor / 300) * 100;
		const refund = {
			key: `refund ${currency}`,
			account: own,
			paymentId: payment.id,
			amountMinor: part,
			currency,
			refundFee: true,
			metadata: {},
		};
		expect(await world.gateway.refund(refund)).toMatchObject({ amountMinor: part, currency });
		const [id] = await world.provider.runPayout(own);
		const { items } = await world.gateway.listBalanceItems({ account: own });
		expect(items.map(({ kind, amountMinor: amount }) => [kind, amount])).toEqual([
			['payout', -(await world.gateway.getPayout({ account: own, payoutId: id as string })).amountMinor],
			['refund', -part],
			['charge', amountMinor],
		]);
		expect(items.reduce((sum, { netMinor }) => sum + netMinor, 0)).toBe(0);
	});

	test('is refused for what cannot be charged', async () => {
		const refusals = await Promise.all([
			failureOf(world.pay(account, undefined, { amountMinor: 49 })),
			failureOf(world.pay('acct_unknown')),
			failureOf(world.pay(account, undefined, { currency: 'KWD', amountMinor: 5124 })),
			failureOf(world.pay(account, undefined, { confirmationToken: 'ctoken_unknown' })),
			failureOf(world.gateway.getPayment({ account, paymentId: 'pi_unknown' })),
		]);
		expect(refusals.map(({ failure }) => (failure as { reason?: string }).reason)).toEqual([
			'amount',
			'account',
			'amount',
			'not-found',
			'not-found',
		]);
	});

	test('of another account is not found', async () => {
		const payment = await world.pay(account);
		const other = await world.openAccount('CH');
		const { failure } = await failureOf(world.gateway.getPayment({ account: other, paymentId: payment.id }));
		expect(failure).toMatchObject({ kind: 'refused', reason: 'not-found' });
	});
});

describe('a refund', () => {
	const refund = (paymentId: string, amountMinor: number, key = `refund ${paymentId} ${amountMinor}`) =>
		world.gateway.refund({
			key,
			account,
			paymentId,
			amountMinor,
			currency: 'EUR',
			refundFee: true,
			metadata: { refund: 'r1' },
		});

	test('of a part and of the rest succeeds at once; more than is left is refused', async () => {
		const { id } = await world.pay(account);
		expect(await refund(id, 500)).toMatchObject({
			status: 'succeeded',
			amountMinor: 500,
			paymentId: id,
			metadata: { refund: 'r1' },
		});
		expect((await failureOf(refund(id, 1501))).failure).toMatchObject({ kind: 'refused', reason: 'amount' });
		await refund(id, 1500);
		expect(await world.gateway.getPayment({ account, paymentId: id })).toMatchObject({
			status: 'succeeded',
			capturedMinor: 2000,
			refundedMinor: 2000,
		});
		expect((await failureOf(refund(id, 1))).failure).toMatchObject({ kind: 'refused', reason: 'state' });
		const listed = await world.gateway.listRefunds({ account, paymentId: id });
		expect(listed.map(({ amountMinor }) => amountMinor)).toEqual([1500, 500]);
		const events = await world.receive();
		expect(
			events
				.filter((event) => event.type === 'refund.created' && event.account === account)
				.map(({ paymentId }) => paymentId),
		).toEqual([id, id]);
	});

	test('returns the same part of the application fee, and all of it in the end', async () => {
		const { id } = await world.pay(account, undefined, { amountMinor: 1000, feeMinor: 33 });
		await refund(id, 333);
		await refund(id, 333, 'the same part again');
		await refund(id, 334);
		const { items } = await world.gateway.listBalanceItems({ account });
		const returned = items.slice(0, 3).map(({ kind, applicationFeeMinor }) => [kind, applicationFeeMinor]);
		expect(returned).toEqual([
			['refund', -12],
			['refund', -11],
			['refund', -10],
		]);
		const ours = await world.gateway.listBalanceItems({ account: null });
		const fees = ours.items.slice(0, 4).map(({ kind, netMinor }) => [kind, netMinor]);
		expect(fees).toEqual([
			['application_fee_refund', -12],
			['application_fee_refund', -11],
			['application_fee_refund', -10],
			['application_fee', 33],
		]);
	});

	test('of card 7726 is pending and succeeds later', async () => {
		const { id } = await world.pay(account, '4000000000007726');
		const made = await refund(id, 2000);
		expect(made.status).toBe('pending');
		await world.pass(60);
		expect((await world.gateway.getRefund({ account, refundId: made.id })).status).toBe('pending');
		await world.pass(70);
		expect((await world.gateway.getRefund({ account, refundId: made.id })).status).toBe('succeeded');
		const events = await world.receive();
		expect(events.find(({ type }) => type === 'refund.updated')).toMatchObject({
			objectType: 'refund',
			objectId: made.id,
			paymentId: id,
		});
	});

	test('of card 5126 succeeds and fails later: the money is back on the balance', async () => {
		const { id } = await world.pay(account, '4000000000005126');
		const made = await refund(id, 2000);
		expect(made.status).toBe('succeeded');
		await world.pass(130);
		expect(await world.gateway.getRefund({ account, refundId: made.id })).toMatchObject({
			status: 'failed',
			failureReason: 'expired_or_canceled_card',
		});
		expect((await world.gateway.getPayment({ account, paymentId: id })).refundedMinor).toBe(0);
		const { items } = await world.gateway.listBalanceItems({ account });
		expect(items[0]).toMatchObject({ kind: 'refund_failure', amountMinor: 2000, paymentId: id });
		const events = await world.receive();
		expect(events.map(({ type }) => type)).toContain('refund.failed');
	});
});

describe('an idempotency key', () => {
	test('gives the first answer again, declines included, and takes a card once', async () => {
		const confirmationToken = await world.token();
		const input = { key: 'one order', confirmationToken, metadata: { payment: 'one' } };
		const first = await world.pay(account, undefined, input);
		expect(await world.pay(account, undefined, input)).toEqual(first);
		const declined = {
			key: 'declined',
			confirmationToken: await world.token('4000000000009995'),
			metadata: { payment: 'two' },
		};
		const one = await failureOf(world.pay(account, undefined, declined));
		const two = await failureOf(world.pay(account, undefined, declined));
		expect(two.failure).toEqual(one.failure);
	});

	test('with other parameters is refused', async () => {
		const input = { key: 'reused', confirmationToken: await world.token(), metadata: {} };
		await world.pay(account, undefined, input);
		const { failure } = await failureOf(world.pay(account, undefined, { ...input, amountMinor: 2001 }));
		expect(failure).toMatchObject({ kind: 'refused', reason: 'key-reused' });
	});

	test('used twenty times at once charges once', async () => {
		const input = {
			key: 'at once',
			confirmationToken: await world.token(),
			metadata: { payment: 'at once' },
		};
		const results = await Promise.allSettled(
			Array.from({ length: 20 }, () => world.pay(account, undefined, input)),
		);
		const ids = new Set(
			results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : [])),
		);
		expect(ids.size).toBe(1);
		// Stripe answers 409 to those that come while the first is in progress.
		for (const result of results)
			if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'unknown' });
		expect((await world.pay(account, undefined, input)).id).toBe([...ids][0]);
	});
});

describe('faults', () => {
	async function withControls<T>(
		controls: Parameters<PaymentWorld['provider']['setControls']>[1],
		work: () => Promise<T>,
	): Promise<T> {
		await world.provider.setControls(account, controls);
		try {
			return await work();
		} finally {
			await world.provider.setControls(account, {});
		}
	}

	test('429 is throttled, without effect', async () => {
		const input = { key: 'throttled', confirmationToken: await world.token(), metadata: {} };
		const { failure } = await withControls({ throttleRate: 1 }, () =>
			failureOf(world.pay(account, undefined, input)),
		);
		expect(failure).toEqual({ kind: 'throttled', afterSeconds: 1 });
		expect((await world.pay(account, undefined, input)).status).toBe('succeeded');
	});

	test('a server that is not there is unreachable, without effect', async () => {
		const input = { key: 'unreachable', confirmationToken: await world.token(), metadata: {} };
		const { failure } = await withControls({ refuseConnectionRate: 1 }, () =>
			failureOf(world.pay(account, undefined, input)),
		);
		expect(failure).toEqual({ kind: 'unreachable' });
		expect((await world.pay(account, undefined, input)).status).toBe('succeeded');
	});

	test('a connection cut after the effect is unknown; the same key gives the answer', async () => {
		const input = { key: 'cut', confirmationToken: await world.token(), metadata: { payment: 'cut' } };
		const { failure } = await withControls({ cutConnectionRate: 1 }, () =>
			failureOf(world.pay(account, undefined, input)),
		);
		expect(failure).toEqual({ kind: 'unknown' });
		expect(await world.pay(account, undefined, input)).toMatchObject({
			status: 'succeeded',
			metadata: { payment: 'cut' },
		});
	});

	test('a 500 after the effect is unknown, also under the same key; the payment is found by its metadata', async () => {
		const since = world.clock.now();
		const input = { key: 'error', confirmationToken: await world.token(), metadata: { payment: 'error' } };
		const first = await withControls({ errorAfterEffectRate: 1 }, () =>
			failureOf(world.pay(account, undefined, input)),
		);
		expect(first.failure).toEqual({ kind: 'unknown' });
		expect((await failureOf(world.pay(account, undefined, input))).failure).toEqual({ kind: 'unknown' });
		const found = await world.gateway.findPayment({ account, metadata: { payment: 'error' }, since });
		expect(found).toMatchObject({ status: 'succeeded', capturedMinor: 2000 });
		expect(await world.gateway.findPayment({ account, metadata: { payment: 'none' }, since })).toBeNull();
	});

	test('reads that fail are unreachable', async () => {
		const { id } = await world.pay(account);
		const read = () => failureOf(world.gateway.getPayment({ account, paymentId: id }));
		expect((await withControls({ refuseConnectionRate: 1 }, read)).failure).toEqual({ kind: 'unreachable' });
	});

	test('a wrong amount is reported as it came', async () => {
		const { id } = await world.pay(account);
		const wrong = await withControls({ wrongAmountRate: 1 }, () =>
			world.gateway.getPayment({ account, paymentId: id }),
		);
		expect(wrong.amountMinor).toBe(2001);
		expect((await world.gateway.getPayment({ account, paymentId: id })).amountMinor).toBe(2000);
	});

	test('an answer that does not come in time is unknown', async () => {
		const impatient = createPaymentWorld(database(), { timeoutMs: 300 });
		const input = { key: 'slow', confirmationToken: await world.token(), metadata: {} };
		const { failure } = await withControls({ responseSeconds: 5 }, () =>
			failureOf(impatient.pay(account, undefined, input)),
		);
		expect(failure).toEqual({ kind: 'unknown' });
		expect((await world.pay(account, undefined, input)).status).toBe('succeeded');
	});
});

describe('a dispute', () => {
	async function disputed(number: string) {
		const payment = await world.pay(account, number);
		await world.pass(40);
		const events = await world.receive();
		const opened = events.find(
			({ type, paymentId }) => type === 'charge.dispute.created' && paymentId === payment.id,
		);
		if (!opened?.objectId) throw new Error('No dispute was opened.');
		return {
			payment,
			id: opened.objectId,
			get: () => world.gateway.getDispute({ account, disputeId: opened.objectId as string }),
		};
	}

	test.each([
		['4000000000000259', 'fraudulent'],
		['4000000000002685', 'product_not_received'],
	])('of card %s takes the money and a fee', async (number, reason) => {
		const { payment, get } = await disputed(number);
		const dispute = await get();
		expect(dispute).toMatchObject({
			paymentId: payment.id,
			amountMinor: 2000,
			reason,
			status: 'needs_response',
			isEvidenceSent: false,
		});
		expect(dispute.movements).toMatchObject([{ amountMinor: -2000, feeMinor: 2000, currency: 'EUR' }]);
		expect(dispute.evidenceDueAt?.getTime()).toBeGreaterThan(world.clock.now().getTime());
		expect((await world.gateway.getPayment({ account, paymentId: payment.id })).isDisputed).toBe(true);
		const { failure } = await failureOf(
			world.gateway.refund({
				key: `r ${number}`,
				account,
				paymentId: payment.id,
				amountMinor: 1,
				currency: 'EUR',
				refundFee: false,
				metadata: {},
			}),
		);
		expect(failure).toMatchObject({ kind: 'refused', reason: 'state', providerCode: 'charge_disputed' });
	});

	test.each([
		['winning_evidence', 'won', 2],
		['losing_evidence', 'lost', 1],
	] as const)('with %s is %s', async (other, status, movements) => {
		const { id, get } = await disputed('4000000000000259');
		const sent = await world.gateway.sendEvidence({
			key: `evidence ${id}`,
			account,
			disputeId: id,
			evidence: { other, customerName: 'A. Guest' },
			submit: true,
		});
		expect(sent).toMatchObject({ status: 'under_review', isEvidenceSent: true });
		await world.pass(70);
		const ended = await get();
		expect(ended.status).toBe(status);
		expect(ended.movements).toHaveLength(movements);
		const types = (await world.receive()).filter(({ objectId }) => objectId === id).map(({ type }) => type);
		expect(types).toContain('charge.dispute.closed');
		expect(types.includes('charge.dispute.funds_reinstated')).toBe(status === 'won');
		const late = world.gateway.sendEvidence({
			key: `late ${id}`,
			account,
			disputeId: id,
			evidence: { other },
			submit: true,
		});
		expect((await failureOf(late)).failure).toMatchObject({ kind: 'refused', reason: 'state' });
	});

	test('that nobody answers is lost after its deadline; evidence that was only saved does not count', async () => {
		const { id, get } = await disputed('4000000000000259');
		await world.gateway.sendEvidence({
			key: `saved ${id}`,
			account,
			disputeId: id,
			evidence: { other: 'winning_evidence' },
			submit: false,
		});
		expect(await get()).toMatchObject({ status: 'needs_response', isEvidenceSent: false });
		await world.pass(9 * 86_400 + 60);
		expect((await get()).status).toBe('lost');
	});

	test('that is accepted is lost at once', async () => {
		const { id } = await disputed('4000000000000259');
		expect((await world.gateway.acceptDispute({ key: `accept ${id}`, account, disputeId: id })).status).toBe(
			'lost',
		);
	});

	test('can be an inquiry, which takes no money and allows a refund', async () => {
		const { payment, get } = await disputed('4000000000001976');
		expect(await get()).toMatchObject({ status: 'inquiry', movements: [] });
		const refund = {
			key: 'inquiry',
			account,
			paymentId: payment.id,
			amountMinor: 2000,
			currency: 'EUR',
			refundFee: true,
			metadata: {},
		};
		expect((await world.gateway.refund(refund)).status).toBe('succeeded');
		await world.pass(9 * 86_400 + 60);
		expect((await get()).status).toBe('closed');
	});
});

describe('balance and payouts', () => {
	test('a payout is made of the movements that are available, to the cent', async () => {
		const own = await world.openAccount();
		const payment = await world.pay(own);
		await world.gateway.refund({
			key: `po ${own}`,
			account: own,
			paymentId: payment.id,
			amountMinor: 500,
			currency: 'EUR',
			refundFee: true,
			metadata: {},
		});
		expect(await world.provider.runPayout(own)).toEqual([]);
		await world.pass(3 * 86_400);
		const { items: payouts } = await world.gateway.listPayouts({ account: own });
		expect(payouts).toHaveLength(1);
		const [payout] = payouts;
		if (!payout) throw new Error('There is no payout.');
		const { items } = await world.gateway.listBalanceItems({ account: own, payoutId: payout.id });
		expect(items.map(({ kind, netMinor, paymentId }) => [kind, netMinor, paymentId])).toEqual([
			['payout', -payout.amountMinor, null],
			['refund', -500 + 15, payment.id],
			['charge', 2000 - 60 - 55, payment.id],
		]);
		expect(payout.amountMinor).toBe(1400);
		expect(items[2]).toMatchObject({
			applicationFeeMinor: 60,
			providerFeeMinor: 55,
			feeMinor: 115,
			sourceId: payment.chargeId,
			exchangeRate: null,
		});
		expect(items[2]?.id).toBe(payment.balanceItemId);
		await world.pass(86_400);
		expect(await world.gateway.getPayout({ account: own, payoutId: payout.id })).toMatchObject({
			status: 'paid',
			trace: expect.stringMatching(/^FOYERTEST/),
		});
		const types = (await world.receive())
			.filter((event) => event.account === own && event.objectType === 'payout')
			.map(({ type }) => type);
		expect(types.sort()).toEqual(['payout.created', 'payout.paid', 'payout.updated']);
	});

	test('a payout that the bank sends back is on the balance again', async () => {
		const own = await world.openAccount();
		await world.pay(own);
		await world.provider.setControls(own, { payoutIntervalSeconds: 300 * 86_400, availableSeconds: 0 });
		await world.pay(own);
		const [id] = await world.provider.runPayout(own);
		if (!id) throw new Error('There is no payout.');
		await world.provider.settlePayout(own, id, 'paid');
		await world.provider.settlePayout(own, id, 'failed');
		expect(await world.gateway.getPayout({ account: own, payoutId: id })).toMatchObject({
			status: 'failed',
			failureReason: 'account_closed',
		});
		const { items } = await world.gateway.listBalanceItems({ account: own });
		expect(items[0]).toMatchObject({ kind: 'payout_failure', amountMinor: 1885 });
		expect(await world.provider.runPayout(own)).toHaveLength(1);
	});

	test('lists are read to the end by their cursor, from an instant on', async () => {
		const own = await world.openAccount();
		await world.pay(own);
		world.clock.advance(60_000);
		const since = world.clock.now();
		for (let i = 0; i < 34; i += 1) await world.pay(own, '4000000000000002').catch(() => {});
		const first = await world.gateway.listEvents({ account: own, since });
		expect(first.items).toHaveLength(100);
		const second = await world.gateway.listEvents({ account: own, since, cursor: first.next as string });
		expect([second.items.length, second.next]).toEqual([34 * 3 - 100, null]);
		expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(34 * 3);
		expect(first.items.every((event) => event.account === own && event.objectType === 'payment')).toBe(true);
	});
});
