import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'plain' | 'br' | 'gzip';

/** One form of a page, ready to be sent. */
interface Form {
	/** Headers as they were rendered, the content security policy with the hashes of its scripts among them, and the length. */
	headers: Record<string, string>;
	/** The same as names and values in turn, for node:http. */
	headerList: string[];
	body: Buffer<ArrayBuffer>;
	/** The bytes as characters, when they are few. */
	text: string | undefined;
}

export interface CachedPage {
	status: number;
	/** Forms that are made; the compressed ones on the first request. */
	forms: { plain: Form; br?: Form; gzip?: Form };
	/** Being made. */
	packing: { br?: Promise<Form>; gzip?: Promise<Form> };
	/** Headers of a 304: without the policy, since the reader keeps the one that came with the body. */
	headersOfUnchanged: Record<string, string>;
	/** The same as names and values in turn. */
	unchanged: string[];
	version: string | undefined;
	vary: string;
	etag: string;
	freshUntilMs: number;
	staleUntilMs: number;
	/** Sent since room was last made: such a page is given up last. */
	wasSent: boolean;
}

interface Source {
	render: () => Promise<Response>;
	/** What the page was made from. A page of another version is not given to anybody. Absent: only its age counts. */
	version?: string | undefined;
	/** Throws when who asks may not cause a render now. */
	admit: () => void;
}

function form(body: Buffer<ArrayBuffer>, headers: Record<string, string>): Form {
	const all = { ...headers, 'content-length': String(body.byteLength) };
	const text = body.byteLength <= maxTextBytes ? body.toString('latin1') : undefined;
	return { body, text, headers: all, headerList: Object.entries(all).flat() };
}

/** Who asks for a newer version does not wait for a render that began before it. */
const renderKey = (key: string, version: string | undefined) => `${key} ${version ?? ''}`;

/** With its headers, such a text goes to the socket from the stack, without a buffer of its own. */
const maxTextBytes = 14_000;

/** The form that a reader gets, by the Accept-Encoding that was sent. */
export function encodingOf(accepted: string): Encoding {
	if (/\bbr\b/.test(accepted)) return 'br';
	return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain';
}

/**
 * A page without the instant it was rendered at, which loaders hand to the browser: two renders that show the same are the same
 * page, so that who comes back after a minute gets a 304 of a few bytes.
 */
function withoutClock(text: string, startedAtMs: number): string {
	const endedAtMs = Date.now();
	return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (instant) => {
		const atMs = Date.parse(instant);
		return atMs >= startedAtMs && atMs <= endedAtMs ? '' : instant;
	});
}

/** A public page is compressed once for many; one with a version for a reader or two. */
const publicQuality = 5;
const versionedQuality = 3;

async function compressed({ body, headers }: Form, encoding: 'br' | 'gzip', quality: number): Promise<Form> {
	const bytes =
		encoding === 'br'
			? await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
			: await gzipped(body);
	return form(bytes as Buffer<ArrayBuffer>, { ...headers, 'content-encoding': encoding });
}

/** Everything that is cached, in bytes. A public page is some 30 kB, and half as much again for its compressed forms. */
const defaultMaxBytes = 64 * 1024 * 1024;
const sweepMs = 10_000;
/** How long a page with a version is cached for those who open it again. */
const versionedSeconds = 300;

function bytesOf(key: string, { forms }: CachedPage): number {
	const bodies = Object.values(forms) as Form[];
	// Headers and the objects around them come to less than 3 kB for each form.
	return bodies.reduce(
		(sum, { body, text }) => sum + body.byteLength + (text?.length ?? 0) + 3_000,
		key.length * 2,
	);
}

/** Pages by their keys, all of them within `maxBytes`; what is too old is dropped within seconds. */
function createPageStore(nowMs: () => number, maxBytes: number) {
	const pages = new Map<string, CachedPage>();
	let bytes = 0;
	let willSweep = false;

	function drop(key: string): void {
		const page = pages.get(key);
		if (!page) return;
		bytes -= bytesOf(key, page);
		pages.delete(key);
	}

	function sweep(): void {
		const now = nowMs();
		for (const [key, page] of pages) if (now >= page.staleUntilMs) drop(key);
		willSweep = false;
		sweepLater();
	}

	function sweepLater(): void {
		if (willSweep || pages.size === 0) return;
		willSweep = true;
		setTimeout(sweep, sweepMs).unref();
	}

	/** Gives up pages, the oldest first, until all fit; one that was sent since the last time gets another round. */
	function makeRoom(): void {
		for (const [key, page] of pages) {
			if (bytes <= maxBytes) return;
			if (page.wasSent) {
				page.wasSent = false;
				pages.delete(key);
				pages.set(key, page);
			} else drop(key);
		}
	}

	return {
		get: (key: string) => pages.get(key),
		put(key: string, page: CachedPage): void {
			drop(key);
			pages.set(key, page);
			bytes += bytesOf(key, page);
			makeRoom();
			sweepLater();
		},
		/** Adds a compressed form to a page, which may have been dropped meanwhile. */
		addForm(key: string, page: CachedPage, encoding: 'br' | 'gzip', packed: Form): void {
			const isCached = pages.get(key) === page;
			if (isCached) bytes -= bytesOf(key, page);
			page.forms[encoding] = packed;
			if (isCached) bytes += bytesOf(key, page);
			makeRoom();
		},
		bytes: () => bytes,
		clear(): void {
			pages.clear();
			bytes = 0;
		},
	};
}

/** A rendered page as it is cached; null when its status or its headers exclude it from the cache. */
async function pageOf(
	response: Response,
	{ version, startedAtMs }: { version: string | undefined; startedAtMs: number },
	nowMs: () => number,
): Promise<CachedPage | null> {
	const control = response.headers.get('cache-control') ?? '';
	const isVersioned = version !== undefined;
	const fresh = isVersioned ? versionedSeconds : Number(/s-maxage=(\d+)/.exec(control)?.[1] ?? 0);
	if (fresh === 0 || (response.status !== 200 && (isVersioned || response.status !== 404))) return null;
	const stale = Number(/stale-while-revalidate=(\d+)/.exec(control)?.[1] ?? 0);
	const text = await response.text();
	const digest = hash('sha256', withoutClock(text, startedAtMs), 'base64url').slice(0, 22);
	const headers = Object.fromEntries(response.headers);
	const etag = `W/"${digest}"`;
	headers.etag = etag;
	headers.vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
	const { 'content-security-policy': _policy, 'content-type': _type, ...headersOfUnchanged } = headers;
	return {
		status: response.status,
		forms: { plain: form(Buffer.from(text), headers) },
		packing: {},
		headersOfUnchanged,
		unchanged: Object.entries(headersOfUnchanged).flat(),
		version,
		vary: headers.vary,
		etag,
		freshUntilMs: nowMs() + fresh * 1000,
		staleUntilMs: nowMs() + (fresh + stale) * 1000,
		wasSent: false,
	};
}

/**
 * Keeps rendered public pages for the seconds that their Cache-Control grants (s-maxage, then stale-while-revalidate), so that
 * a burst of readers costs one render. What is too old is dropped within seconds, and all of it together stays below `maxBytes`.
 * A page with a version is cached whatever its Cache-Control says to others, and given for as long as its version is requested.
 */
export function createPageCache(nowMs: () => number, maxBytes = defaultMaxBytes) {
	const store = createPageStore(nowMs, maxBytes);
	const inFlight = new Map<string, Promise<CachedPage | Response>>();

	async function renderInto(key: string, { render, version }: Source): Promise<CachedPage | Response> {
		const startedAtMs = Date.now();
		const response = await render();
		const page = await pageOf(response, { version, startedAtMs }, nowMs);
		if (page) store.put(key, page);
		return page ?? response;
	}

	/** @throws what `admit` throws, when nobody renders this page already */
	function refill(key: string, source: Source): Promise<CachedPage | Response> {
		const work = renderKey(key, source.version);
		const running = inFlight.get(work);
		if (running) return running;
		source.admit();
		const made = renderInto(key, source).finally(() => inFlight.delete(work));
		inFlight.set(work, made);
		return made;
	}

	/** A failed refill shows at the next reader; until the page is too old the readers get it as it was. */
	async function refillUnseen(key: string, source: Source): Promise<void> {
		try {
			await refill(key, source);
		} catch {}
	}

	async function formOf(key: string, page: CachedPage, encoding: Encoding): Promise<Form> {
		const made = page.forms[encoding];
		if (made || encoding === 'plain') return made ?? page.forms.plain;
		page.packing[encoding] ??= compressed(
			page.forms.plain,
			encoding,
			page.version === undefined ? publicQuality : versionedQuality,
		);
		const packed = await page.packing[encoding];
		store.addForm(key, page, encoding, packed);
		return packed;
	}

	/** Answered headers are shared between answers: whoever adds to one must copy it first. */
	async function answer(key: string, page: CachedPage, request: Request): Promise<Response> {
		page.wasSent = true;
		if (page.status === 200 && request.headers.get('if-none-match') === page.etag)
			return new Response(null, { status: 304, headers: page.headersOfUnchanged });
		const chosen = await formOf(key, page, encodingOf(request.headers.get('accept-encoding') ?? ''));
		return new Response(request.method === 'HEAD' ? null : chosen.body, {
			status: page.status,
			headers: chosen.headers,
		});
	}

	return {
		/** Answers from the cache, or renders once for all that wait. */
		async serve(key: string, request: Request, source: Source): Promise<Response> {
			const page = store.get(key);
			const now = nowMs();
			if (page && page.version === source.version && now < page.staleUntilMs) {
				if (now >= page.freshUntilMs) void refillUnseen(key, source);
				return answer(key, page, request);
			}
			const made = await refill(key, source);
			return made instanceof Response ? made.clone() : answer(key, made, request);
		},
		/** The page of a key as it may be sent now; none when somebody has to ask for it anew. */
		peek(key: string): CachedPage | undefined {
			const page = store.get(key);
			if (!page) return undefined;
			const now = nowMs();
			if (
				now >= page.staleUntilMs ||
				(now >= page.freshUntilMs && !inFlight.has(renderKey(key, page.version)))
			)
				return undefined;
			page.wasSent = true;
			return page;
		},
		/** How many bytes are cached. */
		bytes: store.bytes,
		/** Forgets everything: after content was changed manually, and in tests. */
		clear: store.clear,
	};
}

export type PageCache = ReturnType<typeof createPageCache>;
