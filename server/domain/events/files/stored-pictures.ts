import type { Services } from '#server/services.ts';
import { noSuchFile } from './answers.ts';

const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' };

/**
 * GET /files/{name}: an uploaded picture. Every name is random, made once and never used for anything else, so it may be cached
 * for ever. Only pictures are answered: whatever else lies in the store is not for everybody.
 */
export async function answerStoredPicture(
	services: Services,
	request: Request,
	name: string,
): Promise<Response> {
	const type = types[name.split('.').at(-1) ?? ''];
	const file = type ? await services.files.find(name) : null;
	if (!type || !file) return noSuchFile();
	const headers = {
		'Content-Type': type,
		'Cache-Control': 'public, max-age=31536000, immutable',
		ETag: `"${name}"`,
		'X-Content-Type-Options': 'nosniff',
		'Content-Security-Policy': "default-src 'none'; sandbox",
		'Content-Disposition': 'inline',
		'Cross-Origin-Resource-Policy': 'cross-origin',
	};
	if (request.headers.get('if-none-match') === headers.ETag)
		return new Response(null, { status: 304, headers });
	if (request.method === 'HEAD') return new Response(null, { headers });
	return new Response(file.stream(), { headers: { ...headers, 'Content-Length': String(file.size) } });
}
