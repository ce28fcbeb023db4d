import type { InvariantCheck } from './module.ts';

/** A check that one query answers: each row it finds is a difference, written by `describe`. */
export function createQueryCheck<Row extends Record<string, unknown>>(
	name: string,
	rule: string,
	query: string,
	describe: (row: Row) => string,
): InvariantCheck {
	return {
		name,
		rule,
		async run(services) {
			// Materialized, so that it is planned for all rows: for the first two hundred of none, PostgreSQL chooses plans that take minutes.
			const { rows } = await services.database.pool.query<Row>(
				`WITH found AS MATERIALIZED (${query}) SELECT * FROM found LIMIT 200`,
			);
			return rows.map(describe);
		},
	};
}
