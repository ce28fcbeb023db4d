import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#server/domain/modules.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();
let admin: TestUser;
let user: TestUser;
let eventId: string;
let viewToken: string;

const view = (who: { userId: string }, by: { token: string } = admin) =>
	api.post(`/api/admin/users/${who.userId}/view`, undefined, { token: by.token });
const look = (token: string) => api.get('/api/auth/user', { token });

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
	user = await makeUser(services, { firstName: 'Zora', lastName: 'Neale' });
	eventId = (await makeEvent(services, user, { title: 'What they see', isPublished: true })).id;
	viewToken = (await view(user)).body.token;
});

test('an administrator sees what the user sees', async () => {
	expect((await look(viewToken)).body).toMatchObject({ id: user.userId, isAdmin: false });
	const list = await api.get(`/api/events/${eventId}/attendees`, { token: viewToken });
	expect(list.status).toBe(200);
});

describe('nothing can be changed', () => {
	const writes = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET');
	const path = (endpoint: AnyEndpoint) =>
		endpoint.path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => {
			if (name === 'event') return eventId;
			if (name === 'organisation') return user.organisationId;
			return name === 'user' ? user.userId : newId();
		});

	test.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
		const body = endpoint.body ? { organisationId: user.organisationId } : undefined;
		const answer = await api.call(endpoint.method, path(endpoint), body, { token: viewToken });
		expect([answer.status, answer.body.code, answer.body.metadata.rule]).toEqual([
			403,
			'AUTH_INSUFFICIENT_PERMISSIONS',
			'view-only',
		]);
		expect(answer.body.userMessage).toContain('read-only');
	});

	test('the user themself still can', async () => {
		const answer = await api.call('PATCH', `/api/events/${eventId}`, { title: 'Mine' }, user);
		expect(answer.status).toBe(200);
	});
});

test('what is the user’s alone stays closed, and so does administration', async () => {
	const hidden = routes.map(({ endpoint }) => endpoint).filter((one) => one.isHiddenFromViewers);
	expect(hidden.map(({ id }) => id).sort()).toEqual([
		'accounts.exportActs',
		'accounts.getSecurity',
		'accounts.listSessions',
		'checkIn.exportAttendees',
		'developer.getSandboxMail',
		'documents.exportDocuments',
		'documents.getEInvoice',
		'documents.getFile',
		'fundraisers.exportDonations',
		'fundraisers.exportGiftAidDeclarations',
		'fundraisers.getGiftAidSchedule',
		'ledger.exportDatev',
		'ledger.exportJournal',
		'orders.exportOrders',
		'orders.getRefundFile',
		'orders.listOwedRefunds',
		'organisers.exportFollowers',
		'organisers.listOwnFollowing',
		'questions.exportQuestionFiles',
		'questions.getGuestFile',
		'reports.getRunFile',
		'settings.downloadDataExport',
		'subscriptions.getBillFile',
		'subscriptions.getFeeInvoiceFile',
	]);
	for (const { path } of hidden) {
		const address = path
			.replace('{event}', eventId)
			.replace('{organisation}', user.organisationId)
			.replace(/\{\w+\}/g, newId);
		const answer = await api.get(address, { token: viewToken });
		expect([path, answer.status, answer.body.metadata.rule]).toEqual([path, 403, 'view-only']);
	}
	expect((await api.get('/api/admin/users', { token: viewToken })).status).toBe(403);
	// Their list of sign-ins does not frighten them with one that is none.
	expect((await api.get('/api/account/sessions', user)).body.data).toHaveLength(1);
});

test('never as another administrator, never of a disabled account, never by somebody else', async () => {
	const other = await makeUser(services, { isAdmin: true });
	expect((await view(other)).body.metadata.rule).toBe('never-administrators');
	expect((await view(admin)).body.metadata.rule).toBe('never-administrators');
	expect((await view({ userId: newId() })).status).toBe(404);
	expect((await view(admin, user)).status).toBe(403);
	// Somebody who becomes an administrator is looked at no longer.
	const rising = await makeUser(services);
	const { token } = (await view(rising)).body;
	await api.post(`/api/admin/users/${rising.userId}/make-admin`, undefined, admin);
	expect((await look(token)).body.code).toBe('AUTH_TOKEN_EXPIRED');
	const gone = await makeUser(services);
	await api.post(`/api/admin/users/${gone.userId}/disable`, undefined, admin);
	expect((await view(gone)).body.metadata.rule).toBe('account-disabled');
});

test('a look ends after a quarter of an hour, however much it is used', async () => {
	const { token, startedAt, expiresAt } = (await view(user)).body;
	expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBe(15 * 60_000);
	const age = (seconds: number) =>
		services.database.pool.query(
			`UPDATE sessions SET last_seen_at = last_seen_at - $2 * interval '1 s', expires_at = expires_at - $2 * interval '1 s'
			WHERE user_id = $1 AND user_agent = 'view-as' AND id = (SELECT max(session_id::text)::uuid FROM view_sessions)`,
			[user.userId, seconds],
		);
	await age(14 * 60);
	expect((await look(token)).status).toBe(200);
	await age(60);
	expect((await look(token)).body.code).toBe('AUTH_TOKEN_EXPIRED');
	// Even one that looks long unused is not renewed by being used.
	const other = (await view(user)).body;
	await services.database.pool.query(
		`UPDATE sessions SET last_seen_at = last_seen_at - interval '2 hours' WHERE user_agent = 'view-as'`,
	);
	expect((await look(other.token)).status).toBe(200);
	const { rows } = await services.database.pool.query<{ expires: Date }>(
		'SELECT max(s.expires_at) AS expires FROM sessions s JOIN view_sessions v ON v.session_id = s.id',
	);
	expect(rows[0]?.expires.toISOString()).toBe(other.expiresAt);
});

test('it ends when stopped, and with the session and the rights of who looks', async () => {
	const { token } = (await view(user)).body;
	const other = await makeUser(services, { isAdmin: true });
	const theirs = (await view(user, other)).body.token;
	const stop = () => api.post(`/api/admin/users/${user.userId}/view/stop`, undefined, admin);
	expect([(await stop()).status, (await stop()).status]).toEqual([204, 204]);
	expect((await look(token)).body.code).toBe('AUTH_TOKEN_EXPIRED');
	expect((await look(theirs)).status).toBe(200);
	await api.post('/api/auth/logout', undefined, other);
	expect((await look(theirs)).body.code).toBe('AUTH_TOKEN_EXPIRED');
	expect((await api.get('/api/auth/user', user)).status).toBe(200);

	const third = await makeUser(services, { isAdmin: true });
	const last = (await view(user, third)).body.token;
	await api.post(`/api/admin/users/${third.userId}/remove-admin`, undefined, admin);
	expect((await look(last)).body.code).toBe('AUTH_TOKEN_EXPIRED');
});

test('the audit log says who looked at whom, and never the token', async () => {
	const whom = await makeUser(services);
	const { token } = (await view(whom)).body;
	await api.post(`/api/admin/users/${whom.userId}/view/stop`, undefined, admin);
	const { data } = (await api.get('/api/admin/audit', { ...admin, query: { q: whom.userId } })).body;
	expect(data).toMatchObject([
		{ action: 'admin.stopViewing', actorEmail: admin.email, subject: whom.userId, outcome: 204 },
		{ action: 'admin.viewAs', actorEmail: admin.email, subject: whom.userId, outcome: 201 },
	]);
	expect(JSON.stringify(data)).not.toContain(token);
	const { rows } = await services.database.pool.query(
		'SELECT count(*)::int AS n FROM sessions WHERE token_hash = $1',
		[Buffer.from(token)],
	);
	expect(rows[0].n).toBe(0);
});
