import { beforeEach, describe, expect, test } from 'vitest';
import { countCash } from '#server/domain/door-sales/drawers.ts';
import { createTestClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { notificationJobs } from '../jobs.ts';
import { dayOfOrders } from './day-of-orders.ts';
import { insertNotices } from './insert-notices.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;

beforeEach(async () => {
	await database().truncate();
	// Ids of orders are made by the clock of the machine.
	services = await createTestServices(database(), {}, createTestClock(new Date()));
	api = createTestApi(services);
	owner = await makeUser(services, { password: 'hummus and regret' });
});

const list = async (token = owner.token, query: Record<string, string> = {}) =>
	(await api.get('/api/account/notices', { token, query })).body;
const unread = async (token = owner.token) =>
	(await api.get('/api/account/notices/unread', { token })).body.unread;
const read = (body: object, token = owner.token) => api.post('/api/account/notices/read', body, { token });
const turnOff = (kind: string, token: string) =>
	api.call('PUT', '/api/account/notifications', { kind, channel: 'app', isOn: false }, { token });
const rows = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

async function order(eventId: string, quantity = 1, email = 'grace@example.org') {
	const [type] = await rows('SELECT id FROM ticket_types WHERE event_id = $1', [eventId]);
	const answer = await api.post(
		`/api/events/${eventId}/orders`,
		{ buyer: { name: 'Grace Hopper', email }, items: [{ ticketTypeId: type.id, quantity }] },
		{ headers: { 'Idempotency-Key': newId() } },
	);
	expect([200, 201]).toContain(answer.status);
}
const confirmed = (eventId: string, organisationId: string, notify = true) => ({
	id: newId(),
	name: 'orders.order-confirmed' as const,
	organisationId,
	eventId,
	payload: { orderId: newId(), notify },
});
async function handle(facts: ReturnType<typeof confirmed>[]) {
	for (const many of services.facts.listenersAfterMany('orders.order-confirmed') ?? [])
		await many(facts, services);
}

describe('registrations', () => {
	test('stand once a day and event under the bell of who sees orders, with the number of now', async () => {
		const event = await makeEvent(services, owner, { isPublished: true, title: 'Summer party' });
		const other = await makeEvent(services, owner, { isPublished: true, title: 'Winter party' });
		const limited = await makeMember(services, owner.organisationId, 'event_manager', [other.id]);
		const door = await makeMember(services, owner.organisationId, 'check_in');
		const quiet = await makeMember(services, owner.organisationId, 'admin');
		await turnOff('registrations', quiet.token);
		await order(event.id, 2);
		await handle([confirmed(event.id, owner.organisationId), confirmed(event.id, owner.organisationId)]);
		await order(event.id, 3);
		await handle([confirmed(event.id, owner.organisationId), confirmed(other.id, owner.organisationId)]);
		expect(await list()).toMatchObject({
			data: [
				{ kind: 'registrations', event: { title: 'Winter party' }, guests: 0 },
				{ kind: 'registrations', event: { title: 'Summer party' }, guests: 5, isRead: false },
			],
			nextCursor: null,
		});
		expect((await list(limited.token)).data).toMatchObject([{ event: { title: 'Winter party' } }]);
		for (const { token } of [door, quiet]) expect(await unread(token)).toBe(0);
	});

	test('count those who registered themselves, without whom the organiser brought in on that day', async () => {
		const event = await makeEvent(services, owner, { isPublished: true, title: 'Spring party' });
		await order(event.id, 4);
		await services.database.pool.query(`UPDATE orders SET source = 'import' WHERE event_id = $1`, [event.id]);
		await order(event.id, 2);
		await handle([confirmed(event.id, owner.organisationId)]);
		const [first] = (await list()).data;
		expect(first).toMatchObject({ event: { title: 'Spring party' }, guests: 2 });
	});

	test('that the organiser brought in notify nobody', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		await handle([confirmed(event.id, owner.organisationId, false)]);
		expect(await unread()).toBe(0);
	});

	test('are hidden from who has left, and when the event is gone', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		const gone = await makeEvent(services, owner);
		const member = await makeMember(services, owner.organisationId, 'admin');
		await handle([event, gone].map(({ id }) => confirmed(id, owner.organisationId)));
		expect([await unread(), await unread(member.token)]).toEqual([2, 2]);
		await rows(`DELETE FROM memberships WHERE user_id = $1 AND role = 'admin'`, [member.userId]);
		await rows('DELETE FROM events WHERE id = $1', [gone.id]);
		expect([await unread(), await unread(member.token)]).toEqual([1, 0]);
		expect((await list(member.token)).data).toEqual([]);
		expect((await list()).data).toHaveLength(1);
	});

	test('a day is a range of ids that holds all of it and nothing else', () => {
		const day = dayOfOrders(new Date('2026-11-21T15:00:00Z'));
		expect(day.name).toBe('2026-11-21');
		const idAt = (at: string) => {
			const hex = Date.parse(at).toString(16).padStart(12, '0');
			return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-0123456789ab`;
		};
		const isIn = (at: string) => idAt(at) >= day.fromId && idAt(at) < day.toId;
		expect(isIn('2026-11-21T00:00:00.000Z')).toBe(true);
		expect(isIn('2026-11-21T23:59:59.999Z')).toBe(true);
		expect(isIn('2026-11-20T23:59:59.999Z')).toBe(false);
		expect(isIn('2026-11-22T00:00:00.000Z')).toBe(false);
	});
});

test('conflicts at the door are shown once an hour and event, to who has not turned them off here', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	const quiet = await makeMember(services, owner.organisationId, 'admin');
	await turnOff('door-conflicts', quiet.token);
	const fact = {
		id: newId(),
		name: 'check-in.conflict-found' as const,
		organisationId: owner.organisationId,
		eventId: event.id,
		payload: { checkInId: newId() },
	};
	for (const run of services.facts.listenersAfter('check-in.conflict-found')) {
		await run(fact, services);
		await run(fact, services);
	}
	expect((await list()).data).toMatchObject([{ kind: 'door-conflicts', event: { slug: event.slug } }]);
	expect(await unread(quiet.token)).toBe(0);
	// The mail is a choice of its own.
	expect(await rows(`SELECT 1 FROM mails WHERE template = 'organisers/door-conflict'`)).toHaveLength(2);
});

test('cash that was counted with a difference is shown to who sees the money, and what is right is not', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	const helper = await makeMember(services, owner.organisationId, 'check_in');
	const count = async (deviceId: string, opened: number, closed: number) => {
		const seller = {
			...{ organisationId: owner.organisationId, eventId: event.id, holderId: newId(), userId: null },
			...{ deviceId, device: 'Till' },
		};
		for (const [action, countedMinor] of [['open', opened] as const, ['close', closed] as const])
			await countCash(services, seller, { action, countedMinor, name: 'Ada', note: '' });
	};
	await count('device-a', 5_000, 5_000);
	expect((await list()).data).toEqual([]);
	await count('device-b', 5_000, 4_500);
	expect((await list()).data).toMatchObject([{ kind: 'cash-difference', event: { slug: event.slug } }]);
	expect(await unread(helper.token)).toBe(0);
});

test('a reminder is shown to the account of a confirmed address, and to nobody else', async () => {
	const startsAt = new Date(Date.now() + 20 * 3_600_000).toISOString();
	const event = await makeEvent(services, owner, { isPublished: true, startsAt });
	const guest = await makeUser(services, { email: 'Guest@example.org' });
	const quiet = await makeUser(services, { email: 'quiet@example.org' });
	await turnOff('reminders', quiet.token);
	const squatter = await makeUser(services, { email: 'victim@example.org', isVerified: false });
	for (const email of ['guest@example.org', 'quiet@example.org', 'victim@example.org'])
		await order(event.id, 1, email);
	await rows(`UPDATE orders SET confirmed_at = now() - interval '2 days'`);
	const remind = notificationJobs.find(({ name }) => name === 'notifications.remind-guests');
	await remind?.run(services);
	await remind?.run(services);
	expect((await list(guest.token)).data).toMatchObject([{ kind: 'reminders', event: { slug: event.slug } }]);
	for (const { token } of [quiet, squatter, owner]) expect(await unread(token)).toBe(0);
});

test('a change of how one signs in is shown, and cannot be turned off', async () => {
	const { status } = await api.post(
		'/api/account/password',
		{ currentPassword: 'hummus and regret', newPassword: 'marmots sing quietly' },
		{ token: owner.token },
	);
	expect(status).toBe(200);
	const { token } = (
		await api.post('/api/auth/login', { email: owner.email, password: 'marmots sing quietly' })
	).body;
	expect((await list(token)).data).toMatchObject([
		{ kind: 'security', change: 'password-changed', event: null },
	]);
	expect((await turnOff('security', token)).status).toBe(400);
});

describe('reading', () => {
	const fill = async (many: number) => {
		for (let index = 0; index < many; index++)
			await insertNotices(services.database.db, [
				{ userId: owner.userId, kind: 'export-ready', dedupeKey: `export-ready:${index}` },
			]);
	};

	test('pages by key: nothing twice, nothing left out, while others come in', async () => {
		await fill(5);
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await list(owner.token, { limit: '2', ...(cursor && { cursor }) });
			seen.push(...page.data.map(({ id }: { id: string }) => id));
			cursor = page.nextCursor ?? undefined;
			await insertNotices(services.database.db, [
				{ userId: owner.userId, kind: 'export-ready', dedupeKey: newId() },
			]);
		} while (cursor);
		expect(seen).toHaveLength(5);
		expect(seen).toEqual([...new Set(seen)].sort().reverse());
		expect((await api.get('/api/account/notices?cursor=nonsense', { token: owner.token })).status).toBe(400);
	});

	test('one, or all up to one; what came meanwhile stays unread, and nobody else’s is touched', async () => {
		await fill(3);
		const other = await makeUser(services);
		await insertNotices(services.database.db, [
			{ userId: other.userId, kind: 'export-ready', dedupeKey: 'theirs' },
		]);
		const [third, second, first] = (await list()).data;
		expect((await read({ id: first.id }, other.token)).status).toBe(204);
		expect([await unread(), await unread(other.token)]).toEqual([3, 1]);
		expect((await read({ id: third.id })).status).toBe(204);
		expect((await list()).data.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
			true,
			false,
			false,
		]);
		await read({ until: second.id });
		await fill(4);
		expect(await unread()).toBe(1);
		expect((await read({ id: first.id, until: second.id })).status).toBe(400);
	});

	test('more than a hundred are not counted', async () => {
		await fill(101);
		expect(await unread()).toBe(100);
	});
});

test('after 90 days they go', async () => {
	await insertNotices(services.database.db, [
		{ userId: owner.userId, kind: 'export-ready', dedupeKey: 'old' },
		{ userId: owner.userId, kind: 'export-ready', dedupeKey: 'new' },
	]);
	await rows(`UPDATE notices SET created_at = now() - interval '91 days' WHERE dedupe_key = 'old'`);
	await notificationJobs.find(({ name }) => name === 'notifications.remove-old-notices')?.run(services);
	expect(await rows('SELECT dedupe_key FROM notices')).toEqual([{ dedupe_key: 'new' }]);
});
