import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, payByCard } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { recoverPayments } from '#tests/support/payment-recovery.ts';
import { applyPayment } from './apply.ts';
import { findAccount, getPayment } from './queries.ts';

const database = useTestDatabase({ poolSize: 20 });
let services: Services;
let api: TestApi;
beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
});

const statusOf = async ({ manageToken }: { manageToken: string }): Promise<string> =>
	(await api.get(`/api/orders/${manageToken}`)).body.status;

/** Orders of one event whose payments succeeded at the provider, which nobody has noticed, and the news of it. */
async function makeNews(count: number, capacity = 100) {
	const event = await makePricedEvent(services, api, await makeUser(services), { capacity });
	const account = (await findAccount(services.database.db, event.organisationId))?.providerAccount ?? '';
	const all = [];
	for (let n = 0; n < count; n += 1) {
		const order = await holdTickets(api, event);
		const begun = await payByCard(api, order, { number: '4000002500003155' });
		const paymentId = begun.body.payment.id as string;
		const payment = await getPayment(services.database.db, {
			organisationId: event.organisationId,
			paymentId,
		});
		await services.testGateway?.endChallenge(account, payment.providerId ?? '', true);
		const object = await services.gateway.getPayment({ account, paymentId: payment.providerId ?? '' });
		all.push({ order, payment, object });
	}
	await database().pool.query(`UPDATE payment_attempts SET network = NULL`);
	return { event, all };
}

type News = Awaited<ReturnType<typeof makeNews>>['all'];
const applyAll = (all: News) => all.map(({ payment, object }) => applyPayment(services, payment, object));

describe('payments of one event whose success is reported at once', () => {
	test('are settled in one transaction, each once, with the answer of each', async () => {
		const { all } = await makeNews(4);
		const units = vi.spyOn(services.database, 'unitOfWork');
		const settled = await Promise.all(applyAll(all));
		expect(units).toHaveBeenCalledTimes(1);
		units.mockRestore();
		expect(settled.map(({ id, state }) => [id, state])).toEqual(
			all.map(({ payment }) => [payment.id, 'succeeded']),
		);
		expect(await Promise.all(all.map(({ order }) => statusOf(order)))).toEqual(all.map(() => 'confirmed'));
		await expectInvariants(services);
	});

	test('of two answers about one payment the second finds it settled', async () => {
		const { all } = await makeNews(2);
		const settled = await Promise.all(applyAll([...all, ...all]));
		expect(settled.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded']);
		await expectInvariants(services);
	});

	test('wait for nobody who holds the payment of another', async () => {
		const { all } = await makeNews(3);
		const client = await database().pool.connect();
		const done: number[] = [];
		try {
			await client.query('BEGIN');
			await client.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [all[0]?.payment.id]);
			const applied = applyAll(all).map((one, index) => one.then(() => done.push(index)));
			await Promise.all(applied.slice(1));
			expect(done).toEqual([1, 2]);
			await client.query('COMMIT');
			await Promise.all(applied);
		} finally {
			client.release();
		}
		expect(done).toEqual([1, 2, 0]);
		await expectInvariants(services);
	});

	test('whose places are gone get their money back, and the others their tickets', async () => {
		const { event, all } = await makeNews(3, 3);
		await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
			all[0]?.order.id,
		]);
		// Frees the place of the hold that has ended and sells it to somebody else.
		const other = await holdTickets(api, event);
		expect((await payByCard(api, other)).status).toBe(201);
		const settled = await Promise.all(applyAll(all));
		expect(
			settled.map(({ state, refundingMinor, capturedMinor }) => [
				state,
				refundingMinor > 0 && refundingMinor === capturedMinor,
			]),
		).toEqual([
			['succeeded', true],
			['succeeded', false],
			['succeeded', false],
		]);
		expect(await Promise.all(all.map(({ order }) => statusOf(order)))).toEqual([
			'expired',
			'confirmed',
			'confirmed',
		]);
		await recoverPayments(services);
		await expectInvariants(services);
	});

	test('what one of them alone brings about fails it alone', async () => {
		const { all } = await makeNews(3);
		await database().pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				IF NEW.source_id = '${all[1]?.payment.id}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;
			CREATE TRIGGER refuse BEFORE INSERT ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse()`);
		try {
			const settled = await Promise.allSettled(applyAll(all));
			expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		} finally {
			await database().pool.query('DROP TRIGGER refuse ON ledger_transfers; DROP FUNCTION refuse()');
		}
		expect(await statusOf(all[1]?.order as News[number]['order'])).toBe('pending');
		await Promise.all(applyAll(all.slice(1, 2)));
		expect(await statusOf(all[1]?.order as News[number]['order'])).toBe('confirmed');
		await expectInvariants(services);
	});
});
