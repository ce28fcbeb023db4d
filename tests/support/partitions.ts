import pg from 'pg';
import type { DatabaseAddress } from '#server/db/address.ts';
import { globalTables } from '#server/db/tables/global.ts';

/** Parts of each table. */
export const parts = 4;

/** Tables that begin their keys with the organisation: all but those of `globalTables`. */
export async function listOrganisationTables(client: pg.Client | pg.Pool): Promise<string[]> {
	const { rows } = await client.query<{ name: string }>(
		`SELECT c.relname AS name FROM pg_class c
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
	);
	return rows.map(({ name }) => name).filter((name) => !(name in globalTables));
}

interface TableDefinition {
	/** Of the primary key, by its name; made before other indexes. */
	keys: { name: string; definition: string }[];
	indexes: { name: string; definition: string }[];
	references: { name: string; definition: string }[];
	triggers: string[];
	sequences: { name: string; column: string }[];
	storage: string[] | null;
}

/** What `CREATE TABLE … (LIKE …)` does not take along. */
async function readDefinition(client: pg.Client, table: string): Promise<TableDefinition> {
	const { rows } = await client.query<TableDefinition>(
		`SELECT
			(SELECT coalesce(json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(k.oid))), '[]')
				FROM pg_constraint k WHERE conrelid = t.oid AND contype IN ('p', 'u')) AS keys,
			(SELECT coalesce(json_agg(json_build_object('name', i.relname, 'definition', pg_get_indexdef(i.oid))), '[]')
				FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
				WHERE x.indrelid = t.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid AND k.conrelid = t.oid)) AS indexes,
			(SELECT coalesce(json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(k.oid))), '[]')
				FROM pg_constraint k WHERE conrelid = t.oid AND contype = 'f') AS references,
			(SELECT coalesce(json_agg(pg_get_triggerdef(g.oid)), '[]')
				FROM pg_trigger g WHERE tgrelid = t.oid AND NOT tgisinternal) AS triggers,
			(SELECT coalesce(json_agg(json_build_object('name', s.relname, 'column', a.attname)), '[]')
				FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
				JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
				WHERE d.refobjid = t.oid AND d.deptype = 'a') AS sequences,
			t.reloptions AS storage
		FROM pg_class t WHERE t.oid = $1::regclass`,
		[table],
	);
	return rows[0] as TableDefinition;
}

/**
 * Makes every table of an organiser `PARTITION BY HASH (organisation_id)`, as a distributed engine would lay it out. The tables must be
 * empty. The parts are in schemas of their own, where their indexes have the names of the whole: errors name them.
 */
export async function partitionByOrganisation(address: DatabaseAddress): Promise<void> {
	const client = new pg.Client(address);
	await client.connect();
	const run = (statement: string) => client.query(statement);
	try {
		await run('BEGIN');
		const tables = await listOrganisationTables(client);
		const definitions = new Map<string, TableDefinition>();
		for (const table of tables) definitions.set(table, await readDefinition(client, table));
		for (let part = 0; part < parts; part++) await run(`CREATE SCHEMA part_${part}`);
		await run('CREATE SCHEMA former');
		for (const [table, { references }] of definitions) {
			for (const { name } of references) await run(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
		}
		for (const [table, { keys, indexes, sequences, storage }] of definitions) {
			await run(`ALTER TABLE ${table} SET SCHEMA former`);
			await run(
				`CREATE TABLE ${table} (LIKE former.${table} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (organisation_id)`,
			);
			for (const { name, column } of sequences) {
				await run(`ALTER SEQUENCE former.${name} OWNED BY NONE`);
				await run(`ALTER SEQUENCE former.${name} SET SCHEMA public`);
				await run(`ALTER SEQUENCE ${name} OWNED BY ${table}.${column}`);
			}
			const places: string[] = [];
			for (let part = 0; part < parts; part++) {
				const place = `part_${part}.${table}`;
				await run(
					`CREATE TABLE ${place} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part})
						${storage ? `WITH (${storage.join(', ')})` : ''}`,
				);
				places.push(place);
			}
			// The whole's own come last, and take over those of the parts.
			for (const place of [...places, `public.${table}`]) {
				for (const { name, definition } of keys)
					await run(`ALTER TABLE ${place} ADD CONSTRAINT "${name}" ${definition}`);
				for (const { definition } of indexes)
					await run(definition.replace(/ ON \S+ USING /, ` ON ${place} USING `));
			}
		}
		for (const [table, { references, triggers }] of definitions) {
			for (const { name, definition } of references)
				await run(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
			for (const trigger of triggers) await run(trigger);
		}
		await run('DROP SCHEMA former CASCADE');
		await run('COMMIT');
	} finally {
		await client.end();
	}
}
