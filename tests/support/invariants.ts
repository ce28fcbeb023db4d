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
	const planned = await withPlans(services, checks === invariantChecks);
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

/** What checks read and found nothing by, without values: read by one statement together, which takes a fifth of the time. */
const read: string[] = [];
const isRead = new Set<string>();
const onlyReads = /^\s*(?:SELECT|WITH)\b[^;]*$/i;

/** Those of them that find nothing now; none where one of them fails, which then says so by itself. */
async function findNothing(client: pg.Client): Promise<Set<string>> {
	const texts = read.slice();
	const columns = texts.map((text, at) => `EXISTS (${text}\n) AS "${at}"`).join(', ');
	const found = await client
		.query<Record<string, boolean>>({ name: `${texts.length} checks`, text: `SELECT ${columns}` })
		.catch(() => null);
	const [row] = found?.rows ?? [];
	return new Set(row ? texts.filter((_, at) => row[at] === false) : []);
}

/**
 * The services with statements that are planned once: planning the checks takes far longer than running them on the rows of a test.
 * @param isWhole all checks are to be run, not a few of them
 */
async function withPlans(services: Services, isWhole: boolean): Promise<Services> {
	const { database } = services;
	const client = await findPlanner(database);
	const nothing = isWhole ? await findNothing(client) : new Set<string>();
	const query = async (first: string | pg.QueryConfig, values: unknown[] = []) => {
		if (typeof first !== 'string') return client.query(first);
		if (values.length === 0 && nothing.has(first)) return { rows: [], rowCount: 0 };
		const name = names.get(first) ?? `check ${names.size}`;
		names.set(first, name);
		const result = await client.query({ name, text: first, values });
		if (values.length === 0 && result.rows.length === 0 && onlyReads.test(first) && !isRead.has(first)) {
			isRead.add(first);
			read.push(first);
		}
		return result;
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
