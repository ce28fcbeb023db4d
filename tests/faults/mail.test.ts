import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { buy } from '#tests/support/buyers.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { closeGate } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type ReceivedMail, refusal, startMailServer } from '#tests/support/mail-server.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import type { GuardCut } from '#tests/support/server-faults.ts';
import {
	type Answer,
	type ServerProcess,
	testDatabaseUrl,
	useServerProcesses,
} from '#tests/support/server-process.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/**
 * What holds: the ticket is on the screen at once, whatever the mail server does. Every confirmation is handed over; where the mail
 * server has said that it took it and we heard that, it is handed over once. Where its answer was lost, nobody can know, so it is
 * handed over again, byte for byte under the same Message-ID, by which mailboxes that look for it show one.
 */
const { database, services } = useTestApi();
const start = useServerProcesses();
const chance = createChance('mail');
let web: ServerProcess;
let event: SellingEvent;
/** A mail server behind a bad network, and workers that send through it. */
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let proxy: FaultProxy;
const workerCount = rounds(2, 3);
/** What waits at a mail server with a fault. */
const few = rounds(6, 12);
let workers: ServerProcess[];
let onMail: (mail: ReceivedMail, cut: () => void) => Promise<void> | void = () => {};
let arrived: string[] = [];
beforeAll(async () => {
	mailServer = await startMailServer({
		async onMail(mail, cut) {
			arrived.push(mail.parsed.messageId ?? '');
			await onMail(mail, cut);
		},
	});
	proxy = await startFaultProxy({ port: Number(new URL(mailServer.url).port), host: '127.0.0.1' });
	[web, ...workers] = (await Promise.all([
		start({ databaseUrl: testDatabaseUrl(database()) }),
		...Array.from({ length: workerCount }, startWorker),
	])) as [ServerProcess, ...ServerProcess[]];
});
beforeEach(async () => {
	event = await insertSellingEvent(database());
	arrived = [];
	onMail = () => {};
	proxy.delay(0);
});
afterAll(async () => {
	await Promise.all([mailServer?.close(), proxy?.close()]);
});

const startWorker = () =>
	start({
		databaseUrl: testDatabaseUrl(database()),
		role: 'worker',
		prompt: [factPoller, mailPoller],
		environment: { SMTP_URL: `smtp://127.0.0.1:${proxy.port}` },
	});

/** A registration whose tickets are on the screen at once. */
async function register(): Promise<Answer> {
	const answer = await buy(web, event, randomUUID());
	expect(answer.status).toBe(201);
	expect(answer.body.attendees[0].ticketCode).toMatch(/\w{10}/);
	const ticket = await web.call('GET', `/api/orders/${answer.body.manageToken}`);
	expect(ticket.body.attendees[0].ticketCode).toBe(answer.body.attendees[0].ticketCode);
	return answer;
}

const registerMany = (count: number) => Promise.all(Array.from({ length: count }, register));
const mails = async () =>
	(
		await database().pool.query(
			`SELECT id, status, attempts, last_error, props->>'orderId' AS order_id FROM mails WHERE event_id = $1`,
			[event.eventId],
		)
	).rows;
/** Waiting times pass; `sending` only where the worker that had the mail is dead. */
const makeAllDue = (status: 'queued' | 'sending' = 'queued') =>
	database().pool.query(
		'UPDATE mails SET next_attempt_at = now() - make_interval(secs => 1) WHERE status = $1 AND event_id = $2',
		[status, event.eventId],
	);
/** However often they have to be tried again until then. */
const untilSent = (count: number) =>
	expect
		.poll(
			async () => {
				await makeAllDue();
				return (await mails()).filter((mail) => mail.status === 'sent').length;
			},
			{ interval: 50 },
		)
		.toBe(count);
const untilAll = (status: string, count: number) =>
	expect
		.poll(async () => (await mails()).filter((mail) => mail.status === status).length, {
			interval: 50,
		})
		.toBe(count);

/** Every order has one mail, and what arrived is these mails; `times` says how often each may have come. */
async function expectEachSent(
	orders: Answer[],
	arrived: string[],
	times: [least: number, most: number],
): Promise<void> {
	const rows = await mails();
	expect(rows.map((row) => row.order_id).sort()).toEqual(orders.map((order) => order.body.id).sort());
	const known = new Set(rows.map((row) => `<${row.id}@foyer.test>`));
	const counts = new Map<string, number>();
	for (const id of arrived) counts.set(id, (counts.get(id) ?? 0) + 1);
	expect(new Set(counts.keys())).toEqual(known);
	for (const n of counts.values()) {
		expect(n).toBeGreaterThanOrEqual(times[0]);
		expect(n).toBeLessThanOrEqual(times[1]);
	}
	await expectInvariants(services);
}

describe('a mail server that', () => {
	test('is down: tickets are on the screen, mails wait, and go out once when it is back', async () => {
		await proxy.refuse();
		const orders = await registerMany(few);
		await untilAll('queued', few);
		await expect.poll(async () => (await mails()).every((mail) => mail.attempts > 0)).toBe(true);
		expect(arrived).toEqual([]);
		await proxy.accept();
		await untilSent(few);
		await expectEachSent(orders, arrived, [1, 1]);
	});

	test('is slow, over a slow network: registering is not, and each mail goes out once', async () => {
		onMail = () => new Promise((resolve) => setTimeout(resolve, chance.between(50, 200)));
		proxy.delay(20);
		const orders = await registerMany(few);
		await untilAll('sent', few);
		await expectEachSent(orders, arrived, [1, 1]);
	});

	test('refuses for a while, each time another way: each mail is taken once', async () => {
		const refusals = [
			() => refusal(421, 'Service not available'),
			() => refusal(450, 'Mailbox busy'),
			() => refusal(451, 'Local error'),
			() => refusal(452, 'Out of storage'),
		];
		const taken: string[] = [];
		// Some more than once, none for ever.
		let left = few;
		onMail = (mail) => {
			if (left > 0 && chance.next() < 0.7) {
				left -= 1;
				throw chance.pick(refusals)();
			}
			taken.push(mail.parsed.messageId ?? '');
		};
		const orders = await registerMany(few);
		await untilSent(few);
		await expectEachSent(orders, taken, [1, 1]);
	});

	test('takes mails but whose answer is lost: sent again under the same Message-ID, and settled', async () => {
		let lost = 0;
		onMail = (_, cut) => {
			if (lost >= 4) return;
			lost += 1;
			cut();
		};
		const orders = await registerMany(few);
		await untilSent(few);
		expect(arrived.length).toBeGreaterThan(few);
		await expectEachSent(orders, arrived, [1, 5]);
	});
});

test(`${workerCount} workers at once hand no mail over twice`, async () => {
	const count = rounds(30, 60);
	const orders = await registerMany(count);
	await untilAll('sent', count);
	await expectEachSent(orders, arrived, [1, 1]);
});

test('workers that do not lock what they claim hand mails over twice: the tests above can fail', async () => {
	const gate = await closeGate(database());
	// Each claim that finds a mail waits until the others have found it too.
	const guardCuts: GuardCut[] = [
		{
			statement: "UPDATE mails SET status = 'sending'",
			guard: 'FOR UPDATE SKIP LOCKED',
			without: `OFFSET (SELECT count(${gate.pass}) * 0 FROM mails WHERE status = 'queued')`,
		},
	];
	try {
		await Promise.all(workers.map((worker) => worker.order({ guardCuts })));
		await register();
		await gate.untilWaiting(workerCount);
		await gate.open();
		await untilAll('sent', 1);
		await expect.poll(() => arrived.length).toBe(workerCount);
		expect(new Set(arrived).size).toBe(1);
	} finally {
		await gate.open();
		await Promise.all(workers.map((worker) => worker.order({ guardCuts: [] })));
	}
});

test('a worker that is killed between the answer of the mail server and writing it down: sent again under the same Message-ID', async () => {
	for (let round = 0; round < rounds(1, 5); round += 1) {
		arrived = [];
		event = await insertSellingEvent(database());
		const [victim, ...others] = workers.splice(0) as [ServerProcess, ...ServerProcess[]];
		await Promise.all(others.map((worker) => worker.signal('SIGKILL')));
		await victim.order({ crashAt: { statement: 'notifications.settle-mail', when: 'before' } });
		const orders = [await register()];
		await victim.ended();
		expect(await mails()).toMatchObject([{ status: 'sending' }]);
		workers.push(await startWorker());
		await makeAllDue('sending');
		await untilAll('sent', 1);
		expect(arrived).toHaveLength(2);
		await expectEachSent(orders, arrived, [2, 2]);
	}
});
