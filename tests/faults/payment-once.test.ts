import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { applyPayment } from '#server/domain/payments/apply.ts';
import { recordItems } from '#server/domain/payments/balance.ts';
import { settleDueEvents } from '#server/domain/payments/events.ts';
import { findAccount, getPayment } from '#server/domain/payments/queries.ts';
import { settleDuePayments } from '#server/domain/payments/settle.ts';
import { deliverTestEvents } from '#server/domain/payments/test-mode.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeFundraiser } from '#tests/factories/fundraisers.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { recoverPayments } from '#tests/support/payment-recovery.ts';

/*
 * What money must do once, however often it is requested. Each is followed by its negative control: the same while the database forgets the
 * key by which a repetition is known.
 */

const database = useTestDatabase({ poolSize: 20 });
let services: Services;
let api: TestApi;
beforeEach(async () => {
	await database().truncate();
	services = await createTestServices(database());
	api = createTestApi(services);
});

/** Runs while a column of a table is always written with another value than it was given. */
async function forgetting(
	when: 'INSERT' | 'UPDATE',
	[table, column, value]: [table: string, column: string, value: string],
	run: () => Promise<void>,
): Promise<void> {
	const { pool } = database();
	const name = `forget_${column}`;
	await pool.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql
		AS $$ BEGIN NEW.${column} := ${value}; RETURN NEW; END $$;
		CREATE TRIGGER ${name} BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`);
	try {
		await run();
	} finally {
		await pool.query(`DROP TRIGGER ${name} ON ${table}; DROP FUNCTION ${name}()`);
	}
}

/** Runs while each new row of a table has a key of its own instead of the one it was given. */
const withoutKey = (table: string, column: string, value: string, run: () => Promise<void>) =>
	forgetting('INSERT', [table, column, value], run);

const count = async (text: string, values: unknown[] = []): Promise<number> =>
	(await database().pool.query(`SELECT count(*)::int AS n FROM ${text}`, values)).rows[0].n;

describe('a success that the event, the page, the ladder and the reconciliation report at once', () => {
	/** The payment as it was before any of them, and what the provider says of it. */
	async function makeSuccess() {
		const event = await makePricedEvent(services, api, await makeUser(services));
		const order = await holdTickets(api, event);
		const begun = await payByCard(api, order, { number: '4000002500003155' });
		const scope = { organisationId: event.organisationId, paymentId: begun.body.payment.id as string };
		const payment = await getPayment(services.database.db, scope);
		const account = (await findAccount(services.database.db, event.organisationId))?.providerAccount ?? '';
		await services.testGateway?.endChallenge(account, payment.providerId ?? '', true);
		await database().pool.query(
			'UPDATE payments SET next_check_at = now() - make_interval(secs => 1) WHERE id = $1',
			[payment.id],
		);
		const object = await services.gateway.getPayment({ account, paymentId: payment.providerId ?? '' });
		const report = async () => {
			await deliverTestEvents(services);
			await Promise.all([
				settleDueEvents(services),
				api.get(`/api/orders/${order.manageToken}/payments/${payment.id}`),
				settleDuePayments(services),
				// The rest have read the payment before it was settled, and come late.
				...[1, 2, 3, 4].map(() => applyPayment(services, payment, object)),
			]);
			return count(
				`ledger_transfers WHERE source_kind = 'payment' AND subject_id = $1 AND kind = 'payment'`,
				[order.id],
			);
		};
		return { order, report };
	}

	test('is in the books once, and its order confirmed once', async () => {
		const { order, report } = await makeSuccess();
		expect(await report()).toBe(1);
		expect((await api.get(`/api/orders/${order.manageToken}`)).body).toMatchObject({
			status: 'confirmed',
			dueMinor: 0,
		});
		await recoverPayments(services);
		await expectInvariants(services);
	});

	const withoutState = (run: () => Promise<void>) =>
		forgetting('UPDATE', ['payments', 'state', 'OLD.state'], run);

	test('is in them once also if the payment did not know its state', async () => {
		const { report } = await makeSuccess();
		await withoutState(async () => expect(await report()).toBe(1));
	});

	test('would be in them each time if they did not know their source either (negative control)', async () => {
		const { report } = await makeSuccess();
		await withoutState(() =>
			withoutKey('ledger_transfers', 'source_id', 'gen_random_uuid()', async () => {
				expect(await report()).toBeGreaterThan(1);
			}),
		);
		await expect(expectInvariants(services)).rejects.toThrow('orders.');
	});
});

describe('a refund that is sent again with its key', () => {
	async function refundTwice() {
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		const order = await holdTickets(api, event);
		await payByCard(api, order);
		const key = randomUUID();
		const ask = () => refundOrder(api, event, order, { token: seller.token, key, amountMinor: 500 });
		const answers = [await ask(), await ask()];
		expect(answers.map(({ status }) => status)).toEqual([201, 201]);
		return count('refunds WHERE subject_id = $1', [order.id]);
	}

	test('is one refund', async () => {
		expect(await refundTwice()).toBe(1);
		await recoverPayments(services);
		await expectInvariants(services);
	});

	test('would be two if the key were not stored (negative control)', async () => {
		await withoutKey('idempotency_keys', 'key', 'gen_random_uuid()::text', async () => {
			expect(await refundTwice()).toBe(2);
		});
	});
});

describe('a gift that is sent again with its key, to another process', () => {
	async function giveTwice() {
		const event = await makeFundraiser(services, api, await makeUser(services));
		const gift = { amountMinor: 1_000 };
		const quoted = await api.post(`/api/events/${event.id}/quote`, { items: [], gift });
		const headers = { 'Idempotency-Key': randomUUID() };
		const buyer = { name: 'Ada', email: 'ada@example.org' };
		const body = { buyer, items: [], gift, hold: true, quoteHash: quoted.body.hash };
		// What a process remembers of its own orders is no guard of another one.
		const other = createDatabase({ address: database().address, log: services.log, poolSize: 4 });
		try {
			for (const one of [api, createTestApi(await createTestServices(other))])
				expect((await one.post(`/api/events/${event.id}/orders`, body, { headers })).status).toBe(201);
		} finally {
			await other.close();
		}
		return count('orders WHERE event_id = $1', [event.id]);
	}

	test('is one order', async () => {
		expect(await giveTwice()).toBe(1);
	});

	test('would be two if the key were not stored with the order (negative control)', async () => {
		await withoutKey('orders', 'idempotency_key', 'gen_random_uuid()::text', async () => {
			expect(await giveTwice()).toBe(2);
		});
	});
});

describe('movements of the balance that two read at once', () => {
	async function readTwice() {
		const event = await makePricedEvent(services, api, await makeUser(services));
		await payByCard(api, await holdTickets(api, event));
		const account = await findAccount(services.database.db, event.organisationId);
		if (!account?.providerAccount) throw new Error('no account');
		const { items } = await services.gateway.listBalanceItems({ account: account.providerAccount });
		const charges = items.filter(({ kind }) => kind === 'charge');
		await Promise.all([1, 2, 3].map(() => recordItems(services, account, charges)));
		return count(`ledger_transfers WHERE kind = 'provider_fee' AND organisation_id = $1`, [
			event.organisationId,
		]);
	}

	test('book the provider’s fee once', async () => {
		expect(await readTwice()).toBe(1);
		await expectInvariants(services);
	});

	test('would book it each time if the provider’s id were no key (negative control)', async () => {
		await withoutKey('balance_items', 'provider_id', 'NEW.provider_id || gen_random_uuid()', async () => {
			// One that is read after the others is known as moved twice, by what it moved.
			let most = 0;
			for (let tries = 0; tries < 20 && most < 2; tries += 1) most = Math.max(most, await readTwice());
			expect(most).toBeGreaterThan(1);
		});
	});
});
