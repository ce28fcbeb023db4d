import { describe, expect, test } from 'vitest';
import { setDisabled } from '#server/domain/accounts/commands/change-access.ts';
import { signIn } from '#server/domain/accounts/commands/sign-in.ts';
import { makeMember, makeUser, newestMailToken } from '#tests/factories/accounts.ts';
import { countHashes } from '#tests/support/cheap-hashes.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { maxFailures } from './lockout.ts';

const { database, services, api, clock } = useTestApi({
	isFresh: true,
	hasClock: true,
	environment: { TRUST_PROXY: '1' },
});
const password = 'hummus and regret';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const login = (email: string, secret: string, options: { rememberMe?: boolean; address?: string } = {}) =>
	api.post(
		'/api/auth/login',
		{ email, password: secret, ...(options.rememberMe !== undefined && { rememberMe: options.rememberMe }) },
		{ headers: { 'X-Forwarded-For': options.address ?? '198.51.100.1' } },
	);
const user = (token: string) => api.get('/api/auth/user', { token });

describe('sign-in', () => {
	test('gives a token that names the user and their organisation', async () => {
		await makeUser(services, { email: 'Ada@example.org', password });
		const answer = await login('ada@EXAMPLE.org', password);
		expect(answer.status).toBe(200);
		expect(answer.body.token).toMatch(/^[\w-]{43}$/);
		const me = await user(answer.body.token);
		expect(me.body).toMatchObject({
			firstName: 'Ada',
			lastName: 'Lovelace',
			email: 'Ada@example.org',
			profileImageUrl: null,
			isAdmin: false,
			isEmailVerified: true,
			organisations: [{ name: 'Ada Lovelace', slug: 'ada-lovelace', role: 'owner' }],
		});
		expect(JSON.stringify(me.body)).not.toContain('argon2');
	});

	test('takes the credentials inside their own object too, with the same answer', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const credentials = { email: 'ada@example.org', password };
		const answer = await api.post('/api/auth/login', { credentials, rememberMe: true });
		expect((await user(answer.body.token)).body.email).toBe('ada@example.org');
		const days = (Date.parse(answer.body.expiresAt) - clock.now().getTime()) / dayMs;
		expect(days).toBe(60);
		for (const body of [{}, { credentials: {} }, { email: '', password: '' }]) {
			const refused = await api.post('/api/auth/login', body);
			expect(refused.status).toBe(400);
			expect(refused.body.details[0].code).toBe('VALIDATION_REQUIRED_FIELD');
		}
	});

	test('only the hash of a token is stored', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const { body } = await login('ada@example.org', password);
		const { rows } = await database().pool.query('SELECT s::text AS line FROM sessions s');
		expect(rows.map((row) => row.line).join()).not.toContain(body.token);
	});

	test('a wrong password and an unknown address get the same answer', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const wrong = await login('ada@example.org', 'not the password');
		const unknown = await login('nobody@example.org', 'not the password');
		const nonsense = await login('no address at all', 'not the password');
		for (const answer of [wrong, unknown, nonsense]) {
			expect(answer.status).toBe(401);
			expect(answer.body.code).toBe('AUTH_INVALID_CREDENTIALS');
			expect(answer.body.userMessage).toBe('Invalid email or password. Please try again.');
			expect(answer.body.message).toBe(wrong.body.message);
			expect(answer.body.metadata).toEqual({});
		}
	});

	test('an address that was never verified signs in, and is shown as such', async () => {
		await api.post('/api/auth/register', { email: 'new@example.org', password });
		const { body } = await login('new@example.org', password);
		expect((await user(body.token)).body.isEmailVerified).toBe(false);
	});

	test('without rememberMe a session lasts 12 hours, used or not', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const { body } = await login('ada@example.org', password);
		expect(new Date(body.expiresAt).getTime() - clock.now().getTime()).toBe(12 * hourMs);
		for (let hour = 1; hour < 12; hour++) {
			clock.advance(hourMs);
			expect((await user(body.token)).status).toBe(200);
		}
		clock.advance(hourMs);
		const late = await user(body.token);
		expect(late.status).toBe(401);
		expect(late.body.code).toBe('AUTH_TOKEN_EXPIRED');
	});

	test('with rememberMe it lasts 60 days after the last use, and a year in all', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const { body } = await login('ada@example.org', password, { rememberMe: true });
		expect(new Date(body.expiresAt).getTime() - clock.now().getTime()).toBe(60 * dayMs);
		for (let month = 1; month <= 12; month++) {
			clock.advance(30 * dayMs);
			expect((await user(body.token)).status).toBe(200);
		}
		clock.advance(5 * dayMs);
		expect((await user(body.token)).body.code).toBe('AUTH_TOKEN_EXPIRED');

		const idle = await login('ada@example.org', password, { rememberMe: true });
		clock.advance(60 * dayMs);
		expect((await user(idle.body.token)).body.code).toBe('AUTH_TOKEN_EXPIRED');
	});

	test('a token that never was is invalid, none at all asks to sign in', async () => {
		expect((await user('x'.repeat(43))).body.code).toBe('AUTH_TOKEN_INVALID');
		expect((await user('short')).body.code).toBe('AUTH_TOKEN_INVALID');
		expect((await api.get('/api/auth/user')).body.code).toBe('AUTH_REQUIRED');
	});

	test('an old hash is made anew at the next sign-in', async () => {
		const { userId } = await makeUser(services, { email: 'ada@example.org', password });
		const { argon2Sync } = await import('node:crypto');
		const salt = Buffer.alloc(16, 3);
		const tag = argon2Sync('argon2id', {
			message: password,
			nonce: salt,
			parallelism: 1,
			tagLength: 32,
			memory: 1024,
			passes: 1,
		});
		const old = `$argon2id$v=19$m=1024,t=1,p=1$${salt.toString('base64').replace(/=+$/, '')}$${tag.toString('base64').replace(/=+$/, '')}`;
		await database().pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, old]);
		expect((await login('ada@example.org', password)).status).toBe(200);
		const { rows } = await database().pool.query('SELECT password_hash FROM users WHERE id = $1', [userId]);
		expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
		expect((await login('ada@example.org', password)).status).toBe(200);
	});

	test('an unknown address costs the same work as a wrong password', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const work = async (email: string) => {
			const before = countHashes();
			await login(email, 'wrong');
			return countHashes() - before;
		};
		expect(await work('ada@example.org')).toBe(1);
		expect(await work('eve@example.org')).toBe(1);
	});
});

describe('the end of sessions', () => {
	test('logout ends this session only, at once', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const one = (await login('ada@example.org', password)).body.token;
		const two = (await login('ada@example.org', password)).body.token;
		expect((await api.post('/api/auth/logout', undefined, { token: one })).status).toBe(200);
		expect((await user(one)).body.code).toBe('AUTH_TOKEN_EXPIRED');
		expect((await user(two)).status).toBe(200);
	});

	test('end-all ends every session of this user and of nobody else', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const other = await makeUser(services);
		const one = (await login('ada@example.org', password)).body.token;
		const two = (await login('ada@example.org', password)).body.token;
		expect((await api.post('/api/auth/sessions/end-all', undefined, { token: one })).status).toBe(204);
		expect((await user(one)).status).toBe(401);
		expect((await user(two)).status).toBe(401);
		expect((await user(other.token)).status).toBe(200);
	});

	test('a disabled account is out at the next request and cannot come back until it is enabled', async () => {
		const { userId, token } = await makeUser(services, { email: 'ada@example.org', password });
		await database().pool.query('UPDATE users SET disabled_at = now() WHERE id = $1', [userId]);
		const shut = await user(token);
		expect([shut.status, shut.body.code]).toEqual([401, 'AUTH_ACCOUNT_DISABLED']);
		await setDisabled(services, userId, true);
		const right = await login('ada@example.org', password);
		expect([right.status, right.body.code]).toEqual([403, 'AUTH_ACCOUNT_DISABLED']);
		expect((await login('ada@example.org', 'wrong one')).body.code).toBe('AUTH_INVALID_CREDENTIALS');
		await setDisabled(services, userId, false);
		expect((await user(token)).status).toBe(401);
		expect((await login('ada@example.org', password)).status).toBe(200);
	});

	test('who may not do something gets an error, is not signed out', async () => {
		const { organisationId } = await makeUser(services);
		const { token } = await makeMember(services, organisationId, 'check_in');
		const answer = await api.patch(`/api/organisations/${organisationId}`, { name: 'Mine' }, { token });
		expect([answer.status, answer.body.code]).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
	});
});

describe('the lock', () => {
	const fail = async (times: number, email: string, address: string) => {
		for (let time = 0; time < times; time++) {
			const answer = await login(email, `wrong ${time}`, { address });
			expect(answer.body.code).toBe('AUTH_INVALID_CREDENTIALS');
		}
	};

	test('ten failures in 15 minutes lock for 15 minutes, also against the right password', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		await fail(10, 'ada@example.org', '198.51.100.7');
		const answer = await login('ada@example.org', password, { address: '198.51.100.7' });
		expect([answer.status, answer.body.code]).toEqual([423, 'AUTH_ACCOUNT_LOCKED']);
		expect(answer.body.userMessage).toBe('Your account has been locked. Please contact support.');
		expect(answer.headers.get('retry-after')).toBe('900');
		clock.advance(15 * 60_000 - 1000);
		expect((await login('ada@example.org', password, { address: '198.51.100.7' })).body.code).toBe(
			'AUTH_ACCOUNT_LOCKED',
		);
		clock.advance(1000);
		expect((await login('ada@example.org', password, { address: '198.51.100.7' })).status).toBe(200);
	});

	test('an address without an account is locked the same way', async () => {
		await fail(10, 'nobody@example.org', '198.51.100.7');
		expect((await login('nobody@example.org', 'x', { address: '198.51.100.8' })).body.code).toBe(
			'AUTH_ACCOUNT_LOCKED',
		);
	});

	test('nine failures do not lock, a success forgets them, and old ones do not count', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		await fail(9, 'ada@example.org', '198.51.100.7');
		expect((await login('ada@example.org', password, { address: '198.51.100.7' })).status).toBe(200);
		await fail(9, 'ada@example.org', '198.51.100.7');
		clock.advance(15 * 60_000);
		await fail(9, 'ada@example.org', '198.51.100.7');
		expect((await login('ada@example.org', password, { address: '198.51.100.7' })).status).toBe(200);
	});

	test('a stranger who keeps failing does not lock the owner out of a familiar place', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		expect((await login('ada@example.org', password, { address: '192.0.2.10' })).status).toBe(200);
		for (let hour = 0; hour < 4; hour++) {
			await fail(10, 'ada@example.org', `198.51.100.${hour}`);
			expect((await login('ada@example.org', password, { address: '203.0.113.99' })).body.code).toBe(
				'AUTH_ACCOUNT_LOCKED',
			);
			expect((await login('ada@example.org', password, { address: '192.0.2.10' })).status).toBe(200);
			clock.advance(16 * 60_000);
		}
	});

	test('a familiar place has a count of its own', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		await login('ada@example.org', password, { address: '192.0.2.10' });
		await fail(10, 'ada@example.org', '192.0.2.10');
		expect((await login('ada@example.org', password, { address: '192.0.2.10' })).body.code).toBe(
			'AUTH_ACCOUNT_LOCKED',
		);
		expect((await login('ada@example.org', password, { address: '203.0.113.99' })).status).toBe(200);
	});

	test('a reset through the mailbox lets the owner in from anywhere, under attack', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		await fail(10, 'ada@example.org', '198.51.100.7');
		await api.post('/api/auth/forgot-password', { email: 'ada@example.org' });
		const token = await newestMailToken(services, 'reset_password');
		const from = { headers: { 'X-Forwarded-For': '203.0.113.50' } };
		const reset = await api.post(
			'/api/auth/reset-password',
			{ token, password: 'marmots sing quietly' },
			from,
		);
		expect(reset.status).toBe(200);
		await fail(10, 'ada@example.org', '198.51.100.7');
		const answer = await login('ada@example.org', 'marmots sing quietly', { address: '203.0.113.50' });
		expect(answer.status).toBe(200);
	});

	test('guesses side by side do not slip past the lock', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const guess = (secret: string) =>
			signIn(
				services,
				{ email: 'ada@example.org', password: secret, rememberMe: false },
				{ address: '198.51.100.7', userAgent: '' },
			).then(
				() => 'in',
				(error) => error.code as string,
			);
		const wrong = Array.from({ length: 30 }, (_, index) => guess(`wrong ${index}`));
		// The right one comes while others are still under way.
		await Promise.all(wrong.slice(0, 5));
		const right = await guess(password);
		const results = await Promise.all(wrong);
		expect(results.filter((result) => result === 'AUTH_INVALID_CREDENTIALS')).toHaveLength(maxFailures);
		expect(results.filter((result) => result === 'AUTH_ACCOUNT_LOCKED')).toHaveLength(20);
		expect(right).toBe('AUTH_ACCOUNT_LOCKED');
	});

	test('right passwords side by side all get in', async () => {
		await makeUser(services, { email: 'ada@example.org', password });
		const signIns = Array.from({ length: 20 }, () => login('ada@example.org', password));
		expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(Array(20).fill(200));
	});
});
