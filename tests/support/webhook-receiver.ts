/**
 * A receiver of webhooks in a process of its own. The path says how it answers; `GET /received` returns what came, `POST /mode` changes
 * how `/switch` answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

interface Received {
	path: string;
	headers: Record<string, string | string[] | undefined>;
	body: string;
	atMs: number;
}

const received: Received[] = [];
let mode = 'ok';

const answers: Record<string, (response: ServerResponse) => void> = {
	ok: (response) => response.end('thanks'),
	error: (response) => response.writeHead(500).end('broken'),
	gone: (response) => response.writeHead(410).end(),
	redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
	busy: (response) => response.writeHead(429, { 'retry-after': '600' }).end(),
	hang: () => {},
	drip: (response) => {
		response.writeHead(200);
		const timer = setInterval(() => response.write('.'), 50);
		response.once('close', () => clearInterval(timer));
	},
	endless: (response) => {
		response.writeHead(200);
		const more = () => {
			while (!response.destroyed && response.write('x'.repeat(65_536)));
			if (!response.destroyed) response.once('drain', more);
		};
		more();
	},
	reset: (response) => response.destroy(),
};

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

const server = createServer(async (request, response) => {
	const path = request.url ?? '';
	const body = await textOf(request);
	if (path === '/received') return void response.end(JSON.stringify(received));
	if (path === '/mode') {
		mode = body;
		return void response.end();
	}
	received.push({ path, headers: request.headers, body, atMs: Date.now() });
	const name = /^\/(\w+)/.exec(path)?.[1] ?? 'ok';
	(answers[name === 'switch' ? mode : name] ?? answers.ok)?.(response);
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`${(server.address() as { port: number }).port}\n`);
});
