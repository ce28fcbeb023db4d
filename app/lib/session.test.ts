import { QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

const answers: (() => Response)[] = [];
const requested: (string | null)[] = [];
vi.stubGlobal('location', { origin: 'http://foyer.test', pathname: '/' });
vi.stubGlobal('history', { state: null });
vi.stubGlobal('document', { documentElement: { lang: 'en' } });
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('fetch', async (request: Request) => {
	requested.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')}`);
	return answers.shift()!();
});
const { readUserAgain, signIn, signOut, subscribeToSession, useSession, currentSession } = await import(
	'./session.ts'
);
const { tokens } = await import('./token-store.ts');
const { queryClientHere } = await import('./query-client.ts');
// Loaded by the session when it is needed; here before the clock stands still.
await import('./user-query.ts');

test('signing in reads the user with the new token; signing out forgets both', async () => {
	vi.useFakeTimers();
	answers.push(
		() => Response.json({ id: '1', email: 'a@example.org' }),
		() => Response.json({ message: 'bye' }),
	);
	const user = signIn('tok', { rememberMe: true });
	await vi.advanceTimersByTimeAsync(300);
	await expect(user).resolves.toMatchObject({ email: 'a@example.org' });
	expect(requested).toEqual(['/api/auth/user Bearer tok']);
	const out = signOut();
	await vi.advanceTimersByTimeAsync(0);
	await out;
	expect(requested[1]).toBe('/api/auth/logout Bearer tok');
	expect(tokens.get()).toBeNull();
	vi.useRealTimers();
});

test('a user who could not be read can be read again, and signing out works in between', async () => {
	vi.useFakeTimers();
	const stop = subscribeToSession(() => {});
	answers.push(
		() => Response.json({ message: 'x' }, { status: 500 }),
		() => Response.json({ id: '2', email: 'b@example.org' }),
	);
	tokens.set('tok', { rememberMe: false });
	await vi.advanceTimersByTimeAsync(300);
	expect(currentSession()).toMatchObject({ status: 'failed', error: { message: 'Failed to fetch user' } });
	expect(tokens.get()).toBe('tok');
	const again = readUserAgain();
	expect(currentSession().status).toBe('loading');
	await again;
	await vi.advanceTimersByTimeAsync(300);
	expect(currentSession()).toMatchObject({ status: 'user', user: { email: 'b@example.org' } });
	answers.push(() => Response.json({}));
	const out = signOut();
	await vi.advanceTimersByTimeAsync(0);
	await out;
	expect(currentSession().status).toBe('guest');
	stop();
	vi.useRealTimers();
});

test('a screen that is drawn once more while its session ends reads nothing without a token; then the cache is empty', async () => {
	answers.push(
		() => Response.json({ id: '3', email: 'c@example.org' }),
		() => Response.json({}),
	);
	tokens.set('tok', { rememberMe: false });
	let reads = 0;
	const bell = {
		queryKey: ['bell'],
		queryFn: async () => {
			reads += 1;
			return reads;
		},
		staleTime: 60_000,
	};
	const shown = new QueryObserver(queryClientHere(), bell);
	const hide = shown.subscribe(() => {});
	const stop = subscribeToSession(() => {
		if (currentSession().status !== 'guest') return;
		shown.setOptions({ ...bell });
		queueMicrotask(hide);
	});
	await expect.poll(() => [reads, currentSession().status]).toEqual([1, 'user']);
	await signOut();
	expect(reads).toBe(1);
	expect(queryClientHere().getQueryCache().getAll()).toEqual([]);
	stop();
});

test('the server renders every page as for a guest', () => {
	const Probe = () => createElement('p', null, useSession().status);
	tokens.set('tok', { rememberMe: false });
	expect(renderToString(createElement(Probe))).toBe('<p>guest</p>');
	tokens.clear();
});

test('who follows goes on hearing of the session after the first to follow has gone', () => {
	const received: string[] = [];
	const leaveFirst = subscribeToSession(() => {});
	const leaveSecond = subscribeToSession(() => received.push(currentSession().status));
	leaveFirst();
	tokens.set('tok', { rememberMe: false });
	tokens.clear();
	leaveSecond();
	expect(received).toEqual(['loading', 'guest']);
});
