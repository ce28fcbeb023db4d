import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { scopesOf } from '#shared/rules/api-keys.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, clock, api, owner } = useTestOwner({ isFresh: true, hasClock: true });
let path: string;

beforeEach(async () => {
	path = `/api/organisations/${owner.organisationId}/api-keys`;
});

const make = (body: object = {}, token = owner.token) =>
	api.post(path, { name: 'Program', environment: 'live', scopes: ['events:read'], ...body }, { token });
const eventsOf = (token: string) => api.get(`/api/organisations/${owner.organisationId}/events`, { token });

describe('a key', () => {
	test('is shown once, stored as a hash, and calls for its organisation', async () => {
		await makeEvent(services, owner, { title: 'Jazz night' });
		const made = await make();
		expect(made.status).toBe(201);
		expect(made.body.token).toMatch(/^fyr_live_[0-9A-Za-z]{49}$/);
		expect(made.body).toMatchObject({
			state: 'live',
			lastFour: made.body.token.slice(-4),
			scopes: ['events:read'],
		});
		const year = new Date(made.body.expiresAt).getTime() - clock.now().getTime();
		expect(year).toBe(365 * 24 * 3_600_000);
		const list = await api.get(path, { token: owner.token });
		expect(list.body.data).toHaveLength(1);
		expect(JSON.stringify(list.body)).not.toContain(made.body.token);
		const { rows } = await database().pool.query('SELECT k::text AS row FROM api_keys k');
		expect(rows[0].row).not.toContain(made.body.token.slice(9, -4));
		expect((await eventsOf(made.body.token)).body.data).toMatchObject([{ title: 'Jazz night' }]);
		expect((await api.get('/api/me', { token: made.body.token })).body).toMatchObject({
			kind: 'key',
			user: null,
			organisation: { id: owner.organisationId },
			scopes: ['events:read'],
		});
		expect((await api.get('/api/me', { token: owner.token })).body).toMatchObject({
			kind: 'user',
			user: { id: owner.userId },
			key: null,
		});
	});

	test('does what its scopes say and no more, and says which scope is missing', async () => {
		const { token } = (await make()).body;
		const refused = await api.post(
			'/api/events',
			{ title: 'New', startsAt: '2031-01-01T10:00:00Z' },
			{ token },
		);
		expect([refused.status, refused.body.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
		expect(refused.body.metadata).toMatchObject({ rule: 'scope-missing', scopes: ['events:write'] });
		const writer = (await make({ scopes: ['events:write'] })).body.token;
		const created = await api.post(
			'/api/events',
			{ title: 'New', startsAt: '2031-01-01T10:00:00Z' },
			{ token: writer },
		);
		expect(created.status).toBe(201);
		expect(created.body.organisation.permissions).toEqual([
			'events.view',
			'events.create',
			'events.edit',
			'events.publish',
			'templates.manage',
			'tickets.edit',
			'codes.edit',
			'fundraiser.edit',
		]);
	});

	test('without the right to read events sees a draft as little as anybody', async () => {
		const draft = await makeEvent(services, owner);
		const { token } = (await make({ scopes: ['door:read'] })).body;
		expect((await api.get(`/api/events/${draft.id}`, { token })).status).toBe(404);
		expect((await api.get(`/api/events/${draft.id}`, { token: (await make()).body.token })).status).toBe(200);
	});

	test('never reaches what wants a person: the account, keys, members, administration', async () => {
		const all = (await make({ scopes: scopesOf('live') })).body.token;
		for (const [method, where] of [
			['GET', '/api/auth/user'],
			['GET', '/api/account/exports'],
			['GET', '/api/admin/overview'],
			['GET', path],
			['POST', path],
		] as const) {
			const answer = await api.call(method, where, method === 'POST' ? {} : undefined, { token: all });
			expect([where, answer.status]).toEqual([where, where === '/api/admin/overview' ? answer.status : 403]);
			expect([403, 404]).toContain(answer.status);
		}
	});

	test('reaches the events it was made for, as far as its maker does', async () => {
		const [one, other] = [await makeEvent(services, owner), await makeEvent(services, owner)];
		const { token } = (await make({ eventIds: [one.id] })).body;
		expect((await api.get(`/api/events/${one.id}`, { token })).status).toBe(200);
		expect((await api.get(`/api/events/${other.id}`, { token })).status).toBe(404);
		expect((await eventsOf(token)).body.data.map(({ id }: { id: string }) => id)).toEqual([one.id]);
		const foreign = await makeEvent(services, await makeUser(services));
		const refused = await make({ eventIds: [foreign.id] });
		expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'eventIds']);
	});

	test('works from its networks alone', async () => {
		const behindProxy = await createTestServices(database(), { TRUST_PROXY: '1' }, clock);
		const proxied = createTestApi(behindProxy);
		const { token } = (await make({ networks: ['203.0.113.0/24', '2001:db8::/32'] })).body;
		const from = async (address: string) =>
			(await proxied.get('/api/me', { token, headers: { 'X-Forwarded-For': address } })).status;
		expect(await from('203.0.113.77')).toBe(200);
		expect(await from('::ffff:203.0.113.77')).toBe(200);
		expect(await from('2001:db8:1::9')).toBe(200);
		expect(await from('203.0.114.1')).toBe(403);
		expect(await from('2001:db9::1')).toBe(403);
		for (const network of ['203.0.113.0/33', '203.0.113/24', 'nonsense', '::/129'])
			expect((await make({ networks: [network] })).status).toBe(400);
	});

	test('ends when its time is over, and at once when it is revoked', async () => {
		const short = (await make({ expiresAt: new Date(clock.now().getTime() + 60_000).toISOString() })).body;
		const long = (await make({ expiresAt: null })).body;
		expect(long.expiresAt).toBeNull();
		clock.advance(61_000);
		const over = await api.get('/api/me', { token: short.token });
		expect([over.status, over.body.code]).toEqual([401, 'AUTH_TOKEN_EXPIRED']);
		expect((await api.get('/api/me', { token: long.token })).status).toBe(200);
		for (let twice = 0; twice < 2; twice += 1) {
			const revoked = await api.post(`${path}/${long.id}/revoke`, undefined, { token: owner.token });
			expect([revoked.status, revoked.body.state]).toEqual([200, 'revoked']);
		}
		const gone = await api.get('/api/me', { token: long.token });
		expect([gone.status, gone.body.code]).toEqual([401, 'AUTH_TOKEN_INVALID']);
		expect((await make({ expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
	});

	describe('is changed', () => {
		const change = (id: string, body: object, token = owner.token) =>
			api.call('PATCH', `${path}/${id}`, body, { token });
		const inDays = (days: number) => new Date(clock.now().getTime() + days * 24 * 3_600_000).toISOString();

		test('from the next call on: name, scopes, reach, networks and end; the token stays', async () => {
			const event = await makeEvent(services, owner);
			const { id, token, expiresAt } = (await make()).body;
			const ordersOf = async () => (await api.get(`/api/events/${event.id}/orders`, { token })).status;
			expect(await ordersOf()).toBe(403);
			const wider = await change(id, { name: 'Shop', scopes: ['orders:read', 'events:read', 'orders:read'] });
			expect(wider.body).toMatchObject({ name: 'Shop', scopes: ['orders:read', 'events:read'], expiresAt });
			expect(await ordersOf()).toBe(200);
			expect((await change(id, { scopes: ['orders:read'] })).status).toBe(200);
			expect((await eventsOf(token)).status).toBe(403);
			const end = inDays(3);
			const limited = await change(id, {
				eventIds: [event.id],
				networks: ['203.0.113.0/24'],
				expiresAt: end,
			});
			expect(limited.body).toMatchObject({
				eventIds: [event.id],
				networks: ['203.0.113.0/24'],
				expiresAt: end,
			});
			expect((await api.get('/api/me', { token })).status).toBe(403);
			const open = await change(id, { eventIds: null, networks: null, expiresAt: null });
			expect(open.body).toMatchObject({ eventIds: null, networks: null, expiresAt: null, name: 'Shop' });
			expect((await change(id, {})).body).toEqual(open.body);
			const acts = await api.get(path.replace('api-keys', 'acts'), { token: owner.token });
			const shown = acts.body.data.filter(({ subject }: { subject: string }) => subject === id);
			expect(shown.length).toBeGreaterThan(0);
			expect(JSON.stringify(shown)).not.toContain('203.0.113');
		});

		test('only as it could be made: own rights, own events, real networks, an end in the future, a fresh sign-in', async () => {
			const { id } = (await make({ scopes: ['events:read', 'money:read'] })).body;
			const limited = await makeMember(services, owner.organisationId, 'admin');
			await database().pool.query(
				`UPDATE memberships SET denied_actions = '{money.view,orders.view}' WHERE user_id = $1`,
				[limited.userId],
			);
			const beyond = await change(id, { scopes: ['events:read', 'orders:read'] }, limited.token);
			expect([beyond.status, beyond.body.metadata?.rule]).toEqual([422, 'beyond-own-rights']);
			// What the key has it may keep, and lose.
			expect((await change(id, { scopes: ['events:read', 'money:read'] }, limited.token)).status).toBe(200);
			expect((await change(id, { scopes: ['events:read'] }, limited.token)).status).toBe(200);
			const foreign = await makeEvent(services, await makeUser(services));
			for (const [field, body] of [
				['eventIds', { eventIds: [foreign.id] }],
				['networks.0', { networks: ['203.0.113.0/33'] }],
				['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
				['scopes', { scopes: [] }],
				['name', { name: ' ' }],
			] as const) {
				const refused = await change(id, body);
				expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
			}
			const stranger = await makeUser(services);
			expect((await change(newId(), {})).status).toBe(404);
			expect((await change(id, {}, stranger.token)).status).toBe(404);
			clock.advance(16 * 60_000);
			expect((await change(id, { name: 'Late' })).body.metadata.rule).toBe('confirm-sign-in');
		});

		test('never back to life, and never from test to live', async () => {
			const [over, revoked, trial] = [
				(await make({ expiresAt: inDays(0.001) })).body,
				(await make()).body,
				(await make({ environment: 'test' })).body,
			];
			await api.post(`${path}/${revoked.id}/revoke`, undefined, { token: owner.token });
			clock.advance(100_000);
			for (const { id } of [over, revoked])
				expect((await change(id, { expiresAt: null })).body.metadata.rule).toBe('key-ended');
			const live = await makeEvent(services, owner);
			expect((await change(trial.id, { eventIds: [live.id] })).body.details[0].field).toBe('eventIds');
			await change(trial.id, { environment: 'live', name: 'Trial' });
			expect((await api.get('/api/me', { token: trial.token })).body.livemode).toBe(false);
		});
	});

	test('is rotated: both work during the overlap, then the new one alone, and it is rotated once', async () => {
		const old = (await make({ scopes: ['events:read', 'orders:read'] })).body;
		const rotate = () => api.post(`${path}/${old.id}/rotate`, { overlapDays: 2 }, { token: owner.token });
		const next = (await rotate()).body;
		expect(next).toMatchObject({ scopes: ['events:read', 'orders:read'], state: 'live', name: 'Program' });
		expect(next.token).not.toBe(old.token);
		const state = async (id: string) =>
			(await api.get(path, { token: owner.token })).body.data.find((key: { id: string }) => key.id === id);
		expect(await state(old.id)).toMatchObject({ state: 'rotating', successorId: next.id });
		expect((await api.get('/api/me', { token: old.token })).status).toBe(200);
		expect((await rotate()).body.metadata.rule).toBe('key-ended');
		clock.advance(2 * 24 * 3_600_000 + 1_000);
		expect((await api.get('/api/me', { token: old.token })).body.code).toBe('AUTH_TOKEN_EXPIRED');
		expect((await api.get('/api/me', { token: next.token })).status).toBe(200);
	});

	test('has never more rights than its maker has now', async () => {
		const member = await makeMember(services, owner.organisationId, 'admin');
		const { token } = (await make({ scopes: ['events:write', 'orders:read'] }, member.token)).body;
		expect((await eventsOf(token)).status).toBe(200);
		const setRole = (role: string) =>
			database().pool.query('UPDATE memberships SET role = $2 WHERE user_id = $1 AND organisation_id = $3', [
				member.userId,
				role,
				owner.organisationId,
			]);
		await setRole('marketing');
		expect((await api.get(`/api/organisations/${owner.organisationId}/orders`, { token })).status).not.toBe(
			200,
		);
		expect((await eventsOf(token)).status).toBe(200);
		await database().pool.query('DELETE FROM memberships WHERE user_id = $1 AND organisation_id = $2', [
			member.userId,
			owner.organisationId,
		]);
		expect((await eventsOf(token)).body.code).toBe('AUTH_TOKEN_INVALID');
		expect((await api.get(path, { token: owner.token })).body.data).toMatchObject([{ state: 'powerless' }]);
	});

	test('is one of 25 at most, also when they are made at once', async () => {
		const answers = await Promise.all(Array.from({ length: 30 }, () => make()));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
		const refused = answers.filter(({ status }) => status !== 201);
		expect(new Set(refused.map(({ body }) => body.metadata.rule))).toEqual(new Set(['too-many-keys']));
	});

	test('wants a fresh sign-in to be made', async () => {
		clock.advance(16 * 60_000);
		const refused = await make();
		expect([refused.status, refused.body.metadata.rule]).toEqual([403, 'confirm-sign-in']);
	});

	test('that was typed wrongly or made up is refused without asking the database', async () => {
		const { token } = (await make()).body;
		const requested: string[] = [];
		const { pool } = services.database;
		const { query } = pool;
		pool.query = ((...all: unknown[]) => {
			requested.push(JSON.stringify(all[0]));
			return (query as (...rest: unknown[]) => unknown).apply(pool, all);
		}) as never;
		try {
			for (const wrong of [
				`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
				'fyr_live_x',
				token.slice(1),
			]) {
				const answer = await api.get('/api/me', { token: wrong });
				expect([answer.status, answer.body.code]).toEqual([401, 'AUTH_TOKEN_INVALID']);
			}
		} finally {
			pool.query = query;
		}
		expect(requested).toEqual([]);
	});

	test('checks people in, and keeps its own idempotency keys', async () => {
		const { event, guests } = await makeDoor({ services, api, owner }, { guests: 1 });
		const key = await makeApiKey(services, owner, { scopes: ['door:write', 'events:write'] });
		const checkedIn = await api.post(
			`/api/events/${event}/check-ins`,
			{ guestId: guests[0]?.id, nonce: newId() },
			{ token: key.token },
		);
		expect(checkedIn.status).toBeLessThan(300);
		const headers = { 'Idempotency-Key': 'one' };
		const create = (token: string) =>
			api.post('/api/events', { title: 'Same', startsAt: '2031-01-01T10:00:00Z' }, { token, headers });
		const [first, again, another] = [
			await create(key.token),
			await create(key.token),
			await create(owner.token),
		];
		expect(again.body.id).toBe(first.body.id);
		expect(another.body.id).not.toBe(first.body.id);
	});

	test('has limits of its own', async () => {
		const limited = await createTestServices(
			database(),
			{ RATE_LIMITS: 'on', RATE_LIMIT_ACCOUNT_READ: '3/min' },
			clock,
		);
		const [one, other] = [await makeApiKey(services, owner), await makeApiKey(services, owner)];
		const app = createTestApi(limited);
		const statusOf = async (token: string) => (await app.get('/api/me', { token })).status;
		const statuses = [];
		for (let call = 0; call < 4; call += 1) statuses.push(await statusOf(one.token));
		expect(statuses).toEqual([200, 200, 200, 429]);
		expect(await statusOf(other.token)).toBe(200);
		expect(await statusOf(owner.token)).toBe(200);
	});
});
