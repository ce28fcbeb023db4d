import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { REMEMBER_KEY, TOKEN_KEY, tokens } from './token-store.ts';

/**
 * Who is signed in, for every page. Guests need neither the API client nor the query cache: those are loaded when there is
 * a token, so that public pages stay light.
 */
export type Session =
	| { status: 'guest'; user: null; error: null }
	| { status: 'loading'; user: null; error: null }
	| { status: 'failed'; user: null; error: Error }
	| { status: 'user'; user: CurrentUser; error: null };

const GUEST: Session = { status: 'guest', user: null, error: null };
const LOADING: Session = { status: 'loading', user: null, error: null };
const loadQueries = () => import('./user-query.ts');

const listeners = new Set<() => void>();
let session: Session | undefined;
let tokenRead: string | null = null;
let stopReading: (() => void) | undefined;
let stopFollowing: (() => void) | undefined;
/** Which reading of the user is the present one; a renewed token goes on with it. */
let reading: object = {};

function publish(next: Session) {
	session = next;
	for (const listener of [...listeners]) listener();
}

/** Follows the token: another one means another user, none means a guest. */
function follow() {
	const token = tokens.get();
	if (session && token === tokenRead) return;
	tokenRead = token;
	stopReading?.();
	stopReading = undefined;
	reading = {};
	publish(token ? LOADING : GUEST);
	if (token) void read(reading);
}

async function read(mine: object) {
	try {
		const { observeUser } = await loadQueries();
		if (reading !== mine || stopReading) return;
		stopReading = observeUser(({ user, error }) => {
			if (reading !== mine) return;
			if (user) publish({ status: 'user', user, error: null });
			else if (error) publish({ status: 'failed', user: null, error });
		});
	} catch (error) {
		publish({ status: 'failed', user: null, error: error as Error });
	}
}

/** Follows who is signed in, outside of React too; returns the way to stop. */
export function subscribeToSession(listener: () => void): () => void {
	listeners.add(listener);
	// For as long as anybody follows: the first to come may be the first to go.
	if (listeners.size === 1) stopFollowing = tokens.subscribe(follow);
	follow();
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) stopFollowing?.();
	};
}

export function currentSession(): Session {
	return session ?? (tokens.get() ? LOADING : GUEST);
}

/** The server renders every page as for a guest, and so does the first render of the browser. */
export function useSession(): Session {
	return useSyncExternalStore(subscribeToSession, currentSession, () => GUEST);
}

/** Whether there is a token; false on the server and while hydrating. */
export function useHasToken(): boolean {
	return useSession().status !== 'guest';
}

/** After a failed read: asks for the user again, as if the page had just been opened. */
export async function readUserAgain(): Promise<void> {
	if (!tokenRead) return;
	reading = {};
	const mine = reading;
	publish(LOADING);
	stopReading?.();
	stopReading = undefined;
	await loadQueries().then(
		({ forgetUser }) => forgetUser(),
		// Without a connection `read` fails as well, and says so.
		() => {},
	);
	await read(mine);
}

/** Stores a fresh token, forgets everything that was read without it, and reads the user. */
export async function signIn(token: string, options: { rememberMe: boolean }): Promise<CurrentUser> {
	const { forgetAll, loadUser } = await loadQueries();
	forgetAll();
	tokens.set(token, options);
	return loadUser();
}

/** Another token for the same session, as the server gives after a confirmation: nothing that was read is forgotten. */
export function renewToken(token: string): void {
	tokenRead = token;
	tokens.set(token, { rememberMe: isRemembered() });
}

function isRemembered(): boolean {
	try {
		return sessionStorage.getItem(TOKEN_KEY) === null && localStorage.getItem(REMEMBER_KEY) === 'true';
	} catch {
		return false;
	}
}

/** Ends the session: token and cache, and the server's row as far as it can be reached. */
export async function signOut(): Promise<void> {
	try {
		const { endSession } = await loadQueries();
		void endSession();
	} finally {
		await forgetSession();
	}
}

/** Forgets a session that the server has ended: token and cache, without asking. */
export async function forgetSession(): Promise<void> {
	tokens.clear();
	// What shows the session has gone by then: while it is there it would miss the cache and read everything again, without a token.
	await new Promise((resolve) => setTimeout(resolve));
	const { forgetAll } = await loadQueries();
	forgetAll();
}
