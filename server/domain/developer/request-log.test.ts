import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { flushKeyCalls, removeOldKeyRows } from './request-log.ts';

const { database, services, clock, api, owner } = useTestOwner({ isFresh: true, hasClock: true });
let path: string;

beforeEach(async () => {
	path = `/api/organisations/${owner.organisationId}/api-keys`;
});

const make = (body: object = {}, token = owner.token) =>
	api.post(path, { name: 'Program', environment: 'live', scopes: ['events:read'], ...body }, { token });
const eventsOf = (token: string) => api.get(`/api/organisations/${owner.organisationId}/events`, { token });

describe('the log of calls', () => {
	test('holds route, status and code of each call, and the last use of its key', async () => {
		const { token, id } = (await make()).body;
		await eventsOf(token);
		await api.get(`/api/events/${newId()}`, { token });
		await api.post('/api/events', { title: 'x' }, { token });
		await flushKeyCalls(services);
		const log = (
			await api.get(`/api/organisations/${owner.organisationId}/api-requests`, { token: owner.token })
		).body;
		expect(
			log.data.map((row: Record<string, unknown>) => [row.method, row.route, row.status, row.code]),
		).toEqual([
			['POST', '/api/events', 403, 'AUTH_INSUFFICIENT_PERMISSIONS'],
			['GET', '/api/events/{event}', 404, 'RESOURCE_NOT_FOUND'],
			['GET', '/api/organisations/{organisation}/events', 200, null],
		]);
		expect(log.data[0].keyId).toBe(id);
		const failed = await api.get(`/api/organisations/${owner.organisationId}/api-requests`, {
			token: owner.token,
			query: { outcome: 'failed', key: id, limit: '1' },
		});
		expect(failed.body.data).toHaveLength(1);
		const rest = await api.get(`/api/organisations/${owner.organisationId}/api-requests`, {
			token: owner.token,
			query: { outcome: 'failed', key: id, cursor: failed.body.nextCursor },
		});
		expect(rest.body.data).toMatchObject([{ status: 404 }]);
		const [key] = (await api.get(path, { token: owner.token })).body.data;
		expect(key.lastUsedRoute).toBe('POST /api/events');
		expect(key.lastUsedAt).not.toBeNull();
		const stranger = await makeUser(services);
		expect(
			(await api.get(`/api/organisations/${owner.organisationId}/api-requests`, { token: stranger.token }))
				.status,
		).toBe(404);
	});

	test('is sampled under load: what is not stored is counted', async () => {
		const { token } = (await make()).body;
		await flushKeyCalls(services);
		// All in the same second, however long they take: the log is written by a timer.
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		try {
			for (let call = 0; call < 60; call += 1) await eventsOf(token);
			await flushKeyCalls(services);
		} finally {
			vi.useRealTimers();
		}
		const { rows } = await database().pool.query(
			'SELECT count(*)::int AS stored, sum(others)::int AS others FROM api_requests',
		);
		expect(rows).toEqual([{ stored: 20, others: 40 }]);
	});

	test('is stored for 30 days, keys that ended for 90', async () => {
		const { token, id } = (await make()).body;
		await eventsOf(token);
		await flushKeyCalls(services);
		await api.post(`${path}/${id}/revoke`, undefined, { token: owner.token });
		const count = async () =>
			(
				await database().pool.query(
					'SELECT (SELECT count(*)::int FROM api_requests) AS calls, (SELECT count(*)::int FROM api_keys) AS keys',
				)
			).rows[0];
		clock.advance(29 * 24 * 3_600_000);
		await removeOldKeyRows(services);
		expect(await count()).toEqual({ calls: 1, keys: 1 });
		clock.advance(2 * 24 * 3_600_000);
		await removeOldKeyRows(services);
		expect(await count()).toEqual({ calls: 0, keys: 1 });
		clock.advance(60 * 24 * 3_600_000);
		await removeOldKeyRows(services);
		expect(await count()).toEqual({ calls: 0, keys: 0 });
	});
});
