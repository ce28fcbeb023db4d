import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Answers a request by its headers, always from the same bytes. */
export type SharedAnswer = (requestHeaders: Headers) => Response;

/** A large text as one buffer for all readers, compressed once and with an ETag: a slow reader holds none of its own. */
export async function sharedAnswer(text: string, headers: Record<string, string>): Promise<SharedAnswer> {
	const plain = Buffer.from(text);
	const packed = (await promisify(gzip)(plain)) as Buffer<ArrayBuffer>;
	const etag = `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
	const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
	return (requestHeaders) => {
		if (requestHeaders.get('if-none-match') === etag)
			return new Response(null, { status: 304, headers: all });
		if (!/\bgzip\b/i.test(requestHeaders.get('accept-encoding') ?? ''))
			return new Response(plain, { headers: all });
		return new Response(packed, { headers: { ...all, 'Content-Encoding': 'gzip' } });
	};
}
