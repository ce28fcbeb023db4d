import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#shared/lib/ids.ts';
import { createEmptyDatabase } from '#tests/support/database.ts';
import { knownMigrations, migrateDatabase, runMigrations } from './migrate.ts';

const migration = knownMigrations().findIndex((name) => name.endsWith('_keys-by-organisation'));

let client: pg.Client;
let migrateOn: () => Promise<void>;
const [organisationId, eventId, linkId] = [newId(), newId(), newId()];
beforeEach(async () => {
	const { address } = await createEmptyDatabase();
	client = new pg.Client(address);
	await client.connect();
	migrateOn = () => migrateDatabase(address);
	await runMigrations(drizzle({ client }), knownMigrations().slice(0, migration));
	await client.query(`
		INSERT INTO events (id, organisation_id, slug, code, title, time_zone, starts_at, ends_at, starts_on, ends_on)
		VALUES ('${eventId}', '${organisationId}', 'fair', 'AB3DEF', 'Fair', 'UTC', now(), now(), current_date, current_date);
		INSERT INTO event_aliases (slug, organisation_id, event_id) VALUES ('old-fair', '${organisationId}', '${eventId}');
		INSERT INTO staff_links (id, organisation_id, event_id, token_hash, short_code, label, abilities)
		VALUES ('${linkId}', '${organisationId}', '${eventId}', '\\x01', 'ABCD2345', 'North', '{}');
		INSERT INTO staff_devices (id, organisation_id, staff_link_id, token_hash)
		VALUES (gen_random_uuid(), '${organisationId}', '${linkId}', '\\x02');
		INSERT INTO ended_staff_tokens (token_hash, organisation_id, staff_link_id)
		VALUES ('\\x03', '${organisationId}', '${linkId}')`);
});
afterEach(() => client.end());

async function namesOf(targetId: string): Promise<string[]> {
	const { rows } = await client.query<{ name: string }>(
		'SELECT name FROM names WHERE organisation_id = $1 AND target_id = $2 ORDER BY 1',
		[organisationId, targetId],
	);
	return rows.map(({ name }) => name).toSorted();
}

test('events and staff links of the version before are found by all their names', async () => {
	await migrateOn();
	expect(await namesOf(eventId)).toEqual([eventId, 'AB3DEF', 'fair', 'old-fair'].toSorted());
	expect(await namesOf(linkId)).toEqual(['01', '02', '03', 'ABCD2345']);
});

test('what a process of the version before writes meanwhile is found as well', async () => {
	await migrateOn();
	// A slug is changed: the former one is written down, then the new one.
	await client.query('INSERT INTO event_aliases (slug, organisation_id, event_id) VALUES ($1, $2, $3)', [
		'fair',
		organisationId,
		eventId,
	]);
	await client.query(`UPDATE events SET slug = 'new-fair' WHERE id = $1`, [eventId]);
	const { rows } = await client.query(
		`SELECT id FROM events WHERE slug = 'fair' UNION ALL SELECT event_id FROM event_aliases WHERE slug = 'fair' LIMIT 1`,
	);
	expect(rows).toEqual([{ id: eventId }]);
	expect(await namesOf(eventId)).toContain('new-fair');
	await expect(
		client.query(
			`INSERT INTO events (id, organisation_id, slug, code, title, time_zone, starts_at, ends_at, starts_on, ends_on)
			SELECT gen_random_uuid(), gen_random_uuid(), 'old-fair', 'XY3DEF', title, time_zone, starts_at, ends_at, starts_on, ends_on FROM events`,
		),
	).rejects.toThrow('names_pkey');
	await client.query(`UPDATE staff_links SET short_code = 'WXYZ2345', token_hash = '\\x04' WHERE id = $1`, [
		linkId,
	]);
	await client.query('DELETE FROM ended_staff_tokens');
	expect(await namesOf(linkId)).toEqual(['01', '02', '04', 'WXYZ2345']);
	await client.query('DELETE FROM events');
	expect([await namesOf(eventId), await namesOf(linkId)]).toEqual([[], []]);
});
