import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './test.ts';

/** A site of somebody else: another site to the browser than the instance is, as one is `localhost` and the other an address. */
export interface ForeignSite {
	url: string;
	/**
	 * Serves a page at an address of its own, under a content policy that allows of the instance what its help says and nothing inline.
	 * @param script of the site itself, served as a file
	 */
	page(body: string, script?: string): string;
	close(): Promise<void>;
}

export async function openForeignSite(instance: string): Promise<ForeignSite> {
	const host = new URL(instance).origin;
	const policy = [
		"default-src 'none'",
		`script-src 'self' ${host}`,
		`connect-src 'self' ${host}`,
		`img-src ${host}`,
		`frame-src ${host}`,
		"base-uri 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join('; ');
	const files = new Map<string, { type: string; text: string }>();
	const server = createServer((request, response) => {
		const file = files.get(request.url ?? '');
		response.writeHead(file ? 200 : 404, {
			'Content-Type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
			'Content-Security-Policy': policy,
		});
		response.end(file?.text ?? '');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const name = new URL(instance).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
	const url = `http://${name}:${port}`;
	files.set('/favicon.ico', { type: 'image/x-icon', text: '' });
	return {
		url,
		page(body, script = '') {
			const id = files.size;
			files.set(`/${id}.js`, { type: 'text/javascript', text: script });
			files.set(`/${id}`, {
				type: 'text/html',
				text: `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
					<title>The club</title><script src="/${id}.js"></script>
					<script type="module" src="${host}/embed.js"></script><main><h1>The club</h1>${body}</main>`,
			});
			return `${url}/${id}`;
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** The tests of the product, with a site of somebody else beside the instance. */
export const test = base.extend<{ site: ForeignSite }>({
	site: async ({ instance }, use) => {
		const site = await openForeignSite(instance.url);
		await use(site);
		await site.close();
	},
});
