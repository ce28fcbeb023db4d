import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { buy } from '#tests/support/buyers.ts';
import { useTestDatabase } from '#tests/support/database.ts';
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

/**
 * What holds: the ticket is on the screen at once, whatever the mail server does. Every confirmation is handed over; where the mail
 * server has said that it took it and we heard that, it is handed over once. Where its answer was lost, nobody can know, so it is
 * handed over again, byte for byte under the same Message-ID, by which mailboxes that look for it show one.
 */
const database = useTestDatabase();
const start = useServerProcesses();
const chance = createChance('mail');
let web: ServerProcess;
let services: Services;
let event: SellingEvent;
let ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
	services = await createTestServices(database());
	web = await start({ databaseUrl: testDatabaseUrl(database()) });
});
afterEach(async () => {
	for (const end of ends.reverse()) await end();
	ends = [];
});

/** A mail server behind a bad network, and workers that send through it. */
async function setOut(options: {
	onMail?: (mail: ReceivedMail, cut: () => void) => Promise<void> | void;
	workers?: number;
	isDown?: boolean;
	guardCuts?: GuardCut[];
}) {
	event = await insertSellingEvent(database());
	const arrived: string[] = [];
	const mailServer = await startMailServer({
		async onMail(mail, cut) {
			arrived.push(mail.parsed.messageId ?? '');
			await options.onMail?.(mail, cut);
		},
	});
	const proxy: FaultProxy = await startFaultProxy({
		port: Number(new URL(mailServer.url).port),
		host: '127.0.0.1',
	});
	if (options.isDown) await proxy.refuse();
	const environment = { SMTP_URL: `smtp://127.0.0.1:${proxy.port}` };
	const { guardCuts = [] } = options;
	const startWorker = () =>
		start({ databaseUrl: testDatabaseUrl(database()), role: 'worker', environment, guardCuts });
	const workers = await Promise.all(Array.from({ length: options.workers ?? 1 }, startWorker));
	ends.push(
		() => mailServer.close(),
		() => proxy.close(),
		() => Promise.all(workers.map((worker) => worker.signal('SIGKILL'))),
	);
	return { arrived, mailServer, proxy, workers, startWorker };
}

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
	database().pool.query('UPDATE mails SET next_attempt_at = now() WHERE status = $1 AND event_id = $2', [
		status,
		event.eventId,
	]);
/** However often they have to be tried again until then. */
const untilSent = (count: number) =>
	expect
		.poll(
			async () => {
				await makeAllDue();
				return (await mails()).filter((mail) => mail.status === 'sent').length;
			},
			{ interval: 250 },
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
		const { arrived, proxy } = await setOut({ isDown: true });
		const orders = await registerMany(10);
		await untilAll('queued', 10);
		await expect.poll(async () => (await mails()).every((mail) => mail.attempts > 0)).toBe(true);
		expect(arrived).toEqual([]);
		await proxy.accept();
		await untilSent(10);
		await expectEachSent(orders, arrived, [1, 1]);
	});

	test('is slow, over a slow network: registering is not, and each mail goes out once', async () => {
		const { arrived, proxy } = await setOut({
			onMail: () => new Promise((resolve) => setTimeout(resolve, chance.between(50, 200))),
			workers: 2,
		});
		proxy.delay(20);
		const orders = await registerMany(12);
		await untilAll('sent', 12);
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
		await setOut({
			onMail(mail) {
				if (chance.next() < 0.5) throw chance.pick(refusals)();
				taken.push(mail.parsed.messageId ?? '');
			},
		});
		const orders = await registerMany(10);
		await untilSent(10);
		await expectEachSent(orders, taken, [1, 1]);
	});

	test('takes mails but whose answer is lost: sent again under the same Message-ID, and settled', async () => {
		let lost = 0;
		const { arrived } = await setOut({
			onMail(_, cut) {
				if (lost >= 4) return;
				lost += 1;
				cut();
			},
		});
		const orders = await registerMany(8);
		await untilSent(8);
		expect(arrived.length).toBeGreaterThan(8);
		await expectEachSent(orders, arrived, [1, 5]);
	});
});

describe('a worker that is killed', () => {
	test('between the answer of the mail server and writing it down: sent again under the same Message-ID', async () => {
		for (let round = 0; round < rounds(1, 5); round += 1) {
			const { arrived, workers, startWorker } = await setOut({});
			await workers[0]?.order({ crashAt: { statement: 'notifications.settle-mail', when: 'before' } });
			const orders = [await register()];
			await workers[0]?.ended();
			expect(await mails()).toMatchObject([{ status: 'sending' }]);
			const next = await startWorker();
			await makeAllDue('sending');
			await untilAll('sent', 1);
			expect(arrived).toHaveLength(2);
			await expectEachSent(orders, arrived, [2, 2]);
			await next.signal('SIGKILL');
		}
	});
});

test('three workers at once hand no mail over twice', async () => {
	const { arrived } = await setOut({ workers: 3 });
	const orders = await registerMany(60);
	await untilAll('sent', 60);
	await expectEachSent(orders, arrived, [1, 1]);
});

test('three workers that do not lock what they claim hand mails over twice: the tests above can fail', async () => {
	const gate = await closeGate(database());
	ends.push(gate.open);
	const { arrived } = await setOut({
		workers: 3,
		// Each claim that finds a mail waits until the others have found it too.
		guardCuts: [
			{
				statement: "UPDATE mails SET status = 'sending'",
				guard: 'FOR UPDATE SKIP LOCKED',
				without: `OFFSET (SELECT count(${gate.pass}) * 0 FROM mails WHERE status = 'queued')`,
			},
		],
	});
	await register();
	await gate.untilWaiting(3);
	await gate.open();
	await untilAll('sent', 1);
	await expect.poll(() => arrived.length).toBe(3);
	expect(new Set(arrived).size).toBe(1);
});
