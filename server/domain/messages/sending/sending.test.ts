import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { insertEventWithGuests, verifyOrganisation } from '#tests/factories/messages.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { countsJob } from '../jobs.ts';
import { messagePoller, sendDueMessages } from './poller.ts';
import { chunkSize, mostWaiting } from './send-some.ts';

const { services, api, query } = useTestApi();
let owner: TestUser;
let event: string;
beforeEach(async () => {
	owner = await makeUser(services);
	await verifyOrganisation(services, owner.organisationId);
});

const { signal } = new AbortController();

async function write(guests: number, body: object = {}) {
	event = (await insertEventWithGuests(services, owner.organisationId, guests)).eventId;
	const { body: message } = await api.post(
		`/api/events/${event}/messages`,
		{ subject: 'Doors', text: 'Soon', ...body },
		{ token: owner.token },
	);
	return message as { id: string };
}
const read = async (id: string) =>
	(await api.get(`/api/events/${event}/messages/${id}`, { token: owner.token })).body;
const mailsOf = (id: string) =>
	query(
		`SELECT m.id, m.recipient, m.status, m.template, m.dedupe_key, r.position FROM mails m JOIN guest_message_recipients r ON r.mail_id = m.id
		WHERE r.message_id = $1 ORDER BY r.position`,
		[id],
	);
/** As if the mail server had taken what is in the outbox. */
const settleMails = () =>
	query(
		`UPDATE mails SET status = 'sent', sent_at = now() WHERE status = 'queued' AND template LIKE 'messages/%'`,
	);
/** Pauses pass. */
const makeDue = () =>
	query(`UPDATE guest_messages SET next_at = now() - make_interval(secs => 1) WHERE state = 'sending'`);

const hashOf = (email: string) => createHash('sha256').update(email).digest();

describe('sending', () => {
	test('one email an address, some at a time: the next when those before have gone', async () => {
		const { id } = await write(2 * chunkSize + 1);
		await sendDueMessages(services);
		expect(await mailsOf(id)).toHaveLength(chunkSize);
		await query(
			`UPDATE mails SET status = 'sent' WHERE id IN (SELECT id FROM mails WHERE status = 'queued' AND organisation_id = $1 LIMIT $2)`,
			[owner.organisationId, chunkSize - mostWaiting],
		);
		await makeDue();
		await sendDueMessages(services);
		expect(await mailsOf(id)).toHaveLength(chunkSize);
		await settleMails();
		await makeDue();
		await sendDueMessages(services);
		expect(await mailsOf(id)).toHaveLength(2 * chunkSize);
		expect((await read(id)).state).toBe('sending');
		await settleMails();
		await makeDue();
		await sendDueMessages(services);
		const mails = await mailsOf(id);
		expect(mails).toHaveLength(2 * chunkSize + 1);
		expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length);
		expect(mails[0]).toMatchObject({ template: 'messages/service', dedupe_key: `messages:${id}:1` });
		await settleMails();
		const message = await read(id);
		expect(message).toMatchObject({ state: 'sent', counts: { addresses: mails.length, sent: mails.length } });
		expect(message.sentAt).not.toBeNull();
		await expectInvariants(services);
	});

	test('emails that wait for hours hold up no others', async () => {
		const { id } = await write(chunkSize + 1);
		await sendDueMessages(services);
		await query(
			`UPDATE mails SET next_attempt_at = now() + interval '1 hour', attempts = 5 WHERE status = 'queued'`,
		);
		await makeDue();
		await sendDueMessages(services);
		expect(await mailsOf(id)).toHaveLength(chunkSize + 1);
		await settleMails();
	});

	test('workers at once send nothing twice', async () => {
		const { id } = await write(chunkSize + 100);
		for (let round = 0; round < 4; round += 1) {
			await Promise.all(Array.from({ length: 4 }, () => messagePoller.run(services, signal)));
			await settleMails();
			await makeDue();
		}
		expect((await read(id)).state).toBe('sent');
		expect(await mailsOf(id)).toHaveLength(chunkSize + 100);
		await expectInvariants(services);
	});

	test('who opted out, bounced or does not follow is left out, also when it happens meanwhile; examples too', async () => {
		const optOut = (email: string, template: string) =>
			query('INSERT INTO mail_opt_outs (email_hash, template, organisation_id) VALUES ($1, $2, $3)', [
				hashOf(email),
				template,
				owner.organisationId,
			]);
		await optOut('guest0@example.org', 'messages/service');
		await optOut('guest1@example.org', 'messages/marketing');
		await query(`INSERT INTO mail_suppressions (id, email_hash, reason) VALUES (uuidv7(), $1, 'bounced')`, [
			hashOf('guest2@example.org'),
		]);
		const { id } = await write(6);
		await messagePoller.run(services, signal);
		expect((await read(id)).state).toBe('sending');
		await optOut('guest3@example.org', 'messages/service');
		await sendDueMessages(services);
		const { counts } = await read(id);
		expect(counts).toMatchObject({ addresses: 3, waiting: 3, skipped: { opted_out: 2, bounced: 1 } });
		const news = await write(3, { category: 'marketing' });
		await sendDueMessages(services);
		expect((await read(news.id)).counts.skipped).toMatchObject({
			opted_out: 1,
			bounced: 1,
			not_following: 1,
		});
		const example = await write(3);
		await query('UPDATE events SET is_demo = true WHERE id = $1', [event]);
		await sendDueMessages(services);
		expect(await read(example.id)).toMatchObject({ state: 'sent', counts: { skipped: { example: 3 } } });
		await query('DELETE FROM mail_suppressions');
		await expectInvariants(services);
	});

	test('cancelled while sending: what is in the outbox goes, the rest does not', async () => {
		const { id } = await write(chunkSize + 7);
		await sendDueMessages(services);
		const { body } = await api.post(`/api/events/${event}/messages/${id}/cancel`, undefined, {
			token: owner.token,
		});
		expect(body).toMatchObject({
			state: 'cancelled',
			counts: { addresses: chunkSize, waiting: chunkSize, skipped: { cancelled: 7 } },
		});
		await settleMails();
		await makeDue();
		await sendDueMessages(services);
		expect(await mailsOf(id)).toHaveLength(chunkSize);
		const deleted = await api.delete(`/api/events/${event}/messages/${id}`, { token: owner.token });
		expect(deleted.body.metadata.rule).toBe('cannot-delete-message');
		await expectInvariants(services);
	});

	test('an address of several tickets, in whatever letters, is one recipient', async () => {
		const { id } = await write(4);
		await query(
			`UPDATE orders SET buyer_email = CASE code WHEN 'M0' THEN 'Ada@EXAMPLE.org' WHEN 'M1' THEN 'ada@example.org' ELSE 'ａda@example.org' END
			WHERE event_id = $1`,
			[event],
		);
		await query(
			'UPDATE attendees SET email = (SELECT buyer_email FROM orders o WHERE o.id = order_id) WHERE event_id = $1',
			[event],
		);
		await sendDueMessages(services);
		expect(await mailsOf(id)).toHaveLength(1);
		expect(await read(id)).toMatchObject({ state: 'sent', counts: { addresses: 1 } });
	});

	test('connections hear of it when it is sent', async () => {
		await makeConnection(services, owner, { types: ['message.sent'] });
		const { id } = await write(2);
		await sendDueMessages(services);
		while ((await factPoller.run(services, signal)) > 0);
		const published = await query(
			'SELECT type, event_id, payload FROM outbound_messages WHERE organisation_id = $1',
			[owner.organisationId],
		);
		expect(published).toMatchObject([{ type: 'message.sent', event_id: event }]);
		expect(JSON.stringify(published[0].payload)).toContain(id);
	});
});

test('what became of each email is counted, and stays when recipients are forgotten', async () => {
	const { id } = await write(6);
	await sendDueMessages(services);
	const mails = await mailsOf(id);
	const set = (at: number, status: string) =>
		query(`UPDATE mails SET status = $2, last_error = '550 No such user' WHERE id = $1`, [
			mails[at].id,
			status,
		]);
	for (const [at, status] of ['sent', 'sent', 'failed', 'sent', 'stored', 'sent'].entries())
		await set(at, status);
	for (const [at, kind] of [
		[1, 'bounced'],
		[3, 'complained'],
		[3, 'bounced'],
	] as const)
		await query(
			`INSERT INTO mail_events (id, mail_id, kind, at, code, text) VALUES (uuidv7(), $1, $2, now(), '5.1.1', 'User unknown')`,
			[mails[at].id, kind],
		);
	await query('INSERT INTO mail_opt_outs (email_hash, template, organisation_id) VALUES ($1, $2, $3)', [
		hashOf(mails[5].recipient),
		'messages/service',
		owner.organisationId,
	]);
	const counts = { addresses: 6, waiting: 1, sent: 2, bounced: 1, complained: 1, failed: 1, unsubscribed: 1 };
	expect((await read(id)).counts).toMatchObject(counts);
	const list = await api.get(`/api/events/${event}/messages/${id}/recipients`, {
		token: owner.token,
		query: { state: 'bounced' },
	});
	expect(list.body.data).toMatchObject([{ position: 2, state: 'bounced', detail: 'User unknown' }]);
	await query(`UPDATE guest_messages SET started_at = now() - interval '31 days' WHERE id = $1`, [id]);
	await countsJob.run(services);
	const { body } = await api.get(`/api/events/${event}/messages`, { token: owner.token });
	expect(body.data[0].counts).toMatchObject(counts);
	expect(await mailsOf(id)).toHaveLength(6);
	await query(`UPDATE guest_messages SET started_at = now() - interval '340 days' WHERE id = $1`, [id]);
	await countsJob.run(services);
	expect(await query('SELECT FROM guest_message_recipients WHERE message_id = $1', [id])).toEqual([]);
	expect((await read(id)).counts).toMatchObject(counts);
	await expectInvariants(services);
});
