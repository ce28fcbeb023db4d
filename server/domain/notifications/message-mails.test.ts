import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guestMessageRecipients, guestMessages } from '#server/db/tables/messages.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import { enqueueMails } from '#server/domain/notifications/commands/enqueue-mail.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { hashOfAddress } from '#server/domain/notifications/opt-outs.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { spoil } from '#tests/support/spoil.ts';

const database = useTestDatabase();
const signal = new AbortController().signal;
/** Its headers are longer than a line of 76 characters. */
const appUrl = 'https://tickets.a-rather-long-name.example.org';
let services: Services;
let api: TestApi;
let owner: TestUser;
let server: MailServer;
let eventId: string;

beforeEach(async () => {
	await database().truncate();
	server = await startMailServer();
	services = await createTestServices(database(), { APP_URL: appUrl });
	services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
	api = createTestApi(services);
	owner = await makeUser(services, { firstName: 'Analytical', lastName: 'Society' });
	({ id: eventId } = await makeEvent(services, owner, {
		title: 'Evening of <Small> Machines',
		isPublished: true,
	}));
});
afterEach(async () => {
	await expectInvariants(services);
	services.mailer.close();
	await server.close();
});

const sql = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

interface Order {
	id: string;
	manageToken: string;
	attendees: { id: string; email: string }[];
}

async function buy(email: string, more: object = {}, event = eventId): Promise<Order> {
	const [type] = (await api.get(`/api/events/${event}/ticket-types`)).body.data;
	const { body, status } = await api.post(`/api/events/${event}/orders`, {
		buyer: { name: 'Grace Hopper', email },
		items: [{ ticketTypeId: type.id, quantity: 1 }],
		...more,
	});
	expect([status, body]).toMatchObject([201, {}]);
	return body;
}

/** A message that is being sent to one address, and its email in the outbox. */
async function write(
	order: Order,
	email: string,
	more: Partial<{
		category: MessageCategory;
		subject: string;
		body: string;
		attendeeId: string;
		by: TestUser;
		eventId: string;
	}> = {},
): Promise<string> {
	const by = more.by ?? owner;
	const { organisationId } = by;
	const category = more.category ?? 'service';
	const of = more.eventId ?? eventId;
	const id = newId();
	const mailId = newId();
	const { db } = services.database;
	await db.insert(guestMessages).values({
		id,
		organisationId,
		eventId: of,
		subject: more.subject ?? 'Parking at {event_title}',
		body: more.body ?? 'Hello {first_name}, see {ticket_link}.',
		segment: { conditions: [] },
		category,
		state: 'sending',
		startedAt: services.clock.now(),
		total: 1,
		createdBy: by.userId,
	});
	const attendeeId = more.attendeeId ?? null;
	await db.insert(guestMessageRecipients).values({
		...{ organisationId, messageId: id, emailKey: emailKey(email), position: 1, email },
		...{ eventId: of, orderId: order.id, attendeeId, mailId },
	});
	await enqueueMails(db, [
		{
			template: `messages/${category}`,
			ref: { organisationId, messageId: id, position: 1 },
			recipient: email,
			...{ organisationId, eventId: of, dedupeKey: `messages:${id}:1` },
		},
	]);
	await sql(
		'UPDATE guest_message_recipients r SET mail_id = m.id FROM mails m WHERE m.dedupe_key = $1 AND r.message_id = $2',
		[`messages:${id}:1`, id],
	);
	return id;
}

async function work(): Promise<void> {
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}
/** Sends what is due, and says what became of the messages, the newest last. */
async function send(): Promise<string[]> {
	await work();
	const rows = await sql(
		`SELECT status, last_error FROM mails WHERE template LIKE 'messages/%' ORDER BY created_at, id`,
	);
	// Nothing further is to be done for it.
	await sql(`UPDATE guest_messages SET state = 'sent', sent_at = now() WHERE state = 'sending'`);
	return rows.map((row) => `${row.status}${row.last_error ? `: ${row.last_error}` : ''}`);
}
/** The newest message; confirmations of orders come at any time. */
const newest = () => {
	const found = server.received.findLast(({ raw }) => /^List-Unsubscribe:/m.test(raw));
	if (!found) throw new Error('No message came.');
	return found;
};
const tokenIn = (text = '') => /unsubscribe\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
const follow = (email: string, organisationId = owner.organisationId) =>
	sql(
		`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at, confirmed_at)
			VALUES ($1, $2, $3, $4, 'confirmed', 'yes', now(), now())`,
		[newId(), organisationId, email, emailKey(email)],
	);

test('comes to the buyer with the way to the tickets, on whole lines, and replies reach the organiser', async () => {
	const order = await buy('grace@example.org');
	await write(order, 'grace@example.org');
	expect(await send()).toEqual(['sent']);
	const { raw, parsed, to } = newest();
	expect(to).toEqual(['grace@example.org']);
	expect(parsed.subject).toBe('Parking at Evening of <Small> Machines');
	expect(parsed.from).toMatchObject({ name: 'Analytical Society via Foyer' });
	expect(parsed.replyTo).toEqual([{ name: 'Analytical Society', address: owner.email }]);
	expect(parsed.text).toContain(`Hello Grace, see My ticket (${appUrl}/my-ticket/${order.manageToken}).`);
	expect(parsed.html).toContain('Evening of &lt;Small&gt; Machines');
	const address = `${appUrl}/api/unsubscribe/${tokenIn(parsed.text)}`;
	const lines = raw.split('\r\n');
	expect(lines).toContain(`List-Unsubscribe: <${address}>`);
	expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
	// The organisation's own address for replies goes before its author's.
	await sql(
		`INSERT INTO organisation_settings (organisation_id, reply_to) VALUES ($1, 'office@example.org')
			ON CONFLICT (organisation_id) DO UPDATE SET reply_to = excluded.reply_to`,
		[owner.organisationId],
	);
	await write(order, 'grace@example.org');
	await send();
	expect(newest().parsed.replyTo).toEqual([{ name: 'Analytical Society', address: 'office@example.org' }]);
});

test('comes to a guest without the link of the order, and to who got a ticket with theirs', async () => {
	const order = await buy('grace@example.org', {
		attendees: [{ name: 'Mary Jackson', email: 'mary@example.org' }],
	});
	const [{ id: attendeeId } = { id: '' }] = order.attendees;
	await write(order, 'mary@example.org', { attendeeId });
	expect(await send()).toEqual(['sent']);
	expect(newest().parsed.text).toContain('Hello Mary, see View event (');
	expect(newest().parsed.text).not.toContain('my-ticket');
	await sql('UPDATE attendees SET holder_version = 1 WHERE id = $1', [attendeeId]);
	await write(order, 'mary@example.org', { attendeeId });
	await write(order, 'grace@example.org');
	expect((await send()).slice(1)).toEqual([
		'sent',
		'obsolete: The tickets were cancelled or transferred meanwhile.',
	]);
	expect(newest().parsed.text).toContain(`${appUrl}/ticket/`);
});

describe('is not sent any more', () => {
	test.each([
		['the order was cancelled', `UPDATE orders SET status = 'cancelled'`, 'The tickets were cancelled'],
		['its ticket was cancelled', `UPDATE attendees SET status = 'cancelled'`, 'The tickets were cancelled'],
		['the address was changed', `UPDATE orders SET buyer_email = 'g@example.org'`, 'The order has another'],
		[
			'the message was cancelled',
			`UPDATE guest_messages SET state = 'cancelled'`,
			'The message was cancelled',
		],
		['the message was deleted', 'DELETE FROM guest_messages', 'The message or its recipient is gone'],
	])('when %s', async (_, change, why) => {
		const order = await buy('grace@example.org');
		await work();
		server.received.length = 0;
		await write(order, 'grace@example.org');
		await sql(change);
		expect((await send()).at(-1)).toMatch(new RegExp(`^obsolete: ${why}`));
		expect(server.received).toEqual([]);
		// Rows that no command leaves behind are not looked at.
		await database().truncate();
	});

	test('to an address that bounced, for all or with this organisation, as long as that holds', async () => {
		const order = await buy('grace@example.org');
		const suppress = (organisationId: string | null, until: string) =>
			sql(
				`INSERT INTO mail_suppressions (id, email_hash, organisation_id, reason, until)
					VALUES ($1, $2, $3, 'bounced', now() + $4::interval)`,
				[newId(), hashOfAddress('Grace@Example.org'), organisationId, until],
			);
		await suppress(newId(), '1 day');
		await suppress(null, '-1 day');
		await write(order, 'grace@example.org');
		expect((await send()).at(-1)).toBe('sent');
		await suppress(owner.organisationId, '1 day');
		await write(order, 'grace@example.org');
		expect((await send()).at(-1)).toBe('obsolete: Emails to this address bounce.');
	});
});

test('unsubscribing by one click holds for this organisation and this kind alone, again and again', async () => {
	const other = await makeUser(services);
	const { id: elsewhere } = await makeEvent(services, other, { isPublished: true });
	const order = await buy('grace@example.org');
	const theirs = await buy('grace@example.org', {}, elsewhere);
	await follow('grace@example.org');
	await write(order, 'grace@example.org');
	await send();
	const [, path = ''] =
		/^List-Unsubscribe: <https:\/\/[^/]+(\/api\/unsubscribe\/[\w-]{43})>$/m.exec(newest().raw) ?? [];
	const token = path.split('/').at(-1) ?? '';
	// Looking at it, as mail scanners do, changes nothing.
	expect((await api.get(path)).body).toEqual({
		kind: 'service',
		organiser: 'Analytical Society',
		isSubscribed: true,
	});
	for (let time = 0; time < 2; time++) {
		const answer = await api.call('POST', path, 'List-Unsubscribe=One-Click', {
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		});
		expect(answer.status).toBe(200);
	}
	expect((await api.get(path)).body.isSubscribed).toBe(false);
	expect(await sql('SELECT template, organisation_id FROM mail_opt_outs')).toEqual([
		{ template: 'messages/service', organisation_id: owner.organisationId },
	]);
	await write(order, 'Grace@example.org');
	await sql(`UPDATE orders SET buyer_email = 'Grace@example.org' WHERE id = $1`, [order.id]);
	expect((await send()).at(-1)).toBe(
		'obsolete: This address unsubscribed from such messages of the organiser.',
	);
	await write(order, 'Grace@example.org', { category: 'marketing' });
	expect((await send()).at(-1)).toBe('sent');
	await write(theirs, 'grace@example.org', { by: other, eventId: elsewhere });
	expect((await send()).at(-1)).toBe('sent');
	expect((await api.get(`/api/unsubscribe/${tokenIn(newest().parsed.text)}`)).body).toMatchObject({
		kind: 'service',
		isSubscribed: true,
	});
	expect((await api.delete(path)).status).toBe(204);
	await write(order, 'Grace@example.org');
	expect((await send()).at(-1)).toBe('sent');
	for (const wrong of [spoil(token), 'x'.repeat(43)])
		for (const method of ['GET', 'POST', 'DELETE'])
			expect((await api.call(method, `/api/unsubscribe/${wrong}`, undefined)).status).toBe(404);
});

test('news comes to followers alone, and unsubscribing from it ends the consent', async () => {
	const order = await buy('grace@example.org');
	await write(order, 'grace@example.org', { category: 'marketing' });
	expect((await send()).at(-1)).toBe('obsolete: This address does not follow the organiser any more.');
	await follow('grace@example.org');
	await write(order, 'grace@example.org', { category: 'marketing' });
	expect((await send()).at(-1)).toBe('sent');
	const path = `/api/unsubscribe/${tokenIn(newest().parsed.text)}`;
	expect((await api.get(path)).body.kind).toBe('marketing');
	expect((await api.post(path)).status).toBe(200);
	await write(order, 'grace@example.org', { category: 'marketing' });
	await write(order, 'grace@example.org');
	expect((await send()).slice(-2)).toEqual([
		'obsolete: This address unsubscribed from such messages of the organiser.',
		'sent',
	]);
	expect(await sql('SELECT state, left_by FROM followers')).toEqual([
		{ state: 'left', left_by: 'unsubscription' },
	]);
	expect((await api.delete(path)).status).toBe(204);
	await write(order, 'grace@example.org', { category: 'marketing' });
	expect((await send()).at(-1)).toBe('sent');
});

test('a mailbox gets ten messages an hour', async () => {
	services.config.rateLimits.isOn = true;
	const order = await buy('grace@example.org');
	for (let at = 0; at < 12; at++) await write(order, 'grace@example.org');
	const states = await send();
	expect(states.filter((state) => state === 'sent')).toHaveLength(10);
	expect(states.filter((state) => state.startsWith('queued'))).toHaveLength(2);
	services.config.rateLimits.isOn = false;
});

test('an administrator reads a sent one without its links, also when it was cancelled since', async () => {
	const order = await buy('grace@example.org');
	await write(order, 'grace@example.org');
	await send();
	const admin = await makeUser(services, { isAdmin: true });
	const [{ id }] = await sql(`SELECT id FROM mails WHERE template = 'messages/service'`);
	await sql(`UPDATE guest_messages SET state = 'cancelled'`);
	const { body } = await api.get(`/api/admin/mails/${id}`, { token: admin.token });
	expect(body.text).toContain('Hello Grace, see My ticket (link left out).');
	expect(body.text + body.html).not.toMatch(/my-ticket|token=/);
});

test('an erased guest is in no email and gets none', async () => {
	const order = await buy('grace@example.org');
	const other = await buy('mary@example.org');
	await write(order, 'grace@example.org');
	await write(other, 'mary@example.org');
	// Written to the address that she had before.
	await sql(`UPDATE orders SET buyer_email = 'hopper@example.org' WHERE id = $1`, [order.id]);
	const erased = await api.post(
		`/api/events/${eventId}/attendees/${order.attendees[0]?.id}/erasure`,
		{ withBuyer: true },
		{ token: owner.token, headers: { 'Idempotency-Key': newId() } },
	);
	expect(erased.status).toBe(200);
	expect(await send()).toEqual(['sent']);
	expect(server.received.map(({ to }) => to[0])).not.toContain('grace@example.org');
});
