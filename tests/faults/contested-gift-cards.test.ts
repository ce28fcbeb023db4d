import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import { holdTickets, makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { isDatabaseBusy, isQueueTooLong, toldBy } from '#tests/support/buyers.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import {
	type Answer,
	type ServerProcess,
	testDatabaseUrl,
	useServerProcesses,
} from '#tests/support/server-process.ts';

/** Orders of a round, and how often each is tried to be paid, by one card or another. */
const ordersPerRound = rounds(10, 20);
const triesPerOrder = 3;
const triesPerRound = ordersPerRound * triesPerOrder;
/** `CONTESTED_TRIES` overrides it. */
const tries = Number(process.env.CONTESTED_TRIES ?? (isLong ? 100_000 : triesPerRound));

const database = useTestDatabase();
const start = useServerProcesses();
let servers: ServerProcess[];
let services: Services;
let api: TestApi;
let owner: TestUser;
let event: PricedEvent;
beforeAll(async () => {
	services = await createTestServices(database());
	await database().pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('links', $1)`, [
		services.secret,
	]);
	api = createTestApi(services);
	owner = await makeUser(services);
	event = await makePricedEvent(services, api, owner, { capacity: 1_000_000, taxBasisPoints: 700 });
	const databaseUrl = testDatabaseUrl(database());
	const environment = { TRUST_PROXY: '1' };
	servers = await Promise.all([start({ databaseUrl, environment }), start({ databaseUrl, environment })]);
});
const chance = createChance('contested gift cards');

/** One press of "Pay", from a network of its own, again while the machine is too busy. */
async function press(path: string, quoteHash: string, code: string, key: string): Promise<Answer> {
	const from = [10, chance.between(0, 255), chance.between(0, 255), chance.between(1, 254)].join('.');
	for (;;) {
		const answer = await chance
			.pick(servers)
			.call(
				'POST',
				`${path}/payments`,
				{ method: 'gift_card', giftCard: code, quoteHash },
				{ 'Idempotency-Key': key, 'X-Forwarded-For': from },
			);
		if (!isQueueTooLong(answer) && !isDatabaseBusy(answer)) return answer;
	}
}

/** What the rows say of cards: what each was issued with, has, and paid. */
async function rowsOf(ids: readonly string[]) {
	const { rows } = await database().pool.query<{ issued: number; balance: number; paid: number }>(
		`SELECT c.issued_minor::int AS issued, c.balance_minor::int AS balance,
			(SELECT coalesce(sum(p.captured_minor), 0)::int FROM gift_card_uses u JOIN payments p
				ON p.organisation_id = u.organisation_id AND p.id = u.payment_id WHERE u.gift_card_id = c.id) AS paid
		FROM gift_cards c WHERE c.id = ANY($1)`,
		[ids],
	);
	return rows;
}

test(`${tries.toLocaleString('en')} contested tries to pay by gift card on two server processes: 0 over, 0 faults`, async () => {
	const reported: Record<string, number> = {};
	let made = 0;
	let over = 0;
	for (; made < tries; made += triesPerRound) {
		const cards = await Promise.all(
			// One of them pays any order alone.
			[7_500, 500, 500].map((least) =>
				issueCard(services, owner, { issuedMinor: chance.between(least, 20_000) }),
			),
		);
		const orders = [];
		for (let n = 0; n < ordersPerRound; n += 1)
			orders.push(await holdTickets(api, event, chance.between(1, 3)));
		const presses = orders.flatMap(({ manageToken, quoteHash }) => {
			const again = randomUUID();
			return Array.from({ length: triesPerOrder }, () => {
				const key = chance.next() < 0.2 ? again : randomUUID();
				return { path: `/api/orders/${manageToken}`, quoteHash, code: chance.pick(cards).code, key };
			});
		});
		const answers = await Promise.all(
			chance.shuffle(presses).map((one) => press(one.path, one.quoteHash, one.code, one.key)),
		);
		for (const answer of answers) {
			const word = answer.status === 201 ? answer.body.order.status : toldBy(answer);
			reported[word] = (reported[word] ?? 0) + 1;
			expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
		}
		for (const { issued, balance, paid } of await rowsOf(cards.map(({ id }) => id)))
			if (paid > issued || balance < 0 || issued - balance !== paid) over += 1;
	}
	if (isLong)
		console.log(`${made.toLocaleString('en')} tries: ${over} over; answers ${JSON.stringify(reported)}`);
	expect(over).toBe(0);
	expect(reported.confirmed).toBeGreaterThan(0);
	await expectInvariants(services);
});
