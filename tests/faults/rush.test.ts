import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { settle, toldBy, tryOrder } from '#tests/support/buyers.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import {
	type Answer,
	type ServerProcess,
	testDatabaseUrl,
	useServerProcesses,
} from '#tests/support/server-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const buyers = 24;
/** Each kind of edit at least once. */
const editsEach = rounds(5, 10);
/**
 * Transactions on the places that may begin after an edit and still end before it: an edit reads the event and the ticket type before it
 * stands in line. Counted, not timed, and of the edits the one in the middle: a busy machine lets a server stand still for a while
 * before its edit is in line, and the other one goes on selling.
 */
const mostOvertaking = 30;

const { database, services, owner } = useTestOwner();
const start = useServerProcesses();
let servers: ServerProcess[];
let organiserName: string;
beforeAll(async () => {
	const { rows } = await database().pool.query('SELECT name FROM organisations WHERE id = $1', [
		owner.organisationId,
	]);
	organiserName = rows[0].name;
	// Whoever changes a pool holds its row until the commit, so the numbers here are the order in which changes were committed.
	await database().pool.query(`
		CREATE TABLE pool_changes (number bigserial, pool_id uuid, is_edit bool, began xid8 DEFAULT pg_current_xact_id());
		CREATE FUNCTION note_pool_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO pool_changes (pool_id, is_edit) VALUES (NEW.id, NEW.generation <> OLD.generation);
			RETURN NULL;
		END $$;
		CREATE TRIGGER note_pool_change AFTER UPDATE ON capacity_pools FOR EACH ROW EXECUTE FUNCTION note_pool_change()`);
	const databaseUrl = testDatabaseUrl(database());
	// The second has as few connections as the configuration takes.
	servers = await Promise.all([
		start({ databaseUrl }),
		start({ databaseUrl, environment: { DB_POOL_SIZE: '2' } }),
	]);
});
const chance = createChance('rush');

const any = () => chance.pick(servers);
const sellingEvent = (size: number) =>
	insertSellingEvent(database(), size, { event: { organisationId: owner.organisationId, organiserName } });

/** A key is sent again while the first request with it runs, and whoever is sent away for a moment comes again. */
async function onOrder(order: Answer, what: 'confirm' | 'cancel', key?: string): Promise<Answer> {
	const path = `/api/orders/${order.body.manageToken}/${what}`;
	const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
	for (;;) {
		const { answer } = await settle(() => any().call('POST', path, {}, headers));
		if (answer.status !== 409) return answer;
	}
}

const release = async (order: Answer) =>
	(await settle(() => any().call('DELETE', `/api/orders/${order.body.manageToken}/hold`))).answer;

/** What the buyers were answered last for each order, by its id. */
type Answered = Map<string, string>;

/** Registers or holds, confirms, gives back, from any server, with and without a key, until stopped. */
async function buyUntil(isOver: () => boolean, event: SellingEvent, answered: Answered): Promise<void> {
	while (!isOver()) {
		const more = { hold: chance.next() < 0.4, quantity: chance.pick([1, 1, 2]) };
		const key = randomUUID();
		const { answer: order } = await settle(() => tryOrder(any(), event, key, more));
		if (order.status !== 201) {
			expect(toldBy(order)).toMatch(/^(sold-out|ticket-type-closed)$/);
			continue;
		}
		const { id } = order.body;
		answered.set(id, order.body.status);
		if (more.hold) {
			const acted = await (chance.next() < 0.3
				? release(order)
				: onOrder(order, 'confirm', chance.next() < 0.5 ? randomUUID() : undefined));
			expect(acted.status === 200 || acted.status === 204, `${acted.status} ${toldBy(acted)}`).toBe(true);
			answered.set(id, acted.status === 200 ? acted.body.status : 'cancelled');
		}
		if (chance.next() < 0.8) {
			const cancelled = await onOrder(order, 'cancel', chance.next() < 0.3 ? randomUUID() : undefined);
			expect(cancelled.body?.status, JSON.stringify(cancelled.body)).toBe('cancelled');
			answered.set(id, 'cancelled');
		}
	}
}

/** Closes sales and opens them, adds places and renames, always on the same server. */
async function editAll(
	server: ServerProcess,
	event: SellingEvent,
	capacity: () => number,
): Promise<Answer[]> {
	const path = `/api/events/${event.eventId}/ticket-types/${event.ticketTypeId}`;
	const answers: Answer[] = [];
	for (let n = 0; n < editsEach; n += 1) {
		const edit = [
			() => ({ isClosed: true }),
			() => ({ capacity: capacity() }),
			() => ({ isClosed: false }),
			() => ({ name: `Standing ${n}` }),
			() => ({ capacity: capacity(), isClosed: false }),
		][n % 5]?.();
		const ask = () => server.call('PATCH', path, edit, { authorization: `Bearer ${owner.token}` });
		const { answer, seen } = await settle(ask);
		// Edits are not sent away again and again while buyers get through.
		expect(seen.length).toBeLessThan(10);
		answers.push(answer);
	}
	return answers;
}

/** For each edit, the changes of places that began after it and ended before. */
async function overtaking(event: SellingEvent): Promise<number[]> {
	const { rows } = await database().pool.query<{ count: number }>(
		`SELECT (SELECT count(*)::int FROM pool_changes b
			WHERE b.pool_id = e.pool_id AND NOT b.is_edit AND b.number < e.number AND b.began > e.began)
		FROM pool_changes e WHERE e.pool_id = $1 AND e.is_edit`,
		[event.poolId],
	);
	return rows.map((row) => row.count);
}

test('in a rush on two servers every edit of what is sold is done, and few changes of places overtake it', async () => {
	for (let round = 0; round < rounds(1, 60); round += 1) {
		const event = await sellingEvent(10);
		const answered: Answered = new Map();
		let isOver = false;
		const crowd = Promise.all(Array.from({ length: buyers }, () => buyUntil(() => isOver, event, answered)));
		crowd.catch(() => {});
		let capacity = 10;
		const edits = await Promise.all(servers.map((server) => editAll(server, event, () => ++capacity)));
		isOver = true;
		await crowd;

		// A capacity that the other server has raised meanwhile, and of which more is sold by now, is refused rightly.
		const done = edits.flat().filter(({ body }) => body?.metadata?.rule !== 'capacity-below-sold');
		expect(done.filter((answer) => answer.status !== 200)).toEqual([]);
		// Two edits of five set a capacity; the others are never refused.
		expect(done.length).toBeGreaterThanOrEqual((edits.flat().length * 3) / 5);
		const overtook = await overtaking(event);
		expect(overtook).toHaveLength(done.length);
		expect(overtook.toSorted((a, b) => a - b)[overtook.length >> 1]).toBeLessThanOrEqual(mostOvertaking);
		const { rows } = await database().pool.query<{ id: string; status: string }>(
			'SELECT id, status FROM orders WHERE event_id = $1 ORDER BY id',
			[event.eventId],
		);
		expect(rows.map(({ id, status }) => [id, status])).toEqual(
			[...answered].sort(([a], [b]) => (a < b ? -1 : 1)),
		);
		await expectInvariants(services);
	}
});

describe('a key of a change', () => {
	/** Facts about an order, by name. */
	const factsOf = async (order: Answer) =>
		(
			await database().pool.query(
				"SELECT name FROM facts WHERE payload->>'orderId' = $1 AND name <> 'orders.order-placed' ORDER BY id",
				[order.body.id],
			)
		).rows.map((row) => row.name);

	test('sent three times at once by thirty: one effect and one answer each, with two connections as well', async () => {
		const event = await sellingEvent(60);
		const made = await Promise.all(
			Array.from({ length: 30 }, async (_, n) =>
				settle(() => tryOrder(servers[0] as ServerProcess, event, randomUUID(), { hold: n % 2 === 0 })),
			),
		);
		await Promise.all(
			made.map(async ({ answer: order }, n) => {
				expect(order.status).toBe(201);
				const what = n % 2 === 0 ? 'confirm' : 'cancel';
				const key = randomUUID();
				const answers = await Promise.all([1, 2, 3].map(() => onOrder(order, what, key)));
				const status = n % 2 === 0 ? 'confirmed' : 'cancelled';
				for (const answer of answers) {
					expect(answer).toMatchObject({ status: 200, body: { status } });
					expect(answer.body).toEqual(answers[0]?.body);
				}
				expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(2);
			}),
		);
		const { rows } = await database().pool.query('SELECT confirmed, held FROM capacity_pools WHERE id = $1', [
			event.poolId,
		]);
		expect(rows).toEqual([{ confirmed: 15, held: 0 }]);
		for (const [n, { answer: order }] of made.entries())
			expect((await factsOf(order)).at(-1)).toBe(`orders.order-${n % 2 === 0 ? 'confirmed' : 'cancelled'}`);
		await expectInvariants(services);
	});

	test('whose answer was lost with the server works on another, and nothing is done twice', async () => {
		const databaseUrl = testDatabaseUrl(database());
		const event = await sellingEvent(10);
		const lost = [
			{ what: 'cancel', status: 'cancelled', when: 'after' },
			{ what: 'confirm', status: 'confirmed', when: 'before' },
		] as const;
		await Promise.all(
			(isLong ? lost : [chance.pick(lost)]).map(async ({ what, status, when }) => {
				const victim = await start({ databaseUrl });
				const hold = what === 'confirm';
				const { answer: order } = await settle(() => tryOrder(any(), event, randomUUID(), { hold }));
				const key = randomUUID();
				const path = `/api/orders/${order.body.manageToken}/${what}`;
				await victim.order({
					crashAt: { statement: 'commit', when, following: 'pg_try_advisory_xact_lock' },
				});
				expect((await victim.call('POST', path, {}, { 'Idempotency-Key': key })).status).toBe(0);
				await victim.ended();
				const answer = await onOrder(order, what, key);
				expect(answer).toMatchObject({ status: 200, body: { status } });
				expect(answer.headers['idempotent-replayed']).toBe(when === 'after' ? 'true' : undefined);
				expect((await factsOf(order)).filter((name) => name === `orders.order-${status}`)).toHaveLength(1);
			}),
		);
		await expectInvariants(services);
	});
});
