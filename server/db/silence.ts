import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import type { DatabaseAddress } from './address.ts';
import { databaseErrorCode } from './errors.ts';

/** How often the connections are looked at, and for how long none may say a word while answers are pending. */
const lookEveryMs = 500;
const quietMs = 1_000;
/** How long a database that lives may take to answer a new connection. */
const probeMs = 1_500;

/**
 * A host that dies or a network that drops packets says nothing: connections stay open and whoever waits on one waits for its time limit.
 * So while answers are pending and no connection has said anything for a second, a query is sent on a new one; when that stays
 * silent too, all connections are ended, and those who wait get an error within four seconds instead of fifteen. A long statement or a
 * held lock is not silence: the new connection is answered.
 */
export function watchForSilence(pool: pg.Pool, address: DatabaseAddress, log: Log): () => void {
	const clients = new Set<pg.PoolClient>();
	let receivedBytes = 0;
	let quietSinceMs = performance.now();
	let isProbing = false;
	pool.on('connect', (client) => clients.add(client));
	pool.on('remove', (client) => clients.delete(client));

	async function look(): Promise<void> {
		const nowMs = performance.now();
		let bytes = 0;
		for (const client of clients) bytes += streamOf(client)?.bytesRead ?? 0;
		const isOwed = pool.totalCount > pool.idleCount;
		if (bytes !== receivedBytes || !isOwed) {
			receivedBytes = bytes;
			quietSinceMs = nowMs;
		}
		if (isProbing || nowMs - quietSinceMs < quietMs) return;
		isProbing = true;
		const suspects = [...clients];
		const isAlive = await answers(address);
		isProbing = false;
		quietSinceMs = performance.now();
		if (isAlive) return;
		log.warn({ connections: suspects.length }, 'database.silent');
		for (const client of suspects) streamOf(client)?.destroy();
	}

	const timer = setInterval(() => void look(), lookEveryMs);
	timer.unref();
	return () => clearInterval(timer);
}

/** Whether anything answers, be it only to refuse. */
async function answers(address: DatabaseAddress): Promise<boolean> {
	const client = new pg.Client({
		...address,
		application_name: 'foyer probe',
		connectionTimeoutMillis: probeMs,
		query_timeout: probeMs,
	});
	client.on('error', () => {});
	try {
		await client.connect();
		return true;
	} catch (error) {
		return /^[0-9A-Z]{5}$/.test(databaseErrorCode(error) ?? '');
	} finally {
		void client.end().catch(() => {});
	}
}

interface Stream {
	bytesRead: number;
	destroy(): void;
}

/** The socket of a connection, which the driver's types keep to themselves. */
function streamOf(client: pg.PoolClient): Stream | undefined {
	return (client as unknown as { connection?: { stream?: Stream } }).connection?.stream;
}
