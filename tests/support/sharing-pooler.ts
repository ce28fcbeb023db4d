import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A pooler in transaction mode as they were before PgBouncer 1.21: all clients take turns on one connection to the server, and
 * prepared statements are left lying about on it.
 */
export async function startSharingPooler(
	socket: string,
	startup: { user: string; database: string },
): Promise<{ port: number; close(): void }> {
	const server = connect(socket);
	const clients = new Set<Socket>();
	const waiting: { client: Socket; data: Buffer }[] = [];
	let owner: Socket | null = null;
	const ready = Promise.withResolvers<void>();
	let isReady = false;

	server.write(startupMessage(startup));
	let rest = Buffer.alloc(0);
	server.on('data', (data: Buffer) => {
		rest = Buffer.concat([rest, data]);
		while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
			const length = 1 + rest.readInt32BE(1);
			const message = rest.subarray(0, length);
			rest = rest.subarray(length);
			if (isReady) owner?.write(message);
			// ReadyForQuery outside of a transaction: the next client's turn.
			if (message[0] !== 0x5a || message[5] !== 0x49) continue;
			if (!isReady) {
				isReady = true;
				ready.resolve();
			}
			owner = null;
			const next = waiting.shift();
			if (next) take(next.client, next.data);
		}
	});

	function take(client: Socket, data: Buffer): void {
		if (owner === null || owner === client) {
			owner = client;
			server.write(data);
		} else waiting.push({ client, data });
	}

	const pooler = createServer((client) => {
		clients.add(client);
		client.on('error', () => {});
		client.once('data', () => {
			// AuthenticationOk and ReadyForQuery.
			client.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1'));
			client.on('data', (data: Buffer) => {
				if (data[0] === 0x58) client.end();
				else take(client, data);
			});
		});
	});
	await ready.promise;
	await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
	return {
		port: (pooler.address() as AddressInfo).port,
		close() {
			for (const client of clients) client.destroy();
			server.destroy();
			pooler.close();
		},
	};
}

function startupMessage({ user, database }: { user: string; database: string }): Buffer {
	const fields = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
	const head = Buffer.alloc(8);
	head.writeInt32BE(fields.length + 8, 0);
	head.writeInt32BE(196_608, 4);
	return Buffer.concat([head, fields]);
}
