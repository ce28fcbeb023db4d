/**
 * Where the sign-in token lives (section 7): with remember-me in localStorage beside a `rememberMe` flag, else in
 * sessionStorage, which ends with the tab. Where the browser forbids storage it is stored in memory until the page is left.
 */
export const TOKEN_KEY = 'token';
export const REMEMBER_KEY = 'rememberMe';

/** In sessionStorage: whom an administrator views as, in this tab alone. The token in it goes before their own. */
export const VIEW_KEY = 'viewing';

/** An administrator looks at the product as somebody else. */
export interface Viewing {
	token: string;
	userId: string;
	name: string;
	expiresAt: string;
}

export interface TokenStore {
	get(): string | null;
	set(token: string, options: { rememberMe: boolean }): void;
	/** Forgets the token; where somebody views as a user, that token alone. */
	clear(): void;
	/** What `view` began; the same text for the same view. */
	viewing(): string | null;
	/** Views as somebody in this tab; false where the browser stores nothing. */
	view(viewing: Viewing): boolean;
	/** Calls back after every change, also by another tab; returns the way to stop it. */
	subscribe(listener: () => void): () => void;
}

export interface TokenStorages {
	persistent: Storage;
	session: Storage;
}

/** Storages are read late and each time: touching them can throw. */
export function createTokenStore(storages: () => TokenStorages): TokenStore {
	const listeners = new Set<() => void>();
	let inMemory: string | null = null;

	function attempt<T>(action: (found: TokenStorages) => T): T | undefined {
		try {
			return action(storages());
		} catch {
			return undefined;
		}
	}
	function forget({ persistent, session }: TokenStorages) {
		persistent.removeItem(TOKEN_KEY);
		persistent.removeItem(REMEMBER_KEY);
		session.removeItem(TOKEN_KEY);
		session.removeItem(VIEW_KEY);
	}
	const viewing = () => attempt(({ session }) => session.getItem(VIEW_KEY)) ?? null;
	function notify() {
		for (const listener of [...listeners]) listener();
	}
	function onStorage(event: StorageEvent) {
		if (event.key === TOKEN_KEY || event.key === null) notify();
	}

	return {
		get() {
			const view = viewing();
			if (view) return (JSON.parse(view) as Viewing).token;
			const stored = attempt(
				({ persistent, session }) => session.getItem(TOKEN_KEY) ?? persistent.getItem(TOKEN_KEY),
			);
			return stored ?? inMemory;
		},
		set(token, { rememberMe }) {
			inMemory = null;
			const isStored = attempt((found) => {
				forget(found);
				if (rememberMe) {
					found.persistent.setItem(TOKEN_KEY, token);
					found.persistent.setItem(REMEMBER_KEY, 'true');
				} else {
					found.session.setItem(TOKEN_KEY, token);
				}
				return true;
			});
			if (!isStored) inMemory = token;
			notify();
		},
		clear() {
			if (viewing()) attempt(({ session }) => session.removeItem(VIEW_KEY));
			else {
				inMemory = null;
				attempt(forget);
			}
			notify();
		},
		viewing,
		view(next) {
			const isStored = attempt(
				({ session }) => session.setItem(VIEW_KEY, JSON.stringify(next)) === undefined,
			);
			notify();
			return isStored ?? false;
		},
		subscribe(listener) {
			if (listeners.size === 0) globalThis.addEventListener?.('storage', onStorage);
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
				if (listeners.size === 0) globalThis.removeEventListener?.('storage', onStorage);
			};
		},
	};
}

export const tokens = createTokenStore(() => ({ persistent: localStorage, session: sessionStorage }));
