import { beforeEach, describe, expect, test } from 'vitest';
import { createDeliveryPoller } from '#server/domain/integrations/deliver.ts';
import { mailPoller } from '#server/domain/notifications/mail-poller.ts';
import { getPlanState } from '#server/domain/subscriptions/plan-state.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createMailer } from '#server/platform/mailer.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeConnection } from '#tests/factories/connections.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { holdTickets, payByCard, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { useReceiver } from '#tests/support/receiver-process.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const {
	services,
	api,
	owner,
	query: rows,
} = useTestOwner({ isFresh: true, environment: { FOYER_PRIVATE_TARGETS: '127.0.0.0/8' } });
const receiver = useReceiver();
const { signal } = new AbortController();
let path: string;

beforeEach(async () => {
	path = `/api/organisations/${owner.organisationId}/sandbox`;
});

const as = ({ token }: { token: string }) => ({ token });
const make = async (): Promise<Sandbox> => {
	const made = await api.post(path, undefined, as(owner));
	expect([made.status, made.body.message]).toEqual([200, undefined]);
	return made.body;
};
const eventNamed = (sandbox: Sandbox, title: string) =>
	sandbox.events.find((one) => one.title === title) as Sandbox['events'][number];
const meetup = (sandbox: Sandbox) => eventNamed(sandbox, 'Sandbox Meetup');

async function work(): Promise<void> {
	while ((await factPoller.run(services, signal)) > 0);
	while ((await mailPoller.run(services, signal)) > 0);
}

describe('a sandbox', () => {
	test('is made by the first test key, with events and guests, once', async () => {
		expect((await api.get(path, as(owner))).body).toEqual({ sandbox: null });
		const { token } = await makeApiKey(services, owner, { environment: 'test' });
		expect(token).toMatch(/^fyr_test_[0-9A-Za-z]{49}$/);
		const { sandbox } = (await api.get(path, as(owner))).body as { sandbox: Sandbox };
		expect(sandbox).toMatchObject({ name: 'Ada Lovelace (Sandbox)', movedHours: 0 });
		expect(sandbox.events.map(({ title, guests, status }) => [title, guests, status])).toEqual([
			['Sandbox Concert', 40, 'published'],
			['Sandbox Meetup', 110, 'published'],
			['Sandbox Workshop', 50, 'published'],
		]);
		await makeApiKey(services, owner, { environment: 'test' });
		expect((await make()).id).toBe(sandbox.id);
		expect(sandbox.acts).toMatchObject([{ kind: 'made', by: 'Ada Lovelace' }]);
		expect(await rows('SELECT FROM organisations WHERE sandbox_of IS NOT NULL')).toHaveLength(1);
		await expectInvariants(services);
	});

	test('is made once by those who ask at the same time', async () => {
		const made = await Promise.all([make(), make(), make()]);
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(made[0]?.events).toHaveLength(3);
	});

	test('has none of its own, nor a team, a name, keys or a plan', async () => {
		const { id } = await make();
		const base = `/api/organisations/${id}`;
		for (const [method, where, body] of [
			['POST', `${base}/sandbox`, undefined],
			['POST', `${base}/api-keys`, { name: 'K', scopes: ['events:read'], environment: 'test' }],
			['POST', `${base}/api-keys`, { name: 'K', scopes: ['events:read'] }],
			['POST', `${base}/invitations`, { emails: ['a@example.org'], role: 'admin' }],
			['DELETE', `/api/account/memberships/${id}`, undefined],
			['PATCH', base, { name: 'Real' }],
		] as const) {
			const answer = await api.call(method, where, body, as(owner));
			expect([where, answer.status, answer.body?.metadata?.rule]).toEqual([where, 422, 'not-in-sandbox']);
		}
	});

	test('follows the membership in its parent, of those who reach all of it', async () => {
		const admin = await makeMember(services, owner.organisationId, 'admin');
		const { id } = await make();
		const later = await makeMember(services, owner.organisationId, 'event_manager');
		const limited = await makeMember(services, owner.organisationId, 'admin', [
			(await makeEvent(services, owner)).id,
		]);
		const see = async (user: TestUser) => (await api.get(`/api/organisations/${id}/events`, as(user))).status;
		expect(await Promise.all([owner, admin, later, limited].map(see))).toEqual([200, 200, 200, 404]);
		const members = `/api/organisations/${owner.organisationId}/members`;
		await api.patch(`${members}/${later.userId}`, { role: 'admin' }, as(owner));
		const { organisations } = (await api.get('/api/auth/user', as(later))).body;
		expect(organisations.find((one: { id: string }) => one.id === id)).toMatchObject({
			role: 'admin',
			isSandbox: true,
		});
		// What names no organisation is of the organisation, never of its sandbox.
		expect(organisations.at(-1).id).toBe(id);
		await api.delete(`${members}/${admin.userId}`, as(owner));
		expect(await see(admin)).toBe(404);
		expect(await see(await makeUser(services))).toBe(404);
	});

	test('is renamed with its organisation, and goes with it', async () => {
		await make();
		await api.patch(`/api/organisations/${owner.organisationId}`, { name: 'Harbour' }, as(owner));
		expect(await rows('SELECT name FROM organisations WHERE sandbox_of IS NOT NULL')).toEqual([
			{ name: 'Harbour (Sandbox)' },
		]);
		const user = await makeUser(services);
		await api.post(`/api/organisations/${user.organisationId}/sandbox`, undefined, as(user));
		const erased = await api.post('/api/account/deletion', { email: user.email }, as(user));
		expect(erased.status, JSON.stringify(erased.body)).toBe(204);
		expect(await rows('SELECT FROM organisations WHERE sandbox_of = $1', [user.organisationId])).toEqual([]);
		expect(await rows('SELECT name FROM organisations WHERE sandbox_of IS NOT NULL')).toHaveLength(1);
	});
});

describe('a test key', () => {
	test('reaches the sandbox and nothing else; a live key never reaches it', async () => {
		const real = await makeEvent(services, owner, { title: 'Real' });
		const test = await makeApiKey(services, owner, { environment: 'test' });
		const live = await makeApiKey(services, owner);
		const { id, events } = await make();
		const list = (organisation: string, key: { token: string }) =>
			api.get(`/api/organisations/${organisation}/events`, as(key));
		expect((await list(id, test)).body.data).toHaveLength(3);
		expect((await list(owner.organisationId, test)).status).toBe(404);
		expect((await api.get(`/api/events/${real.id}/attendees`, as(test))).status).toBe(404);
		expect((await list(id, live)).status).toBe(404);
		expect((await api.get(`/api/events/${events[0]?.id}/attendees`, as(live))).status).toBe(404);
		// Without an organisation named, it acts in the only one that it has.
		const created = await api.post(
			'/api/events',
			{ title: 'New', startsAt: '2031-01-01T10:00:00Z' },
			as(test),
		);
		expect(created.body.organisation.id).toBe(id);
		expect((await api.get('/api/me', as(test))).body).toMatchObject({
			organisation: { id },
			livemode: false,
		});
		expect((await api.get('/api/me', as(live))).body).toMatchObject({ livemode: true });
		const keys = await api.get(`/api/organisations/${owner.organisationId}/api-keys`, as(owner));
		expect(keys.body.data.map((key: { environment: string }) => key.environment)).toEqual(['live', 'test']);
	});

	test('ends with the reach of whoever made it, and works where plans have no API', async () => {
		await rows('INSERT INTO plan_settings (are_charged) VALUES (true)');
		const { token } = await makeApiKey(services, owner, { environment: 'test' });
		expect((await api.get('/api/me', { token })).status).toBe(200);
		const { id } = await make();
		expect(await getPlanState(services.database.db, id)).toEqual({ plan: null, isExpired: false });
		await makeMember(services, owner.organisationId, 'owner');
		await rows('UPDATE memberships SET event_ids = $3 WHERE organisation_id = $1 AND user_id = $2', [
			owner.organisationId,
			owner.userId,
			[(await makeEvent(services, owner)).id],
		]);
		expect((await api.get('/api/me', { token })).status).toBe(401);
	});
});

describe('nothing of a sandbox is public or sent', () => {
	test('its events are in no list, whatever visibility is requested', async () => {
		const real = await makeEvent(services, owner, { title: 'Sandbox of sand', isPublished: true });
		const { id, slug, events } = await make();
		const event = events[0] as Sandbox['events'][number];
		const changed = await api.patch(`/api/events/${event.id}`, { visibility: 'public' }, as(owner));
		expect([changed.status, changed.body.visibility]).toEqual([200, 'unlisted']);
		const found = await api.get('/api/events?q=sandbox');
		expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([real.id]);
		expect((await api.get(`/api/organisers/${slug}`)).status).toBe(404);
		const app = await api.get(`/feeds/${slug}.atom`);
		expect(app.status).toBe(404);
		expect(
			await rows(`SELECT FROM events WHERE organisation_id = $1 AND visibility = 'public'`, [id]),
		).toEqual([]);
		// Whoever has the address sees it.
		expect((await api.get(`/api/events/${event.slug}`)).status).toBe(200);
	});

	test('its mails are written, stored and shown in the portal; those of its organisation are sent', async () => {
		const server = await startMailServer();
		services.mailer = createMailer({ smtpUrl: server.url, mailFrom: services.config.mailFrom });
		try {
			const sandbox = await make();
			const real = await makeEvent(services, owner, { isPublished: true });
			for (const [id, email] of [
				[meetup(sandbox).id, 'trial@example.org'],
				[real.id, 'guest@example.org'],
			] as const) {
				const { body } = await api.get(`/api/events/${id}/ticket-types`);
				const placed = await api.post(`/api/events/${id}/orders`, {
					buyer: { name: 'Grace', email },
					items: [{ ticketTypeId: body.data[0].id, quantity: 1 }],
				});
				expect(placed.status).toBe(201);
			}
			await work();
			expect(server.received.flatMap((mail) => mail.to).join()).toContain('guest@example.org');
			expect(server.received.flatMap((mail) => mail.to).join()).not.toContain('trial@example.org');
			const stored = await api.get(`${path}/mails`, as(owner));
			expect(stored.body.data).toMatchObject([{ recipient: 'trial@example.org', status: 'kept' }]);
			const one = await api.get(`${path}/mails/${stored.body.data[0].id}`, as(owner));
			expect(one.body.text).toContain('Sandbox Meetup');
			const [foreign] = await rows(`SELECT id FROM mails WHERE recipient = 'guest@example.org'`);
			expect((await api.get(`${path}/mails/${foreign.id}`, as(owner))).status).toBe(404);
		} finally {
			services.mailer.close();
			await server.close();
		}
	});

	test('its webhooks are real and say that they are not live', async () => {
		const sandbox = await make();
		await work();
		const { row } = await makeConnection(
			services,
			{ ...owner, organisationId: sandbox.id },
			{ target: `${receiver().url}/ok/sandbox`, types: ['event.updated'] },
		);
		await api.patch(`/api/events/${meetup(sandbox).id}`, { title: 'Renamed' }, as(owner));
		await work();
		await createDeliveryPoller().run(services, signal);
		const base = `/api/organisations/${sandbox.id}/connections/${row.id}`;
		const [delivery] = (await api.get(`${base}/deliveries`, as(owner))).body.data;
		expect(delivery).toMatchObject({ state: 'delivered', type: 'event.updated' });
		const detail = await api.get(`/api/organisations/${sandbox.id}/deliveries/${delivery.id}`, as(owner));
		expect(JSON.parse(detail.body.body)).toMatchObject({ livemode: false, organisationId: sandbox.id });
	});

	test('the operator counts nothing of it and earns nothing by it', async () => {
		await rows('INSERT INTO plan_settings (are_charged) VALUES (true)');
		const admin = await makeUser(services, { isAdmin: true });
		const before = (await api.get('/api/admin/overview', as(admin))).body.today;
		const sandbox = await make();
		const { body } = await api.get(`/api/events/${eventNamed(sandbox, 'Sandbox Concert').id}/ticket-types`);
		const seat = body.data.find((type: { name: string }) => type.name === 'Seat');
		const concert = {
			id: eventNamed(sandbox, 'Sandbox Concert').id,
			organisationId: sandbox.id,
			ticketTypeId: seat.id,
			owner,
		};
		const paid = await payByCard(api, await holdTickets(api, concert));
		expect(paid.status).toBe(201);
		await settleAll(services);
		expect((await api.get('/api/admin/overview', as(admin))).body.today).toEqual(before);
		expect(await rows(`SELECT FROM ledger_transfers WHERE organisation_id = $1`, [sandbox.id])).not.toEqual(
			[],
		);
		expect(
			await rows(
				`SELECT FROM ledger_transfers WHERE organisation_id = '00000000-0000-0000-0000-000000000000'`,
			),
		).toEqual([]);
		const listed = await api.get('/api/admin/organisations', as(admin));
		const marked = listed.body.data.filter((one: { isSandbox: boolean }) => one.isSandbox);
		expect(marked.map((one: { id: string }) => one.id)).toEqual([sandbox.id]);
		await expectInvariants(services);
	});
});

describe('a reset', () => {
	test('makes it anew; keys and webhooks of all events stay', async () => {
		const { token } = await makeApiKey(services, owner, { environment: 'test' });
		const sandbox = await make();
		const twin = { ...owner, organisationId: sandbox.id };
		await makeConnection(services, twin, { target: 'https://hooks.example.com/all' });
		await makeConnection(services, twin, { eventIds: [meetup(sandbox).id] });
		await api.post(`${path}/clock`, { advanceBy: 'P20D' }, as(owner));
		await api.post('/api/events', { title: 'Mine', startsAt: '2031-01-01T10:00:00Z' }, { token });
		const real = await makeEvent(services, owner);
		const reset = await api.post(`${path}/reset`, undefined, as(owner));
		expect(reset.body).toMatchObject({ id: sandbox.id, movedHours: 0, leftHours: 0, isSettled: true });
		expect(reset.body.events.map(({ title }: { title: string }) => title)).toEqual([
			'Sandbox Concert',
			'Sandbox Meetup',
			'Sandbox Workshop',
		]);
		expect(reset.body.acts.map(({ kind }: { kind: string }) => kind)).toEqual(['reset', 'moved', 'made']);
		expect((await api.get('/api/me', { token })).body.organisation.id).toBe(sandbox.id);
		expect(await rows('SELECT event_ids FROM connections WHERE organisation_id = $1', [sandbox.id])).toEqual([
			{ event_ids: null },
		]);
		expect((await api.get(`/api/events/${real.id}`, as(owner))).status).toBe(200);
		await expectInvariants(services);
	});
});
