import { beforeEach, describe, expect, test } from 'vitest';
import { createNullMailer } from '#server/platform/mailer.ts';
import { makeUser, newestMailToken } from '#tests/factories/accounts.ts';
import { createTestApi, sendingMailer } from '#tests/support/api.ts';
import { countHashes } from '#tests/support/cheap-hashes.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api, clock } = useTestApi({ isFresh: true, hasClock: true });
const password = 'hummus and regret';
const email = 'ada@example.org';

beforeEach(async () => {
	services.mailer = sendingMailer;
});

const login = async (address: string, secret = password) =>
	(await api.post('/api/auth/login', { email: address, password: secret })).body;
const user = (token: string) => api.get('/api/auth/user', { token });
const follow = (token: string | null) => api.post('/api/auth/verify-email', { token });
const change = (token: string, to: string) => api.post('/api/account/email', { email: to }, { token });
const mails = async () =>
	(await database().pool.query('SELECT template, recipient FROM mails ORDER BY created_at, id')).rows.map(
		(row) => `${row.template} ${row.recipient}`,
	);

describe('changing the password', () => {
	const ask = (token: string, currentPassword: string, newPassword: string) =>
		api.post('/api/account/password', { currentPassword, newPassword }, { token });

	test('takes the present one, ends the other sessions and links, and notifies the owner', async () => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		const other = (await login(email)).token;
		await api.post('/api/auth/forgot-password', { email });
		const link = await newestMailToken(services, 'reset_password');
		const answer = await ask(token, password, 'marmots sing quietly');
		expect(answer.status).toBe(200);
		expect((await user(other)).status).toBe(401);
		expect((await user(token)).status).toBe(401);
		expect((await user(answer.body.token)).status).toBe(200);
		expect((await login(email)).code).toBe('AUTH_INVALID_CREDENTIALS');
		expect((await login(email, 'marmots sing quietly')).token).toBeDefined();
		const late = await api.post('/api/auth/reset-password', { token: link, password: 'eve was never here' });
		expect(late.body.code).toBe('AUTH_TOKEN_EXPIRED');
		expect(await mails()).toContain(`accounts/password-changed ${email}`);
	});

	test('a wrong or missing present one is refused at its field and counts toward the lock', async () => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		await database().pool.query('DELETE FROM sign_in_sources');
		for (let time = 0; time < 10; time++) {
			const answer = await ask(token, time ? 'not it' : '', 'marmots sing quietly');
			expect([answer.status, answer.body.details[0].field]).toEqual([400, 'currentPassword']);
		}
		expect((await ask(token, password, 'marmots sing quietly')).body.code).toBe('AUTH_ACCOUNT_LOCKED');
	});

	test('an easy one is refused at its field', async () => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		const answer = await ask(token, password, 'ada@example.org');
		expect(answer.body.details).toMatchObject([{ field: 'newPassword', code: 'VALIDATION_FAILED' }]);
	});

	test('an account without one sets its first, with a fresh sign-in', async () => {
		const { token } = await makeUser(services, { email });
		clock.advance(16 * 60_000);
		expect((await ask(token, '', 'marmots sing quietly')).body.metadata.rule).toBe('confirm-sign-in');
		const fresh = await makeUser(services, { email: 'grace@example.org' });
		expect((await ask(fresh.token, '', 'marmots sing quietly')).status).toBe(200);
		expect((await login('grace@example.org', 'marmots sing quietly')).token).toBeDefined();
	});
});

describe('changing the address', () => {
	test.each(['leave first', 'enter first'])('both mailboxes confirm, %s', async (order) => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		expect((await change(token, 'ada@elsewhere.example')).status).toBe(200);
		expect(await mails()).toEqual([
			`accounts/leave-email ${email}`,
			'accounts/enter-email ada@elsewhere.example',
		]);
		const links = [
			await newestMailToken(services, 'leave_email'),
			await newestMailToken(services, 'enter_email'),
		];
		if (order === 'enter first') links.reverse();
		expect((await follow(links[0] as string)).body.outcome).toBe('waiting');
		// A second click is no second mailbox.
		expect((await follow(links[0] as string)).body.outcome).toBe('waiting');
		expect((await user(token)).body.email).toBe(email);
		expect((await follow(links[1] as string)).body.outcome).toBe('changed');
		expect((await user(token)).status).toBe(401);
		expect((await login(email)).code).toBe('AUTH_INVALID_CREDENTIALS');
		const again = await login('ada@elsewhere.example');
		expect((await user(again.token)).body).toMatchObject({
			email: 'ada@elsewhere.example',
			isEmailVerified: true,
		});
		expect((await mails()).at(-1)).toBe(`accounts/security-notice ${email}`);
	});

	test('without a mail server it happens at once, and the new one counts as not verified', async () => {
		Object.assign(api, createTestApi({ ...services, mailer: createNullMailer() }));
		const { token } = await makeUser(services, { email, password });
		await makeUser(services, { email: 'taken@example.org' });
		expect((await change(token, 'taken@example.org')).body.metadata.rule).toBe('address-taken');
		expect((await change(token, 'new@example.org')).status).toBe(200);
		expect((await user(token)).body).toMatchObject({ email: 'new@example.org', isEmailVerified: false });
		expect((await login('new@example.org')).token).toBeDefined();
		expect(await mails()).toEqual([]);
	});

	test('an address that was never confirmed has no say', async () => {
		await api.post('/api/auth/register', { email: 'mistpyed@example.org', password });
		const { token } = await login('mistpyed@example.org');
		await change(token, email);
		expect(await newestMailToken(services, 'leave_email')).toBeNull();
		expect((await follow(await newestMailToken(services, 'enter_email'))).body.outcome).toBe('changed');
		expect((await login(email)).token).toBeDefined();
	});

	test('the caller cannot see whether the new address has an account; its owner can', async () => {
		await makeUser(services, { email, password });
		await makeUser(services, { email: 'taken@example.org' });
		const { token } = await login(email);
		const work = async (to: string) => {
			const before = countHashes();
			const { status, body } = await change(token, to);
			return {
				status,
				body,
				hashes: countHashes() - before,
				security: Object.keys((await api.get('/api/account/security', { token })).body.emailChange),
			};
		};
		const [free, taken] = [await work('free@example.org'), await work('taken@example.org')];
		expect(taken).toEqual(free);
		expect((await mails()).at(-1)).toBe('accounts/email-taken taken@example.org');
	});

	test('when the address got an account meanwhile, nothing changes', async () => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		await change(token, 'late@example.org');
		await makeUser(services, { email: 'late@example.org' });
		await follow(await newestMailToken(services, 'leave_email'));
		const answer = await follow(await newestMailToken(services, 'enter_email'));
		expect([answer.status, answer.body.metadata.rule]).toEqual([422, 'address-taken']);
		expect((await user(token)).body.email).toBe(email);
	});

	test('it can be withdrawn, is replaced by a later wish, and ends after a day', async () => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		await change(token, 'one@example.org');
		const old = await newestMailToken(services, 'enter_email');
		await change(token, 'two@example.org');
		expect((await follow(old)).status).toBe(400);
		expect((await api.get('/api/account/security', { token })).body.emailChange.newEmail).toBe(
			'two@example.org',
		);
		const leave = await newestMailToken(services, 'leave_email');
		expect((await api.delete('/api/account/email', { token })).status).toBe(204);
		expect((await follow(leave)).status).toBe(400);
		expect((await api.get('/api/account/security', { token })).body.emailChange).toBeNull();
		await change(token, 'three@example.org');
		clock.advance(24 * 3_600_000);
		expect((await follow(await newestMailToken(services, 'leave_email'))).body.code).toBe(
			'AUTH_TOKEN_EXPIRED',
		);
	});

	test('needs a fresh sign-in, and another address than the present one', async () => {
		await makeUser(services, { email, password });
		const { token } = await login(email);
		expect((await change(token, 'ADA@example.org')).body.details[0].field).toBe('email');
		clock.advance(16 * 60_000);
		expect((await change(token, 'new@example.org')).body.metadata.rule).toBe('confirm-sign-in');
	});
});

/** The forms of arxiv.org/abs/2205.10174; those with a provider stand in oidc.test.ts. */
describe('account pre-hijacking', () => {
	const trap = async () => {
		await api.post('/api/auth/register', { email, password: 'the attacker waits here' });
		return (await login(email, 'the attacker waits here')).token as string;
	};
	const recover = async () => {
		await api.post('/api/auth/forgot-password', { email });
		const token = await newestMailToken(services, 'reset_password');
		const answer = await api.post('/api/auth/reset-password', { token, password: 'marmots sing quietly' });
		expect(answer.status).toBe(200);
	};

	test('unexpired session: the attacker is out when the owner recovers the account', async () => {
		const attacker = await trap();
		await recover();
		expect((await user(attacker)).status).toBe(401);
		expect((await login(email, 'the attacker waits here')).code).toBe('AUTH_INVALID_CREDENTIALS');
		expect((await login(email, 'marmots sing quietly')).token).toBeDefined();
	});

	test('unexpired change of address: a link that was withheld back leads nowhere', async () => {
		const attacker = await trap();
		await change(attacker, 'eve@example.org');
		const withheld = await newestMailToken(services, 'enter_email');
		await recover();
		expect((await follow(withheld)).status).toBe(400);
		expect((await login(email, 'marmots sing quietly')).token).toBeDefined();
	});

	test('trojan identifier: neither a second factor nor a provider of the attacker stays', async () => {
		const attacker = await trap();
		const { userId } = (await database().pool.query('SELECT id AS "userId" FROM users')).rows[0];
		await api.post('/api/account/two-factor/set-up', undefined, { token: attacker });
		await database().pool.query('UPDATE two_factors SET enabled_at = now()');
		await database().pool.query(
			`INSERT INTO user_identities (issuer, subject, user_id, email, last_used_at) VALUES ('https://id.example', 'eve', $1, '', now())`,
			[userId],
		);
		await recover();
		expect((await login(email, 'marmots sing quietly')).token).toBeDefined();
		expect((await database().pool.query('SELECT FROM user_identities')).rowCount).toBe(0);
	});

	test('of an account that was the owner’s all along, the reset keeps the second factor', async () => {
		const { userId } = await makeUser(services, { email, password });
		await database().pool.query(
			`INSERT INTO two_factors (user_id, sealed_secret, enabled_at) VALUES ($1, '\\x00', now())`,
			[userId],
		);
		await recover();
		expect((await login(email, 'marmots sing quietly')).challenge).toBeDefined();
	});
});
