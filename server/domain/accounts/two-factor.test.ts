import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api, clock } = useTestApi({
	...{ isFresh: true, hasClock: true },
	environment: { TRUST_PROXY: '1' },
});
const password = 'hummus and regret';
const email = 'ada@example.org';

const login = (secret = password, address = '198.51.100.1') =>
	api.post('/api/auth/login', { email, password: secret }, { headers: { 'X-Forwarded-For': address } });
const sendCode = (challenge: string, code: string, address = '198.51.100.1') =>
	api.post('/api/auth/login/code', { challenge, code }, { headers: { 'X-Forwarded-For': address } });
const user = (token: string) => api.get('/api/auth/user', { token });
const mailsOf = async (template: string) =>
	(
		await database().pool.query(
			'SELECT props, recipient FROM mails WHERE template = $1 ORDER BY created_at, id',
			[template],
		)
	).rows;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** An account with two factors, its app, its paper codes and a session. */
async function makeProved(options: { isAdmin?: boolean } = {}) {
	const made = await makeUser(services, { email, password, ...options });
	const { token: first } = (await login()).body;
	const { secret, uri } = (await api.post('/api/account/two-factor/set-up', undefined, { token: first }))
		.body;
	const app = new TOTP({ secret: Secret.fromBase32(secret) });
	const code = () => app.generate({ timestamp: clock.now().getTime() });
	const on = await api.post('/api/account/two-factor', { code: code() }, { token: first });
	expect(on.status).toBe(200);
	clock.advance(30_000);
	return {
		...made,
		uri,
		code,
		first,
		token: on.body.token as string,
		paper: on.body.recoveryCodes as string[],
	};
}

describe('turning two factors on', () => {
	test('takes a code of the app, gives ten codes on paper, another token, and notifies the owner', async () => {
		const { uri, first, token, paper } = await makeProved();
		expect(uri).toMatch(
			/^otpauth:\/\/totp\/Foyer:ada%40example\.org\?issuer=Foyer&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
		);
		expect(new Set(paper).size).toBe(10);
		for (const code of paper) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
		expect((await user(first)).body.code).toBe('AUTH_TOKEN_INVALID');
		expect((await user(token)).status).toBe(200);
		expect(await mailsOf('accounts/security-notice')).toMatchObject([
			{ recipient: email, props: { change: 'two-factor-on' } },
		]);
		const { body } = await api.get('/api/account/security', { token });
		expect(body.twoFactor).toMatchObject({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
	});

	test('a wrong code changes nothing, and nothing of the secret is stored in plain', async () => {
		await makeUser(services, { email, password });
		const { token } = (await login()).body;
		const { secret } = (await api.post('/api/account/two-factor/set-up', undefined, { token })).body;
		const answer = await api.post('/api/account/two-factor', { code: '12345' }, { token });
		expect([answer.status, answer.body.details[0].field]).toEqual([400, 'code']);
		expect((await login()).body.token).toBeDefined();
		const { rows } = await database().pool.query('SELECT t::text AS line FROM two_factors t');
		const bytes = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
		expect(rows[0].line).not.toContain(bytes);
		expect(rows[0].line).not.toContain(secret);
	});

	test('ends the other sessions', async () => {
		const before = await makeUser(services, { email: 'grace@example.org' });
		const { userId } = await makeProved();
		const { rows } = await database().pool.query(
			'SELECT count(*)::int AS live FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
			[userId],
		);
		expect(rows[0].live).toBe(1);
		expect((await user(before.token)).status).toBe(200);
	});

	test('cannot be begun anew while it is on', async () => {
		const { token } = await makeProved();
		const answer = await api.post('/api/account/two-factor/set-up', undefined, { token });
		expect([answer.status, answer.body.metadata.rule]).toEqual([422, 'two-factor-is-on']);
	});
});

describe('signing in with two factors', () => {
	test('the password alone gives no token, the code of the app does', async () => {
		const { code } = await makeProved();
		const half = (await login()).body;
		expect(half.token).toBeUndefined();
		expect((await user(half.challenge)).status).toBe(401);
		const answer = await sendCode(half.challenge, code());
		expect(answer.status).toBe(200);
		expect((await user(answer.body.token)).body.email).toBe(email);
	});

	test('no code is taken twice, not even side by side', async () => {
		const { code } = await makeProved();
		const now = code();
		const halves = await Promise.all([login(), login(), login()]);
		const answers = await Promise.all(halves.map(({ body }) => sendCode(body.challenge, now)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
		clock.advance(30_000);
		const { challenge } = (await login()).body;
		expect((await sendCode(challenge, now)).body.userMessage).toMatch(/^That code isn’t right/);
		expect((await sendCode(challenge, code())).status).toBe(200);
		clock.advance(30_000);
		// The half that was used up is gone as well.
		expect((await sendCode(challenge, code())).body.code).toBe('AUTH_TOKEN_EXPIRED');
	});

	test('a clock that is half a minute off is forgiven, one that is two minutes off is not', async () => {
		const { code } = await makeProved();
		clock.advance(300_000);
		const early = code();
		clock.advance(30_000);
		expect((await sendCode((await login()).body.challenge, early)).status).toBe(200);
		const old = code();
		clock.advance(120_000);
		expect((await sendCode((await login()).body.challenge, old)).status).toBe(401);
	});

	test('a code on paper works once, however it is typed, and its owner is notified', async () => {
		const { paper } = await makeProved();
		const typed = ` ${(paper[0] as string).toUpperCase().replaceAll('-', ' ').replaceAll('1', 'l')} `;
		expect((await sendCode((await login()).body.challenge, typed)).status).toBe(200);
		expect((await sendCode((await login()).body.challenge, paper[0] as string)).status).toBe(401);
		expect((await mailsOf('accounts/security-notice')).at(-1)).toMatchObject({
			props: { change: 'recovery-code-used' },
		});
	});

	test('wrong codes lock like wrong passwords, and a right password forgets none of them', async () => {
		const { code } = await makeProved();
		await database().pool.query('DELETE FROM sign_in_sources');
		for (let time = 0; time < 10; time++) {
			const { challenge } = (await login()).body;
			const answer = await sendCode(challenge, wrong(code()));
			expect(answer.body.code).toBe('AUTH_INVALID_CREDENTIALS');
		}
		const answer = await login();
		expect([answer.status, answer.body.code]).toEqual([423, 'AUTH_ACCOUNT_LOCKED']);
		clock.advance(15 * 60_000);
		expect((await sendCode((await login()).body.challenge, code())).status).toBe(200);
	});

	test('the first half ends after ten minutes', async () => {
		const { code } = await makeProved();
		const { challenge } = (await login()).body;
		clock.advance(10 * 60_000);
		const late = await sendCode(challenge, code());
		expect([late.status, late.body.code]).toEqual([400, 'AUTH_TOKEN_EXPIRED']);
		expect((await sendCode('x'.repeat(43), code())).body.code).toBe('AUTH_TOKEN_EXPIRED');
	});

	test('a disabled account learns so only after both factors', async () => {
		const { userId, code } = await makeProved();
		const { challenge } = (await login()).body;
		await database().pool.query('UPDATE users SET disabled_at = now() WHERE id = $1', [userId]);
		expect((await sendCode(challenge, wrong(code()))).body.code).toBe('AUTH_INVALID_CREDENTIALS');
		expect((await sendCode(challenge, code())).body.code).toBe('AUTH_ACCOUNT_DISABLED');
	});
});

describe('turning it off', () => {
	test('takes a fresh sign-in with both factors', async () => {
		const { token, code } = await makeProved();
		clock.advance(16 * 60_000);
		const stale = await api.delete('/api/account/two-factor', { token });
		expect([stale.status, stale.body.code, stale.body.metadata.rule]).toEqual([
			403,
			'AUTH_REQUIRED',
			'confirm-sign-in',
		]);
		const half = await api.post('/api/auth/confirm', { password }, { token });
		expect(half.body.details[0].field).toBe('code');
		const bad = await api.post('/api/auth/confirm', { password: 'not it', code: code() }, { token });
		expect(bad.body.code).toBe('AUTH_INVALID_CREDENTIALS');
		const fresh = await api.post('/api/auth/confirm', { password, code: code() }, { token });
		expect(fresh.status).toBe(200);
		expect((await user(token)).body.code).toBe('AUTH_TOKEN_INVALID');
		expect((await api.delete('/api/account/two-factor', { token: fresh.body.token })).status).toBe(204);
		expect((await login()).body.token).toBeDefined();
		expect((await database().pool.query('SELECT FROM recovery_codes')).rowCount).toBe(0);
	});

	test('new paper codes void the old ones', async () => {
		const { token, paper } = await makeProved();
		const { body } = await api.post('/api/account/two-factor/recovery-codes', undefined, { token });
		const { challenge } = (await login()).body;
		expect((await sendCode(challenge, paper[3] as string)).status).toBe(401);
		expect((await sendCode(challenge, body.recoveryCodes[3])).status).toBe(200);
	});
});

describe('administrators', () => {
	test('act as such only after signing in with two factors, and cannot turn them off', async () => {
		await makeUser(services, { email, password, isAdmin: true });
		const { token } = (await login()).body;
		const shut = await api.get('/api/admin/mails', { token });
		expect([shut.status, shut.body.code, shut.body.metadata.rule]).toEqual([
			403,
			'AUTH_INSUFFICIENT_PERMISSIONS',
			'two-factor-needed',
		]);
		expect((await user(token)).body).toMatchObject({ isAdmin: true, needsTwoFactor: true });
		const { secret } = (await api.post('/api/account/two-factor/set-up', undefined, { token })).body;
		const app = new TOTP({ secret: Secret.fromBase32(secret) });
		const code = app.generate({ timestamp: clock.now().getTime() });
		const on = (await api.post('/api/account/two-factor', { code }, { token })).body;
		expect((await api.get('/api/admin/mails', { token: on.token })).status).toBe(200);
		expect((await user(on.token)).body.needsTwoFactor).toBe(false);
		const off = await api.delete('/api/account/two-factor', { token: on.token });
		expect([off.status, off.body.metadata.rule]).toEqual([422, 'two-factor-required']);
	});
});

describe('the limit of sign-in tries for one account', () => {
	test('counts tries from all strange addresses together, for unknown addresses too; the owner at home is not slowed', async () => {
		const limits = { RATE_LIMITS: 'on', RATE_LIMIT_ACCOUNT_SIGN_IN: '3/min' };
		Object.assign(services, await createTestServices(database(), { TRUST_PROXY: '1', ...limits }, clock));
		Object.assign(api, createTestApi(services));
		await makeUser(services, { email, password });
		expect((await login(password, '192.0.2.10')).status).toBe(200);
		const ask = async (address: string, typed = email) =>
			(
				await api.post(
					'/api/auth/login',
					{ email: typed, password: 'wrong' },
					{ headers: { 'X-Forwarded-For': address } },
				)
			).body.code;
		for (const typed of [email, 'nobody@example.org']) {
			const codes = [];
			for (let n = 1; n <= 4; n++) codes.push(await ask(`198.51.100.${n}`, typed));
			const isFirst = typed === email;
			// The owner's own sign-in from a place that was strange then took the first try.
			expect(codes.slice(isFirst ? 2 : 3)).toEqual(
				isFirst
					? ['RATE_LIMIT_TOO_MANY_REQUESTS', 'RATE_LIMIT_TOO_MANY_REQUESTS']
					: ['RATE_LIMIT_TOO_MANY_REQUESTS'],
			);
		}
		expect((await login(password, '192.0.2.10')).status).toBe(200);
	});
});

describe('sessions', () => {
	test('are listed without secrets, and end one by one or all but this', async () => {
		await makeUser(services, { email, password });
		const other = await makeUser(services);
		const one = (await login()).body.token;
		const two = (await login()).body.token;
		const list = (await api.get('/api/account/sessions', { token: one })).body.data;
		expect(list).toHaveLength(3);
		expect(list.filter((row: { isCurrent: boolean }) => row.isCurrent)).toHaveLength(1);
		expect(JSON.stringify(list)).not.toContain(one);
		const second = (await api.get('/api/account/sessions', { token: two })).body.data.find(
			(row: { isCurrent: boolean }) => row.isCurrent,
		);
		const foreign = await api.delete(`/api/account/sessions/${second.id}`, { token: other.token });
		expect([foreign.status, foreign.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
		expect((await api.delete(`/api/account/sessions/${second.id}`, { token: one })).status).toBe(204);
		expect((await user(two)).body.code).toBe('AUTH_TOKEN_EXPIRED');
		const three = (await login()).body.token;
		expect((await api.post('/api/account/sessions/end-others', undefined, { token: one })).status).toBe(204);
		expect((await user(three)).status).toBe(401);
		expect((await user(one)).status).toBe(200);
		expect((await user(other.token)).status).toBe(200);
	});
});
