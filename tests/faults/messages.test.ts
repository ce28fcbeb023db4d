import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sendDueMessages } from '#server/domain/messages/sending/poller.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { insertEventWithGuests, verifyOrganisation } from '#tests/factories/messages.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import { startWorkerProgram } from '#tests/support/server-process.ts';

/**
 * What holds: a message reaches every address, each by one email: wherever the worker that fixes its recipients, fills the outbox or hands
 * the emails over is killed, and though the mail server is away half way. An email that was handed over twice has one Message-ID.
 */
const database = useTestDatabase();
const chance = createChance('messages');
const { signal } = new AbortController();
/** In `npm test` one step of the outbox; of several the tests of sending say the same. */
const guests = rounds(60, 50_000);
let services: Services;
let owner: TestUser;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let proxy: FaultProxy;
/** Message-IDs that came for each address. */
const arrived = new Map<string, Set<string>>();
beforeAll(async () => {
	mailServer = await startMailServer({
		onMail({ to, parsed }) {
			const known = arrived.get(to[0] ?? '') ?? new Set();
			arrived.set(to[0] ?? '', known.add(parsed.messageId ?? ''));
		},
	});
	proxy = await startFaultProxy({ port: Number(new URL(mailServer.url).port), host: '127.0.0.1' });
	services = await createTestServices(database(), { SMTP_URL: smtpUrl() });
	services = { ...services, mailer: createMailer(services.config) };
	owner = await makeUser(services);
	await verifyOrganisation(services, owner.organisationId);
});
afterAll(async () => {
	services?.mailer.close();
	await Promise.all([mailServer?.close(), proxy?.close()]);
});

const smtpUrl = () => `smtp://127.0.0.1:${proxy.port}`;
const query = async (text: string, values: unknown[] = []) =>
	(await database().pool.query(text, values)).rows;

function startWorkerProcess(when: 'before' | 'after' | 'never', which = 0) {
	const name = (database().address as { database: string }).database;
	return startWorkerProgram('message-worker', [inject('databaseHost'), name, smtpUrl(), when, String(which)]);
}

/** Pauses pass, and claims of workers that are dead end. */
const makeAllDue = async () => {
	await query(
		`UPDATE mails SET next_attempt_at = now() - interval '1 second', attempts = least(attempts, 3) WHERE status IN ('queued', 'sending')`,
	);
	await query(`UPDATE guest_messages SET next_at = now() - make_interval(secs => 1) WHERE state = 'sending'`);
};

async function write(): Promise<string> {
	const { eventId } = await insertEventWithGuests(services, owner.organisationId, guests);
	const { body } = await createTestApi(services).post(
		`/api/events/${eventId}/messages`,
		{ subject: 'Doors', text: 'At seven' },
		{ token: owner.token },
	);
	return body.id;
}

/** What is left is done by a worker that lives. */
async function finish(): Promise<void> {
	for (;;) {
		await makeAllDue();
		const done = (await sendDueMessages(services)) + (await mailPoller.run(services, signal));
		if (done === 0) return;
	}
}

async function expectEachOnce(messageId: string): Promise<void> {
	const rows = await query(
		`SELECT m.status, count(*)::int AS n FROM guest_message_recipients r JOIN mails m ON m.id = r.mail_id
		WHERE r.message_id = $1 GROUP BY 1`,
		[messageId],
	);
	expect(rows).toEqual([{ status: 'sent', n: guests }]);
	expect(await query('SELECT state, total FROM guest_messages WHERE id = $1', [messageId])).toEqual([
		{ state: 'sent', total: guests },
	]);
	expect(arrived.size).toBe(guests);
	expect([...arrived].filter(([, ids]) => ids.size !== 1)).toEqual([]);
	await expectInvariants(services);
}

test('each address has one email, over kill -9 at each step and a mail server that goes away', async () => {
	const messageId = await write();
	const count = async (what: string) =>
		(await query(`SELECT count(*)::int AS n FROM guest_message_recipients WHERE ${what}`))[0].n;
	// All recipients fixed, and not committed: none are.
	await once(startWorkerProcess('before', 1), 'exit');
	expect(await count('true')).toBe(0);
	// The first emails in the outbox, and not committed: recipients are fixed, and none has an email.
	await once(startWorkerProcess('before', 2), 'exit');
	expect([await count('true'), await count('mail_id IS NOT NULL')]).toEqual([guests, 0]);
	expect(await query(`SELECT FROM mails WHERE template = 'messages/service'`)).toEqual([]);
	for (let kill = 0; kill < rounds(1, 20); kill += 1) {
		await makeAllDue();
		const workers = Array.from({ length: rounds(1, 2) }, () => startWorkerProcess('never'));
		const isAway = !isLong || kill % 3 === 0;
		await Promise.all(workers.map((worker) => once(worker.stdout, 'data')));
		if (isLong) {
			await sleep(chance.between(100, 4_000));
			if (isAway) await proxy.refuse();
			await sleep(chance.between(0, 200));
		} else {
			await expect.poll(() => arrived.size, { interval: 10 }).toBeGreaterThan(15);
			await proxy.refuse();
		}
		const ended = workers.map((worker) => once(worker, 'exit'));
		for (const worker of workers) worker.kill('SIGKILL');
		await Promise.all(ended);
		if (isAway) await proxy.accept();
	}
	await finish();
	await expectEachOnce(messageId);
});
