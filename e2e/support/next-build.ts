import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The instance under test behind an address of its own, where its next build can be put in place: from `deploy` on the door's
 * service worker is another one, which keeps its files apart. The browser fetches a worker's newer script by itself, past what a
 * test can intercept in the page. `refuse` cuts off requests by their path, here and not in the browser: an opening of the page
 * hung there once, while the test was handed its requests and its service worker was replaced.
 */
export async function withNextBuild(): Promise<{
	url: string;
	deploy(): void;
	refuse(paths: RegExp | null): void;
	close(): Promise<void>;
}> {
	const target = new URL(process.env.E2E_URL ?? '');
	let isNext = false;
	let refused: RegExp | null = null;
	const server = createServer((incoming, outgoing) => {
		if (refused?.test(incoming.url ?? '')) {
			incoming.destroy();
			return;
		}
		const { origin: _, ...headers } = incoming.headers;
		const path = incoming.url ?? '/';
		const isWorker = path === '/door-worker.js';
		const forwarded = request(
			{
				hostname: target.hostname,
				port: target.port,
				method: incoming.method,
				path,
				headers: { ...headers, host: target.host, ...(isWorker && { 'accept-encoding': 'identity' }) },
			},
			async (answer) => {
				if (!isWorker) {
					outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
					answer.pipe(outgoing);
					return;
				}
				const parts: Buffer[] = [];
				for await (const part of answer) parts.push(part as Buffer);
				const script = Buffer.concat(parts).toString('utf8');
				const { 'content-length': _length, etag: _etag, ...kept } = answer.headers;
				outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'cache-control': 'no-cache' });
				outgoing.end(isNext ? script.replace(/(["'`])door-\1/, "'door-next-'") : script);
			},
		);
		forwarded.on('error', () => outgoing.destroy());
		outgoing.on('close', () => forwarded.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		deploy: () => {
			isNext = true;
		},
		refuse: (paths) => {
			refused = paths;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
