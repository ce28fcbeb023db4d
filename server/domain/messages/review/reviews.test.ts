import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { insertEventWithGuests } from '#tests/factories/messages.ts';
import { expectChecks } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { messageChecks } from '../checks.ts';
import { sendDueMessages } from '../sending/poller.ts';

const { database, services, api } = useTestApi();
let owner: TestUser;
let event: string;
let path: string;
let admins: TestUser[];
beforeAll(async () => {
	admins = [await makeUser(services, { isAdmin: true }), await makeUser(services, { isAdmin: true })];
});
beforeEach(async () => {
	owner = await makeUser(services);
	event = (await insertEventWithGuests(services, owner.organisationId, 2)).eventId;
	path = `/api/events/${event}/messages`;
});

const links = 'https://a.example https://b.example [c](https&#58;//c.example) d.example/d';
const words = { subject: 'Doors', text: 'Come early.' };
const hour = 3_600_000;
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const write = async (body: object) => (await api.post(path, { ...words, ...body }, owner)).body;
const read = async (id: string) => (await api.get(`${path}/${id}`, owner)).body;
const decide = (id: string, what: string, admin = 0) =>
	api.post(
		`/api/admin/message-reviews/${id}/${what}`,
		what === 'refuse' ? { reason: 'No' } : undefined,
		admins[admin] as TestUser,
	);

test('links that are hidden or bare count, in the preview as when it is sent', async () => {
	const message = await write({ text: links });
	expect(message.state).toBe('in_review');
	for (const body of [
		{ text: links },
		{ text: 'https://a.example https://b.example https://c.example', subject: 'See www.d.example' },
	]) {
		const preview = await api.post(`${path}/preview`, { ...words, ...body }, owner);
		expect(preview.body.reviewReason).toBe(message.reviewReason);
		const rule = await api.post(
			`/api/events/${event}/message-rules/preview`,
			{ kind: 'before_start', ...words, ...body },
			owner,
		);
		expect(rule.body.reviewReason).toBe(message.reviewReason);
	}
	const own = await api.post(
		`/api/events/${event}/message-rules/preview`,
		{ kind: 'before_start', ...words, text: 'https://foyer.test/a '.repeat(4) },
		owner,
	);
	expect(own.body.reviewReason).toBe('');
});

test('two administrators at once: one decision holds', async () => {
	const { id } = await write({ text: links });
	const both = await Promise.all([decide(id, 'release', 0), decide(id, 'refuse', 1)]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
	const isReleased = both[0]?.status === 200;
	await sendDueMessages(services);
	expect((await read(id)).state).toBe(isReleased ? 'sent' : 'refused');
});

test('what was let pass is looked at again once its words are changed, not when its time is', async () => {
	const { id } = await write({ text: links, sendAt: ahead(hour) });
	await decide(id, 'release');
	await api.patch(`${path}/${id}`, { sendAt: ahead(2 * hour) }, owner);
	expect((await read(id)).state).toBe('scheduled');
	await api.patch(`${path}/${id}`, { subject: 'Watches' }, owner);
	expect((await read(id)).state).toBe('in_review');
});

test('one that was small when it was scheduled and has grown waits for review, and nothing of it is sent', async () => {
	const { id } = await write({ sendAt: ahead(hour) });
	expect((await read(id)).state).toBe('scheduled');
	await database().pool.query(
		`WITH made AS (INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, confirmed_at)
			SELECT uuidv7(), $1, $2, 'G' || n, 'confirmed', 'Guest', 'grown' || n || '@example.org', 'EUR', now() FROM generate_series(1, 200) n
			RETURNING id, code)
		INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT m.id, $1, $2, m.id, (SELECT id FROM ticket_types WHERE event_id = $2 LIMIT 1), 'Guest', '', 'grown' || $2 || m.code, 'active' FROM made m`,
		[owner.organisationId, event],
	);
	await database().pool.query('UPDATE guest_messages SET send_at = now() WHERE id = $1', [id]);
	await sendDueMessages(services);
	const message = await read(id);
	expect([message.state, message.reviewReason]).toMatchObject(['in_review', /at most 200 guests/]);
	const { rows } = await database().pool.query(
		'SELECT count(*)::int AS n FROM guest_message_recipients WHERE message_id = $1',
		[id],
	);
	expect(rows).toEqual([{ n: 0 }]);
});

test('one that is released after its event was cancelled is not sent', async () => {
	const { id } = await write({ text: links });
	await cancelEvent(services, { organisationId: owner.organisationId, eventId: event }, '');
	expect((await decide(id, 'release')).status).toBe(200);
	await sendDueMessages(services);
	expect((await read(id)).state).toBe('scheduled');
	await endUndoTime(services, event);
	await sendDueMessages(services);
	expect((await read(id)).state).toBe('cancelled');
	// Guests above were inserted without what else belongs to an order.
	await expectChecks(services, messageChecks);
});
