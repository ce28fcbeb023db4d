import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { build } from 'vite';
import { messages } from '#scripts/vite/messages.ts';
import { ariaStyleHashes, contentSecurityPolicy } from '#server/http/csp.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.wasm': 'application/wasm',
	'.woff2': 'font/woff2',
};

/** As strict as the product's own policy where these pages are concerned. */
const POLICY = [
	"default-src 'self'",
	"script-src 'self' 'wasm-unsafe-eval' 'nonce-harness'",
	["style-src-elem 'self'", ...ariaStyleHashes].join(' '),
	"style-src-attr 'unsafe-inline'",
	"img-src 'self' data: blob:",
	"worker-src 'self'",
	"object-src 'none'",
	"require-trusted-types-for 'script'",
	'trusted-types default',
].join('; ');

/** The product's own policy of the document with the provider's form. */
const CARD_FORM_POLICY =
	contentSecurityPolicy({ scriptHashes: ["'nonce-harness'"], dev: false, hasStripe: true }) ?? '';

/** As the product's default policy: scripts and workers of our own address, HTML only where it is empty. */
const TRUSTED_TYPES = `<script nonce="harness">trustedTypes.createPolicy('default',{createHTML:s=>s.trim()?null:s,createScriptURL:s=>[location.origin,'https://js.stripe.com'].includes(new URL(s,location.href).origin)?s:null})</script>`;

/** Builds a page of e2e/harness, which shows a part of the product alone, for production, and serves it on a free port. */
export async function serveHarness(
	name: 'scanner' | 'components' | 'door-store' | 'card-form',
): Promise<{ url: string; close(): Promise<void> }> {
	const source = join(PROJECT, 'e2e/harness', name);
	const output = join(PROJECT, '.cache', `harness-${name}`);
	await build({
		configFile: false,
		root: source,
		cacheDir: join(PROJECT, '.cache/vite-harness'),
		logLevel: 'error',
		plugins: [tailwindcss(), messages()],
		oxc: { jsx: { runtime: 'automatic' } },
		build: { outDir: output, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
		worker: { format: 'es' },
	});
	const policy = name === 'card-form' ? CARD_FORM_POLICY : POLICY;
	const server = createServer(async (request, response) => {
		const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
		const file = path === '/' ? '/index.html' : path;
		try {
			const body = await readFile(join(output, file));
			const type = TYPES[extname(file)] ?? 'application/octet-stream';
			response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy });
			response.end(file === '/index.html' ? String(body).replace('<head>', `<head>${TRUSTED_TYPES}`) : body);
		} catch {
			response.writeHead(404).end();
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://localhost:${port}/`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
