import { DOOR_SCOPES, isDoorPage, shellOf, takesOver } from './door-pages.ts';

/**
 * The door's service worker. It is registered for the door's own paths only, so that no other page of the product ever passes
 * through it. It keeps the files of one build and one page per kind of door, without any token in it:
 * - a page is requested from the network first, and shown from the cache when the network does not answer in time;
 * - a file with a hash in its name never changes, so the device's copy is as good as the server's;
 * - everything else (the API, other pages) is left alone.
 * A new build waits until no door is open, or until a page that is just being opened asks for it.
 */

/** Written in by the build: the files of the door's pages. */
declare const DOOR_FILES: readonly string[];

/** The worker's global scope, as far as it is used here: the page's types are loaded, not the worker's. */
interface WorkerScope {
	addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
	skipWaiting(): Promise<void>;
	clients: { claim(): Promise<void> };
	location: Location;
}
interface ExtendableEvent extends Event {
	waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
	request: Request;
	respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;

const PREFIX = 'door-';
const CACHE = `${PREFIX}${versionOf(DOOR_FILES)}`;
/** A page that the network has not begun to send after so long is shown from the device. */
const NETWORK_MS = 4_000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', ({ data }) => {
	if (takesOver(data)) void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
	if (request.mode === 'navigate') {
		if (isDoorPage(url.pathname)) event.respondWith(page(request, url));
	} else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** All or nothing: a worker that could not keep everything is not installed, and the next visit tries again. */
async function install(): Promise<void> {
	const cache = await caches.open(CACHE);
	const pages = await Promise.all(
		DOOR_SCOPES.map(async (path) => {
			// A door that nobody has: the page is the same for every token, which it takes from its address.
			const response = await fetch(`${path}offline`, { credentials: 'omit', cache: 'no-store' });
			if (!response.ok) throw new Error(`${path}: ${response.status}`);
			return { path, response, html: await response.clone().text() };
		}),
	);
	const named = pages.flatMap(({ html }) => html.match(/\/assets\/[\w.-]+/g) ?? []);
	const wanted = [...new Set([...DOOR_FILES, ...named])];
	await Promise.all(
		wanted.map(async (path) => {
			if (await cache.match(path, { ignoreVary: true })) return;
			// What another build or the page itself fetched already is not fetched again.
			const response = await fetch(path, { cache: 'force-cache' });
			if (!response.ok) throw new Error(`${path}: ${response.status}`);
			await cache.put(path, response);
		}),
	);
	for (const { path, response } of pages) await cache.put(shellOf(path), response);
}

/** The build before this one stays cached: a page that is still open may need a part of it. */
async function activate(): Promise<void> {
	const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
	const older = names.filter((name) => name !== CACHE);
	for (const name of older.slice(0, -1)) await caches.delete(name);
	await scope.clients.claim();
}

async function page(request: Request, url: URL): Promise<Response> {
	const cache = await caches.open(CACHE);
	const cached = await cache.match(shellOf(url.pathname), { ignoreVary: true });
	if (!cached) return fetch(request);
	try {
		const response = await within(fetch(request), NETWORK_MS);
		// A gateway in between that answers for a server that is down is no better than no network.
		return response.status >= 500 ? cached : response;
	} catch {
		return cached;
	}
}

async function file(request: Request): Promise<Response> {
	const cached = await caches.match(request, { ignoreVary: true });
	return cached ?? fetch(request);
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error('too slow')), ms);
		promise.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

/** FNV-1a over the names: they hold the hashes of their contents. */
function versionOf(files: readonly string[]): string {
	let hash = 0x811c9dc5;
	for (const character of files.join('\n')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
	return (hash >>> 0).toString(36);
}
