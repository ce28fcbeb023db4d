import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, encodingOf, type PageCache } from './page-cache.ts';

/** A page that was answered from the cache, by the target that was requested. */
interface Known {
	/** The Host of the request: once checked, it need not be checked again. */
	host: string;
	/** The cache's key of readers of any language, when the page is the same for all. */
	key: string | undefined;
	/** Otherwise by Accept-Language. */
	byLanguage: Map<string, string>;
	/** Whether a cookie may choose a language: then only readers without one are answered. */
	isByCookie: boolean;
}

const maxTargets = 2_000;
const maxLanguages = 40;
const maxEncodings = 200;
/** What is longer is left to the app, so that nobody fills the memory with texts. */
const maxTextLength = 300;

/**
 * Looks into the cached pages before anything is made of a request: no request object, no router, no promise. It answers only what
 * the way through the app has answered from the cache before, to the same target, host, language and encoding, and with the same
 * bytes; everything else goes on. So nothing but that way decides what is cached, for whom and how long.
 */
export function createCachedResponses(cache: PageCache) {
	const targets = new Map<string, Known>();
	const encodings = new Map<string, Encoding>();

	function encoding(accepted: string): Encoding {
		let chosen = encodings.get(accepted);
		if (chosen === undefined) {
			chosen = encodingOf(accepted);
			if (accepted.length > maxTextLength) return chosen;
			if (encodings.size >= maxEncodings) encodings.clear();
			encodings.set(accepted, chosen);
		}
		return chosen;
	}

	function keyOf({ url, headers }: IncomingMessage): string | undefined {
		const known = targets.get(url ?? '');
		if (!known || known.host !== headers.host) return undefined;
		if (known.key !== undefined) return known.key;
		if (known.isByCookie && headers.cookie !== undefined) return undefined;
		return known.byLanguage.get(headers['accept-language'] ?? '');
	}

	return {
		/** Remembers that a request was answered from the cache under a key. */
		learn(request: Request, key: string): void {
			const page = cache.peek(key);
			if (!page || request.method !== 'GET') return;
			const start = request.url.indexOf('/', request.url.indexOf('://') + 3);
			const host = request.headers.get('host');
			if (start === -1 || host === null) return;
			const target = request.url.slice(start);
			const language = request.headers.get('accept-language') ?? '';
			if (Math.max(target.length, host.length, language.length) > maxTextLength) return;
			let known = targets.get(target);
			if (!known || known.host !== host) {
				if (targets.size >= maxTargets) targets.clear();
				known = { host, key: undefined, byLanguage: new Map(), isByCookie: false };
				targets.set(target, known);
			}
			known.isByCookie = /cookie|\*/i.test(page.vary);
			if (!known.isByCookie && !/accept-language/i.test(page.vary)) known.key = key;
			else if (!known.isByCookie || !request.headers.has('cookie')) {
				known.key = undefined;
				if (known.byLanguage.size >= maxLanguages) known.byLanguage.clear();
				known.byLanguage.set(language, key);
			}
		},
		/** @returns false when the app has to answer */
		answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
			if (incoming.method !== 'GET') return false;
			const key = keyOf(incoming);
			const page = key === undefined ? undefined : cache.peek(key);
			if (!page) return false;
			const { headers } = incoming;
			if (page.status === 200 && headers['if-none-match'] === page.etag) {
				outgoing.writeHead(304, page.unchanged);
				outgoing.end();
				return true;
			}
			const form = page.forms[encoding((headers['accept-encoding'] as string | undefined) ?? '')];
			if (!form) return false;
			outgoing.writeHead(page.status, form.headerList);
			// As text, head and body leave in one piece.
			if (form.text === undefined) outgoing.end(form.body);
			else outgoing.end(form.text, 'latin1');
			return true;
		},
	};
}

export type CachedResponses = ReturnType<typeof createCachedResponses>;
