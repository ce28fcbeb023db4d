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

/** As if the newest attempt had been made so many times more. */
const repeat = (count: number) =>
	database().pool.query(
		`INSERT INTO payment_attempts (organisation_id, payment_id, number, idempotency_key, request_hash, outcome, code,
			network, card, brand, last4, created_at)
		SELECT organisation_id, payment_id, 100 + n, gen_random_uuid()::text, request_hash, outcome, code,
			network, card, brand, last4, created_at
		FROM (SELECT * FROM payment_attempts ORDER BY created_at DESC LIMIT 1) newest, generate_series(1, $1::int) AS n`,
		[count],
	);

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
		// Four were refused while the provider did not answer; ten are at it, or on their way.
		expect(ended).toEqual([429, 429, 429, 429]);
		await expect.poll(reached).toBe(10);
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
		await expect.poll(reached).toBe(14);
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
		expect((await pay()).status).toBe(201);
		await repeat(10);
		expect((await pay()).status).toBe(201);
		expect((await pay(declinedCard)).status).toBe(402);
		await repeat(8);
		expect((await pay(declinedCard)).status).toBe(402);
		const refused = await pay();
		expect([refused.status, refused.body.metadata.rule]).toEqual([429, 'too-many-attempts']);
		await database().pool.query(`UPDATE payment_attempts SET created_at = created_at - interval '1 hour'`);
		expect((await pay()).status).toBe(201);
	});

	test('sends no more than thirty buyers to their banks at once; one that nobody answers counts for a quarter of an hour', async () => {
		await forget();
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner, { capacity: 100 });
		const pay = async () => payByCard(api, await holdTickets(api, event), { number: '4000002500003155' });
		expect((await pay()).status).toBe(201);
		await repeat(28);
		expect((await pay()).status).toBe(201);
		const refused = await pay();
		expect([refused.status, refused.body.metadata.rule]).toEqual([429, 'network-busy']);
		await database().pool.query(
			`UPDATE payment_attempts SET created_at = created_at - interval '15 minutes'`,
		);
		expect((await pay()).status).toBe(201);
	});

	test('sends as many as come where attempts at the bank are not counted', async () => {
		await forget();
		const { pool } = database();
		await pool.query(`CREATE FUNCTION forget_bank() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN NEW.network := NULL; RETURN NEW; END $$`);
		await pool.query(`CREATE TRIGGER forget_bank BEFORE UPDATE ON payment_attempts
			FOR EACH ROW WHEN (NEW.outcome = 'requires_action') EXECUTE FUNCTION forget_bank()`);
		const event = await makePricedEvent(services, api, await makeUser(services), { capacity: 100 });
		const pay = async () => payByCard(api, await holdTickets(api, event), { number: '4000002500003155' });
		expect((await pay()).status).toBe(201);
		await repeat(29);
		for (let n = 0; n < 2; n += 1) expect((await pay()).status).toBe(201);
		await pool.query('DROP TRIGGER forget_bank ON payment_attempts');
	});

	test('waits for attempts in progress, and pays once they have ended', async () => {
		await forget();
		const held = await makeHeldProvider();
		const tries = await tryCards(held.services, held.api, 10);
		await expect.poll(held.reached).toBe(10);
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

describe('an event on which cards are tried out from many networks', () => {
	const goodCard = '4242424242424242';
	/** A sale whose attempts have no network, as from thousands. */
	async function openSale() {
		const services = await createTestServices(database());
		const api = createTestApi(services);
		const event = await makePricedEvent(services, api, await makeUser(services), { capacity: 200 });
		const pay = async (number: string) => {
			await forget();
			return payByCard(api, await holdTickets(api, event), { number });
		};
		const notices = async (token = event.owner.token) =>
			(await api.get('/api/account/notices', { token })).body.data
				.filter(({ kind }: { kind: string }) => kind !== 'payment-details')
				.map((one: { kind: string; event: { title: string } | null }) => [one.kind, one.event !== null]);
		const admin = await makeUser(services, { isAdmin: true });
		const triedOn = async () =>
			(await api.get('/api/admin/overview', { token: admin.token })).body.attention.eventsWithTriedCards;
		return { services, event, pay, notices, admin, triedOn };
	}
	const statusOf = ({ status, body }: { status: number; body: { payment?: { state: string } } }) =>
		body.payment?.state ?? status;

	test('has each payer confirmed by their bank, and says so to the organiser and the operator once; it ends by itself', async () => {
		const { services, event, pay, notices, admin, triedOn } = await openSale();
		expect((await pay(declinedCard)).status).toBe(402);
		await repeat(47);
		expect((await pay(declinedCard)).status).toBe(402);
		expect(statusOf(await pay(goodCard))).toBe('succeeded');
		expect(await notices()).toEqual([]);
		expect(await triedOn()).toBe(0);
		expect((await pay(declinedCard)).status).toBe(402);
		for (let n = 0; n < 2; n += 1) expect(statusOf(await pay(goodCard))).toBe('requires_action');
		expect(await notices()).toEqual([['cards-tried', true]]);
		expect(await notices(admin.token)).toEqual([['cards-tried', true]]);
		expect(await triedOn()).toBe(1);
		const other = await openSale();
		expect(statusOf(await other.pay(goodCard))).toBe('succeeded');
		await database().pool.query(
			`UPDATE payment_attempts SET created_at = created_at - interval '10 minutes' WHERE organisation_id = $1`,
			[event.organisationId],
		);
		expect(statusOf(await pay(goodCard))).toBe('succeeded');
		await expectInvariants(services);
	});

	test('sells on where as many cards are declined among three in ten that are good (negative control)', async () => {
		const { pay, notices } = await openSale();
		expect(statusOf(await pay(goodCard))).toBe('succeeded');
		await repeat(21);
		expect((await pay(declinedCard)).status).toBe(402);
		await repeat(49);
		expect((await pay(declinedCard)).status).toBe(402);
		expect(statusOf(await pay(goodCard))).toBe('succeeded');
		expect(await notices()).toEqual([]);
	});
});
