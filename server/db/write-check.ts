import { statfs } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from './database.ts';
import { databaseErrorCode } from './errors.ts';

/** disk_full, io_error, read_only_sql_transaction: reading may go on, writing does not. */
const writeFailures = new Set(['53100', '58030', '25006']);
/** How long a write that failed counts: a load balancer needs time to see it. */
const failureMs = 5_000;
/** How long an answer is good: many may ask. */
const freshMs = 1_000;
/** What the embedded database needs to go on: two files of its log. */
const neededBytes = 32 * 1024 * 1024;

let failedAtMs = Number.NEGATIVE_INFINITY;

/** Remembers when the database refused to write, for the next check. One process works on one database. */
export function noteWriteFailure(error: unknown): void {
	if (writeFailures.has(databaseErrorCode(error) ?? '')) failedAtMs = performance.now();
}

/**
 * A check whether the database takes changes now: a record in its log, flushed to disk; no write refused in the last seconds; and
 * space for the embedded one. Calls within a second share one answer.
 * @throws what the database says, or SERVICE_UNAVAILABLE
 */
export function createWriteCheck(options: {
	database: Database;
	config: Pick<Config, 'databaseUrl' | 'dataDir'>;
}): () => Promise<void> {
	const { database, config } = options;
	let last: { atMs: number; result: Promise<void> } | undefined;

	async function check(): Promise<void> {
		await database.pool.query(`SELECT pg_logical_emit_message(true, 'foyer', 'ready')`);
		const hasFailed = performance.now() - failedAtMs < failureMs;
		if (hasFailed || (config.databaseUrl === undefined && (await freeBytes(config.dataDir)) < neededBytes))
			throw new AppError('SERVICE_UNAVAILABLE', {
				message: 'The database cannot write: its disk is full or it is read-only.',
				retryAfterSeconds: 2,
			});
	}

	return () => {
		if (!last || performance.now() - last.atMs > freshMs) {
			last = { atMs: performance.now(), result: check() };
			// The caller sees it; a check that nobody waits for must not end the process.
			last.result.catch(() => {});
		}
		return last.result;
	};
}

/** Tests run without a data directory. */
async function freeBytes(path: string): Promise<number> {
	const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }));
	return bavail * bsize;
}
