import { beforeEach, describe, expect, test } from 'vitest';
import { firstAdministratorLink } from '#server/domain/accounts/first-administrator.ts';
import { accountJobs } from '#server/domain/accounts/jobs.ts';
import { createNullMailer } from '#server/platform/mailer.ts';
import { makeUser, newestMailToken } from '#tests/factories/accounts.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { countHashes } from '#tests/support/cheap-hashes.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api, clock, query: rows } = useTestApi({ isFresh: true, hasClock: true });
const password = 'hummus and regret';

beforeEach(async () => {
	services.mailer = sendingMailer;
});

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', password };
const register = (input: object) => api.post('/api/auth/register', input);
const login = (email: string, secret: string) => api.post('/api/auth/login', { email, password: secret });
const user = (token: string) => api.get('/api/auth/user', { token });

describe('signing up', () => {
	test('makes the account, its organisation and a link that verifies the address', async () => {
		expect((await register(ada)).status).toBe(201);
		const { token } = (await login(ada.email, password)).body;
		const me = (await user(token)).body;
		expect(me).toMatchObject({ isEmailVerified: false, isAdmin: false });
		expect(me.organisations).toMatchObject([{ name: 'Ada Lovelace', role: 'owner' }]);

		const link = await newestMailToken(services, 'verify_email');
		expect((await api.post('/api/auth/verify-email', { token: link })).status).toBe(200);
		expect((await user(token)).body.isEmailVerified).toBe(true);
		// People click twice.
		expect((await api.post('/api/auth/verify-email', { token: link })).status).toBe(200);
	});

	test('the answer is the same when the address has an account, and nothing of it changes', async () => {
		const first = await register(ada);
		const before = await rows('SELECT * FROM users');
		const again = await register({
			...ada,
			email: 'ADA@Example.org',
			firstName: 'Eve',
			password: 'other words here',
		});
		expect([again.status, again.body]).toEqual([first.status, first.body]);
		expect(await rows('SELECT * FROM users')).toEqual(before);
		expect(await rows('SELECT 1 FROM organisations')).toHaveLength(1);
		expect((await login(ada.email, 'other words here')).status).toBe(401);
		// The owner gets a link that sets a password of their own.
		expect(await newestMailToken(services, 'reset_password', ada.email)).not.toBeNull();
	});

	test('an address that has an account costs the same work: one hash', async () => {
		await register(ada);
		for (const email of [ada.email, 'new@example.org']) {
			const before = countHashes();
			await register({ ...ada, email });
			expect([email, countHashes() - before]).toEqual([email, 1]);
		}
	});

	test('two sign-ups at once with one address make one account', async () => {
		const answers = await Promise.all(
			Array.from({ length: 6 }, (_, index) =>
				register({ ...ada, email: index % 2 ? ada.email : 'Ada@Example.ORG' }),
			),
		);
		expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 201]);
		expect(await rows('SELECT 1 FROM users')).toHaveLength(1);
		expect(await rows('SELECT 1 FROM organisations')).toHaveLength(1);
	});

	test('people of one name get organisations with slugs of their own', async () => {
		for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
			await register({ ...ada, email });
		const slugs = (await rows('SELECT slug FROM organisations')).map((row) => row.slug);
		expect(new Set(slugs).size).toBe(3);
		expect(slugs).toContain('ada-lovelace');
	});

	test('without names the organisation is named after the email, or as typed', async () => {
		await register({ email: 'the.box@example.org', password });
		await register({ email: 'b@example.org', password, organisationName: 'Клуб «Ада»' });
		expect(await rows('SELECT name, slug FROM organisations ORDER BY created_at, id')).toEqual([
			{ name: 'The Box', slug: 'the-box' },
			{ name: 'Клуб «Ада»', slug: 'klub-ada' },
		]);
	});

	test.each([
		[{ email: 'nonsense' }, 'email', 'VALIDATION_INVALID_EMAIL'],
		[{ email: '' }, 'email', 'VALIDATION_REQUIRED_FIELD'],
		[{ email: 'ada \u200b@example.org' }, 'email', 'VALIDATION_INVALID_EMAIL'],
		[{ password: 'short' }, 'password', 'VALIDATION_FAILED'],
		[{ password: 'x'.repeat(129) }, 'password', 'VALIDATION_FAILED'],
		[{ password: 'Password1!' }, 'password', 'VALIDATION_FAILED'],
		[{ password: 'ada.lovelace' }, 'password', 'VALIDATION_FAILED'],
		[{ firstName: 'x'.repeat(101) }, 'firstName', 'VALIDATION_FAILED'],
		[{ firstName: 'nul\0l' }, 'firstName', 'VALIDATION_FAILED'],
		[{ isAdmin: true }, 'isAdmin', 'VALIDATION_FAILED'],
	])('%j is refused at its field, and secrets are not echoed', async (change, field, code) => {
		const answer = await register({ ...ada, ...change });
		expect(answer.status).toBe(400);
		expect(answer.body.details).toMatchObject([{ field, code }]);
		if ('password' in change) expect(JSON.stringify(answer.body)).not.toContain(change.password);
		expect(await rows('SELECT 1 FROM users')).toHaveLength(0);
	});

	test('closed by an administrator, nobody signs up, while people with an account log in', async () => {
		await register(ada);
		const admin = await makeUser(services, { isAdmin: true });
		const set = (isOpen: boolean, token = admin.token) =>
			api.call('PUT', '/api/admin/sign-up', { isOpen }, { token });
		expect((await set(false, (await makeUser(services)).token)).status).toBe(403);
		expect((await set(false)).body).toEqual({ isOpen: false });
		expect((await api.get('/api/auth/options')).body.isSignUpOpen).toBe(false);
		for (const email of [ada.email, 'new@example.org']) {
			const refused = await register({ ...ada, email });
			expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'sign-up-closed']);
		}
		expect((await login(ada.email, password)).status).toBe(200);
		await set(true);
		expect((await register({ ...ada, email: 'new@example.org' })).status).toBe(201);
	});

	test('without a mail server no answer speaks of an email that was sent', async () => {
		Object.assign(api, createTestApi({ ...services, mailer: createNullMailer() }));
		const said = [
			(await register(ada)).body.message,
			(await api.post('/api/auth/forgot-password', { email: ada.email })).body.message,
		];
		expect(said).toEqual([
			'You can log in now. If this email had an account before, use its password.',
			'Email isn’t set up on this site. Contact the site administrator for a link.',
		]);
		// Passed on by an administrator, a link shows nothing about the address.
		const token = await newestMailToken(services, 'reset_password');
		await api.post('/api/auth/reset-password', { token, password: 'marmots sing quietly' });
		const { body } = await login(ada.email, 'marmots sing quietly');
		expect((await user(body.token)).body.isEmailVerified).toBe(false);
	});

	test('names of any script are stored whole', async () => {
		const names = { firstName: '𝕬𝖉𝖆 <b>"\'; DROP TABLE users;--', lastName: 'الطيف‮ ﷽ ☃️' };
		await register({ ...ada, ...names });
		const { token } = (await login(ada.email, password)).body;
		expect((await user(token)).body).toMatchObject(names);
	});
});

describe('links in mails', () => {
	test('the link of a sign-up logs in, once; never past a second factor, a lock or a shut account', async () => {
		const verify = async (email: string) =>
			api.post('/api/auth/verify-email', { token: await newestMailToken(services, 'verify_email', email) });
		await register(ada);
		const { session } = (await verify(ada.email)).body;
		expect((await user(session.token)).body).toMatchObject({ email: ada.email, isEmailVerified: true });
		expect((await verify(ada.email)).body.session).toBeNull();

		await register({ ...ada, email: 'two@example.org' });
		await rows(
			`INSERT INTO two_factors (user_id, sealed_secret, enabled_at) SELECT id, '\\x00', now() FROM users WHERE email = 'two@example.org'`,
		);
		expect((await verify('two@example.org')).body).toMatchObject({ outcome: 'verified', session: null });

		await register({ ...ada, email: 'shut@example.org' });
		await rows(`UPDATE users SET disabled_at = now() WHERE email = 'shut@example.org'`);
		expect((await verify('shut@example.org')).body.code).toBe('AUTH_ACCOUNT_DISABLED');
	});

	test('a link that was cut off says so', async () => {
		for (const path of ['verify-email', 'reset-password']) {
			const answer = await api.post(`/api/auth/${path}`, { token: 'cut', password });
			expect(answer.body.details).toMatchObject([
				{ field: 'token', message: 'This link is incomplete. Open it again from your email.' },
			]);
		}
	});

	test('a verification link ends after a day, and the newest ends the older ones', async () => {
		await register(ada);
		const { token } = (await login(ada.email, password)).body;
		const first = await newestMailToken(services, 'verify_email');
		clock.advance(1000);
		expect((await api.post('/api/auth/verify-email/resend', undefined, { token })).status).toBe(200);
		const second = await newestMailToken(services, 'verify_email');
		expect(second).not.toBe(first);
		const old = await api.post('/api/auth/verify-email', { token: first });
		expect([old.status, old.body.code]).toEqual([400, 'AUTH_TOKEN_EXPIRED']);
		clock.advance(24 * 3_600_000);
		const late = await api.post('/api/auth/verify-email', { token: second });
		expect([late.status, late.body.code]).toEqual([400, 'AUTH_TOKEN_EXPIRED']);
	});

	test('a link of another purpose, a made-up one and a session are refused', async () => {
		await register(ada);
		const session = (await login(ada.email, password)).body.token;
		const verify = await newestMailToken(services, 'verify_email');
		for (const token of [verify, session, 'x'.repeat(43)]) {
			const answer = await api.post('/api/auth/reset-password', { token, password: 'marmots sing quietly' });
			expect([answer.status, answer.body.code]).toEqual([400, 'AUTH_TOKEN_INVALID']);
		}
		expect((await user(verify as string)).body.code).toBe('AUTH_TOKEN_INVALID');
	});

	test('the secret of a link lies nowhere in the database', async () => {
		await register(ada);
		const secret = (await newestMailToken(services, 'verify_email')) as string;
		for (const table of ['mail_tokens', 'mails', 'facts', 'users']) {
			const dump = JSON.stringify(await rows(`SELECT t::text AS line FROM ${table} t`));
			expect(dump).not.toContain(secret);
		}
	});

	test('resending to a verified address sends nothing and says so', async () => {
		const { token } = await makeUser(services);
		const answer = await api.post('/api/auth/verify-email/resend', undefined, { token });
		expect(answer.body.message).toContain('already');
		expect(await rows('SELECT 1 FROM mail_tokens')).toHaveLength(0);
	});
});

describe('the first administrator', () => {
	const tokenOf = (link: string | null) => new URL(link as string).searchParams.get('token');
	const make = (token: string | null, input: object = {}) =>
		api.post('/api/auth/first-administrator', { ...ada, token, ...input });

	test('is made once by the printed link and is signed in', async () => {
		const link = await firstAdministratorLink(services);
		expect(link).toMatch(/^https:\/\/foyer\.test\/first-administrator\?token=[\w-]{43}$/);
		expect(await firstAdministratorLink(services)).toBe(link);
		const answer = await make(tokenOf(link));
		expect(answer.status).toBe(201);
		expect((await user(answer.body.token)).body).toMatchObject({ isAdmin: true, isEmailVerified: true });
		expect((await make(tokenOf(link), { email: 'eve@example.org' })).body.code).toBe('AUTH_TOKEN_INVALID');
		expect(await firstAdministratorLink(services)).toBeNull();
	});

	test('two that race for the link: one wins', async () => {
		const token = tokenOf(await firstAdministratorLink(services));
		const answers = await Promise.all(
			['a', 'b', 'c'].map((name) => make(token, { email: `${name}@example.org` })),
		);
		expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400]);
		expect(await rows('SELECT 1 FROM users WHERE is_admin')).toHaveLength(1);
	});

	test('an account that exists is raised with its own password only', async () => {
		await register(ada);
		const token = tokenOf(await firstAdministratorLink(services));
		expect((await make(token, { password: 'not the password' })).body.details).toMatchObject([
			{ field: 'password' },
		]);
		const answer = await make(token);
		expect(answer.status).toBe(201);
		expect((await user(answer.body.token)).body.isAdmin).toBe(true);
	});

	test('the link does nothing once there is an administrator made another way', async () => {
		const token = tokenOf(await firstAdministratorLink(services));
		await makeUser(services, { isAdmin: true });
		const answer = await make(token);
		expect([answer.status, answer.body.code]).toEqual([422, 'BUSINESS_RULE_VIOLATION']);
	});

	test('administrators of the demo do not count', async () => {
		await makeUser(services, { isAdmin: true });
		await rows('UPDATE users SET is_demo = true');
		expect(await firstAdministratorLink(services)).not.toBeNull();
	});
});

describe('organisations', () => {
	test('are renamed by their owner, by id and by slug, and are not found by others', async () => {
		const owner = await makeUser(services);
		const other = await makeUser(services);
		const path = `/api/organisations/${owner.organisationId}`;
		const renamed = await api.patch(path, { name: 'Analytical Society' }, { token: owner.token });
		expect(renamed.body).toMatchObject({ id: owner.organisationId, name: 'Analytical Society' });
		const bySlug = await api.patch(
			`/api/organisations/${renamed.body.slug}`,
			{ name: 'B' },
			{ token: owner.token },
		);
		expect(bySlug.status).toBe(200);
		expect((await api.patch(path, { name: 'Mine' }, { token: other.token })).status).toBe(404);
		expect((await api.patch(path, { name: '' }, { token: owner.token })).status).toBe(400);
	});
});

test('old rows go, live ones stay', async () => {
	await register(ada);
	const { token } = (await login(ada.email, password)).body;
	await api.post('/api/auth/login', { email: 'nobody@example.org', password: 'x' });
	const run = () => accountJobs[0]?.run(services);
	await run();
	expect((await user(token)).status).toBe(200);
	expect(await rows('SELECT 1 FROM mail_tokens')).toHaveLength(1);
	expect(await rows('SELECT 1 FROM sign_in_attempts')).toHaveLength(1);
	clock.advance(40 * 24 * 3_600_000);
	await run();
	for (const table of ['mail_tokens', 'sign_in_attempts', 'sessions'])
		expect(await rows(`SELECT 1 FROM ${table}`)).toHaveLength(0);
	expect(await rows('SELECT 1 FROM sign_in_sources')).toHaveLength(1);
});
