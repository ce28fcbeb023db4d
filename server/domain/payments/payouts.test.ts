import { beforeAll, describe, expect, test } from 'vitest';
import { invariantChecks } from '#server/domain/modules.ts';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { syncBalance } from '#server/domain/payments/balance.ts';
import { paymentJobs } from '#server/domain/payments/jobs.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { trialActs } from '#shared/rules/payment-states.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	chargeByHand,
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

const provider = () => {
	if (!services.testGateway) throw new Error('no test mode');
	return services.testGateway;
};

async function accountOf({ organisationId }: { organisationId: string }) {
	const account = await findAccount(services.database.db, organisationId);
	if (!account?.providerAccount) throw new Error('no account');
	return { ...account, providerAccount: account.providerAccount };
}

async function balancesOf({ organisationId, token }: { organisationId: string; token: string }) {
	const { body } = await api.get(`/api/organisations/${organisationId}/balances`, { token });
	return Object.fromEntries(
		body.data.flatMap(({ accounts }: { accounts: { account: string; balanceMinor: number }[] }) =>
			accounts.map(({ account, balanceMinor }) => [account, balanceMinor]),
		),
	);
}

async function buy(event: PricedEvent, number?: string) {
	const order = await holdTickets(api, event);
	expect((await payByCard(api, order, { number })).status).toBe(201);
	return order;
}

const itemsOf = async ({ organisationId }: { organisationId: string }) =>
	(
		await services.database.pool.query<{ kind: string; state: string; difference: string | null }>(
			`SELECT kind, state, difference FROM balance_items WHERE organisation_id = $1 ORDER BY occurred_at, id`,
			[organisationId],
		)
	).rows;

describe('what can be tried in test mode', () => {
	test('each act is one call, whose lines stand in the books', async () => {
		const owner = await makeUser(services);
		await makePricedEvent(services, api, owner);
		const path = `/api/organisations/${owner.organisationId}/payment-account/test`;
		for (const act of trialActs)
			expect((await api.post(path, { act }, { token: owner.token })).status, act).toBe(200);
		const { body } = await api.get(path, { token: owner.token });
		const shown = Object.fromEntries(
			body.data.map((one: { act: string; transfers: Record<string, unknown>[] }) => [
				one.act,
				{
					...one,
					lines: one.transfers.map(({ debit, credit, amountMinor }) => `${debit} ${credit} ${amountMinor}`),
				},
			]),
		);
		const charged = ['gateway buyer 4800', 'buyer trials 4800', 'provider_fees gateway 97'];
		const sorted = (lines: string[]) => [...lines].sort();
		expect(sorted(shown.charge.lines)).toEqual(sorted(charged));
		expect(shown.decline).toMatchObject({
			payment: { state: 'failed', failure: 'PAYMENT_CARD_DECLINED' },
			lines: [],
		});
		expect(sorted(shown.refund.lines)).toEqual(
			sorted([...charged, 'buyer gateway 4800', 'trials buyer 4800']),
		);
		expect(shown.dispute_won.disputeState).toBe('won');
		expect(sorted(shown.dispute_won.lines)).toEqual(
			sorted([...charged, 'contested gateway 4800', 'dispute_fees gateway 2000', 'gateway contested 4800']),
		);
		expect(shown.dispute_lost.disputeState).toBe('lost');
		expect(shown.dispute_lost.lines).toContain('dispute_losses contested 4800');
		expect(shown.payout.payoutState).toBe('paid');
		const balances = await balancesOf(owner);
		expect(shown.payout.lines).toContain(`bank transit ${balances.bank}`);
		// All that the provider held went to the bank, to the cent.
		expect(balances).toMatchObject({ gateway: 0, transit: 0, buyer: 0, contested: 0 });
		expect(balances.sales).toBeUndefined();
		expect((await itemsOf(owner)).filter(({ state }) => state !== 'matched')).toEqual([]);
		await settleAll(services);
		expect(await balancesOf(owner)).toEqual(balances);
		await expectInvariants(services);
	});

	test('a movement whose amount was changed is found by the verification', async () => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		await buy(event);
		await settleAll(services);
		// Nothing of the provider's balance is read yet.
		await expectInvariants(services);
		await syncBalance(services, await accountOf(event));
		await expectInvariants(services);
		const change = (by: number) =>
			services.database.pool.query(
				`UPDATE balance_items SET net_minor = net_minor + $2, amount_minor = amount_minor + $2 WHERE organisation_id = $1`,
				[owner.organisationId, by],
			);
		await change(1);
		const check = invariantChecks.find(({ name }) => name === 'payments.gateway-matches-items');
		expect(await check?.run(services)).toEqual([
			expect.stringMatching(`organisation ${owner.organisationId} has \\d+ EUR at the provider`),
		]);
		await change(-1);
		await expectInvariants(services);
	});

	test('needs an account that takes cards', async () => {
		const owner = await makeUser(services);
		const path = `/api/organisations/${owner.organisationId}/payment-account/test`;
		const refused = await api.post(path, { act: 'charge' }, { token: owner.token });
		expect(refused.body.metadata.rule).toBe('payment-account-missing');
	});
});

describe('payouts and the balance', () => {
	let owner: TestUser;
	let event: PricedEvent;
	beforeAll(async () => {
		owner = await makeUser(services);
		event = await makePricedEvent(services, api, owner);
	});

	test('fees, refunds and a payout that fails at the bank end where the provider says', async () => {
		await buy(event);
		const refunded = await buy(event);
		await refundOrder(api, event, refunded, { token: owner.token, reason: 'ill', isCancelling: true });
		await settleAll(services);
		const account = await accountOf(event);
		await syncBalance(services, account);
		const before = await balancesOf(owner);
		// 1.5 % of 24.00 and 25 cents each; those of the refunded order do not come back.
		expect(before).toMatchObject({ provider_fees: 122, gateway: 2_400 - 122, buyer: 0 });

		const [payoutId] = await provider().runPayout(account.providerAccount, { isEarly: true });
		await settleAll(services);
		expect(await balancesOf(owner)).toMatchObject({ gateway: 0, transit: 2_278 });
		await provider().settlePayout(account.providerAccount, payoutId as string, 'paid');
		await settleAll(services);
		expect(await balancesOf(owner)).toMatchObject({ transit: 0, bank: 2_278 });
		const { rows } = await services.database.pool.query(
			`SELECT p.state, p.itemised_at IS NOT NULL AS itemised, sum(i.net_minor)::int AS content, count(*)::int AS items
			FROM payouts p JOIN balance_items i ON i.organisation_id = p.organisation_id AND i.payout_id = p.id
			WHERE p.organisation_id = $1 GROUP BY 1, 2`,
			[owner.organisationId],
		);
		expect(rows).toEqual([{ state: 'paid', itemised: true, content: 2_278, items: 3 }]);
		await expectInvariants(services);
	});

	test('a payout that failed goes back to the balance', async () => {
		const seller = await makeUser(services);
		await buy(await makePricedEvent(services, api, seller));
		const account = await accountOf(seller);
		const [payoutId] = await provider().runPayout(account.providerAccount, { isEarly: true });
		await settleAll(services);
		await provider().settlePayout(account.providerAccount, payoutId as string, 'failed');
		await settleAll(services);
		await syncBalance(services, account);
		const balances = await balancesOf(seller);
		expect(balances).toMatchObject({ transit: 0, gateway: 2_400 - 61 });
		expect(balances.bank).toBeUndefined();
		const { body } = await api.get('/api/account/notices', { token: seller.token });
		const organisation = { id: seller.organisationId };
		expect(body.data).toMatchObject([
			{ kind: 'payout-failed', organisation },
			{ kind: 'payment-details', change: 'account-opened', organisation },
		]);
		const { rows: owed } = await services.database.pool.query(
			`SELECT id, recipient, template, props, locale FROM mails WHERE template = 'organisers/payout-failed' AND organisation_id = $1`,
			[seller.organisationId],
		);
		expect(owed.map(({ recipient }) => recipient)).toEqual([seller.email]);
		expect(await composeMail(services, owed[0], { showsSecrets: true, isForSending: true })).toMatchObject({
			subject: 'A payout of €23.39 failed',
			text: expect.stringContaining('/money/payouts/'),
		});
		expect((await itemsOf(seller)).map(({ kind, state }) => [kind, state])).toEqual(
			expect.arrayContaining([['payout_failure', 'matched']]),
		);
	});

	test('a refund made in the dashboard is taken over, with its lines, once', async () => {
		const seller = await makeUser(services);
		const priced = await makePricedEvent(services, api, seller, { taxBasisPoints: 1_900 });
		const order = await buy(priced);
		const account = await accountOf(seller);
		const { rows } = await services.database.pool.query<{ provider_id: string }>(
			'SELECT provider_id FROM payments WHERE subject_id = $1',
			[order.id],
		);
		await services.gateway.refund({
			key: `by hand ${order.id}`,
			account: account.providerAccount,
			paymentId: rows[0]?.provider_id as string,
			amountMinor: 1_000,
			currency: 'EUR',
			refundFee: false,
			metadata: {},
		});
		await settleAll(services);
		await Promise.all([syncBalance(services, account), syncBalance(services, account)]);
		const detail = await api.get(`/api/events/${priced.id}/orders/${order.id}`, { token: seller.token });
		expect(detail.body).toMatchObject({
			dueMinor: 0,
			refundedMinor: 1_000,
			refunds: [{ amountMinor: 1_000, reason: 'outside', state: 'succeeded' }],
		});
		const balances = await balancesOf(seller);
		expect(balances.sales + balances.tax).toBe(-1_400);
		expect((await itemsOf(seller)).map(({ difference }) => difference)).toEqual([null, null]);
		await expectInvariants(services);
	});

	test('movements that nobody knows have a name; the nightly job finds what no event reported', async () => {
		const seller = await makeUser(services);
		await buy(await makePricedEvent(services, api, seller));
		const account = await accountOf(seller);
		await chargeByHand(services, api, account.providerAccount);
		await paymentJobs.find(({ name }) => name === 'payments.reconcile')?.run(services);
		expect((await itemsOf(seller)).map(({ difference }) => difference)).toEqual([null, 'unknown-charge']);
	});
});

describe('the platform’s share of a refund that fails later', () => {
	test('stays returned, as it does at the provider; another refund returns no more than is left', async () => {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		// The fee is off in this installation: it is put on the payment before the provider is asked.
		await services.database.pool.query(`
			CREATE OR REPLACE FUNCTION add_fee() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN NEW.fee_minor := 60; RETURN NEW; END $$`);
		await services.database.pool.query(
			'CREATE TRIGGER fee BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION add_fee()',
		);
		const order = await buy(event, '4000000000005126');
		await services.database.pool.query('DROP TRIGGER fee ON payments');
		const request = { token: seller.token, reason: 'ill' };
		await refundOrder(api, event, order, { ...request, amountMinor: 1_200 });
		await settleAll(services);
		const account = await accountOf(seller);
		await syncBalance(services, account);
		expect(await balancesOf(seller)).toMatchObject({ platform_fees: 30, buyer: 0 });
		await provider().moveClock(new Date((await provider().now()).getTime() + 600_000));
		await settleAll(services);
		await syncBalance(services, account);
		expect(await balancesOf(seller)).toMatchObject({ platform_fees: 30, buyer: -1_200 });
		await refundOrder(api, event, order, request);
		await settleAll(services);
		await syncBalance(services, account);
		const balances = await balancesOf(seller);
		expect(balances).toMatchObject({ platform_fees: 0 });
		expect((await itemsOf(seller)).map(({ difference }) => difference).filter(Boolean)).toEqual([]);
		const { rows } = await services.database.pool.query<{ net: string }>(
			'SELECT sum(net_minor) AS net FROM balance_items WHERE organisation_id = $1',
			[seller.organisationId],
		);
		expect(balances.gateway).toBe(Number(rows[0]?.net));
	});
});
