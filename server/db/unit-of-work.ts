import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import type { Database, Tx } from './database.ts';
import { isDatabaseDown } from './errors.ts';
import { retryTransaction } from './retry.ts';

type Query = (...all: unknown[]) => Promise<unknown>;

/**
 * Runs commands that open transactions of their own as one: `work` gets a database on one connection, in one transaction. Each of its
 * transactions, and each single statement, is a savepoint, so a command that catches an error and goes on works as it does
 * without. A commit that fails leaves open whether anything was written.
 *
 * Isolation levels cannot differ inside, so options of its transactions are ignored. Two of its transactions side by side
 * (`Promise.all`) do not work; one inside another does.
 */
export async function runUnitOfWork<T>(
	outer: Database,
	how: { log: Log; setLimits: (tx: Tx) => Promise<void> },
	work: (database: Database) => Promise<T>,
): Promise<T> {
	const client = await outer.pool.connect();
	const ask = client.query.bind(client) as unknown as Query;
	let isOver = false;
	/** Transactions of the unit that are open: statements sent meanwhile belong to the innermost. */
	let openTransactions = 0;
	let lastTurn: Promise<unknown> = Promise.resolve();
	const effects: (() => unknown)[] = [];

	/** Savepoints nest, so concurrent statements run one after the other. */
	function inTurn<R>(run: () => Promise<R>): Promise<R> {
		const turn = lastTurn.then(run);
		lastTurn = turn.catch(() => {});
		return turn;
	}

	async function atSavepoint(run: () => Promise<unknown>): Promise<unknown> {
		await ask('SAVEPOINT statement');
		try {
			const result = await run();
			await ask('RELEASE SAVEPOINT statement');
			return result;
		} catch (error) {
			await ask('ROLLBACK TO SAVEPOINT statement').catch(() => {});
			throw error;
		}
	}

	// What nobody waited for and comes late must not reach a connection that somebody else has by now.
	const late = outer.pool.query.bind(outer.pool) as unknown as Query;
	const query: Query = (...all) => {
		if (isOver) return late(...all);
		if (openTransactions > 0) return ask(...all);
		return inTurn(() => atSavepoint(() => ask(...all)));
	};

	function join(tx: Tx): Database {
		async function nested<R>(run: (tx: Tx) => Promise<R>): Promise<R> {
			openTransactions += 1;
			try {
				return await tx.transaction(run);
			} finally {
				openTransactions -= 1;
			}
		}
		const pool = { query } as unknown as pg.Pool;
		return {
			address: outer.address,
			pool,
			db: drizzle({ client: pool }),
			transaction(run) {
				if (isOver) return outer.transaction(run);
				const attempt = () => retryTransaction(() => nested(run));
				return openTransactions > 0 ? attempt() : inTurn(attempt);
			},
			unitOfWork(run) {
				return run(this);
			},
			outside: () => outer,
			async afterCommit(effect) {
				if (isOver) await effect();
				else effects.push(effect);
			},
			close: async () => {},
		};
	}

	let result: T;
	try {
		const connection = drizzle({ client: { query: ask } as unknown as pg.PoolClient });
		result = await connection.transaction(async (tx) => {
			await how.setLimits(tx);
			return await work(join(tx));
		});
		isOver = true;
		client.release();
	} catch (error) {
		isOver = true;
		// Nobody knows in which state a connection is that was lost or did not answer.
		client.release(isDatabaseDown(error));
		throw error;
	}
	for (const effect of effects) {
		try {
			await effect();
		} catch (error) {
			how.log.error({ error }, 'database.effect-failed');
		}
	}
	return result;
}
