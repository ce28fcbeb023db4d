import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expireHolds, holdPoller } from '#server/domain/orders/expire-holds.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { buy, scan, settle } from '#tests/support/buyers.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong, takesTurn } from '#tests/support/seed.ts';
import type { CrashPoint } from '#tests/support/server-faults.ts';
import {
	type Answer,
	type ServerProcess,
	testDatabaseUrl,
	useServerProcesses,
} from '#tests/support/server-process.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/**
 * The process ends as by `kill -9` at the worst moments, one after the other: before a statement is sent, after the database did
 * it and before anybody was answered, in the middle of a transaction and right after its commit. Whoever asked repeats at another
 * server with the same key.
 */
const { database, services } = useTestApi();
const start = useServerProcesses();
const { signal } = new AbortController();
let survivor: ServerProcess;
let event: SellingEvent;
let token: string;
beforeAll(async () => {
	survivor = await start({ databaseUrl: testDatabaseUrl(database()) });
	event = await insertSellingEvent(database(), 1_000);
	token = await insertStaffLink(database(), event);
});

const row = async (query: string, values: unknown[]) => (await database().pool.query(query, values)).rows[0];

/** Asks a server that will die of it, then the one that lives. */
async function askDying(
	crashAt: CrashPoint,
	ask: (server: ServerProcess) => Promise<Answer>,
): Promise<Answer> {
	const victim = await start({ databaseUrl: testDatabaseUrl(database()) });
	await victim.order({ crashAt });
	const { answer, seen } = await settle((attempt) => ask(attempt === 0 ? victim : survivor));
	expect(seen.map((one) => one.status)).toEqual([0, answer.status]);
	await victim.ended();
	return answer;
}

const chance = createChance('crash points');

/** Each point in the long run; in the short one, one that the seed picks. With a name for the report. */
function points(...all: [statement: string, when: CrashPoint['when']][]): [string, CrashPoint][] {
	const chosen = isLong ? all : [chance.pick(all)];
	return chosen.map(([statement, when]) => [`${when} "${statement}"`, { statement, when }]);
}

/** Whoever confirms has a test in every run, as the negative control is about it. */
const isTried = takesTurn('scenes of crash points', [
	...['orders', 'cancels', 'lets in', 'confirmation', 'ends holds'],
]);

describe('a server that dies', () => {
	test.skipIf(!isTried('orders')).each(points(['orders.sale', 'before'], ['orders.sale', 'after']))(
		'%s has made the order once or not at all; a repetition makes it one',
		async (_, point) => {
			const key = randomUUID();
			const answer = await askDying(point, (server) => buy(server, event, key));
			expect(answer.status).toBe(201);
			const orders = await row(
				'SELECT count(*)::int AS n, min(id::text) AS id FROM orders WHERE event_id = $1 AND idempotency_key = $2',
				[event.eventId, key],
			);
			expect(orders).toEqual({ n: 1, id: answer.body.id });
			await expectInvariants(services);
		},
	);

	test.each(
		points(
			['WITH new_tickets', 'before'],
			['WITH new_tickets', 'after'],
			['UPDATE capacity_pools', 'after'],
			['commit', 'before'],
			['commit', 'after'],
		),
	)(
		'%s while it confirms a hold has confirmed it whole or not; a repetition settles it',
		async (_, point) => {
			const order = await buy(survivor, event, randomUUID(), { hold: true, quantity: 3 });
			const path = `/api/orders/${order.body.manageToken}/confirm`;
			const answer = await askDying(point, (server) => server.call('POST', path));
			expect(answer).toMatchObject({ status: 200, body: { status: 'confirmed' } });
			const { published } = await row(
				`SELECT count(*)::int AS published FROM facts
			WHERE event_id = $1 AND name = 'orders.order-confirmed' AND payload->>'orderId' = $2`,
				[event.eventId, order.body.id],
			);
			expect(published).toBe(1);
			await expectInvariants(services);
		},
	);

	test
		.skipIf(!isTried('cancels'))
		.each(
			points(
				['WITH new_tickets', 'after'],
				['UPDATE capacity_pools', 'after'],
				['commit', 'before'],
				['commit', 'after'],
			),
		)(
		'%s while it cancels has cancelled whole or not; a repetition gives nothing back twice',
		async (_, point) => {
			const order = await buy(survivor, event, randomUUID(), { quantity: 3 });
			const before = await row('SELECT confirmed FROM capacity_pools WHERE id = $1', [event.poolId]);
			const path = `/api/orders/${order.body.manageToken}/cancel`;
			const answer = await askDying(point, (server) => server.call('POST', path));
			expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			const after = await row('SELECT confirmed FROM capacity_pools WHERE id = $1', [event.poolId]);
			expect(after.confirmed).toBe(before.confirmed - 3);
			await expectInvariants(services);
		},
	);

	test
		.skipIf(!isTried('lets in'))
		.each(points(['check-in.admit-together', 'before'], ['check-in.admit-together', 'after']))(
		'%s while it lets somebody in has done it once or not; the scan sent again is accepted',
		async (_, point) => {
			const order = await buy(survivor, event, randomUUID());
			const code = order.body.attendees[0].ticketCode;
			const nonce = randomUUID();
			const answer = await askDying(point, (server) => scan(server, { token, device: 'door' }, code, nonce));
			expect(answer).toMatchObject({ status: 200, body: { verdict: 'accepted' } });
			const { n } = await row('SELECT count(*)::int AS n FROM check_ins WHERE nonce = $1', [nonce]);
			expect(n).toBe(1);
			await expectInvariants(services);
		},
	);
});

describe('a worker that dies', () => {
	test
		.skipIf(!isTried('confirmation'))
		.each(
			points(
				['insert into "mails"', 'after'],
				['SET dispatched_at', 'before'],
				['SET dispatched_at', 'after'],
			),
		)('%s owes the confirmation once all the same', async (_, point) => {
		const order = await buy(survivor, event, randomUUID());
		const databaseUrl = testDatabaseUrl(database());
		const victim = await start({ databaseUrl, role: 'worker', prompt: [factPoller] });
		await victim.order({ crashAt: point });
		// Whatever it did before it could be reported, there is always one more to do.
		const other = await buy(survivor, event, randomUUID());
		await victim.ended();
		// What it had claimed is free again after two minutes.
		await database().pool.query(
			'UPDATE facts SET next_attempt_at = now() - make_interval(secs => 1) WHERE dispatched_at IS NULL',
		);
		for (const { body } of [order, other]) {
			await expect
				.poll(
					async () => {
						// The database notices only after a moment that the first worker is gone.
						while ((await factPoller.run(services, signal)) > 0);
						return row(
							`SELECT (SELECT count(*)::int FROM mails WHERE event_id = $1 AND props->>'orderId' = $2) AS mails,
								(SELECT count(*)::int FROM facts WHERE event_id = $1 AND payload->>'orderId' = $2
									AND dispatched_at IS NULL) AS open`,
							[event.eventId, body.id],
						);
					},
					{ interval: 50 },
				)
				.toEqual({ mails: 1, open: 0 });
		}
		await expectInvariants(services);
	});

	test
		.skipIf(!isTried('ends holds'))
		.each(points(["SET status = 'expired'", 'after'], ['commit', 'before'], ['commit', 'after']))(
		'%s while it ends holds has given the places back once',
		async (_, point) => {
			const databaseUrl = testDatabaseUrl(database());
			const ended = await insertSellingEvent(database(), 10);
			const victim = await start({ databaseUrl, role: 'worker', prompt: [holdPoller] });
			const order = await buy(survivor, ended, randomUUID(), { hold: true, quantity: 4 });
			await victim.order({ crashAt: point });
			await database().pool.query(
				`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`,
				[order.body.id],
			);
			await victim.ended();
			await expect
				.poll(
					async () => {
						await expireHolds(services);
						return row('SELECT held, confirmed FROM capacity_pools WHERE id = $1', [ended.poolId]);
					},
					{ interval: 50 },
				)
				.toEqual({ held: 0, confirmed: 0 });
			await expectInvariants(services);
		},
	);
});

test('a server that confirms without a transaction and dies leaves half an order: the tests above can fail', async () => {
	const guardCuts = ['begin', 'commit'].map((word) => ({
		statement: word,
		guard: word,
		without: 'SELECT 1',
	}));
	const victim = await start({ databaseUrl: testDatabaseUrl(database()), guardCuts });
	const order = await buy(survivor, event, randomUUID(), { hold: true, quantity: 3 });
	await expectInvariants(services);
	await victim.order({ crashAt: { statement: 'WITH new_tickets', when: 'after' } });
	expect((await victim.call('POST', `/api/orders/${order.body.manageToken}/confirm`)).status).toBe(0);
	await victim.ended();
	await expect(expectInvariants(services)).rejects.toThrow(/orders\.|tickets\./);
});
