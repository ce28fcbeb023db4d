import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { DatabaseAddress } from './address.ts';

export type Db = NodePgDatabase;
/** A running transaction; queries and commands that take part in one get it as their first argument. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For queries that work inside and outside of a transaction. */
export type DbOrTx = Db | Tx;

export interface TransactionOptions {
	isolation?: 'read committed' | 'repeatable read' | 'serializable';
	isReadOnly?: boolean;
	/** Milliseconds that each of its statements may take, instead of the usual limit: for work that nobody waits for. Not within a unit of work. */
	statementMs?: number;
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
	/**
	 * Runs `work` on a database of its own (server/db/unit-of-work.ts): all its statements are committed together when `work` ends, or
	 * not at all.
	 */
	unitOfWork<T>(work: (database: Database) => Promise<T>): Promise<T>;
	/** The database without the unit of work: for what has to last also when the unit is rolled back, such as counters of wrong passwords. */
	outside(): Database;
	/** Runs an effect outside of the database once everything is committed: at once, or at the end of the unit of work. */
	afterCommit(effect: () => unknown): Promise<void>;
	close(): Promise<void>;
}
