import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import type { DatabaseAddress } from './address.ts';
import { databaseErrorCode, isRetryable } from './errors.ts';
import { watchForSilence } from './silence.ts';

export type Db = NodePgDatabase;
/** A running transaction; queries and commands that take part in one get it as their first argument. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For queries that work inside and outside of a transaction. */
export type DbOrTx = Db | Tx;

export interface DatabaseOptions {
	address: DatabaseAddress;
	log: Log;
	poolSize?: number;
	/** Shown in pg_stat_activity. */
	applicationName?: string;
	timeouts?: Partial<DatabaseTimeouts>;
	/**
	 * `connection` sets the time limits when a connection starts. A pooler in transaction mode refuses that, so `transaction`
	 * sets them at the start of each transaction and relies on the limit of the client for single statements.
	 */
	limitsBy?: 'connection' | 'transaction';
	/** False behind a pooler that loses prepared statements: then every statement is sent whole. */
	keepsStatements?: boolean;
}

/**
 * No caller waits longer than five seconds for locks or a connection. A row lock may take two waits (behind others in line, then for who
 * has it), and a change of an order needs its row and then its pool: three waits of the limit must stay below five seconds.
 */
export interface DatabaseTimeouts {
	connectMs: number;
	lockMs: number;
	statementMs: number;
	idleInTransactionMs: number;
}

const defaultTimeouts: DatabaseTimeouts = {
	connectMs: 2500,
	lockMs: 1500,
	statementMs: 10_000,
	idleInTransactionMs: 15_000,
};

export interface TransactionOptions {
	isolation?: 'read committed' | 'repeatable read' | 'serializable';
	isReadOnly?: boolean;
}

export interface Database {
	readonly address: DatabaseAddress;
	readonly pool: pg.Pool;
	readonly db: Db;
	/**
	 * Run `work` in one transaction. Deadlocks and serialisation failures are tried again, up to four times in all, so `work` must have no
	 * effect outside the database.
	 */
	transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
	close(): Promise<void>;
}

const maxAttempts = 4;

export function createDatabase(options: DatabaseOptions): Database {
	const { log, address } = options;
	const timeouts = { ...defaultTimeouts, ...options.timeouts };
	const limitsBy = options.limitsBy ?? 'connection';
	const pool = new pg.Pool({
		...address,
		max: options.poolSize ?? 20,
		connectionTimeoutMillis: timeouts.connectMs,
		idleTimeoutMillis: 30_000,
		// The server ends a statement first; this one is for a server that no longer answers at all.
		query_timeout: timeouts.statementMs + 5000,
		keepAlive: true,
		application_name: options.applicationName ?? 'foyer',
		...(limitsBy === 'connection' && {
			statement_timeout: timeouts.statementMs,
			lock_timeout: timeouts.lockMs,
			idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
		}),
	});
	// Without a listener, a server that goes away ends the process, even after pool.end().
	pool.on('error', (error) =>
		log.warn({ code: databaseErrorCode(error), reason: error.message }, 'database.connection-lost'),
	);
	pool.on('connect', (client) => {
		client.on('error', () => {});
		if (options.keepsStatements === false) forgetNames(client);
	});
	const stopWatching = watchForSilence(pool, address, log);
	const db = drizzle({ client: pool });

	const begin = async <T>(work: (tx: Tx) => Promise<T>, how: TransactionOptions) =>
		db.transaction(
			async (tx) => {
				if (limitsBy === 'transaction') {
					await tx.execute(
						`SET LOCAL lock_timeout = ${timeouts.lockMs}; SET LOCAL statement_timeout = ${timeouts.statementMs}`,
					);
				}
				return await work(tx);
			},
			{
				...(how.isolation && { isolationLevel: how.isolation }),
				...(how.isReadOnly && { accessMode: 'read only' as const }),
			},
		);

	return {
		address,
		pool,
		db,
		async transaction(work, how = {}) {
			for (let attempt = 1; ; attempt++) {
				try {
					return await begin(work, how);
				} catch (error) {
					if (attempt >= maxAttempts || !isRetryable(error)) throw error;
					await sleep(Math.random() * 20 * 2 ** attempt);
				}
			}
		},
		close() {
			stopWatching();
			return pool.end();
		},
	};
}

/** Sends named statements of this connection without their names. */
function forgetNames(client: pg.PoolClient): void {
	const ask = client.query as (...all: unknown[]) => unknown;
	client.query = ((first: unknown, ...rest: unknown[]) => {
		const isNamed = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first);
		return ask.call(client, isNamed ? { ...first, name: undefined } : first, ...rest);
	}) as typeof client.query;
}
