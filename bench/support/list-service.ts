import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that keeps mailing lists, as far as Mailchimp's API 3.0 is used, in a process of its own. */
export interface ListService {
	url: string;
	port: number;
	/** Members that were added since the last question, and the seconds from the first of them to the last. */
	added(): Promise<{ count: number; seconds: number }>;
	stop(): Promise<void>;
}

/** @param delayMs until each answer: what a service takes over the internet */
export async function startListService(delayMs: number): Promise<ListService> {
	const child: ChildProcess = fork(import.meta.filename, [String(delayMs)]);
	const [port] = (await once(child, 'message')) as [number];
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		async added() {
			child.send('count');
			const [added] = (await once(child, 'message')) as [{ count: number; seconds: number }];
			return added;
		},
		async stop() {
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}

const list = { id: 'a1b2c3d4e0', name: 'News', stats: { member_count: 0 } };

function serve(delayMs: number): void {
	const members = new Set<string>();
	let times: number[] = [];
	const memberAnswer = (method: string | undefined, hash: string) => {
		const isThere = members.has(hash);
		if (method === 'PUT') {
			members.add(hash);
			times.push(performance.now());
		}
		return isThere || method === 'PUT'
			? { status: 200, body: { id: hash, status: 'subscribed', tags: [] } }
			: { status: 404, body: { title: 'Resource Not Found' } };
	};
	const server = createServer((request, response) => {
		const { method, url = '' } = request;
		const hash = /members\/(\w+)/.exec(url)?.[1];
		request.resume().once('end', () => {
			setTimeout(
				() => {
					const { status, body } =
						hash === undefined ? { status: 200, body: { lists: [list] } } : memberAnswer(method, hash);
					response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
				},
				hash === undefined ? 0 : delayMs,
			);
		});
	});
	server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
	process.on('message', () => {
		const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
		process.send?.({ count: times.length, seconds });
		times = [];
	});
}

if (import.meta.main) serve(Number(process.argv[2]));
