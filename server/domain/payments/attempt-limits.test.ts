import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { cardToken, holdTickets, makePricedEvent, payByCard } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';

const database = useTestDatabase();
const declinedCard = '4000000000000002';

/** A product whose provider answers nothing before `release`, and counts the cards that reach it. */
async function makeHeldProvider(): Promise<{
	services: Services;
	api: TestApi;
	reached: () => number;
	release: () => void;
}> {
	const services = await createTestServices(database());
	let reached = 0;
	const { promise, resolve } = Promise.withResolvers<void>();
	const { gateway } = services;
	const held: typeof gateway = Object.assign(Object.create(gateway), {
		createAndConfirm: async (...call: Parameters<typeof gateway.createAndConfirm>) => {
			reached += 1;
			await promise;
			return gateway.createAndConfirm(...call);
		},
	});
	const api = createTestApi({ ...services, gateway: held });
	return { services, api, reached: () => reached, release: () => resolve() };
}

/** Pays many orders at the same time with cards that are declined. */
async function tryCards(services: Services, api: TestApi, count: number) {
	const owner = await makeUser(services);
	const event = await makePricedEvent(services, api, owner, { capacity: 100 });
	const orders = [];
	for (let n = 0; n < count; n += 1)
		orders.push({ ...(await holdTickets(api, event)), card: await cardToken(api, declinedCard) });
	return orders.map(({ manageToken, quoteHash, card }) =>
		api.post(
			`/api/orders/${manageToken}/payments`,
			{ method: 'card', quoteHash, confirmationToken: card },
			{ headers: { 'Idempotency-Key': randomUUID() } },
		),
	);
}

const forget = () => database().pool.query('UPDATE payment_attempts SET network = NULL');

describe('cards that are tried from one network at the same time', () => {
	test('reach the provider up to the limit; the others are refused in time and nothing of them is charged', async () => {
		await forget();
		const { services, api, reached, release } = await makeHeldProvider();
		const tries = await tryCards(services, api, 14);
		const ended: number[] = [];
		const refused = Promise.withResolvers<void>();
		for (const one of tries)
			void one.then(({ status }) => {
				ended.push(status);
				if (ended.length === 4) refused.resolve();
			});
		await refused.promise;
		// Ten are at the provider, and four were refused while it did not answer.
		expect(ended).toEqual([429, 429, 429, 429]);
		expect(reached()).toBe(10);
		release();
		const answers = await Promise.all(tries);
		expect(answers.filter(({ status }) => status === 402)).toHaveLength(10);
		const busy = answers.find(({ status }) => status === 429);
		expect(busy?.body.metadata).toMatchObject({ rule: 'network-busy' });
		expect(busy?.headers.get('retry-after')).toBe('5');
		await expectInvariants(services);
	});

	test('all reach it where attempts in progress are not counted', async () => {
		await forget();
		const { pool } = database();
		await pool.query(`CREATE FUNCTION forget_network() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN NEW.network := NULL; RETURN NEW; END $$`);
		await pool.query(`CREATE TRIGGER forget_network BEFORE INSERT ON payment_attempts
			FOR EACH ROW EXECUTE FUNCTION forget_network()`);
		const { services, api, reached, release } = await makeHeldProvider();
		const tries = await tryCards(services, api, 14);
		await expect.poll(reached, { timeout: 60_000 }).toBe(14);
		release();
		expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(new Array(14).fill(402));
		await pool.query('DROP TRIGGER forget_network ON payment_attempts');
	});
});

describe('a network', () => {
	let services: Services;
	let api: TestApi;
	beforeAll(async () => {
		services = await createTestServices(database());
		api = createTestApi(services);
	});

	test('whose cards were declined ten times within an hour tries no more; payments that succeed do not count', async () => {
		await forget();
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner, { capacity: 100 });
		const pay = async (number?: string) => payByCard(api, await holdTickets(api, event), { number });
		for (let n = 0; n < 12; n += 1) expect((await pay()).status).toBe(201);
		for (let n = 0; n < 10; n += 1) expect((await pay(declinedCard)).status).toBe(402);
		const refused = await pay();
		expect([refused.status, refused.body.metadata.rule]).toEqual([429, 'too-many-attempts']);
		await database().pool.query(`UPDATE payment_attempts SET created_at = created_at - interval '1 hour'`);
		expect((await pay()).status).toBe(201);
	});

	test('waits for attempts in progress, and pays once they have ended', async () => {
		await forget();
		const held = await makeHeldProvider();
		const tries = await tryCards(held.services, held.api, 10);
		await expect.poll(held.reached, { timeout: 60_000 }).toBe(10);
		await forgetOutcomes('requires_action');
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		expect((await payByCard(api, await holdTickets(api, event))).status).toBe(201);
		held.release();
		await Promise.all(tries);
	});
});

/** As if all attempts in progress were at their bank's page. */
const forgetOutcomes = (outcome: string) =>
	database().pool.query(`UPDATE payment_attempts SET outcome = $1 WHERE outcome = 'open'`, [outcome]);
