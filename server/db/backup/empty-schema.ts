import type pg from 'pg';

/**
 * Remove everything of ours from the database: tables, functions and types of the public schema, the list of migrations and
 * the job queue, which the worker makes anew. What belongs to an extension stays.
 */
export async function emptySchema(client: pg.Client): Promise<void> {
	await client.query('DROP SCHEMA IF EXISTS drizzle CASCADE');
	await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
	const { rows } = await client.query<{ statement: string }>(`
		WITH extension_members AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e')
		SELECT format('DROP %s IF EXISTS %s CASCADE',
			CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
			c.oid::regclass) AS statement
		FROM pg_class c
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
			AND (c.tableoid, c.oid) NOT IN (SELECT classid, objid FROM extension_members)
		UNION ALL
		SELECT format('DROP %s IF EXISTS %s CASCADE',
			CASE p.prokind WHEN 'a' THEN 'AGGREGATE' WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END, p.oid::regprocedure)
		FROM pg_proc p
		WHERE p.pronamespace = 'public'::regnamespace
			AND (p.tableoid, p.oid) NOT IN (SELECT classid, objid FROM extension_members)
		UNION ALL
		SELECT format('DROP TYPE IF EXISTS %s CASCADE', t.oid::regtype)
		FROM pg_type t
		WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd')
			AND (t.tableoid, t.oid) NOT IN (SELECT classid, objid FROM extension_members)`);
	for (const { statement } of rows) await client.query(statement);
	// Text search configurations have no dependants of their own kind.
	const { rows: configurations } = await client.query<{ statement: string }>(`
		SELECT format('DROP TEXT SEARCH CONFIGURATION IF EXISTS public.%I CASCADE', cfgname) AS statement
		FROM pg_ts_config WHERE cfgnamespace = 'public'::regnamespace`);
	for (const { statement } of configurations) await client.query(statement);
}
