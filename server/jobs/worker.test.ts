import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createFacts, type Listener, listen } from '#server/domain/facts.ts';
import type { Poller } from '#server/domain/module.ts';
import { factClockPoller, factPoller, factRetrySeconds } from '#server/jobs/fact-poller.ts';
import { runPoller } from '#server/jobs/poller-loop.ts';
import { upkeepJobs } from '#server/jobs/upkeep.ts';
import { startWorker } from '#server/jobs/worker.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { createTestLog } from '#tests/support/log.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services } = useTestApi({ isFresh: true });
const eventId = newId();
const signal = new AbortController().signal;

const withListeners = (...listeners: Listener[]): Services => ({
	...services,
	facts: createFacts(listeners),
});
const announce = (on: Services, times = 1) =>
	on.database.transaction(async (tx) => {
		for (let time = 0; time < times; time++) {
			await on.facts.publish(
				tx,
				{ name: 'events.event-published', organisationId: null, eventId, payload: { eventId } },
				on,
			);
		}
	});
const factRows = async () => (await database().pool.query('SELECT * FROM facts ORDER BY id')).rows;
const makeAllDue = () =>
	database().pool.query(`UPDATE facts SET next_attempt_at = now() - interval '1 second'`);

describe('facts', () => {
	test('reach the listeners after the commit, and only then', async () => {
		const received: unknown[] = [];
		const on = withListeners(
			listen({
				fact: 'events.event-published',
				afterCommit: async (fact) => void received.push(fact.payload),
			}),
		);
		await announce(on);
		await expect(
			on.database.transaction(async (tx) => {
				await on.facts.publish(
					tx,
					{ name: 'events.event-published', organisationId: null, eventId, payload: { eventId: newId() } },
					on,
				);
				throw new Error('rolled back');
			}),
		).rejects.toThrow('rolled back');
		expect(await factPoller.run(on, signal)).toBe(1);
		expect(received).toEqual([{ eventId }]);
		expect(await factPoller.run(on, signal)).toBe(0);
		expect((await factRows())[0].dispatched_at).not.toBeNull();
	});

	test('a listener that fails is tried again later, the others meanwhile go on', async () => {
		let isBroken = true;
		const received: string[] = [];
		const on = withListeners(
			listen({
				fact: 'events.event-published',
				afterCommit: async (fact) => {
					if (isBroken && fact.payload.eventId === eventId) throw new Error('the printer is on fire');
					received.push(fact.payload.eventId);
				},
			}),
		);
		await announce(on);
		const other = newId();
		await on.database.transaction((tx) =>
			on.facts.publish(
				tx,
				{ name: 'events.event-published', organisationId: null, eventId: other, payload: { eventId: other } },
				on,
			),
		);
		const beforeMs = await database().nowMs();
		expect(await factPoller.run(on, signal)).toBe(1);
		expect(received).toEqual([other]);
		const [failed] = await factRows();
		expect(failed).toMatchObject({ attempts: 1, last_error: 'Error: the printer is on fire' });
		expect(failed.next_attempt_at.getTime()).toBeGreaterThanOrEqual(beforeMs + factRetrySeconds(1) * 1_000);
		expect(await factPoller.run(on, signal)).toBe(0);
		isBroken = false;
		await makeAllDue();
		expect(await factPoller.run(on, signal)).toBe(1);
		expect(received).toEqual([other, eventId]);
		expect((await factRows())[0].last_error).toBeNull();
	});

	test('several workers share the facts; none is heard twice while all live', async () => {
		const received: string[] = [];
		const on = withListeners(
			listen({
				fact: 'events.event-published',
				afterCommit: async (fact) => {
					await sleep(1);
					received.push(fact.id);
				},
			}),
		);
		await announce(on, 200);
		const drain = async () => {
			while ((await factPoller.run(on, signal)) > 0);
		};
		await Promise.all([drain(), drain(), drain()]);
		expect(received).toHaveLength(200);
		expect(new Set(received).size).toBe(200);
	});

	test('facts about different things are heard many at once; when that fails, one by one, and the bad one alone fails', async () => {
		const together: number[] = [];
		const received: string[] = [];
		const bad = newId();
		const handle = (orderId: string) => {
			if (orderId === bad) throw new Error('the printer is on fire');
			received.push(orderId);
		};
		const on = withListeners(
			listen({
				fact: 'orders.order-confirmed',
				afterCommit: async (fact) => handle(fact.payload.orderId),
				afterCommitMany: async (facts) => {
					together.push(facts.length);
					if (facts.some((fact) => fact.payload.orderId === bad)) throw new Error('one of them is bad');
					for (const fact of facts) handle(fact.payload.orderId);
				},
			}),
		);
		const confirm = (...orderIds: string[]) =>
			on.database.transaction(async (tx) => {
				for (const orderId of orderIds) {
					const payload = { orderId, notify: true };
					await on.facts.publish(
						tx,
						{ name: 'orders.order-confirmed', organisationId: null, eventId, payload },
						on,
					);
				}
			});
		const twice = newId();
		await confirm(newId(), newId(), newId(), twice, twice);
		expect(await factPoller.run(on, signal)).toBe(5);
		// The two about one order are heard in their order, so not with the others.
		expect(together).toEqual([3]);
		expect(received).toHaveLength(5);
		await confirm(newId(), bad, newId());
		expect(await factPoller.run(on, signal)).toBe(2);
		expect(together).toEqual([3, 3]);
		expect(received).toHaveLength(7);
		expect((await factRows()).filter((row) => row.dispatched_at === null)).toHaveLength(1);
	});

	test('what a worker that died had claimed is heard again when its claim ends', async () => {
		const received = vi.fn();
		const on = withListeners(listen({ fact: 'events.event-published', afterCommit: async () => received() }));
		await announce(on);
		// As a worker leaves it that is killed after its claim.
		await database().pool.query(
			`UPDATE facts SET attempts = 1, next_attempt_at = now() + interval '30 seconds'`,
		);
		expect(await factPoller.run(on, signal)).toBe(0);
		await makeAllDue();
		expect(await factPoller.run(on, signal)).toBe(1);
		expect(received).toHaveBeenCalledOnce();
	});

	test('a clock that was set back makes claims due, and keeps pauses', async () => {
		await announce(withListeners(listen({ fact: 'events.event-published', afterCommit: async () => {} })), 3);
		const later = (id: string, attempts: number, hours: number) =>
			database().pool.query(
				'UPDATE facts SET attempts = $2, next_attempt_at = now() + make_interval(hours => $3) WHERE id = $1',
				[id, attempts, hours],
			);
		const [fresh, claimed, paused] = (await factRows()).map((row) => row.id);
		await later(fresh, 0, 1);
		await later(claimed, 1, 1);
		// Six hours is the pause after so many attempts.
		await later(paused, 20, 5);
		await factClockPoller.run(services, signal);
		// The database rounds to milliseconds, so its instant may be one ahead.
		const now = new Date(Date.now() + 1);
		const due = (await factRows()).filter((row) => row.next_attempt_at <= now);
		expect(due.map((row) => row.id).toSorted()).toEqual([fresh, claimed].toSorted());
	});

	test('a fact that only another version listens to waits, and is let go after a day', async () => {
		await announce(withListeners(listen({ fact: 'events.event-published', afterCommit: async () => {} })));
		const older = withListeners();
		expect(await factPoller.run(older, signal)).toBe(0);
		expect((await factRows())[0].dispatched_at).toBeNull();
		await database().pool.query(
			`UPDATE facts SET next_attempt_at = now() - interval '1 second', created_at = now() - interval '25 hours'`,
		);
		expect(await factPoller.run(older, signal)).toBe(1);
	});

	test('a worker that is asked to stop finishes the fact in hand and gives the rest back', async () => {
		const ending = new AbortController();
		let received = 0;
		const on = withListeners(
			listen({
				fact: 'events.event-published',
				afterCommit: async () => {
					received += 1;
					ending.abort();
				},
			}),
		);
		await announce(on, 5);
		await factPoller.run(on, ending.signal);
		expect(received).toBe(1);
		const rows = await factRows();
		expect(rows.filter((row) => row.dispatched_at)).toHaveLength(1);
		expect(rows.filter((row) => row.attempts === 0 && row.next_attempt_at <= new Date())).toHaveLength(4);
	});

	test('are tried again ever later, six hours at most', () => {
		expect([1, 2, 3, 20].map(factRetrySeconds)).toEqual([5, 10, 20, 21_600]);
	});
});

describe('pollers', () => {
	test('a round that fails does not end the loop', async () => {
		const { log, lines } = createTestLog();
		const ending = new AbortController();
		let rounds = 0;
		const poller: Poller = {
			name: 'test.poller',
			idleMs: 1,
			async run() {
				rounds += 1;
				if (rounds === 1) throw new Error('no database today');
				if (rounds === 4) ending.abort();
				return rounds === 2 ? 1 : 0;
			},
		};
		await runPoller(poller, { ...services, log }, ending.signal);
		expect(rounds).toBe(4);
		expect(lines).toMatchObject([
			{ level: 'error', message: 'worker.poller-failed', poller: 'test.poller', failures: 1 },
		]);
	});
});

describe('the worker', () => {
	test('runs pollers and scheduled jobs until it is stopped, and finishes what is in hand', async () => {
		let isRunning = false;
		let rounds = 0;
		let finish = () => {};
		const slow: Poller = {
			name: 'test.slow',
			idleMs: 5,
			async run() {
				isRunning = true;
				if (rounds > 0) await new Promise<void>((resolve) => (finish = resolve));
				isRunning = false;
				rounds += 1;
				return 0;
			},
		};
		const worker = startWorker(services, { pollers: [slow], jobs: [] });
		await expect.poll(() => rounds > 0 && isRunning).toBe(true);
		const stopped = worker.stop();
		finish();
		await stopped;
		expect([rounds, isRunning]).toEqual([2, false]);
		// A round that was still to come would have begun by now.
		await sleep(10 * slow.idleMs);
		expect([rounds, isRunning]).toEqual([2, false]);
	});

	test('two workers write down each schedule once, and forget jobs that are gone', async () => {
		const job = (name: string) => ({ name, cron: '0 4 * * *', run: async () => {} });
		const first = startWorker(services, { pollers: [], jobs: [job('test.a'), job('test.old')] });
		const schedules = async () =>
			(await database().pool.query('SELECT key FROM pgboss.schedule ORDER BY key')).rows.map(
				(row) => row.key,
			);
		await expect.poll(schedules).toEqual(['test.a', 'test.old']);
		const second = startWorker(services, { pollers: [], jobs: [job('test.a'), job('test.b')] });
		await expect.poll(schedules).toEqual(['test.a', 'test.b']);
		await Promise.all([first.stop(), second.stop()]);
	});
});

test('upkeep removes what is old and nothing else', async () => {
	const { pool } = database();
	await pool.query(`INSERT INTO idempotency_keys (scope, key, request_hash, created_at) VALUES
		('a', 'old', '', now() - interval '25 hours'), ('a', 'new', '', now())`);
	await pool.query(`INSERT INTO facts (name, payload, dispatched_at) VALUES
		('x', '{}', now() - interval '8 days'), ('y', '{}', now()), ('z', '{}', NULL)`);
	for (const job of upkeepJobs) await job.run(services);
	expect((await pool.query('SELECT key FROM idempotency_keys')).rows).toEqual([{ key: 'new' }]);
	expect((await pool.query('SELECT name FROM facts ORDER BY name')).rows).toEqual([
		{ name: 'y' },
		{ name: 'z' },
	]);
});
