import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '#shared/errors/catalogue.ts';
import { makeMember, makeUser, newestMailToken } from '#tests/factories/accounts.ts';
import { type ApiAnswer, createTestApi, sendingMailer } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { setDisabled } from './commands/change-access.ts';

/* Every AUTH_ code of the catalogue, and how a person comes to see it. A new code without a way fails here. */
const { services, api, clock } = useTestApi({ isFresh: true, hasClock: true });
const email = 'ada@example.org';
const password = 'hummus and regret';
const dayMs = 86_400_000;

const login = (secret = password) => api.post('/api/auth/login', { email, password: secret });
const user = (token?: string) => api.get('/api/auth/user', token ? { token } : {});
type AuthCode = Extract<ErrorCode, `AUTH_${string}`>;

const ways: Record<AuthCode, [how: string, status: number, way: () => Promise<ApiAnswer>][]> = {
	AUTH_INVALID_CREDENTIALS: [
		[
			'a wrong password',
			401,
			async () => {
				await makeUser(services, { email, password });
				return login('not this one');
			},
		],
	],
	AUTH_TOKEN_EXPIRED: [
		[
			'a session that has ended',
			401,
			async () => {
				const { token } = await makeUser(services);
				clock.advance(dayMs);
				return user(token);
			},
		],
		[
			'a link of yesterday',
			400,
			async () => {
				await makeUser(services, { email, password });
				await api.post('/api/auth/forgot-password', { email });
				const token = await newestMailToken(services, 'reset_password');
				clock.advance(dayMs);
				return api.post('/api/auth/reset-password', { token, password: 'marmots sing quietly' });
			},
		],
	],
	AUTH_TOKEN_INVALID: [
		['a token that never was', 401, () => user('x'.repeat(43))],
		['a link that never was', 400, () => api.post('/api/auth/verify-email', { token: 'x'.repeat(43) })],
	],
	AUTH_ACCOUNT_LOCKED: [
		[
			'the right password after ten wrong ones',
			423,
			async () => {
				await makeUser(services, { email, password });
				for (let time = 0; time < 10; time++) await login(`wrong ${time}`);
				return login();
			},
		],
	],
	AUTH_ACCOUNT_DISABLED: [
		[
			'the right password of an account that an administrator disabled',
			403,
			async () => {
				const { userId } = await makeUser(services, { email, password });
				await setDisabled(services, userId, true);
				return login();
			},
		],
	],
	AUTH_INSUFFICIENT_PERMISSIONS: [
		[
			'a member whose role does not reach so far',
			403,
			async () => {
				const { organisationId } = await makeUser(services);
				const { token } = await makeMember(services, organisationId, 'check_in');
				return api.patch(`/api/organisations/${organisationId}/settings`, { taxNumber: 'X' }, { token });
			},
		],
		[
			'somebody at /admin who is no administrator',
			403,
			async () => api.get('/api/admin/mails', { token: (await makeUser(services)).token }),
		],
	],
	AUTH_REQUIRED: [['nobody signed in', 401, () => user()]],
};

describe('every AUTH_ code is reached by a person', () => {
	const codes = Object.keys(errorCatalogue).filter((code) => code.startsWith('AUTH_'));

	test('the table is whole', () => {
		expect(Object.keys(ways).sort()).toEqual(codes.sort());
	});

	test.each(
		Object.entries(ways).flatMap(([code, some]) =>
			some.map(([how, status, way]) => [code as AuthCode, how, status, way] as const),
		),
	)('%s: %s', async (code, _how, status, way) => {
		const answer = await way();
		expect([answer.status, answer.body.code]).toEqual([status, code]);
		expect(answer.body.message).not.toBe('');
		// Where a rule has a better sentence it stands there, else the text of the catalogue to the letter.
		if (answer.status !== 400) expect(answer.body.userMessage).toBe(errorCatalogue[code].userMessage);
	});
});

describe('what has more work for an address that has an account answers in even steps', () => {
	test.each([
		[
			'asking for a reset',
			() => (address: string) => api.post('/api/auth/forgot-password', { email: address }),
		],
		['signing up', () => (address: string) => api.post('/api/auth/register', { email: address, password })],
		[
			'changing to an address',
			async () => {
				// Without a mail server the address changes at once (docs/decisions/063-emails.md).
				const sending = createTestApi({ ...services, mailer: sendingMailer });
				const { token } = await makeUser(services);
				return (address: string) => sending.post('/api/account/email', { email: address }, { token });
			},
		],
	])('%s', async (_, prepare) => {
		await makeUser(services, { email, password });
		const answers = [];
		for (const address of [email, 'nobody@example.org']) {
			const ask = await prepare();
			const begun = performance.now();
			const { status, body } = await ask(address);
			// The work itself takes some hundredths of a second; a timer may be a millisecond early.
			expect(performance.now() - begun, address).toBeGreaterThan(98);
			answers.push({ status, body });
		}
		expect(answers[0]).toEqual(answers[1]);
	});
});
