import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { type ProviderPerson, startOidcProvider, type TestProvider } from '#tests/support/oidc-provider.ts';

const database = useTestDatabase();
const clock = createTestClock();
const email = 'ada@example.org';
const password = 'hummus and regret';
const ada: ProviderPerson = {
	sub: 'ada-1815',
	email,
	email_verified: true,
	given_name: 'Ada',
	family_name: 'Lovelace',
};
let provider: TestProvider;
let services: Services;
let api: TestApi;

beforeAll(async () => {
	provider = await startOidcProvider('https://foyer.test/auth/callback');
});
afterAll(() => provider.close());
beforeEach(async () => {
	await database().truncate();
	await use({});
});

async function use(settings: Record<string, string>) {
	services = await createTestServices(
		database(),
		{
			OIDC_ISSUER: provider.issuer,
			OIDC_CLIENT_ID: provider.clientId,
			OIDC_CLIENT_SECRET: provider.clientSecret,
			OIDC_NAME: 'Example ID',
			...settings,
		},
		clock,
	);
	api = createTestApi(services);
}
const begin = async (rememberMe = false) => (await api.post('/api/auth/provider', { rememberMe })).body;
const end = (query: string, browserKey: string) => api.post('/api/auth/callback', { query, browserKey });
async function signIn(person: ProviderPerson) {
	const { url, browserKey } = await begin();
	return end(await provider.visit(url, person), browserKey);
}
const user = (token: string) => api.get('/api/auth/user', { token });
const login = (secret: string) => api.post('/api/auth/login', { email, password: secret });
const count = async (table: string) =>
	(await database().pool.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;
const refused = (answer: { status: number; body: { code: string } }) => [answer.status, answer.body.code];

describe('signing in by a provider', () => {
	test('asks for a code with PKCE, state and nonce, and makes an account with a confirmed address', async () => {
		expect((await api.get('/api/auth/options')).body).toMatchObject({ provider: { name: 'Example ID' } });
		const { url, browserKey } = await begin(true);
		const requested = Object.fromEntries(new URL(url).searchParams);
		expect(requested).toMatchObject({
			response_type: 'code',
			code_challenge_method: 'S256',
			redirect_uri: 'https://foyer.test/auth/callback',
			scope: 'openid email profile',
		});
		for (const name of ['state', 'nonce', 'code_challenge']) expect(requested[name]).toMatch(/^[\w-]{40,}$/);
		const answer = await end(await provider.visit(url, ada), browserKey);
		expect(answer.status).toBe(200);
		expect((await user(answer.body.token)).body).toMatchObject({
			email,
			firstName: 'Ada',
			lastName: 'Lovelace',
			isEmailVerified: true,
			organisations: [{ role: 'owner' }],
		});
		// Remembered, as was requested at the start.
		expect(new Date(answer.body.expiresAt).getTime() - clock.now().getTime()).toBe(60 * 86_400_000);
	});

	test('the second time it is the same account, also when the address at the provider has changed', async () => {
		await signIn(ada);
		const again = await signIn({ ...ada, email: 'countess@example.org', email_verified: false });
		expect((await user(again.body.token)).body.email).toBe(email);
		expect(await count('users')).toBe(1);
	});

	test.each([
		['not confirmed', { ...ada, email_verified: false }],
		['of which nothing is said', { sub: ada.sub, email }],
		['that is missing', { sub: ada.sub }],
	])('an address %s is not enough', async (_, person) => {
		const answer = await signIn(person as ProviderPerson);
		expect([...refused(answer), answer.body.metadata.rule]).toEqual([
			422,
			'BUSINESS_RULE_VIOLATION',
			'address-not-verified',
		]);
		expect(await count('users')).toBe(0);
	});

	test('an account with that address is tied to it, and its owner is notified', async () => {
		const { userId } = await makeUser(services, { email, password });
		const answer = await signIn(ada);
		expect((await user(answer.body.token)).body.id).toBe(userId);
		expect((await login(password)).status).toBe(200);
		const { rows } = await database().pool.query(
			`SELECT recipient, props FROM mails WHERE template = 'accounts/security-notice'`,
		);
		expect(rows).toEqual([{ recipient: email, props: { change: 'provider-linked' } }]);
		const { body } = await api.get('/api/account/security', { token: answer.body.token });
		expect(body.identities).toMatchObject([{ issuer: provider.issuer, email }]);
		expect((await api.delete('/api/account/provider', { token: answer.body.token })).status).toBe(204);
		expect(await count('user_identities')).toBe(0);
	});

	test('a second person with the same address does not get in', async () => {
		await signIn(ada);
		const answer = await signIn({ ...ada, sub: 'eve' });
		expect([...refused(answer), answer.body.metadata.rule]).toEqual([
			422,
			'BUSINESS_RULE_VIOLATION',
			'other-identity',
		]);
	});

	test('the only way in is not removed', async () => {
		const { token } = (await signIn(ada)).body;
		const answer = await api.delete('/api/account/provider', { token });
		expect(answer.body.metadata.rule).toBe('only-way-in');
	});

	test('two factors are required as well', async () => {
		const { userId } = await makeUser(services, { email, password });
		await database().pool.query(
			`INSERT INTO two_factors (user_id, sealed_secret, enabled_at) VALUES ($1, '\\x00', now())`,
			[userId],
		);
		const { body } = await signIn(ada);
		expect(body.token).toBeUndefined();
		expect(body.challenge).toHaveLength(43);
	});

	test('a disabled account stays shut', async () => {
		await makeUser(services, { email, password });
		await database().pool.query('UPDATE users SET disabled_at = now()');
		expect(refused(await signIn(ada))).toEqual([403, 'AUTH_ACCOUNT_DISABLED']);
		expect(await count('user_identities')).toBe(0);
	});
});

describe('tying the provider to an account', () => {
	const beginLink = (token: string) => api.post('/api/account/provider', undefined, { token });
	const endLink = (token: string, query: string, browserKey: string) =>
		api.post('/api/account/provider/callback', { query, browserKey }, { token });
	async function link(token: string, person: ProviderPerson) {
		const { url, browserKey } = (await beginLink(token)).body;
		return endLink(token, await provider.visit(url, person), browserKey);
	}
	const security = async (token: string) => (await api.get('/api/account/security', { token })).body;

	test('adds a way in, whatever the address there, and notifies the owner; both ways lead to one account', async () => {
		const { userId, token } = await makeUser(services, { email, password });
		expect((await security(token)).provider).toEqual({ name: 'Example ID', isLinked: false });
		const person = { ...ada, email: 'work@example.org', email_verified: false };
		expect((await link(token, person)).status).toBe(204);
		expect(await security(token)).toMatchObject({
			provider: { isLinked: true },
			identities: [{ issuer: provider.issuer, email: 'work@example.org' }],
		});
		const { rows } = await database().pool.query(
			`SELECT recipient, props FROM mails WHERE template = 'accounts/security-notice'`,
		);
		expect(rows).toEqual([{ recipient: email, props: { change: 'provider-linked' } }]);
		expect((await user((await signIn(person)).body.token)).body.id).toBe(userId);
		expect((await login(password)).status).toBe(200);
		// A second time changes nothing and notifies nobody.
		expect((await link(token, person)).status).toBe(204);
		expect(await count(`mails WHERE template = 'accounts/security-notice'`)).toBe(1);
		expect((await api.delete('/api/account/provider', { token })).status).toBe(204);
		expect(await count('user_identities')).toBe(0);
	});

	test('needs a sign-in of the last 15 minutes, to tie and to untie', async () => {
		const { token } = await makeUser(services, { email, password });
		clock.advance(16 * 60_000);
		expect((await beginLink(token)).body.metadata.rule).toBe('confirm-sign-in');
		expect((await api.delete('/api/account/provider', { token })).body.metadata.rule).toBe('confirm-sign-in');
		expect(await count('oidc_sign_ins')).toBe(0);
	});

	test('of an address that was never confirmed is refused: an attacker would leave a way in behind', async () => {
		const { token } = await makeUser(services, { email, password, isVerified: false });
		expect((await beginLink(token)).body.metadata.rule).toBe('address-not-confirmed');
	});

	test('is ended by the account that began it alone, and is no sign-in; a sign-in ties nothing', async () => {
		const { token } = await makeUser(services, { email, password });
		const eve = await makeUser(services);
		const { url, browserKey } = (await beginLink(token)).body;
		const query = await provider.visit(url, ada);
		const invalid = [400, 'AUTH_TOKEN_INVALID'];
		expect(refused(await endLink(eve.token, query, browserKey))).toEqual(invalid);
		expect(refused(await end(query, browserKey))).toEqual(invalid);
		expect((await end(query, browserKey)).body.token).toBeUndefined();
		const other = await begin();
		expect(refused(await endLink(token, await provider.visit(other.url, ada), other.browserKey))).toEqual(
			invalid,
		);
		expect(await count('user_identities')).toBe(0);
		expect((await endLink(token, query, browserKey)).status).toBe(204);
	});

	test('a person of another account, and a second person at one provider, are refused', async () => {
		const first = await makeUser(services, { email, password });
		const second = await makeUser(services);
		expect((await link(first.token, ada)).status).toBe(204);
		expect((await link(second.token, ada)).body.metadata.rule).toBe('tied-elsewhere');
		expect((await link(first.token, { ...ada, sub: 'other' })).body.metadata.rule).toBe('already-tied');
		expect(await count('user_identities')).toBe(1);
	});
});

describe('account pre-hijacking with a provider', () => {
	test('classic-federated merge: the password of who came first is void, and their session has ended', async () => {
		await api.post('/api/auth/register', { email, password });
		const attacker = (await login(password)).body.token;
		const { token } = (await signIn(ada)).body;
		expect((await user(token)).body).toMatchObject({ email, isEmailVerified: true });
		expect((await user(attacker)).status).toBe(401);
		expect((await login(password)).body.code).toBe('AUTH_INVALID_CREDENTIALS');
	});

	test('non-verifying provider: an address that it merely repeats opens nobody’s account', async () => {
		await makeUser(services, { email, password });
		const answer = await signIn({ sub: 'eve', email, email_verified: false });
		expect(answer.body.metadata.rule).toBe('address-not-verified');
		expect(await count('user_identities')).toBe(0);
	});
});

describe('what comes back is checked', () => {
	const invalid = [400, 'AUTH_TOKEN_INVALID'];

	test('once: a second time it is refused', async () => {
		const { url, browserKey } = await begin();
		const query = await provider.visit(url, ada);
		expect((await end(query, browserKey)).status).toBe(200);
		expect(refused(await end(query, browserKey))).toEqual(invalid);
	});

	test('another state, or the browser of somebody else, is refused', async () => {
		const { url, browserKey } = await begin();
		const query = await provider.visit(url, ada);
		const other = await begin();
		expect(refused(await end(query, other.browserKey))).toEqual(invalid);
		const forged = new URLSearchParams(query);
		forged.set('state', 'x'.repeat(43));
		expect(refused(await end(`?${forged}`, browserKey))).toEqual(invalid);
		// Neither used it up for its owner.
		expect((await end(query, browserKey)).status).toBe(200);
	});

	test.each([
		['PKCE: another verifier than the challenge was made of', `code_verifier = repeat('v', 43)`],
		['another nonce than the ID token carries', `nonce = 'another one'`],
	])('%s', async (_, change) => {
		const { url, browserKey } = await begin();
		const query = await provider.visit(url, ada);
		await database().pool.query(`UPDATE oidc_sign_ins SET ${change}`);
		expect(refused(await end(query, browserKey))).toEqual(invalid);
		expect(await count('users')).toBe(0);
	});

	test('the name of another issuer in the answer', async () => {
		const { url, browserKey } = await begin();
		const query = new URLSearchParams(await provider.visit(url, ada));
		expect(query.get('iss')).toBe(provider.issuer);
		query.set('iss', 'https://evil.example');
		expect(refused(await end(`?${query}`, browserKey))).toEqual(invalid);
	});

	test('a code of somebody else’s making', async () => {
		const { url, browserKey } = await begin();
		const query = new URLSearchParams(await provider.visit(url, ada));
		query.set('code', 'made-up');
		expect(refused(await end(`?${query}`, browserKey))).toEqual(invalid);
	});

	test('after ten minutes it is too late', async () => {
		const { url, browserKey } = await begin();
		const query = await provider.visit(url, ada);
		clock.advance(10 * 60_000);
		expect(refused(await end(query, browserKey))).toEqual(invalid);
	});

	test('a refusal by the provider has its own error', async () => {
		const { url, browserKey } = await begin();
		const answer = await end(await provider.visit(url, 'refuses'), browserKey);
		expect(refused(answer)).toEqual([403, 'RESOURCE_ACCESS_DENIED']);
		expect(answer.body.userMessage).toBe('The provider didn’t log you in.');
	});

	test('a provider that calls itself by another name is not used', async () => {
		await use({ OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') });
		const answer = await api.post('/api/auth/provider', {});
		expect(refused(answer)).toEqual([503, 'SERVICE_UNAVAILABLE']);
	});

	test('nonsense of any kind is refused, not a fault', async () => {
		const { browserKey } = await begin();
		for (const query of [
			'',
			'?',
			'?state=',
			'?code=1&code=2&state=a&state=b',
			'\u0000',
			'#x',
			'?%zz',
			'?error=server_error&state=x',
		])
			expect(refused(await end(query, browserKey))).toEqual(invalid);
	});
});

test('without a provider there is nothing of it', async () => {
	services = await createTestServices(database(), {}, clock);
	api = createTestApi(services);
	expect((await api.get('/api/auth/options')).body).toMatchObject({ provider: null });
	expect((await api.post('/api/auth/provider', {})).status).toBe(404);
	expect((await end('?code=1', 'x'.repeat(43))).status).toBe(404);
});
