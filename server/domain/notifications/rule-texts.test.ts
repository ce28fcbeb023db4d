import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveReminders } from '#server/domain/notifications/commands/move-reminders.ts';
import { notificationJobs } from '#server/domain/notifications/jobs.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeSeries } from '#tests/factories/bookable-series.ts';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { bookDate, makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';

const database = useTestDatabase();
const signal = new AbortController().signal;
let services: Services;
let api: TestApi;
let owner: TestUser;
let token: string;
let server: MailServer;

beforeEach(async () => {
	await database().truncate();
	server = await startMailServer();
	services = await createTestServices(database());
	services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
	api = createTestApi(services);
	owner = await makeUser(services);
	token = owner.token;
});
afterEach(async () => {
	services.mailer.close();
	await server.close();
});

async function work(): Promise<void> {
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}

async function remind(): Promise<void> {
	await notificationJobs.find((job) => job.name === 'notifications.remind-guests')?.run(services);
	await work();
}

const query = (text: string, values: unknown[] = []) => database().pool.query(text, values);
const subjects = () => server.received.map(({ parsed }) => parsed.subject);

async function createRule(place: string, body: object): Promise<string> {
	const made = await api.post(`${place}/message-rules`, body, { token });
	expect(made.status).toBe(201);
	return `${place}/message-rules/${made.body.id}`;
}

async function publicEvent(title = 'Evening of <Small> Machines') {
	const event = await makeEvent(services, owner, { title, isPublished: true });
	return { id: event.id, place: `/api/events/${event.id}` };
}

async function register(place: string, name = 'Grace Hopper', more: object = {}) {
	const types = await api.get(`${place}/ticket-types`);
	const { body } = await api.post(`${place}/orders`, {
		buyer: { name, email: 'grace@example.org' },
		items: [{ ticketTypeId: types.body.data[0].id, quantity: 1 }],
		...more,
	});
	await work();
	return body;
}

describe('the confirmation', () => {
	test('begins with words of the organiser, and has their subject', async () => {
		const { place } = await publicEvent();
		const text = 'Hello {first_name},\n\nplease **ring twice**.\n\n{organiser}';
		await createRule(place, { kind: 'confirmation', subject: 'Welcome to {event_title}', text });
		const { manageToken } = await register(place);
		const [mail] = server.received;
		expect(mail?.parsed.subject).toBe('Welcome to Evening of <Small> Machines');
		const words = mail?.parsed.text ?? '';
		expect(words).toContain('Hello Grace,');
		expect(words).toContain('ring twice');
		expect(words.indexOf('Hello Grace')).toBeLessThan(words.indexOf('Show this QR code'));
		expect(mail?.parsed.html).toContain('Hello Grace,');
		expect(words).toContain(`/my-ticket/${manageToken}`);
		await expectInvariants(services);
	});

	test('is as usual with an empty rule, and takes no harm from words and names', async () => {
		const { place } = await publicEvent('Party\u2028<script>alert(1)</script> {first_name}');
		const path = await createRule(place, { kind: 'confirmation' });
		await register(place);
		expect(subjects().at(-1)).toMatch(/^Your ticket for Party/);
		await api.patch(
			path,
			{
				subject: '{first_name}: {event_title}',
				text: '<img src=x onerror=alert(1)> {first_name} [x](javascript:alert(1)) <b>{organiser}</b>',
			},
			{ token },
		);
		await register(place, '<b>{organiser}</b>[x](http://evil.example) \u202e');
		const { parsed, raw } = server.received.at(-1)!;
		expect(raw).not.toMatch(/^bcc:/im);
		for (const harm of ['<img src=x', '<script', 'href="javascript', '<b>{', 'href="http://evil.example'])
			expect(parsed.html).not.toContain(harm);
		expect(parsed.subject).not.toMatch(/[\r\n]/);
	});

	test('of a date has the words of its series, unless it has its own', async () => {
		const series = await makeTuesdays(api, token, 3);
		await publishDates(api, token, series);
		await createRule(`/api/series/${series.id}`, { kind: 'confirmation', text: 'Bring paper.' });
		const [first, second] = series.dates as unknown as [{ id: string }, { id: string }];
		await createRule(`/api/events/${second.id}`, { kind: 'confirmation', text: 'Bring clay.' });
		for (const { id } of [first, second]) {
			await bookDate(api, id, 'grace@example.org');
			await work();
		}
		const texts = server.received.map(({ parsed }) => parsed.text ?? '');
		expect(texts.map((text) => /Bring \w+/.exec(text)?.[0])).toEqual(['Bring paper', 'Bring clay']);
	});

	test('of a booking of several dates has the words of the series, and the usual subject', async () => {
		const series = await makeSeries(services, api, owner, { count: 3 });
		await createRule(`/api/series/${series.id}`, {
			kind: 'confirmation',
			subject: 'Hello',
			text: 'Bring paper, {first_name}.',
		});
		const { status } = await api.post(
			`/api/series/${series.id}/orders`,
			{
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items: [{ lineageId: series.lineageId, quantity: 1 }],
				events: series.dates.map(({ id }) => id),
			},
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(status).toBe(201);
		await work();
		const { parsed } = server.received.at(-1)!;
		expect(parsed.subject).toMatch(/^Your tickets for 3 dates/);
		expect(parsed.text).toContain('Bring paper, Ada.');
	});
});

describe('the reminder', () => {
	/** An event some hours ahead, with an order confirmed two days before that, or some hours before now. */
	async function soon(hours: number, rule: object | null, confirmedHoursAgo = 400) {
		const { id, place } = await publicEvent();
		const path = rule && (await createRule(place, { kind: 'reminder', ...rule }));
		await register(place);
		await moveEvent(services, id, { start: hours, end: hours + 2 });
		await query(`UPDATE orders SET confirmed_at = now() - make_interval(hours => $2) WHERE event_id = $1`, [
			id,
			confirmedHoursAgo,
		]);
		server.received.length = 0;
		return { id, place, path };
	}

	test.each([
		[1_440, 23.9, 1],
		[1_440, 24.1, 0],
		[120, 1.9, 1],
		[120, 2.1, 0],
		[60, 0.9, 1],
		[60, 0.4, 0],
		[20_160, 335, 1],
		[20_160, 337, 0],
	])('set to %i minutes, with a start in %f hours, comes %i times', async (offsetMinutes, hours, times) => {
		await soon(hours, { offsetMinutes });
		await remind();
		await remind();
		expect(server.received).toHaveLength(times);
	});

	test('goes to who registered before its time alone', async () => {
		await soon(100, { offsetMinutes: 7_200 }, 10);
		await remind();
		expect(server.received).toHaveLength(0);
		await soon(100, { offsetMinutes: 7_200 }, 30);
		await remind();
		expect(server.received).toHaveLength(1);
	});

	test('says what the organiser adds', async () => {
		await soon(20, { subject: 'Tomorrow: {event_title}', text: 'Hello {first_name}, come by **train**.' });
		await remind();
		expect(subjects()).toEqual(['Tomorrow: Evening of <Small> Machines']);
		const { parsed } = server.received[0]!;
		expect(parsed.text).toContain('Hello Grace, come by');
		expect(parsed.html).toContain('Hello Grace, come by');
		expect(parsed.text).toContain('/unsubscribe?token=');
	});

	test('does not come when it is off, by email nor under the bell, also one that waits already', async () => {
		const { path } = await soon(20, { isOn: false });
		await query(
			`UPDATE users SET email_key = 'grace@example.org', email = 'grace@example.org', email_verified_at = now()`,
		);
		await remind();
		expect(server.received).toHaveLength(0);
		expect((await query(`SELECT FROM notices WHERE kind = 'reminders'`)).rowCount).toBe(0);
		await api.patch(path as string, { isOn: true }, { token });
		await notificationJobs.find((job) => job.name === 'notifications.remind-guests')?.run(services);
		await api.patch(path as string, { isOn: false }, { token });
		await work();
		expect(server.received).toHaveLength(0);
		const { rows } = await query(`SELECT status, last_error FROM mails WHERE template = 'events/reminder'`);
		expect(rows).toEqual([{ status: 'obsolete', last_error: 'The organiser has switched reminders off.' }]);
	});

	test('of a date follows its series, and its own rule before that', async () => {
		const series = await makeTuesdays(api, token, 3);
		await publishDates(api, token, series);
		const [first, second, third] = series.dates as unknown as [
			{ id: string },
			{ id: string },
			{ id: string },
		];
		await createRule(`/api/series/${series.id}`, { kind: 'reminder', offsetMinutes: 7_200 });
		await createRule(`/api/events/${second.id}`, { kind: 'reminder', offsetMinutes: 120 });
		await createRule(`/api/events/${third.id}`, { kind: 'reminder', isOn: false });
		for (const { id } of series.dates) {
			await bookDate(api, id, `of-${id}@example.org`);
			await moveEvent(services, id, { start: 20, end: 22 });
		}
		await query(`UPDATE orders SET confirmed_at = now() - interval '30 days'`);
		await work();
		server.received.length = 0;
		await remind();
		expect(server.received.map(({ to }) => to[0])).toEqual([`of-${first.id}@example.org`]);
		await moveEvent(services, second.id, { start: 1.5, end: 22 });
		await remind();
		expect(server.received.map(({ to }) => to[0])).toEqual(
			[first, second].map(({ id }) => `of-${id}@example.org`),
		);
	});

	test('is not sent again when its time changes, nor beside one of the version before, nor by moving a sandbox', async () => {
		const { id, path } = await soon(20, { offsetMinutes: 1_440 });
		await remind();
		expect(server.received).toHaveLength(1);
		await api.patch(path as string, { offsetMinutes: 10_080 }, { token });
		await remind();
		const { rows } = await query(
			`SELECT m.dedupe_key = 'events/reminder:' || o.id || ':' || floor(extract(epoch FROM e.starts_at))::bigint AS is_same
			FROM mails m JOIN orders o ON o.event_id = m.event_id JOIN events e ON e.id = o.event_id
			WHERE m.template = 'events/reminder'`,
		);
		expect(rows).toEqual([{ is_same: true }]);
		await query(
			`UPDATE events SET starts_at = starts_at - interval '3 hours', ends_at = ends_at - interval '3 hours' WHERE id = $1`,
			[id],
		);
		await services.database.transaction((tx) => moveReminders(tx, owner.organisationId, 180));
		await remind();
		expect(server.received).toHaveLength(1);
	});

	test('set earlier while its time has passed comes at once', async () => {
		const { path } = await soon(100, { offsetMinutes: 1_440 });
		await remind();
		expect(server.received).toHaveLength(0);
		await api.patch(path as string, { offsetMinutes: 10_080 }, { token });
		await remind();
		expect(server.received).toHaveLength(1);
	});

	test('never goes to guests of an example', async () => {
		const { id } = await soon(20, { offsetMinutes: 7_200 });
		await query('UPDATE events SET is_demo = true WHERE id = $1', [id]);
		await remind();
		expect(server.received).toHaveLength(0);
	});
});
