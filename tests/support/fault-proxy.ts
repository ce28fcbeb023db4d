import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A network between two programs that can be made worse at any moment. */
export interface FaultProxy {
	readonly port: number;
	/** Every piece of data waits this long, in both directions. */
	delay(ms: number): void;
	/** What was sent reaches nobody any more, although both sides think they are connected. */
	freeze(): void;
	thaw(): void;
	/** Ends all connections the hard way; new ones are taken. */
	cut(): void;
	/** Hands requests through but cuts the connection when the first byte of the answer comes, for the next `count` connections that answer. */
	cutAnswers(count: number): void;
	/** Closes the sending side of the servers: clients see the end of the stream while they may still write. */
	halfClose(): void;
	/** New connections are refused until `accept` is called. */
	refuse(): Promise<void>;
	accept(): Promise<void>;
	close(): Promise<void>;
}

/** Stands between clients on `port` and a server at `target`. */
export async function startFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
	const pairs = new Set<{ client: Socket; server: Socket }>();
	let delayMs = 0;
	let isFrozen = false;
	let answersToCut = 0;

	const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
		let last: Promise<void> = Promise.resolve();
		from.on('data', (data) => {
			if (isFrozen) return;
			if (isAnswer && answersToCut > 0) {
				answersToCut -= 1;
				from.destroy();
				to.resetAndDestroy();
				return;
			}
			if (delayMs === 0) {
				to.write(data);
				return;
			}
			// One after the other, so that pieces keep their order when the delay changes.
			const wait = new Promise<void>((resolve) => setTimeout(resolve, delayMs));
			last = last.then(() => wait).then(() => void (to.destroyed || to.write(data)));
		});
		from.on('end', () => void (isFrozen || last.then(() => to.end())));
	};
	const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const upstream = connect({ ...target, allowHalfOpen: true } as NetConnectOpts);
		const pair = { client, server: upstream };
		pairs.add(pair);
		const end = () => {
			pairs.delete(pair);
			client.destroy();
			upstream.destroy();
		};
		for (const socket of [client, upstream]) {
			socket.on('error', end);
			socket.on('close', end);
		}
		pass(client, upstream, false);
		pass(upstream, client, true);
	});
	const listen = (port: number) =>
		new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(port, '127.0.0.1', () => {
				server.off('error', reject);
				resolve();
			});
		});
	const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
	const cut = () => {
		for (const { client, server: upstream } of pairs) {
			client.resetAndDestroy();
			upstream.destroy();
		}
	};
	await listen(0);
	const { port } = server.address() as { port: number };
	return {
		port,
		delay(ms) {
			delayMs = ms;
		},
		freeze() {
			isFrozen = true;
		},
		thaw() {
			isFrozen = false;
		},
		cut,
		cutAnswers(count) {
			answersToCut = count;
		},
		halfClose() {
			for (const { client } of pairs) client.end();
		},
		async refuse() {
			const stopped = stop();
			cut();
			await stopped;
		},
		accept: () => listen(port),
		async close() {
			const stopped = server.listening ? stop() : Promise.resolve();
			cut();
			await stopped;
		},
	};
}
