import { expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { countCheckedIn } from './stats.ts';

const database = useTestDatabase();

/** The plan of the count for any event, as a connection chooses it that has counted several. */
async function planOf(count: string): Promise<string> {
	const client = await database().pool.connect();
	try {
		await client.query(
			`SET plan_cache_mode = force_generic_plan; PREPARE counted (uuid, uuid, uuid) AS SELECT ${count}`,
		);
		const { rows } = await client.query(
			'EXPLAIN EXECUTE counted (gen_random_uuid(), gen_random_uuid(), gen_random_uuid())',
		);
		return rows.map((row) => row['QUERY PLAN']).join('\n');
	} finally {
		client.release(true);
	}
}

test('entries of cancelled guests are looked up one by one, whatever statistics expect', async () => {
	const count = countCheckedIn('ARRAY[$1::uuid]', '$2', '$3');
	expect(await planOf(count)).not.toContain('Semi Join');
	expect(await planOf(count.replace(' OFFSET 0', ''))).toContain('Semi Join');
});
