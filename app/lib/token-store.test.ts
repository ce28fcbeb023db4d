import { expect, test } from 'vitest';
import { createTokenStore } from './token-store.ts';

class FakeStorage implements Storage {
	private readonly map = new Map<string, string>();
	get length() {
		return this.map.size;
	}
	key(index: number) {
		return [...this.map.keys()][index] ?? null;
	}
	getItem(key: string) {
		return this.map.get(key) ?? null;
	}
	setItem(key: string, value: string) {
		this.map.set(key, value);
	}
	removeItem(key: string) {
		this.map.delete(key);
	}
	clear() {
		this.map.clear();
	}
	all() {
		return Object.fromEntries(this.map);
	}
}

function setUp() {
	const persistent = new FakeStorage();
	const session = new FakeStorage();
	return { persistent, session, store: createTokenStore(() => ({ persistent, session })) };
}

test('with remember-me the token is persistent, beside a rememberMe flag', () => {
	const { persistent, session, store } = setUp();
	store.set('abc', { rememberMe: true });
	expect(persistent.all()).toEqual({ token: 'abc', rememberMe: 'true' });
	expect(session.all()).toEqual({});
	expect(store.get()).toBe('abc');
});

test('without it the token ends with the session', () => {
	const { persistent, session, store } = setUp();
	store.set('abc', { rememberMe: false });
	expect(session.all()).toEqual({ token: 'abc' });
	expect(persistent.all()).toEqual({});
});

test('a new sign-in replaces the old one wherever it was stored', () => {
	const { persistent, session, store } = setUp();
	store.set('old', { rememberMe: true });
	store.set('new', { rememberMe: false });
	expect(persistent.all()).toEqual({});
	expect(session.all()).toEqual({ token: 'new' });
	store.set('newer', { rememberMe: true });
	expect(session.all()).toEqual({});
	expect(store.get()).toBe('newer');
});

test('clearing forgets token and flag, and listeners hear of every change', () => {
	const { persistent, store } = setUp();
	const received: (string | null)[] = [];
	const stop = store.subscribe(() => received.push(store.get()));
	store.set('abc', { rememberMe: true });
	store.clear();
	stop();
	store.set('late', { rememberMe: false });
	expect(received).toEqual(['abc', null]);
	expect(persistent.all()).toEqual({});
});

test('where storage is forbidden the token is stored in memory', () => {
	const store = createTokenStore(() => {
		throw new DOMException('denied', 'SecurityError');
	});
	expect(store.get()).toBeNull();
	store.set('abc', { rememberMe: true });
	expect(store.get()).toBe('abc');
	store.clear();
	expect(store.get()).toBeNull();
});

test('viewing as somebody goes before the own token, in this tab alone, and clearing ends just that', () => {
	const { persistent, session, store } = setUp();
	store.set('mine', { rememberMe: true });
	expect(store.viewing()).toBeNull();
	const view = { token: 'view_theirs', userId: 'u', name: 'Zora', expiresAt: '2031-01-01T00:00:00Z' };
	expect(store.view(view)).toBe(true);
	expect(store.get()).toBe('view_theirs');
	expect(persistent.all()).toEqual({ token: 'mine', rememberMe: 'true' });
	expect(JSON.parse(store.viewing() ?? '')).toEqual(view);
	store.clear();
	expect([store.get(), store.viewing(), session.all()]).toEqual(['mine', null, {}]);
	store.view(view);
	store.set('another', { rememberMe: false });
	expect([store.get(), store.viewing()]).toEqual(['another', null]);
});

test('where storage is forbidden nobody is viewed as', () => {
	const store = createTokenStore(() => {
		throw new DOMException('denied', 'SecurityError');
	});
	expect(store.view({ token: 'v', userId: 'u', name: 'n', expiresAt: '' })).toBe(false);
	expect(store.get()).toBeNull();
});
