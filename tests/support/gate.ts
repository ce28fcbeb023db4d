import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';

/** A place in statements where they wait for each other, so that a race comes out the same way on any machine. */
export interface Gate {
	/** The SQL expression at which a statement waits while the gate is closed; what it reads is as of before the wait. */
	pass: string;
	/** Until so many statements wait. */
	untilWaiting(count: number): Promise<void>;
	/** Let all pass, from now on. */
	open(): Promise<void>;
}

/** Until so many statements on this database wait for a lock that another one holds. */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
	const blocked = async () =>
		(
			await database.pool.query<{ n: number }>(
				`SELECT count(*)::int AS n FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`,
			)
		).rows[0]?.n;
	await expect.poll(blocked, { interval: 20 }).toBe(count);
}

let lastKey = 0;

/** A gate for statements on this database, closed at first. */
export async function closeGate(database: Database): Promise<Gate> {
	lastKey += 1;
	const key = lastKey;
	const holder = await database.pool.connect();
	await holder.query('SELECT pg_advisory_lock(0, $1)', [key]);
	let isOpen = false;
	const waiting = async () => {
		const { rows } = await database.pool.query(
			`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = 0 AND objid = $1
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
			[key],
		);
		return rows[0].n as number;
	};
	return {
		pass: `pg_advisory_xact_lock_shared(0, ${key})`,
		untilWaiting: (count) => expect.poll(waiting).toBe(count),
		async open() {
			if (isOpen) return;
			isOpen = true;
			await holder.query('SELECT pg_advisory_unlock(0, $1)', [key]);
			holder.release();
		},
	};
}
