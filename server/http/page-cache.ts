import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

interface CachedPage {
	status: number;
	/** Headers as they were rendered, the content security policy with its nonce among them. */
	headers: Record<string, string>;
	/** Headers of a 304: without the policy, since the reader keeps the one that came with the body. */
	headersOfUnchanged: Record<string, string>;
	etag: string;
	body: Buffer;
	br?: Promise<Buffer>;
	gzip?: Promise<Buffer>;
	freshUntilMs: number;
	staleUntilMs: number;
}

const maxPages = 2_000;

/**
 * Keeps rendered public pages for the seconds that their Cache-Control grants (s-maxage, then stale-while-revalidate), so that
 * a burst of readers costs one render. A page keeps the nonce it was rendered with: it was chosen after everything that could
 * have been injected was written, and policy and body always travel together.
 */
export function createPageCache(nowMs: () => number) {
	const pages = new Map<string, CachedPage>();
	const inFlight = new Map<string, Promise<CachedPage | Response>>();

	async function renderInto(
		key: string,
		nonce: string,
		render: () => Promise<Response>,
	): Promise<CachedPage | Response> {
		const response = await render();
		const control = response.headers.get('cache-control') ?? '';
		const fresh = Number(/s-maxage=(\d+)/.exec(control)?.[1] ?? 0);
		if (fresh === 0 || (response.status !== 200 && response.status !== 404)) return response;
		const stale = Number(/stale-while-revalidate=(\d+)/.exec(control)?.[1] ?? 0);
		const text = await response.text();
		const digest = createHash('sha256').update(text.replaceAll(nonce, '')).digest('base64url').slice(0, 22);
		const headers = Object.fromEntries(response.headers);
		const etag = `W/"${digest}"`;
		headers.etag = etag;
		headers.vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
		const { 'content-security-policy': _policy, 'content-type': _type, ...headersOfUnchanged } = headers;
		const page: CachedPage = {
			status: response.status,
			headers,
			headersOfUnchanged,
			etag,
			body: Buffer.from(text),
			freshUntilMs: nowMs() + fresh * 1000,
			staleUntilMs: nowMs() + (fresh + stale) * 1000,
		};
		if (pages.size >= maxPages)
			for (const old of [...pages.keys()].slice(0, maxPages / 10)) pages.delete(old);
		pages.set(key, page);
		return page;
	}

	function refill(
		key: string,
		nonce: string,
		render: () => Promise<Response>,
	): Promise<CachedPage | Response> {
		const running = inFlight.get(key);
		if (running) return running;
		const work = renderInto(key, nonce, render).finally(() => inFlight.delete(key));
		inFlight.set(key, work);
		return work;
	}

	async function answer(page: CachedPage, request: Request): Promise<Response> {
		if (page.status === 200 && request.headers.get('if-none-match') === page.etag) {
			return new Response(null, { status: 304, headers: page.headersOfUnchanged });
		}
		const accepted = request.headers.get('accept-encoding') ?? '';
		const headers = { ...page.headers };
		let body = page.body;
		if (/\bbr\b/.test(accepted)) {
			page.br ??= brotli(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
			body = await page.br;
			headers['content-encoding'] = 'br';
		} else if (/\bgzip\b/.test(accepted)) {
			page.gzip ??= gzipped(page.body);
			body = await page.gzip;
			headers['content-encoding'] = 'gzip';
		}
		return new Response(request.method === 'HEAD' ? null : (body as Buffer<ArrayBuffer>), {
			status: page.status,
			headers,
		});
	}

	return {
		/** Answers from the cache, or renders once for all that wait. `render` gets the nonce that the page is made with. */
		async serve(
			key: string,
			request: Request,
			nonce: string,
			render: () => Promise<Response>,
		): Promise<Response> {
			const page = pages.get(key);
			const now = nowMs();
			if (page && now < page.staleUntilMs) {
				// A failed refill shows at the next reader; until the page is too old the readers get it as it was.
				if (now >= page.freshUntilMs) void refill(key, nonce, render).catch(() => {});
				return answer(page, request);
			}
			const made = await refill(key, nonce, render);
			return made instanceof Response ? made.clone() : answer(made, request);
		},
		/** Forgets everything: after content was changed by hand, and in tests. */
		clear: () => pages.clear(),
	};
}

export type PageCache = ReturnType<typeof createPageCache>;
