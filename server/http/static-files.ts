import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const contentTypes: Record<string, string> = {
	css: 'text/css; charset=utf-8',
	html: 'text/html; charset=utf-8',
	ico: 'image/x-icon',
	js: 'text/javascript; charset=utf-8',
	json: 'application/json',
	png: 'image/png',
	svg: 'image/svg+xml',
	txt: 'text/plain; charset=utf-8',
	wasm: 'application/wasm',
	webmanifest: 'application/manifest+json',
	woff2: 'font/woff2',
};

interface StaticFile {
	bytes: Buffer;
	br?: Buffer;
	gzip?: Buffer;
	headers: Record<string, string>;
}

/**
 * The built files of the browser, read once into memory with their precompressed forms. What stands under /assets carries a
 * hash in its name and is cached for ever; the others are requested again after an hour.
 */
export function loadStaticFiles(
	directory: string,
): (pathname: string, acceptEncoding: string) => Response | undefined {
	const files = new Map<string, StaticFile>();
	for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
		const full = join(entry.parentPath, entry.name);
		const name = `/${relative(directory, full).replaceAll('\\', '/')}`;
		files.set(name, {
			bytes: readFileSync(full),
			br: readIfPresent(`${full}.br`),
			gzip: readIfPresent(`${full}.gz`),
			headers: {
				'Content-Type': contentTypes[entry.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
				'Cache-Control': name.startsWith('/assets/')
					? 'public, max-age=31536000, immutable'
					: `public, max-age=${name === '/embed.js' ? 300 : 3600}`,
				'X-Content-Type-Options': 'nosniff',
				...(isEmbedScript(name)
					? { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }
					: { 'Cross-Origin-Resource-Policy': 'same-origin' }),
			},
		});
	}
	return (pathname, acceptEncoding) => {
		const file = files.get(pathname);
		if (!file) return undefined;
		const headers: Record<string, string> = { ...file.headers, Vary: 'Accept-Encoding' };
		let body = file.bytes;
		if (file.br && /\bbr\b/.test(acceptEncoding)) {
			headers['Content-Encoding'] = 'br';
			body = file.br;
		} else if (file.gzip && /\bgzip\b/.test(acceptEncoding)) {
			headers['Content-Encoding'] = 'gzip';
			body = file.gzip;
		}
		headers['Content-Length'] = String(body.byteLength);
		return new Response(body as Buffer<ArrayBuffer>, { headers });
	};
}

/** Files that pages of other origins load as a module: scripts/vite/embed-script.ts. */
const isEmbedScript = (name: string) => name === '/embed.js' || name.startsWith('/assets/embed/');

function readIfPresent(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}
