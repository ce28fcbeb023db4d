import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelEvent, postponeEvent } from '#server/domain/events/commands/change-status.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { insertEventWithGuests, verifyOrganisation } from '#tests/factories/messages.ts';
import { makeSeriesOf } from '#tests/factories/series.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { sendDueMessages } from './sending/poller.ts';

const { database, services, api } = useTestApi();
let owner: TestUser;
let admin: TestUser;
let event: string;
let path: string;
beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});
beforeEach(async () => {
	owner = await makeUser(services);
	event = (await insertEventWithGuests(services, owner.organisationId, 3)).eventId;
	path = `/api/events/${event}/messages`;
});

const words = { subject: 'Doors open at seven', text: 'Please **come early**.' };
const hour = 3_600_000;
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const write = (body: object = {}, options: object = {}) =>
	api.post(path, { ...words, ...body }, { token: owner.token, ...options });
const state = async (id: string) => (await api.get(`${path}/${id}`, { token: owner.token })).body.state;
const act = (id: string, what: string, body?: object) =>
	api.post(`${path}/${id}/${what}`, body, { token: owner.token });
const rule = (answer: { body: { metadata?: { rule?: string } } }) => answer.body.metadata?.rule;

describe('the life of a message', () => {
	test('a draft is written, changed, scheduled, and sent when its time comes', async () => {
		const draft = await write({ isDraft: true });
		expect(draft.status, JSON.stringify(draft.body)).toBe(201);
		expect(draft.body).toMatchObject({
			...words,
			...{ state: 'draft', sendAt: null, author: 'Ada Lovelace', category: 'service', version: 1 },
			...{ eventId: event, seriesId: null, replyTo: owner.email },
		});
		expect(draft.body.counts).toMatchObject({ addresses: 3, waiting: 3, sent: 0 });
		const changed = await api.patch(
			`${path}/${draft.body.id}`,
			{ text: 'Come **late**.' },
			{ token: owner.token },
		);
		expect(changed.body).toMatchObject({ text: 'Come **late**.', version: 2, state: 'draft' });
		const sent = await act(draft.body.id, 'send', { sendAt: ahead(hour) });
		expect([sent.status, sent.body.state]).toEqual([202, 'scheduled']);
		await sendDueMessages(services);
		expect(await state(draft.body.id)).toBe('scheduled');
		await api.patch(`${path}/${draft.body.id}`, { sendAt: ahead(-hour) }, { token: owner.token });
		await sendDueMessages(services);
		const { body } = await api.get(`${path}/${draft.body.id}`, { token: owner.token });
		expect(body).toMatchObject({ state: 'sent', counts: { addresses: 3, waiting: 3 } });
		expect(Date.parse(body.sendAt)).toBeGreaterThan(Date.now() - hour / 2);
		await expectInvariants(services);
	});

	test('a draft remembers a time, until it is taken off; one that is scheduled needs one', async () => {
		const at = ahead(hour);
		const draft = await write({ isDraft: true, sendAt: at });
		expect(draft.body).toMatchObject({ state: 'draft', sendAt: at });
		const one = `${path}/${draft.body.id}`;
		const change = (body: object) => api.patch(one, body, { token: owner.token });
		expect((await change({ subject: 'Doors open at eight' })).body).toMatchObject({ sendAt: at });
		expect((await change({ sendAt: null })).body).toMatchObject({ state: 'draft', sendAt: null });
		await act(draft.body.id, 'send', { sendAt: at });
		const refused = await change({ sendAt: null });
		expect([refused.status, rule(refused)]).toEqual([422, 'cannot-update-message']);
		expect((await api.get(one, { token: owner.token })).body).toMatchObject({
			state: 'scheduled',
			sendAt: at,
		});
	});

	test('without a time it is sent now; two changes at once: the later one is refused', async () => {
		const { body } = await write();
		expect(body.state).toBe('scheduled');
		const later = await write({ sendAt: ahead(hour) });
		const both = await Promise.all(
			['One', 'Two'].map((subject) =>
				api.patch(
					`${path}/${later.body.id}`,
					{ subject },
					{ token: owner.token, headers: { 'If-Match': '"1"' } },
				),
			),
		);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
		expect(rule(both.find(({ status }) => status === 412) as never)).toBe('version-conflict');
	});

	test('what was sent, cancelled or is far away is refused, and says what to do', async () => {
		const far = await write({ sendAt: ahead(800 * 24 * hour) });
		expect([far.status, rule(far)]).toEqual([422, 'too-far-ahead']);
		const { body: sent } = await write();
		await sendDueMessages(services);
		expect(await state(sent.id)).toBe('sent');
		const patched = await api.patch(`${path}/${sent.id}`, { subject: 'No' }, { token: owner.token });
		expect(rule(patched)).toBe('cannot-update-message');
		expect(rule(await act(sent.id, 'send', {}))).toBe('cannot-send-message');
		expect(rule(await act(sent.id, 'cancel'))).toBe('cannot-cancel-message');
		expect(rule(await api.delete(`${path}/${sent.id}`, { token: owner.token }))).toBe(
			'cannot-delete-message',
		);
		const { body: planned } = await write({ sendAt: ahead(hour) });
		expect(rule(await api.delete(`${path}/${planned.id}`, { token: owner.token }))).toBe(
			'cannot-delete-message',
		);
		expect((await act(planned.id, 'cancel')).body.state).toBe('cancelled');
		expect((await act(planned.id, 'cancel')).body.state).toBe('cancelled');
		expect((await api.delete(`${path}/${planned.id}`, { token: owner.token })).status).toBe(204);
		expect((await api.get(`${path}/${planned.id}`, { token: owner.token })).status).toBe(404);
	});

	test('a key is one message', async () => {
		const headers = { 'Idempotency-Key': randomUUID() };
		const [first, second] = [await write({}, { headers }), await write({}, { headers })];
		expect(second.body.id).toBe(first.body.id);
		expect((await api.get(path, { token: owner.token })).body.data).toHaveLength(1);
	});

	test('so many are open at most', async () => {
		await database().pool.query(
			`INSERT INTO guest_messages (id, organisation_id, event_id, subject, body, segment, category, state)
			SELECT uuidv7(), $1, $2, 'x', 'x', '{"conditions":[]}', 'service', 'draft' FROM generate_series(1, $3)`,
			[owner.organisationId, event, messageLimits.open - 1],
		);
		const both = await Promise.all([write(), write()]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
		expect(rule(await write())).toBe('too-many-messages');
	});

	test('lists go on by their cursor, by state', async () => {
		for (const isDraft of [true, false, true]) await write({ isDraft });
		const first = await api.get(path, { token: owner.token, query: { limit: '2' } });
		const second = await api.get(path, {
			token: owner.token,
			query: { limit: '2', cursor: first.body.nextCursor },
		});
		const states = [...first.body.data, ...second.body.data].map((row: { state: string }) => row.state);
		expect(states).toEqual(['draft', 'scheduled', 'draft']);
		expect(second.body.nextCursor).toBeNull();
		const drafts = await api.get(path, { token: owner.token, query: { state: 'draft' } });
		expect(drafts.body.data).toHaveLength(2);
		const typed = Buffer.from('["x"]').toString('base64url');
		expect((await api.get(path, { token: owner.token, query: { cursor: typed } })).status).toBe(200);
	});

	test('a series is written to the same way', async () => {
		const { id: series } = await makeSeriesOf(services, owner);
		const at = `/api/series/${series}/messages`;
		const { body } = await api.post(at, { ...words, isDraft: true }, { token: owner.token });
		expect(body).toMatchObject({ eventId: null, seriesId: series, state: 'draft' });
		expect((await api.get(`${path}/${body.id}`, { token: owner.token })).status).toBe(404);
		expect((await api.post(`${at}/${body.id}/send`, {}, { token: owner.token })).status).toBe(202);
		await sendDueMessages(services);
		expect((await api.get(`${at}/${body.id}`, { token: owner.token })).body.state).toBe('sent');
	});
});

describe('an event that ends', () => {
	const scope = () => ({ organisationId: owner.organisationId, eventId: event });

	test('cancelled: what was scheduled before waits while that can be undone, and is cancelled; what is written after goes out', async () => {
		const { body: before } = await write({ sendAt: ahead(hour) });
		await cancelEvent(services, scope(), '');
		await database().pool.query(`UPDATE guest_messages SET send_at = now() WHERE id = $1`, [before.id]);
		await sendDueMessages(services);
		expect(await state(before.id)).toBe('scheduled');
		const { body: after } = await write();
		await endUndoTime(services, event);
		const { body } = await api.get(`${path}/${before.id}`, { token: owner.token });
		expect(body).toMatchObject({
			state: 'cancelled',
			reviewReason: 'The event was cancelled before this message was sent.',
		});
		await sendDueMessages(services);
		expect(await state(after.id)).toBe('sent');
	});

	test('postponed: what was scheduled is cancelled', async () => {
		const { body } = await write({ sendAt: ahead(hour) });
		await postponeEvent(services, scope(), '');
		expect(await state(body.id)).toBe('cancelled');
	});
});

describe('new organisers', () => {
	const review = async (body: object) => (await write(body)).body;
	const many = async (guests: number) => {
		event = (await insertEventWithGuests(services, owner.organisationId, guests)).eventId;
		path = `/api/events/${event}/messages`;
	};
	const asAdmin = (id: string, what: string, body?: object) =>
		api.post(`/api/admin/message-reviews/${id}/${what}`, body, { token: admin.token });

	test('more than 200 addresses wait for review, are listed, and go out once they are released', async () => {
		await many(messageLimits.unverifiedMessage + 1);
		const message = await review({});
		expect(message.state).toBe('in_review');
		expect(message.reviewReason).toBe(
			'New organisers write to at most 200 guests at once. We look at this message within a day.',
		);
		const patched = await api.patch(`${path}/${message.id}`, { subject: 'No' }, { token: owner.token });
		expect(rule(patched)).toBe('cannot-update-message');
		const { body } = await api.get('/api/admin/message-reviews', { token: admin.token });
		expect(body.data).toContainEqual(
			expect.objectContaining({
				...{ id: message.id, addresses: 201, ...words },
				event: expect.objectContaining({ id: event }),
			}),
		);
		expect((await asAdmin(message.id, 'release')).body.reason).toBe('');
		expect(rule(await asAdmin(message.id, 'refuse', { reason: 'Spam' }))).toBe('not-in-review');
		await sendDueMessages(services);
		expect(await state(message.id)).toBe('sent');
		expect((await asAdmin(randomUUID(), 'release')).status).toBe(404);
	});

	test('a refused one says why, and can be deleted', async () => {
		const message = await review({
			text: 'https://a.example www.b.example http://c.example https://d.example',
		});
		expect(message.reviewReason).toMatch(/at most 3 links/);
		await asAdmin(message.id, 'refuse', { reason: 'We do not sell watches.' });
		const notices = (await api.get('/api/account/notices', { token: owner.token })).body.data;
		expect(notices).toMatchObject([{ kind: 'message-reviewed', change: 'refused' }]);
		const { body } = await api.get(`${path}/${message.id}`, { token: owner.token });
		expect([body.state, body.reviewReason]).toEqual(['refused', 'We do not sell watches.']);
		expect((await api.delete(`${path}/${message.id}`, { token: owner.token })).status).toBe(204);
	});

	test('links to this installation do not count', async () => {
		const text = 'https://foyer.test/events/a https://foyer.test/b https://foyer.test/c https://foyer.test/d';
		expect((await review({ text })).state).toBe('scheduled');
	});

	test('500 a day in all, looked at again when sending begins', async () => {
		await many(messageLimits.unverifiedMessage);
		const messages = [await review({}), await review({}), await review({})];
		expect(messages.map((one) => one.state)).toEqual(['scheduled', 'scheduled', 'scheduled']);
		await sendDueMessages(services);
		const states = await Promise.all(messages.map(({ id }) => state(id)));
		expect(states.sort()).toEqual(['in_review', 'sent', 'sent']);
		expect((await review({})).state).toBe('in_review');
		const later = await review({ sendAt: ahead(48 * hour) });
		expect(later.state).toBe('scheduled');
	});

	test('verified ones have no limits', async () => {
		await verifyOrganisation(services, owner.organisationId);
		await many(201);
		expect((await review({})).state).toBe('scheduled');
	});

	test('locked ones send nothing until they are unlocked', async () => {
		const { body } = await write();
		await database().pool.query(
			`INSERT INTO organisation_marks (organisation_id, suspended_at, reason) VALUES ($1, now(), 'Fraud.')`,
			[owner.organisationId],
		);
		expect(rule(await write())).toBe('organisation-locked');
		await sendDueMessages(services);
		expect(await state(body.id)).toBe('scheduled');
		expect((await write({ isDraft: true })).status).toBe(201);
		await database().pool.query('UPDATE organisation_marks SET suspended_at = NULL');
		await sendDueMessages(services);
		expect(await state(body.id)).toBe('sent');
	});
});

test('members read as their roles say; addresses are masked for those who may not see guests', async () => {
	const { body } = await write();
	await sendDueMessages(services);
	const marketing = await makeMember(services, owner.organisationId, 'marketing');
	const at = `${path}/${body.id}/recipients`;
	const masked = await api.get(at, { token: marketing.token });
	expect(masked.body.data.map((one: { email: string }) => one.email)).toEqual(
		Array.from({ length: 3 }, () => 'g•••@example.org'),
	);
	const { body: whole } = await api.get(at, { token: owner.token, query: { limit: '2', state: 'waiting' } });
	expect(whole.data[0]).toMatchObject({
		...{ position: 1, name: 'Guest 0', email: 'guest0@example.org', state: 'waiting' },
		...{ reason: null, detail: '', sentAt: null },
	});
	const rest = await api.get(at, { token: owner.token, query: { cursor: whole.nextCursor } });
	expect(rest.body.data).toHaveLength(1);
	expect((await api.get(at, { token: owner.token, query: { state: 'bounced' } })).body.data).toEqual([]);
	const finance = await makeMember(services, owner.organisationId, 'finance');
	expect((await api.post(path, words, { token: finance.token })).status).toBe(403);
});

test('a message that was written is answered with, also when its guests cannot be counted now', async () => {
	const outside = () => {
		throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
	};
	const slow = createTestApi({ ...services, database: { ...services.database, outside } });
	const { status, body } = await slow.post(path, words, owner);
	expect([status, body]).toMatchObject([201, { state: 'scheduled', counts: { addresses: 0 } }]);
	const seen = await slow.get(`${path}/${body.id}`, owner);
	expect([seen.status, rule(seen)]).toEqual([422, 'segment-too-large']);
	expect((await slow.post(`${path}/${body.id}/cancel`, undefined, owner)).body.state).toBe('cancelled');
});
