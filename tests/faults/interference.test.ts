import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { scan, settle, toldBy, tryOrder } from '#tests/support/buyers.ts';
import { createTestDatabase, useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import {
	type Answer,
	type ServerProcess,
	testDatabaseUrl,
	useServerProcesses,
} from '#tests/support/server-process.ts';

const database = useTestDatabase();
const start = useServerProcesses();
/** Two web servers, and two workers that end holds. */
let servers: ServerProcess[];
let services: Services;
let organiser: TestUser & { organisationName: string };
beforeAll(async () => {
	services = await createTestServices(database());
	const databaseUrl = testDatabaseUrl(database());
	servers = await Promise.all([start({ databaseUrl, role: 'both' }), start({ databaseUrl, role: 'both' })]);
	const user = await makeUser(services);
	const { name } = await row('SELECT name FROM organisations WHERE id = $1', [user.organisationId]);
	organiser = { ...user, organisationName: name };
});
const chance = createChance('interference');
const any = () => chance.pick(servers);

const sellingEvent = (size: number | null): Promise<SellingEvent> =>
	insertSellingEvent(database(), size, {
		event: { organisationId: organiser.organisationId, organiserName: organiser.organisationName },
	});
const asOrganiser = (method: string, path: string, body?: unknown) =>
	any().call(method, path, body, { Authorization: `Bearer ${organiser.token}` });
/** Confirming and cancelling may be repeated without a key: the state says what is done. */
const onOrder = async (order: Answer, what: string) =>
	(await settle(() => any().call('POST', `/api/orders/${order.body.manageToken}/${what}`))).answer;
const row = async (query: string, values: unknown[]) => (await database().pool.query(query, values)).rows[0];
const noFault = (answers: Answer[]) =>
	expect(answers.filter((one) => one.status === 0 || one.status >= 500)).toEqual([]);

describe('on two servers with two workers', () => {
	test('holds end while their orders are confirmed: each is one or the other, and no place is lost', async () => {
		for (let round = 0; round < rounds(2, 40); round += 1) {
			const event = await sellingEvent(60);
			const held = await Promise.all(
				Array.from({ length: 60 }, () => tryOrder(any(), event, randomUUID(), { hold: true })),
			);
			expect(new Set(held.map(toldBy))).toEqual(new Set(['pending']));
			await database().pool.query(
				`UPDATE orders SET expires_at = now() + make_interval(secs => random() * 0.6)
				WHERE event_id = $1`,
				[event.eventId],
			);
			const [confirmed, others] = await Promise.all([
				Promise.all(
					held.map(async (order) => {
						await sleep(chance.between(0, 700));
						return onOrder(order, 'confirm');
					}),
				),
				Promise.all(
					Array.from({ length: 30 }, async () => {
						await sleep(chance.between(300, 900));
						return tryOrder(any(), event, randomUUID());
					}),
				),
			]);
			noFault([...confirmed, ...others]);
			for (const answer of confirmed) {
				expect(answer.status === 200 ? answer.body.status : toldBy(answer)).toMatch(
					/^(confirmed|hold-ended)$/,
				);
			}
			const tickets =
				confirmed.filter((one) => one.status === 200).length +
				others.filter((one) => one.status === 201).length;
			const pool = await row('SELECT confirmed, held FROM capacity_pools WHERE id = $1', [event.poolId]);
			expect(pool.confirmed).toBe(tickets);
			await expectInvariants(services);
		}
	});

	test('tickets are cancelled while they are scanned: the door lets in before, never after', async () => {
		for (let round = 0; round < rounds(2, 40); round += 1) {
			const event = await sellingEvent(100);
			const token = await insertStaffLink(database(), event);
			const orders = await Promise.all(
				Array.from({ length: 100 }, () => tryOrder(any(), event, randomUUID())),
			);
			const code = (order: Answer) => order.body.attendees[0].ticketCode as string;
			const answers = await Promise.all(
				orders.flatMap((order) =>
					chance
						.shuffle([
							() => onOrder(order, 'cancel'),
							() => scan(any(), { token, device: 'door' }, code(order), randomUUID()),
							() => onOrder(order, 'cancel'),
						])
						.map(async (act) => {
							await sleep(chance.between(0, 60));
							return act();
						}),
				),
			);
			noFault(answers);
			for (const answer of answers) {
				if (answer.body.verdict) expect(['accepted', 'cancelled']).toContain(answer.body.verdict);
				else expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			}
			const after = await Promise.all(
				orders.map((order) => scan(any(), { token, device: 'door' }, code(order), randomUUID())),
			);
			for (const answer of after) expect(answer.body.verdict).toBe('cancelled');
			expect(await row('SELECT confirmed, held FROM capacity_pools WHERE id = $1', [event.poolId])).toEqual({
				confirmed: 0,
				held: 0,
			});
			await expectInvariants(services);
		}
	});

	test('capacity is lowered during checkout: never below what is taken, and nothing is sold above it', async () => {
		for (let round = 0; round < rounds(2, 40); round += 1) {
			const event = await sellingEvent(200);
			const lowering = (async () => {
				const answers: Answer[] = [];
				for (let size = 190; size >= 40; size -= 10) {
					const path = `/api/events/${event.eventId}/ticket-types/${event.ticketTypeId}`;
					answers.push(await asOrganiser('PATCH', path, { capacity: size }));
				}
				return answers;
			})();
			const orders = await Promise.all(
				Array.from({ length: 250 }, async () => {
					await sleep(chance.between(0, 250));
					return tryOrder(any(), event, randomUUID(), { hold: chance.next() < 0.3 });
				}),
			);
			const lowered = await lowering;
			noFault([...orders, ...lowered]);
			for (const answer of lowered)
				expect(answer.status === 200 || toldBy(answer) === 'capacity-below-sold').toBe(true);
			for (const answer of orders) expect(toldBy(answer)).toMatch(/^(confirmed|pending|sold-out)$/);
			const pool = await row('SELECT size, confirmed, held FROM capacity_pools WHERE id = $1', [
				event.poolId,
			]);
			expect(pool.confirmed + pool.held).toBe(orders.filter((one) => one.status === 201).length);
			expect(pool.confirmed + pool.held).toBeLessThanOrEqual(pool.size);
			await expectInvariants(services);
		}
	});

	test('the event is cancelled in the rush, by two people at once: told once, and nothing is sold after it', async () => {
		for (let round = 0; round < rounds(2, 40); round += 1) {
			const event = await sellingEvent(null);
			const cancelling = sleep(chance.between(20, 120)).then(() =>
				Promise.all(
					Array.from({ length: 2 }, () =>
						asOrganiser('POST', `/api/events/${event.eventId}/cancel`, { message: 'Storm' }),
					),
				),
			);
			const orders = await Promise.all(
				Array.from({ length: 300 }, async () => {
					await sleep(chance.between(0, 250));
					return tryOrder(any(), event, randomUUID());
				}),
			);
			const cancelled = await cancelling;
			noFault([...orders, ...cancelled]);
			for (const answer of cancelled)
				expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			for (const answer of orders)
				expect(toldBy(answer)).toMatch(/^(confirmed|event-cancelled|ticket-type-closed)$/);
			const late = await Promise.all(servers.map((server) => tryOrder(server, event, randomUUID())));
			for (const answer of late) expect(answer.status).toBe(422);
			const { told } = await row(
				`SELECT count(*)::int AS told FROM facts WHERE event_id = $1 AND name = 'events.event-cancelled'`,
				[event.eventId],
			);
			expect(told).toBe(1);
			const { sold } = await row(
				`SELECT count(*)::int AS sold FROM orders WHERE event_id = $1 AND status = 'confirmed'`,
				[event.eventId],
			);
			expect(sold).toBe(orders.filter((one) => one.status === 201).length);
			await expectInvariants(services);
		}
	});

	test('an order cancelled ten times at once gives its places back once and is told of once', async () => {
		for (let round = 0; round < rounds(2, 40); round += 1) {
			const event = await sellingEvent(10);
			const order = await tryOrder(any(), event, randomUUID(), { quantity: 4 });
			const answers = await Promise.all(Array.from({ length: 10 }, () => onOrder(order, 'cancel')));
			noFault(answers);
			for (const answer of answers)
				expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
			const { told } = await row(
				`SELECT count(*)::int AS told FROM facts WHERE event_id = $1 AND name = 'orders.order-cancelled'`,
				[event.eventId],
			);
			expect(told).toBe(1);
			expect(await row('SELECT confirmed, held FROM capacity_pools WHERE id = $1', [event.poolId])).toEqual({
				confirmed: 0,
				held: 0,
			});
		}
		await expectInvariants(services);
	});
});

test('without the locks on rows an order is cancelled more than once: the tests above can fail', async () => {
	const unguarded = await createTestDatabase();
	try {
		const options = {
			databaseUrl: testDatabaseUrl(unguarded),
			guardCuts: [
				{ statement: 'SELECT status, buyer_email, hold_extensions', guard: 'FOR UPDATE', without: '' },
				{ statement: 'WITH gone AS', guard: 'FOR UPDATE', without: '' },
			],
		};
		const broken = await Promise.all([start(options), start(options)]);
		let told = 0;
		for (let round = 0; round < 20 && told <= 1; round += 1) {
			const event = await insertSellingEvent(unguarded, 100);
			// Others sit in the hall, else the database would refuse to count below nothing.
			for (let other = 0; other < 5; other += 1)
				await tryOrder(broken[1] as ServerProcess, event, randomUUID(), { quantity: 10 });
			const order = await tryOrder(broken[0] as ServerProcess, event, randomUUID(), { quantity: 4 });
			await Promise.all(
				Array.from({ length: 10 }, (_, n) =>
					broken[n % 2]?.call('POST', `/api/orders/${order.body.manageToken}/cancel`),
				),
			);
			const { rows } = await unguarded.pool.query(
				`SELECT count(*)::int AS told FROM facts WHERE event_id = $1 AND name = 'orders.order-cancelled'`,
				[event.eventId],
			);
			told = rows[0].told;
		}
		expect(told).toBeGreaterThan(1);
		await Promise.all(broken.map((server) => server.signal('SIGKILL')));
	} finally {
		await unguarded.drop();
	}
});
