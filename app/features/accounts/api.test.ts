import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';

/** The calls about accounts as section 7 shapes them: paths, bodies, no bearer, and the texts that stand in for a missing one. */
let answer: () => Response;
const sent: { line: string; body: unknown; bearer: string | null }[] = [];
vi.stubGlobal('location', { origin: 'http://foyer.test' });
vi.stubGlobal('document', { documentElement: { lang: 'en' } });
vi.stubGlobal('fetch', async (request: Request) => {
	sent.push({
		line: `${request.method} ${new URL(request.url).pathname}`,
		body: await request.json(),
		bearer: request.headers.get('authorization'),
	});
	return answer();
});
const calls = await import('./api.ts');
const { tokens } = await import('#app/lib/token-store.ts');

beforeEach(() => tokens.set('somebody-else', { rememberMe: false }));
afterEach(() => {
	tokens.clear();
	sent.length = 0;
});

const person = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	organisationName: '',
	email: 'a@example.org',
	password: 'p',
};
const credentials = { email: 'a@example.org', password: 'p', rememberMe: true };
const ways: [name: string, call: () => Promise<unknown>, line: string, body: object, failed: string][] = [
	['logging in', () => calls.logIn(credentials), 'POST /api/auth/login', credentials, 'Login failed'],
	['signing up', () => calls.signUp(person), 'POST /api/auth/register', person, 'Registration failed'],
	[
		'confirming an address',
		() => calls.confirmEmail('tok'),
		'POST /api/auth/verify-email',
		{ token: 'tok' },
		'Email verification failed',
	],
	[
		'asking for a reset',
		() => calls.askForReset('a@example.org'),
		'POST /api/auth/forgot-password',
		{ email: 'a@example.org' },
		'Password reset request failed',
	],
	[
		'setting a password',
		() => calls.setNewPassword('tok', 'p'),
		'POST /api/auth/reset-password',
		{ token: 'tok', password: 'p' },
		'Password reset failed',
	],
];
const refusal = (promise: Promise<unknown>) =>
	promise.then(
		() => expect.unreachable(),
		(error: AppError) => error,
	);

test.each(ways)('%s: what is sent, and what is thrown when the refusal has no words', async (...way) => {
	const [, call, line, body, failed] = way;
	answer = () => Response.json({}, { status: 500 });
	const error = await refusal(call());
	expect([error.message, error.code]).toEqual([failed, 'SERVER_ERROR']);
	expect(sent).toEqual([{ line, body, bearer: null }]);
	answer = () => Response.json({ message: 'In words.' }, { status: 422 });
	expect((await refusal(call())).message).toBe('In words.');
	// A refusal says nothing about whoever is signed in.
	expect(tokens.get()).toBe('somebody-else');
});

test('a login refused without JSON has its status', async () => {
	answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
	for (const call of [calls.logIn(credentials), calls.sendCode('c', '123456')]) {
		expect((await refusal(call)).message).toBe('Login failed with status 502');
	}
});

test.each([
	['no JSON', () => new Response('<h1>Welcome</h1>')],
	['nothing', () => new Response(null, { status: 204 })],
	['neither token nor challenge', () => Response.json({ ok: true })],
])('a login answered with %s is an invalid response', async (_, given) => {
	answer = given;
	const error = await refusal(calls.logIn(credentials));
	expect(error).toBeInstanceOf(AppError);
	expect(error.message).toBe('Invalid response from server');
});

test('a token comes through, and so does the wish for a code', async () => {
	answer = () => Response.json({ token: 't' });
	expect(await calls.logIn(credentials)).toEqual({ token: 't' });
	answer = () => Response.json({ challenge: 'c' });
	expect(await calls.logIn(credentials)).toEqual({ challenge: 'c' });
});
