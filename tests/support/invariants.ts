import pg from 'pg';
import { expect } from 'vitest';
import type { InvariantCheck } from '#server/domain/module.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import type { Services } from '#server/services.ts';

/** What `foyer verify` would find: nothing, or the test fails with it. */
export const expectInvariants = (services: Services): Promise<void> =>
	expectChecks(services, invariantChecks);

/** The same for some of the checks, where a test asks often. */
export async function expectChecks(services: Services, checks: readonly InvariantCheck[]): Promise<void> {
	const found: string[] = [];
	const planned = await withPlans(services);
	for (const check of checks) {
		for (const line of await check.run(planned)) found.push(`${check.name}: ${line}`);
	}
	expect(found, found.join('; ')).toEqual([]);
}

/** A connection that keeps the plans of the checks, and how large the tables were when it began. It ends with its database. */
interface Planner {
	client: pg.Client;
	bytes: number;
}
const planners = new WeakMap<pg.Pool, Planner>();
const names = new Map<string, string>();

/** The services with statements that are planned once: planning the checks takes far longer than running them on the rows of a test. */
async function withPlans(services: Services): Promise<Services> {
	const { database } = services;
	const client = await findPlanner(database);
	const query = (first: string | pg.QueryConfig, values?: unknown[]) => {
		if (typeof first !== 'string') return client.query(first);
		const name = names.get(first) ?? `check ${names.size}`;
		names.set(first, name);
		return client.query({ name, text: first, values: values ?? [] });
	};
	return { ...services, database: { ...database, pool: { query } as unknown as pg.Pool } };
}

async function findPlanner({ pool, address }: Services['database']): Promise<pg.Client> {
	const known = planners.get(pool);
	// It is gone where the database was killed meanwhile.
	const bytes = known && (await measureTables(known.client).catch(() => null));
	// What was planned for few rows can take minutes for many.
	if (known && typeof bytes === 'number' && bytes < 2 * known.bytes + 1_000_000) return known.client;
	const client = new pg.Client(address);
	client.on('error', () => {});
	await client.connect();
	planners.set(pool, { client, bytes: await measureTables(client) });
	return client;
}

async function measureTables(client: pg.Client): Promise<number> {
	const { rows } = await client.query<{ bytes: number }>({
		name: 'measure tables',
		text: `SELECT sum(pg_relation_size(oid))::float8 AS bytes FROM pg_class
			WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
	});
	return rows[0]?.bytes ?? 0;
}
