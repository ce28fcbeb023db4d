import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mails } from '#server/db/tables/notifications.ts';
import { notificationJobs } from '#server/domain/notifications/jobs.ts';
import { mailClockPoller, mailPoller, mailRetrySeconds } from '#server/domain/notifications/mail-poller.ts';
import { judgeLimits } from '#server/domain/notifications/recipient-limit.ts';
import { runPoller } from '#server/jobs/poller-loop.ts';
import { jobQueue, withJobQueue } from '#server/jobs/queue.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { refusal } from '#tests/support/mail-server.ts';
import { useMailServers } from '#tests/support/use-mail-servers.ts';

const database = useTestDatabase();
const startMailServer = useMailServers();
const signal = new AbortController().signal;
let services: Services;
let api: TestApi;

beforeEach(async () => {
	await database().truncate();
	services = await createTestServices(database());
	api = createTestApi(services);
});

const opened: Services[] = [];
afterEach(() => {
	for (const one of opened.splice(0)) one.mailer.close();
});

/** The same services with a mail server. */
function sendingBy(smtpUrl: string): Services {
	const sending = { ...services, mailer: createMailer({ smtpUrl, mailFrom: services.config.mailFrom }) };
	opened.push(sending);
	return sending;
}

const rows = async () => (await database().pool.query('SELECT * FROM mails ORDER BY created_at, id')).rows;
const queued = async () =>
	(await rows())
		.filter(({ status }) => status === 'queued')
		.map((row) => ({ ...row, createdAt: row.created_at as Date }));
const makeAllDue = () =>
	database().pool.query(`UPDATE mails SET next_attempt_at = now() - interval '1 second'`);
const register = (email: string) =>
	api.post('/api/auth/register', { email, password: 'hummus and regret', firstName: 'Ada' });

describe('mails about accounts', () => {
	test('are in the outbox the moment the account is there', async () => {
		await register('ada@example.org');
		expect(await rows()).toMatchObject([
			{ template: 'accounts/verify-email', recipient: 'ada@example.org', status: 'queued', subject: '' },
		]);
	});

	test('the mail carries a link that verifies the address', async () => {
		const server = await startMailServer();
		await register('Ada@example.org');
		expect(await mailPoller.run(sendingBy(server.url), signal)).toBe(1);
		const [mail] = server.received;
		expect(mail?.to).toEqual(['Ada@example.org']);
		expect(mail?.parsed).toMatchObject({
			subject: 'Verify your email for Foyer',
			from: { name: 'Foyer', address: 'no-reply@foyer.test' },
		});
		expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated/im);
		const link = /https:\/\/foyer\.test\/verify-email\?token=([\w-]{43})/.exec(mail?.parsed.text ?? '');
		expect(mail?.parsed.html).toContain(link?.[0]);
		expect((await api.post('/api/auth/verify-email', { token: link?.[1] })).status).toBe(200);
		expect(await rows()).toMatchObject([{ status: 'sent', subject: 'Verify your email for Foyer' }]);
	});

	test('more than ten of a kind to one mailbox within an hour wait until there is room, and other kinds do not', async () => {
		const server = await startMailServer();
		services = await createTestServices(database(), { RATE_LIMITS: 'on' });
		await register('Ada@example.org');
		const recipients = ['ada@example.org', 'Ada+1@example.org', 'ada+x+2@Example.org'];
		const confirmation = (recipient: string, number: number) => ({
			id: newId(),
			template: 'accounts/verify-email',
			props: {},
			recipient,
			dedupeKey: `mail-${number}`,
			status: 'sent' as const,
			sentAt: new Date(Date.now() - number * 60_000),
		});
		const sent = Array.from({ length: 10 }, (_, number) =>
			confirmation(recipients[number % 3] ?? '', number),
		);
		await database().db.insert(mails).values(sent);
		const sending = sendingBy(server.url);
		await mailPoller.run(sending, signal);
		expect(server.received).toHaveLength(0);
		expect((await rows())[0]).toMatchObject({
			status: 'queued',
			attempts: 0,
			subject: 'Verify your email for Foyer',
			last_error: 'This mailbox got too many emails of this kind. It is sent when there is room again.',
		});
		await register('grace@example.org');
		await mailPoller.run(sending, signal);
		expect(server.received.map(({ to }) => to)).toEqual([['grace@example.org']]);
		// An hour after the first of them, there is room again.
		await database().pool.query(
			`UPDATE mails SET sent_at = now() - interval '61 minutes' WHERE dedupe_key = 'mail-9'`,
		);
		await database().pool.query(
			`UPDATE mails SET next_attempt_at = now() - make_interval(secs => 1) WHERE status = 'queued'`,
		);
		await mailPoller.run(sending, signal);
		expect(server.received).toHaveLength(2);
	});

	test('a mailbox is counted without sub-addresses, and without dots where they mean nothing', async () => {
		const { rows: read } = await database().pool.query(
			'SELECT address, foyer_mailbox(address) AS mailbox FROM unnest($1::text[]) AS address',
			[
				[
					...['Ada@Example.org', 'ada+news@example.org', 'ada+a+b@example.org', 'a.da@example.org'],
					...['a.d.a+x@gmail.com', 'A.da@GoogleMail.com', '+tag@example.org', 'a@b+c@example.org', 'nobody'],
				],
			],
		);
		expect(read.map(({ mailbox }) => mailbox)).toEqual([
			...['ada@example.org', 'ada@example.org', 'ada@example.org', 'a.da@example.org'],
			...['ada@gmail.com', 'ada@gmail.com', '+tag@example.org', 'a@b@example.org', 'nobody@nobody'],
		]);
	});

	test('an office that orders 15 times by one address gets all mails; who is flooded gets few', async () => {
		services = await createTestServices(database(), { RATE_LIMITS: 'on' });
		const make = (recipient: string, number: number) => ({
			id: newId(),
			template: 'accounts/enter-email',
			props: {},
			recipient,
			dedupeKey: `${recipient}-${number}`,
		});
		/** Hours pass: what may be sent is sent. */
		const sentBy = async (hours: number) => {
			const counts: number[] = [];
			for (let hour = 0; hour < hours; hour += 1) {
				const due = await queued();
				const verdicts = await judgeLimits(services, due);
				const ids = due.filter((mail) => verdicts.get(mail)?.kind === 'within').map(({ id }) => id);
				const given = due.filter((mail) => verdicts.get(mail)?.kind === 'over').map(({ id }) => id);
				await database().pool.query(
					`UPDATE mails SET status = CASE WHEN id = ANY ($2) THEN 'withheld' ELSE 'sent' END, sent_at = now()
					WHERE id = ANY ($1) OR id = ANY ($2)`,
					[ids, given],
				);
				counts.push(ids.length);
				await database().pool.query(
					`UPDATE mails SET sent_at = sent_at - interval '61 minutes', created_at = created_at - interval '61 minutes'`,
				);
			}
			return counts;
		};
		await database()
			.db.insert(mails)
			.values(Array.from({ length: 15 }, (_, number) => make('office@school.example', number)));
		expect(await sentBy(3)).toEqual([10, 5, 0]);
		await database().pool.query('DELETE FROM mails');
		await database()
			.db.insert(mails)
			.values(Array.from({ length: 100 }, (_, number) => make(`victim+${number}@example.org`, number)));
		const counts = await sentBy(60);
		expect(counts.slice(0, 6)).toEqual([10, 10, 10, 0, 0, 0]);
		expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(60);
		const states = new Set((await rows()).map(({ status }) => status));
		expect(states).toEqual(new Set(['sent', 'withheld']));
	});

	test('the limit holds within a claim and beside other workers; only what was sent makes a mail wait', async () => {
		const server = await startMailServer();
		services = await createTestServices(database(), { RATE_LIMITS: 'on' });
		const makeDue = (status: 'queued' | 'sending', number: number, recipient = 'ada@example.org') => ({
			id: newId(),
			template: 'accounts/enter-email',
			props: {},
			recipient,
			dedupeKey: `${status}-${recipient}-${number}`,
			status,
			...(status === 'sending' && { attempts: 1, nextAttemptAt: new Date(Date.now() + 30_000) }),
		});
		await database()
			.db.insert(mails)
			.values([
				...Array.from({ length: 4 }, (_, number) => makeDue('sending', number)),
				...Array.from({ length: 8 }, (_, number) =>
					makeDue('queued', number, number % 2 ? 'ADA@example.org' : undefined),
				),
				makeDue('queued', 0, 'grace@example.org'),
			]);
		const due = await queued();
		const judge = async (some = due) =>
			(await judgeLimits(services, some))
				.values()
				.map(({ kind }) => kind)
				.toArray();
		expect(await judge()).toEqual([...Array(6).fill('within'), 'soon', 'soon', 'within']);
		await database().pool.query(`UPDATE mails SET status = 'sent', sent_at = now() WHERE id = ANY ($1)`, [
			due.slice(0, 6).map(({ id }) => id),
		]);
		expect(await judge(due.slice(6, 8))).toEqual(['soon', 'soon']);
		await database().pool.query(`UPDATE mails SET status = 'sent', sent_at = now() WHERE status = 'sending'`);
		expect(await judge(due.slice(6, 8))).toEqual(['waits', 'waits']);
		expect(server.received).toHaveLength(0);
	});

	test('a mail that has to wait for others is as it was, a little later', async () => {
		const server = await startMailServer();
		services = await createTestServices(database(), { RATE_LIMITS: 'on' });
		await register('ada@example.org');
		const sending = Array.from({ length: 10 }, (_, number) => ({
			id: newId(),
			template: 'accounts/enter-email',
			props: {},
			recipient: 'ada@example.org',
			dedupeKey: `sending-${number}`,
			status: 'sending' as const,
			attempts: 1,
			nextAttemptAt: new Date(Date.now() + 30_000),
		}));
		await database().db.insert(mails).values(sending);
		const beforeMs = await database().nowMs();
		await mailPoller.run(sendingBy(server.url), signal);
		const [mail] = await rows();
		expect(mail).toMatchObject({ status: 'queued', attempts: 0, last_error: '' });
		expect(mail.next_attempt_at.getTime()).toBeGreaterThanOrEqual(beforeMs + 3_000);
		expect(server.received).toHaveLength(0);
	});

	test('goes to the address of the account, whatever was typed', async () => {
		await register('ada@example.org');
		await api.post('/api/auth/forgot-password', { email: 'ＡＤＡ@example.org' });
		await register('ADA@example.org');
		expect((await rows()).map((row) => [row.template, row.recipient])).toEqual([
			['accounts/verify-email', 'ada@example.org'],
			['accounts/reset-password', 'ada@example.org'],
			['accounts/register-repeated', 'ada@example.org'],
		]);
	});

	test('a reset goes round: mail, link, new password, word about it', async () => {
		const server = await startMailServer();
		const sending = sendingBy(server.url);
		await register('ada@example.org');
		await api.post('/api/auth/forgot-password', { email: 'ada@example.org' });
		await mailPoller.run(sending, signal);
		const reset = server.received.find((mail) => mail.parsed.subject?.includes('new password'));
		const [, token] = /reset-password\?token=([\w-]{43})/.exec(reset?.parsed.text ?? '') ?? [];
		await api.post('/api/auth/reset-password', { token, password: 'marmots sing quietly' });
		await mailPoller.run(sending, signal);
		expect(server.received.at(-1)?.parsed.subject).toBe('Your password for Foyer was changed');
	});

	test('a link that ended before it could be sent is not sent', async () => {
		const server = await startMailServer();
		await register('ada@example.org');
		await api.post('/api/auth/forgot-password', { email: 'ada@example.org' });
		await api.post('/api/auth/forgot-password', { email: 'ada@example.org' });
		await database().pool.query(`UPDATE mail_tokens SET used_at = now() WHERE purpose = 'verify_email'`);
		await mailPoller.run(sendingBy(server.url), signal);
		expect(server.received).toHaveLength(1);
		expect((await rows()).map((row) => [row.status, row.last_error])).toEqual([
			['obsolete', 'The link was used already.'],
			['obsolete', 'The link ended before it could be sent, or a newer one replaced it.'],
			['sent', ''],
		]);
	});
});

describe('without a mail server', () => {
	test('mails are stored, and go out when one is set', async () => {
		await register('ada@example.org');
		expect(await mailPoller.run(services, signal)).toBe(1);
		expect(await mailPoller.run(services, signal)).toBe(0);
		expect(await rows()).toMatchObject([
			{ status: 'stored', attempts: 0, subject: 'Verify your email for Foyer' },
		]);
		const server = await startMailServer();
		const sending = sendingBy(server.url);
		while ((await mailPoller.run(sending, signal)) > 0);
		expect(server.received).toHaveLength(1);
		expect(await rows()).toMatchObject([{ status: 'sent' }]);
	});
});

describe('a mail server that fails', () => {
	test('not there: the mail waits, later each time, and is given up after some days', async () => {
		const sending = sendingBy('smtp://127.0.0.1:1');
		await register('ada@example.org');
		for (let attempt = 1; attempt <= 10; attempt++) {
			const beforeMs = await database().nowMs();
			await mailPoller.run(sending, signal);
			const [mail] = await rows();
			expect(mail).toMatchObject({ status: 'queued', attempts: attempt });
			expect(mail.last_error).toContain('ECONNREFUSED');
			const triedAtMs = mail.next_attempt_at.getTime() - (mailRetrySeconds(attempt) ?? 0) * 1000;
			expect(triedAtMs).toBeGreaterThanOrEqual(beforeMs);
			expect(triedAtMs).toBeLessThanOrEqual((await database().nowMs()) + 1);
			expect(await mailPoller.run(sending, signal)).toBe(0);
			await makeAllDue();
		}
		await mailPoller.run(sending, signal);
		expect(await rows()).toMatchObject([{ status: 'failed', attempts: 11 }]);
	});

	test('a clock that was set back makes claims due, and keeps pauses', async () => {
		await register('ada@example.org');
		const set = (status: string, attempts: number, minutes: number) =>
			database().pool.query(
				`UPDATE mails SET status = $1, attempts = $2, next_attempt_at = now() + make_interval(mins => $3)`,
				[status, attempts, minutes],
			);
		// By the clock of the database; instants are stored to the millisecond, rounded: "now" may lie half a millisecond ahead.
		const isDue = async () => {
			await mailClockPoller.run(services, signal);
			const { rows: due } = await database().pool.query(
				`SELECT bool_and(next_attempt_at <= now() + interval '5 ms') AS "isDue" FROM mails`,
			);
			return due[0].isDue;
		};
		for (const [status, attempts, minutes] of [
			['sending', 1, 60],
			['queued', 0, 60],
			['queued', 1, 60],
		] as const) {
			await set(status, attempts, minutes);
			expect(await isDue()).toBe(true);
		}
		for (const [attempts, minutes] of [
			[0, 5],
			[5, 60],
			[10, 1440],
		] as const) {
			await set('queued', attempts, minutes);
			expect(await isDue()).toBe(false);
		}
	});

	test('refuses the recipient for good: failed at once, with its words', async () => {
		const server = await startMailServer({
			onRcptTo: (_address, _session, done) => done(refusal(550, 'No such box here')),
		});
		await register('ada@example.org');
		await mailPoller.run(sendingBy(server.url), signal);
		const [mail] = await rows();
		expect(mail).toMatchObject({ status: 'failed', attempts: 1 });
		expect(mail.last_error).toContain('No such box here');
	});

	test('is full for a moment: tried again and sent once', async () => {
		let tries = 0;
		const server = await startMailServer({
			onMail() {
				tries += 1;
				if (tries === 1) throw refusal(452, 'Try later');
			},
		});
		const sending = sendingBy(server.url);
		await register('ada@example.org');
		await mailPoller.run(sending, signal);
		expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }]);
		await makeAllDue();
		await mailPoller.run(sending, signal);
		expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, last_error: '' }]);
		expect(server.received).toHaveLength(1);
	});

	test('cuts the line after the whole mail: sent again under the same Message-ID', async () => {
		const ids: (string | undefined)[] = [];
		const server = await startMailServer({
			onMail(mail, cut) {
				ids.push(mail.parsed.messageId);
				if (ids.length === 1) cut();
			},
		});
		const sending = sendingBy(server.url);
		await register('ada@example.org');
		await mailPoller.run(sending, signal);
		expect(await rows()).toMatchObject([{ status: 'queued' }]);
		await makeAllDue();
		await mailPoller.run(sending, signal);
		expect(await rows()).toMatchObject([{ status: 'sent' }]);
		expect(ids).toHaveLength(2);
		expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@foyer\.test>$/);
		expect(ids[1]).toBe(ids[0]);
	});

	test('is slow: other mails overtake, nobody sends twice', async () => {
		let others = 0;
		const othersAreThere = Promise.withResolvers<void>();
		const server = await startMailServer({
			async onMail(mail) {
				if (mail.to[0] === 'slow@example.org') return othersAreThere.promise;
				others += 1;
				if (others === 4) othersAreThere.resolve();
			},
		});
		const sending = sendingBy(server.url);
		for (const name of ['slow', 'a', 'b', 'c', 'd']) await register(`${name}@example.org`);
		await Promise.all([mailPoller.run(sending, signal), mailPoller.run(sending, signal)]);
		expect(server.received.map((mail) => mail.to[0]).sort()).toEqual(
			['a', 'b', 'c', 'd', 'slow'].map((name) => `${name}@example.org`),
		);
		expect(server.received.at(-1)?.to[0]).toBe('slow@example.org');
	});

	test('hangs on one mail: those that come meanwhile are sent before it', async () => {
		const isSent = Promise.withResolvers<void>();
		const isHanging = Promise.withResolvers<void>();
		const server = await startMailServer({
			async onMail(mail) {
				if (mail.to[0] !== 'hangs@example.org') return isSent.resolve();
				isHanging.resolve();
				await isSent.promise;
			},
		});
		await register('hangs@example.org');
		const sending = mailPoller.run(sendingBy(server.url), signal);
		await isHanging.promise;
		await register('ada@example.org');
		expect(await sending).toBe(2);
		expect(server.received.map(({ to }) => to[0])).toEqual(['ada@example.org', 'hangs@example.org']);
	});

	test('a claim that could not be renewed is not begun: its mails may be another worker’s', async () => {
		const server = await startMailServer();
		for (const name of ['ada', 'bob']) await register(`${name}@example.org`);
		const sending = sendingBy(server.url);
		const late = vi.spyOn(performance, 'now');
		const startMs = performance.now();
		// Claimed in time, and judged after half a minute in which nothing was renewed.
		late.mockReturnValueOnce(startMs).mockReturnValue(startMs + 26_000);
		await mailPoller.run(sending, signal);
		late.mockRestore();
		expect((await rows()).map(({ status, attempts }) => [status, attempts])).toEqual([
			['sending', 1],
			['sending', 1],
		]);
		expect(server.received).toHaveLength(0);
		await makeAllDue();
		expect(await mailPoller.run(sending, signal)).toBe(2);
	});

	test('an address that is none fails at once', async () => {
		const server = await startMailServer();
		await register('ada@example.org');
		await database().pool.query(`UPDATE mails SET recipient = 'no address'`);
		await mailPoller.run(sendingBy(server.url), signal);
		expect(await rows()).toMatchObject([{ status: 'failed' }]);
	});
});

test('a worker that is asked to stop finishes the mail in hand and gives the others back', async () => {
	const reached = Promise.withResolvers<void>();
	const mayGoOn = Promise.withResolvers<void>();
	const server = await startMailServer({
		async onMail() {
			reached.resolve();
			await mayGoOn.promise;
		},
	});
	for (let index = 0; index < 10; index++) await register(`user-${index}@example.org`);
	const ending = new AbortController();
	const stopped = runPoller(mailPoller, sendingBy(server.url), ending.signal);
	await reached.promise;
	ending.abort();
	mayGoOn.resolve();
	await stopped;
	const statuses = (await rows()).map((row) => `${row.status} ${row.attempts}`);
	expect(statuses.filter((status) => status === 'sent 1').length).toBe(server.received.length);
	expect(server.received.length).toBeLessThan(10);
	expect(new Set(statuses)).toEqual(new Set(['sent 1', 'queued 0']));
});

describe('the outbox for administrators', () => {
	let admin: string;
	beforeEach(async () => {
		admin = (await makeUser(services, { isAdmin: true })).token;
	});
	const get = (path: string, query?: Record<string, string>) =>
		api.get(path, { token: admin, ...(query && { query }) });

	test('is for administrators only', async () => {
		const { token } = await makeUser(services);
		const id = newId();
		for (const path of ['/api/admin/mails', `/api/admin/mails/${id}`, '/api/admin/jobs']) {
			expect((await api.get(path)).status).toBe(401);
			expect((await api.get(path, { token })).status).toBe(403);
		}
		for (const path of [`/api/admin/mails/${id}/retry`, '/api/admin/jobs/fact-1/retry'])
			expect((await api.post(path, undefined, { token })).status).toBe(403);
	});

	test('lists newest first, in pages, by status and by text', async () => {
		for (const name of ['ann', 'bob', 'cat', 'dan', '100%']) await register(`${name}@example.org`);
		await mailPoller.run(services, signal);
		const first = await get('/api/admin/mails', { limit: '2' });
		expect(first.body.data.map((mail: { recipient: string }) => mail.recipient)).toEqual([
			'100%@example.org',
			'dan@example.org',
		]);
		expect(first.body.isSending).toBe(false);
		const second = await get('/api/admin/mails', { limit: '2', cursor: first.body.nextCursor });
		const third = await get('/api/admin/mails', { limit: '2', cursor: second.body.nextCursor });
		expect(third.body.data).toMatchObject([{ recipient: 'ann@example.org', status: 'stored' }]);
		expect(third.body.nextCursor).toBeNull();
		const count = async (query: Record<string, string>) =>
			(await get('/api/admin/mails', query)).body.data.length;
		expect(await count({ status: 'sent' })).toBe(0);
		expect(await count({ status: 'stored', q: 'BOB@' })).toBe(1);
		expect(await count({ q: 'verify your' })).toBe(5);
		expect(await count({ q: '%' })).toBe(1);
		expect((await get('/api/admin/mails', { cursor: 'nonsense' })).status).toBe(400);
		expect((await get('/api/admin/mails', { status: 'lost' })).status).toBe(400);
	});

	test('shows a stored verification link, so that it can be passed on, and no link that sets a password', async () => {
		await register('ada@example.org');
		await api.post('/api/auth/forgot-password', { email: 'ada@example.org' });
		await mailPoller.run(services, signal);
		const [verify, reset] = await rows();
		const shown = (await get(`/api/admin/mails/${verify.id}`)).body;
		expect(shown.html).toMatch(/verify-email\?token=[\w-]{43}/);
		const hidden = (await get(`/api/admin/mails/${reset.id}`)).body;
		expect(hidden.subject).toBe('Set a new password for Foyer');
		expect(hidden.text + hidden.html).not.toContain('token=');
		expect(hidden.text).toContain('(link left out)');
		await database().pool.query(`UPDATE mails SET status = 'sent'`);
		expect((await get(`/api/admin/mails/${verify.id}`)).body.text).not.toContain('token=');
	});

	test('a mail that cannot be written any more still shows its row', async () => {
		await register('ada@example.org');
		await database().pool.query(`UPDATE mails SET template = 'of/another-version'`);
		const [mail] = await rows();
		const answer = await get(`/api/admin/mails/${mail.id}`);
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({ recipient: 'ada@example.org', html: '' });
		expect((await get(`/api/admin/mails/${newId()}`)).status).toBe(404);
	});

	test('retry sends a failed one again, and no sent one', async () => {
		await register('ada@example.org');
		await database().pool.query(`UPDATE mails SET status = 'failed', attempts = 11, last_error = 'x'`);
		const [mail] = await rows();
		const path = `/api/admin/mails/${mail.id}/retry`;
		const answer = await api.post(path, undefined, { token: admin });
		expect(answer.body).toMatchObject({ status: 'queued', attempts: 0, lastError: '' });
		const server = await startMailServer();
		await mailPoller.run(sendingBy(server.url), signal);
		expect(server.received).toHaveLength(1);
		expect((await api.post(path, undefined, { token: admin })).status).toBe(422);
		expect((await api.post(`/api/admin/mails/${newId()}/retry`, undefined, { token: admin })).status).toBe(
			404,
		);
	});
});

describe('failed jobs', () => {
	test('are seen and tried again: facts and scheduled runs', async () => {
		const admin = (await makeUser(services, { isAdmin: true })).token;
		const list = async () => (await api.get('/api/admin/jobs', { token: admin })).body.data;
		await database().pool.query(
			`INSERT INTO facts (name, payload, attempts, last_error, next_attempt_at)
			VALUES ('events.event-published', '{}', 3, 'Error: no', now() + interval '1 hour')`,
		);
		let isBroken = true;
		let runs = 0;
		const worker = startWorker(services, {
			pollers: [],
			pollingIntervalSeconds: 0.5,
			jobs: [
				{
					name: 'test.broken',
					cron: '0 0 1 1 *',
					async run() {
						runs += 1;
						if (isBroken) throw new Error('the cellar is flooded');
					},
				},
			],
		});
		// The worker may still be making the queue.
		await expect
			.poll(() => withJobQueue(services, (boss) => boss.send(jobQueue, { name: 'test.broken' })))
			.toEqual(expect.any(String));
		await expect.poll(list).toMatchObject([
			{ name: 'test.broken', attempts: 1, lastError: expect.stringContaining('the cellar is flooded') },
			{ name: 'events.event-published', attempts: 3, lastError: 'Error: no' },
		]);
		const [run, fact] = await list();
		isBroken = false;
		expect((await api.post(`/api/admin/jobs/${run.id}/retry`, undefined, { token: admin })).status).toBe(200);
		await expect.poll(async () => (await list()).map((job: { id: string }) => job.id)).toEqual([fact.id]);
		// It leaves the list when it is fetched, and runs a moment later.
		await expect.poll(() => runs).toBe(2);
		expect((await api.post(`/api/admin/jobs/${fact.id}/retry`, undefined, { token: admin })).status).toBe(
			200,
		);
		// Instants are stored to the millisecond, rounded: "now" may lie half a millisecond ahead.
		const { rows: due } = await database().pool.query(
			"SELECT 1 FROM facts WHERE next_attempt_at <= now() + interval '5 ms'",
		);
		expect(due).toHaveLength(1);
		for (const unknown of ['fact-999999', 'job-nonsense', 'nonsense', `job-${newId()}`])
			expect((await api.post(`/api/admin/jobs/${unknown}/retry`, undefined, { token: admin })).status).toBe(
				404,
			);
		await worker.stop();
	});
});

test('mails that are over and older than a year go; what is still pending stays', async () => {
	for (const name of ['a', 'b', 'c']) await register(`${name}@example.org`);
	await database().pool.query(
		`UPDATE mails SET created_at = now() - interval '13 months' WHERE recipient <> 'c@example.org'`,
	);
	await database().pool.query(`UPDATE mails SET status = 'sent' WHERE recipient <> 'b@example.org'`);
	await notificationJobs.find((job) => job.name === 'notifications.remove-old-mails')!.run(services);
	expect((await rows()).map((row) => row.recipient).sort()).toEqual(['b@example.org', 'c@example.org']);
});
