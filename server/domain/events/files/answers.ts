import { createHash } from 'node:crypto';

/** The picture, and nothing that could run in it, whoever opens it by itself. */
const pictureHeaders = {
	'X-Content-Type-Options': 'nosniff',
	'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
	'Cross-Origin-Resource-Policy': 'cross-origin',
};

export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Answers bytes with a strong ETag; 304 to a reader who has them. */
export function answerBytes(
	request: Request,
	content: {
		body: string | Uint8Array;
		type: string;
		cacheControl: string;
		etag?: string;
		headers?: Record<string, string>;
	},
): Response {
	const etag =
		content.etag ?? `"${createHash('sha256').update(content.body).digest('base64url').slice(0, 22)}"`;
	const headers: Record<string, string> = {
		'Cache-Control': content.cacheControl,
		ETag: etag,
		...(content.headers ?? pictureHeaders),
	};
	if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
	headers['Content-Type'] = content.type;
	const body = typeof content.body === 'string' ? content.body : (content.body as Uint8Array<ArrayBuffer>);
	return new Response(request.method === 'HEAD' ? null : body, { headers });
}

/** Text that programs read: feeds, the site map. */
export const documentHeaders = { 'X-Content-Type-Options': 'nosniff' };

/** There is no such file; a short response that is not cached for long. */
export function noSuchFile(): Response {
	return new Response('Not found\n', {
		status: 404,
		headers: {
			'Content-Type': 'text/plain; charset=utf-8',
			'Cache-Control': 'public, max-age=60',
			'X-Content-Type-Options': 'nosniff',
		},
	});
}
