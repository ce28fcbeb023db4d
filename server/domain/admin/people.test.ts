import { beforeAll, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

const as = () => ({ token: admin.token });
const act = (user: TestUser, verb: string, body?: object) =>
	api.post(`/api/admin/users/${user.userId}/${verb}`, body, as());
const rule = (answer: { body: { metadata: { rule: string } } }) => answer.body.metadata.rule;
const isSignedIn = async (user: { token: string }) => (await api.get('/api/auth/user', user)).status === 200;

test('people are found by name, address and organisation, page by page', async () => {
	const someone = await makeUser(services, {
		email: 'zora@quartz.example',
		firstName: 'Zora',
		lastName: 'Neale',
	});
	for (const q of ['ZORA@quartz', 'zora nea']) {
		const { data } = (await api.get('/api/admin/users', { ...as(), query: { q } })).body;
		expect(data.map((one: { id: string }) => one.id)).toEqual([someone.userId]);
	}
	const first = (await api.get('/api/admin/users', { ...as(), query: { limit: '1' } })).body;
	const second = (
		await api.get('/api/admin/users', { ...as(), query: { limit: '1', cursor: first.nextCursor } })
	).body;
	expect(first.data[0].id).not.toBe(second.data[0].id);
	const admins = (await api.get('/api/admin/users', { ...as(), query: { filter: 'admins' } })).body.data;
	expect(admins.every((one: { isAdmin: boolean }) => one.isAdmin)).toBe(true);
});

test('a locked account gets the error of the catalogue, is out at once, and comes back when unlocked', async () => {
	const password = 'lamps and doors 7';
	const user = await makeUser(services, { email: 'lock@example.org', password });
	const signIn = () => api.post('/api/auth/login', { email: 'lock@example.org', password });
	expect((await signIn()).status).toBe(200);
	const locked = await act(user, 'lock', { reason: 'Sold what was not theirs' });
	expect(locked.body).toMatchObject({ lockReason: 'Sold what was not theirs' });
	expect(await isSignedIn(user)).toBe(false);
	expect((await signIn()).body.code).toBe('AUTH_ACCOUNT_LOCKED');
	const wrong = await api.post('/api/auth/login', { email: 'lock@example.org', password: 'not this' });
	expect(wrong.body.code).toBe('AUTH_INVALID_CREDENTIALS');
	await act(user, 'unlock');
	expect((await signIn()).status).toBe(200);
});

test('disabling ends every session; enabling opens the account again', async () => {
	const password = 'lamps and doors 8';
	const user = await makeUser(services, { email: 'shut@example.org', password });
	await act(user, 'disable');
	expect(await isSignedIn(user)).toBe(false);
	const signIn = () => api.post('/api/auth/login', { email: 'shut@example.org', password });
	expect((await signIn()).body.code).toBe('AUTH_ACCOUNT_DISABLED');
	await act(user, 'enable');
	expect((await signIn()).status).toBe(200);
});

test('addresses are verified, sessions ended, rights given and taken; nobody cuts off the branch they sit on', async () => {
	const user = await makeUser(services, { isVerified: false });
	expect((await act(user, 'verify')).body.isEmailVerified).toBe(true);
	await act(user, 'end-sessions');
	expect(await isSignedIn(user)).toBe(false);
	expect((await act(user, 'make-admin')).body.isAdmin).toBe(true);
	expect((await act(user, 'remove-admin')).body.isAdmin).toBe(false);
	for (const [verb, body] of [['remove-admin'], ['disable'], ['lock', { reason: 'x' }]] as [
		string,
		object?,
	][]) {
		expect([verb, rule(await act(admin, verb, body))]).toEqual([verb, 'not-oneself']);
	}
});

test('of two administrators who remove each other at once one stays', async () => {
	const other = await makeUser(services, { isAdmin: true });
	await services.database.pool.query('UPDATE users SET is_admin = false WHERE id <> ALL($1)', [
		[admin.userId, other.userId],
	]);
	const answers = await Promise.all([
		act(other, 'remove-admin'),
		api.post(`/api/admin/users/${admin.userId}/remove-admin`, undefined, { token: other.token }),
	]);
	const { rows } = await services.database.pool.query('SELECT id FROM users WHERE is_admin');
	expect(rows).toHaveLength(1);
	expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
	await services.database.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [admin.userId]);
});

test('an event is taken down with notice, stays so for its organiser, and is given back', async () => {
	const organiser = await makeUser(services);
	const event = await makeEvent(services, organiser, { title: 'Doubtful evening', isPublished: true });
	const moderate = (verb: string, body?: object) =>
		api.post(`/api/admin/events/${event.id}/${verb}`, body, as());
	expect((await moderate('feature')).body.featuredAt).not.toBeNull();
	const down = await moderate('moderate', { moderation: 'taken_down', reason: 'No such place.' });
	expect(down.body).toMatchObject({ moderation: 'taken_down', featuredAt: null });
	expect((await api.get(`/api/events/${event.id}`)).status).toBe(404);
	const back = await api.call(
		'PATCH',
		`/api/events/${event.id}`,
		{ visibility: 'public' },
		{ token: organiser.token },
	);
	expect(rule(back)).toBe('event-moderated');
	const { rows } = await services.database.pool.query(
		`SELECT recipient FROM mails WHERE template = 'events/moderated'`,
	);
	expect(rows).toEqual([{ recipient: organiser.email }]);
	expect(rule(await moderate('feature'))).toBe('not-public');
	const restored = await moderate('restore');
	expect(restored.body).toMatchObject({ moderation: null, visibility: 'public' });
	expect((await api.get(`/api/events/${event.id}`)).status).toBe(200);
	const listed = (await api.get('/api/admin/events', { ...as(), query: { q: 'doubtful' } })).body.data;
	expect(listed).toHaveLength(1);
});

test('the system check reports the parts, and a test mail says why it was not sent', async () => {
	const { findings } = (await api.get('/api/admin/system', as())).body;
	expect(findings.map((one: { name: string }) => one.name)).toEqual(
		expect.arrayContaining(['Node', 'Disk', 'Database', 'Clock', 'Queue', 'APP_URL', 'Email']),
	);
	const mail = await api.post('/api/admin/system/test-mail', undefined, as());
	expect(mail.body).toMatchObject({ isSent: false, response: expect.stringContaining('SMTP_URL') });
});

test('featured events are requested apart, the soonest first, and only while they are public', async () => {
	const organiser = await makeUser(services);
	const make = (title: string, startsAtLocal: string) =>
		makeEvent(services, organiser, { title, startsAtLocal, timeZone: 'Europe/Berlin', isPublished: true });
	const [later, sooner] = [await make('Later', '2032-03-01T10:00'), await make('Sooner', '2032-02-01T10:00')];
	await make('Not chosen', '2032-01-01T10:00');
	const titles = async () => {
		const query = {
			featured: 'true',
			organiser: (await api.get(`/api/events/${later.id}`)).body.organiser.slug,
		};
		return (await api.get('/api/events', { query })).body.data.map((one: { title: string }) => one.title);
	};
	expect(await titles()).toEqual([]);
	for (const { id } of [later, sooner]) await api.post(`/api/admin/events/${id}/feature`, undefined, as());
	expect(await titles()).toEqual(['Sooner', 'Later']);
	await api.post(`/api/admin/events/${sooner.id}/unfeature`, undefined, as());
	expect(await titles()).toEqual(['Later']);
	await api.call('PATCH', `/api/events/${later.id}`, { visibility: 'unlisted' }, { token: organiser.token });
	expect(await titles()).toEqual([]);
});

test('without a mail server an administrator makes single-use links, each an act in the log', async () => {
	const user = await makeUser(services, { isVerified: false });
	const { url } = (await act(user, 'verification-link')).body;
	const token = new URL(url).searchParams.get('token');
	expect(url).toMatch(/^https:\/\/foyer\.test\/verify-email\?token=/);
	expect((await api.post('/api/auth/verify-email', { token })).body.outcome).toBe('verified');

	const reset = new URL((await act(user, 'reset-link')).body.url).searchParams.get('token');
	const set = () => api.post('/api/auth/reset-password', { token: reset, password: 'lamps and doors 9' });
	expect([(await set()).status, (await set()).status]).toEqual([200, 400]);
	const acts = (await api.get('/api/admin/audit', { ...as(), query: { q: user.userId } })).body.data;
	expect(acts.map((one: { action: string }) => one.action)).toEqual([
		'admin.makeResetLink',
		'admin.makeVerificationLink',
	]);
	expect(JSON.stringify(acts)).not.toContain(reset);
});

test('where emails can be sent there are no links to copy: people ask for their own', async () => {
	Object.assign(api, createTestApi({ ...services, mailer: sendingMailer }));
	const user = await makeUser(services);
	expect(rule(await act(user, 'reset-link'))).toBe('email-is-set-up');
	Object.assign(api, createTestApi(services));
});
