import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import type { DatabaseAddress } from './address.ts';
import type { Database, Db, TransactionOptions, Tx } from './database.ts';
import { databaseErrorCode, isDatabaseDown } from './errors.ts';
import { retryTransaction } from './retry.ts';
import { watchForSilence } from './silence.ts';
import { runUnitOfWork } from './unit-of-work.ts';

export type { Database, Db, DbOrTx, Tx } from './database.ts';

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

/** The product's limits on waiting for the database. */
export const defaultTimeouts: DatabaseTimeouts = {
	connectMs: 2500,
	lockMs: 1500,
	statementMs: 10_000,
	idleInTransactionMs: 15_000,
};

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

	const setLimits = async (tx: Tx) => {
		if (limitsBy === 'connection') return;
		await tx.execute(
			`SET LOCAL lock_timeout = ${timeouts.lockMs}; SET LOCAL statement_timeout = ${timeouts.statementMs}`,
		);
	};
	const run = <T>(on: Db, work: (tx: Tx) => Promise<T>, how: TransactionOptions) =>
		on.transaction(
			async (tx) => {
				await setLimits(tx);
				if (how.statementMs) await tx.execute(`SET LOCAL statement_timeout = ${how.statementMs}`);
				return await work(tx);
			},
			{
				...(how.isolation && { isolationLevel: how.isolation }),
				...(how.isReadOnly && { accessMode: 'read only' as const }),
			},
		);
	const begin = <T>(work: (tx: Tx) => Promise<T>, how: TransactionOptions) =>
		how.statementMs
			? withPatience(pool, how.statementMs + 5000, (patient) => run(patient, work, how))
			: run(db, work, how);

	return {
		address,
		pool,
		db,
		transaction: (work, how = {}) => retryTransaction(() => begin(work, how)),
		unitOfWork(work) {
			return runUnitOfWork(this, { log, setLimits }, work);
		},
		outside() {
			return this;
		},
		async afterCommit(effect) {
			await effect();
		},
		close() {
			stopWatching();
			return pool.end();
		},
	};
}

/** Runs work on a connection that waits so long for each answer. */
async function withPatience<T>(pool: pg.Pool, ms: number, work: (db: Db) => Promise<T>): Promise<T> {
	const client = await pool.connect();
	const ask = client.query.bind(client) as (...all: unknown[]) => unknown;
	const query = (first: string | object, ...rest: unknown[]) =>
		ask({ ...(typeof first === 'string' ? { text: first } : first), query_timeout: ms }, ...rest);
	try {
		const result = await work(drizzle({ client: { query } as unknown as pg.PoolClient }));
		client.release();
		return result;
	} catch (error) {
		// In which state a connection is that was lost or did not answer is not known.
		client.release(isDatabaseDown(error));
		throw error;
	}
}

/** Sends named statements of this connection without their names. */
function forgetNames(client: pg.PoolClient): void {
	const ask = client.query as (...all: unknown[]) => unknown;
	client.query = ((first: unknown, ...rest: unknown[]) => {
		const isNamed = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first);
		return ask.call(client, isNamed ? { ...first, name: undefined } : first, ...rest);
	}) as typeof client.query;
}
