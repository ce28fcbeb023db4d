import { expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { newIdSql } from './statement.ts';

const database = useTestDatabase();

test('ids that statements make are of version 7, all different, and go by time', async () => {
	const { rows } = await database().pool.query<{ id: string; same: number }>(
		`SELECT ${newIdSql}::text AS id FROM generate_series(1, 500)`,
	);
	const ids = rows.map(({ id }) => id);
	expect(new Set(ids).size).toBe(500);
	for (const id of ids)
		expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	const { rows: times } = await database().pool.query<{ now: string }>(
		'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS now',
	);
	const at = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
	const stamps = ids.map(at);
	expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
	expect(Number(times[0]?.now) - (stamps.at(-1) ?? 0)).toBeGreaterThanOrEqual(0);
	expect(Number(times[0]?.now) - (stamps[0] ?? 0)).toBeLessThan(60_000);
});
