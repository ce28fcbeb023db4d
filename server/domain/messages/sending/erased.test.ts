import { beforeEach, expect, test } from 'vitest';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { sendingMailer } from '#tests/support/api.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { messagePoller, sendDueMessages } from './poller.ts';

/** People and organisations that go while a message waits or is sent. */
const { database, services, api, owner, query } = useTestOwner({ isFresh: true });
const { signal } = new AbortController();
let event: string;
let sent: string[];

beforeEach(async () => {
	sent = [];
	services.mailer = {
		...sendingMailer,
		async send(mail) {
			if (mail.subject === 'Doors') sent.push(mail.to.address);
			return { response: '250 taken' };
		},
	};
	event = (await makeEvent(services, owner, { isPublished: true })).id;
	for (const name of ['ada', 'ben', 'eve']) orders.set(name, await buy(name));
});

const orders = new Map<string, { attendees: { id: string }[] }>();
async function buy(name: string) {
	const [type] = (await api.get(`/api/events/${event}/ticket-types`)).body.data;
	const { body } = await api.post(`/api/events/${event}/orders`, {
		buyer: { name, email: `${name}@example.org` },
		items: [{ ticketTypeId: type.id, quantity: 1 }],
	});
	return body as { attendees: { id: string }[] };
}
const write = async (body: object = {}) =>
	(await api.post(`/api/events/${event}/messages`, { subject: 'Doors', text: 'Soon', ...body }, owner)).body
		.id;
const erase = async (name: string) => {
	const { status } = await api.post(
		`/api/events/${event}/attendees/${orders.get(name)?.attendees[0]?.id}/erasure`,
		{ withBuyer: true },
		{ token: owner.token, headers: { 'Idempotency-Key': newId() } },
	);
	expect(status).toBe(200);
};
async function finish(): Promise<string[]> {
	await sendDueMessages(services);
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
	return sent.toSorted();
}
const recipients = () => query('SELECT email FROM guest_message_recipients ORDER BY email');

test('a guest who is erased before and while a message is sent gets none of it, the others do', async () => {
	const id = await write({ sendAt: new Date(Date.now() + 3_600_000).toISOString() });
	await erase('ada');
	await query('UPDATE guest_messages SET send_at = now() WHERE id = $1', [id]);
	await messagePoller.run(services, signal);
	expect(await recipients()).toEqual([{ email: 'ben@example.org' }, { email: 'eve@example.org' }]);
	await erase('ben');
	expect(await finish()).toEqual(['eve@example.org']);
	expect(await recipients()).toEqual([{ email: 'eve@example.org' }]);
	await expectInvariants(services);
});

test('a guest who is erased while recipients are fixed is none of them afterwards', async () => {
	const id = await write();
	// A worker that has read the guests, and is about to write them down.
	const worker = await database().pool.connect();
	await worker.query('BEGIN');
	await worker.query('SELECT FROM guest_messages WHERE id = $1 FOR NO KEY UPDATE', [id]);
	const erasing = erase('ada');
	await untilBlocked(database());
	await worker.query(
		`INSERT INTO guest_message_recipients (organisation_id, message_id, email_key, position, email, event_id, order_id)
		SELECT organisation_id, $1, buyer_email, row_number() OVER (), buyer_email, event_id, id FROM orders WHERE event_id = $2 AND buyer_email <> ''`,
		[id, event],
	);
	await worker.query(
		`UPDATE guest_messages SET state = 'sending', started_at = now(), next_at = now() - make_interval(secs => 1), total = 3 WHERE id = $1`,
		[id],
	);
	await worker.query('COMMIT');
	worker.release();
	await erasing;
	expect(await recipients()).toEqual([{ email: 'ben@example.org' }, { email: 'eve@example.org' }]);
	expect(await finish()).toEqual(['ben@example.org', 'eve@example.org']);
	await expectInvariants(services);
});

test('a message goes out without its author, and ends with its organisation', async () => {
	await write();
	await query('UPDATE guest_messages SET created_by = NULL');
	expect(await finish()).toEqual(['ada@example.org', 'ben@example.org', 'eve@example.org']);
	await write();
	await messagePoller.run(services, signal);
	await query('DELETE FROM guest_messages');
	expect(await finish()).toHaveLength(3);
	await expectInvariants(services);
});
