import { beforeEach, describe, expect, test } from 'vitest';
import { newestMailToken } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices, sendingMailer } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api, clock, query: rows } = useTestApi({ isFresh: true, hasClock: true });
const password = 'hummus and regret';

beforeEach(async () => {
	services.mailer = sendingMailer;
});

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', password };
const register = (input: object) => api.post('/api/auth/register', input);
const login = (email: string, secret: string) => api.post('/api/auth/login', { email, password: secret });
const user = (token: string) => api.get('/api/auth/user', { token });

describe('a forgotten password', () => {
	const reset = (token: string | null, secret: string) =>
		api.post('/api/auth/reset-password', { token, password: secret });

	test('is replaced once with the link; all sessions end and the address counts as verified', async () => {
		await register(ada);
		const session = (await login(ada.email, password)).body.token;
		await api.post('/api/auth/forgot-password', { email: 'ADA@example.org' });
		const link = await newestMailToken(services, 'reset_password');
		expect((await reset(link, 'marmots sing quietly')).status).toBe(200);
		expect((await user(session)).body.code).toBe('AUTH_TOKEN_EXPIRED');
		expect((await login(ada.email, password)).status).toBe(401);
		const fresh = (await login(ada.email, 'marmots sing quietly')).body.token;
		expect((await user(fresh)).body.isEmailVerified).toBe(true);
		const again = await reset(link, 'another one entirely');
		expect([again.status, again.body.code]).toEqual([400, 'AUTH_TOKEN_INVALID']);
	});

	test('the link works for half an hour, and not after a newer one was requested', async () => {
		await register(ada);
		await api.post('/api/auth/forgot-password', { email: ada.email });
		const first = await newestMailToken(services, 'reset_password');
		clock.advance(1000);
		await api.post('/api/auth/forgot-password', { email: ada.email });
		const second = await newestMailToken(services, 'reset_password');
		expect((await reset(first, 'marmots sing quietly')).body.code).toBe('AUTH_TOKEN_EXPIRED');
		clock.advance(30 * 60_000);
		expect((await reset(second, 'marmots sing quietly')).body.code).toBe('AUTH_TOKEN_EXPIRED');
	});

	test('two uses of one link at once set one password', async () => {
		await register(ada);
		await api.post('/api/auth/forgot-password', { email: ada.email });
		const link = await newestMailToken(services, 'reset_password');
		const answers = await Promise.all(
			['one marmot sings', 'two marmots sing', 'three marmots sing'].map((secret) => reset(link, secret)),
		);
		expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
	});

	test('an easy password is refused and the link stays good', async () => {
		await register(ada);
		await api.post('/api/auth/forgot-password', { email: ada.email });
		const link = await newestMailToken(services, 'reset_password');
		const refused = await reset(link, 'lovelace1815');
		expect(refused.body.details).toMatchObject([{ field: 'password' }]);
		expect((await reset(link, 'marmots sing quietly')).status).toBe(200);
	});

	test('a request discloses nothing: same answer, and no link for nobody', async () => {
		await register(ada);
		const ask = async (email: string) => {
			const { status, body } = await api.post('/api/auth/forgot-password', { email });
			return { status, body };
		};
		expect(await ask('nobody@example.org')).toEqual(await ask(ada.email));
		expect(await rows(`SELECT 1 FROM mail_tokens WHERE purpose = 'reset_password'`)).toHaveLength(1);
	});

	test('a disabled account gets no link and cannot use one', async () => {
		await register(ada);
		await api.post('/api/auth/forgot-password', { email: ada.email });
		const link = await newestMailToken(services, 'reset_password');
		await rows('UPDATE users SET disabled_at = now()');
		const answer = await reset(link, 'marmots sing quietly');
		expect([answer.status, answer.body.code]).toEqual([403, 'AUTH_ACCOUNT_DISABLED']);
		await api.post('/api/auth/forgot-password', { email: ada.email });
		expect(await newestMailToken(services, 'reset_password')).toBe(link);
	});

	test('strangers cannot flood a mailbox', async () => {
		const limited = await createTestServices(
			database(),
			{ RATE_LIMITS: 'on', RATE_LIMIT_ACCOUNT_MAIL: '3/h' },
			clock,
		);
		const limitedApi = createTestApi(limited);
		await limitedApi.post('/api/auth/register', ada);
		for (let time = 0; time < 6; time++) {
			const answer = await limitedApi.post('/api/auth/forgot-password', { email: ada.email });
			expect(answer.status).toBe(200);
		}
		expect(await rows('SELECT 1 FROM mail_tokens')).toHaveLength(3);
	});

	test('who signed up with a foreign address is thrown out by its owner', async () => {
		await register({ ...ada, password: 'the squatter waits' });
		const squatter = (await login(ada.email, 'the squatter waits')).body.token;
		await register({ ...ada, password: 'the true Ada comes' });
		const link = await newestMailToken(services, 'reset_password', ada.email);
		await reset(link, 'the true Ada comes');
		expect((await user(squatter)).status).toBe(401);
		expect((await login(ada.email, 'the squatter waits')).status).toBe(401);
		expect((await login(ada.email, 'the true Ada comes')).status).toBe(200);
	});
});
