import type { Database } from '#server/db/client.ts';

/** The time of a simulation: that of the machine, ahead by as much as was jumped over. */
export interface WorldClock {
	nowMs(): number;
	/** How far ahead the simulation is. */
	readonly aheadMs: number;
	/** Jumps; the database jumps along. `setAhead` moves the clocks of everything else. */
	jump(ms: number): Promise<void>;
}

/**
 * A clock for a simulation of days in minutes. Between jumps it runs as every clock does. Sessions of the database that begin later
 * than this hear of the jumps: their `now()` and `clock_timestamp()` are looked up in a schema that comes before PostgreSQL's own.
 */
export async function startWorldClock(
	{ pool }: Database,
	name: string,
	setAhead: (aheadMs: number) => Promise<void>,
): Promise<WorldClock> {
	await pool.query(`
		CREATE SCHEMA simulation;
		CREATE TABLE simulation.clock (ahead interval NOT NULL);
		INSERT INTO simulation.clock VALUES ('0');
		CREATE FUNCTION simulation.now() RETURNS timestamptz LANGUAGE sql STABLE
			AS $$ SELECT pg_catalog.now() + ahead FROM simulation.clock $$;
		CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
			AS $$ SELECT pg_catalog.clock_timestamp() + ahead FROM simulation.clock $$;
		ALTER TABLE check_ins ALTER COLUMN occurred_at SET DEFAULT simulation.clock_timestamp(),
			ALTER COLUMN recorded_at SET DEFAULT simulation.clock_timestamp();
		ALTER TABLE check_in_undos ALTER COLUMN recorded_at SET DEFAULT simulation.clock_timestamp();
		ALTER DATABASE ${name} SET search_path = simulation, pg_catalog, public`);
	let aheadMs = 0;
	return {
		nowMs: () => Date.now() + aheadMs,
		get aheadMs() {
			return aheadMs;
		},
		async jump(ms) {
			aheadMs += ms;
			await pool.query(`UPDATE simulation.clock SET ahead = $1 * interval '1 millisecond'`, [aheadMs]);
			await setAhead(aheadMs);
		},
	};
}
