import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { moduleOrder } from '#scripts/modules.ts';
import { isTest, projectImports } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('server/**/*.ts', { cwd: root })
	.filter((file) => !isTest(file))
	.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

interface Owned {
	table: string;
	owner: string;
}

/** Tables by their name in SQL and by their name in code; a file in server/db/tables holds those of one module. */
const bySql = new Map<string, Owned>();
const byCode = new Map<string, Owned>();
for (const file of globSync('server/db/tables/*.ts', { cwd: root })) {
	const found: Record<string, unknown> = await import(join(root, file));
	for (const [code, value] of Object.entries(found)) {
		if (!is(value, PgTable)) continue;
		const owned = { table: getTableName(value), owner: basename(file, '.ts') };
		bySql.set(owned.table, owned);
		byCode.set(code, owned);
	}
}

/** What belongs to no module: the kernel with the tables of server/db/tables/platform.ts. */
const kernel = /^server\/(?:http|jobs|platform|db|domain\/facts\.ts)/;
const ownerOf = (file: string) =>
	kernel.test(file) ? 'platform' : (/^server\/domain\/([^/]+)\//.exec(file)?.[1] ?? file);

/** Where somebody else's table is written for a reason. */
const exceptions = [
	{
		file: /^server\/domain\/orders\/sale\/sale-statement\.ts$/,
		tables: /^facts$/,
		because: 'one statement sells and publishes what was sold',
	},
	{
		file: /^server\/demo\//,
		tables: /./,
		because: 'demo content is dated back and removed whole, which the product never does',
	},
	{
		file: /^server\/db\/move-organisation\.ts$/,
		tables: /^(?:events|ledger_periods|ledger_seals)$/,
		because: 'a sandbox is moved in time whole, and what follows from its instants with it',
	},
];

/** The tables that a source text writes. */
function writtenIn(text: string): Owned[] {
	const inSql = [
		...text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|COPY)\s+"?(\w+)/g),
	];
	const inBatches = [...text.matchAll(/\bdeleteInBatches\([^{]*\{\s*table: '(\w+)'/g)];
	const inFeeds = [...text.matchAll(/\b(?:lookForChanges|beginFeed)\(\s*\w+,\s*'(\w+)'/g)];
	const inCode = [
		...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g),
		...text.matchAll(/\b(?:insertRows|updateRows)\(\s*\w+,\s*(\w+)/g),
	];
	return [
		...[...inSql, ...inBatches, ...inFeeds].flatMap((match) => bySql.get(match[1] as string) ?? []),
		...inCode.flatMap((match) => byCode.get(match[1] as string) ?? []),
	];
}

const writes = sources.flatMap(({ file, text }) => writtenIn(text).map((owned) => ({ file, ...owned })));
const foreign = writes.filter(({ file, owner }) => owner !== ownerOf(file));

describe('tables', () => {
	test('each file of server/db/tables is named after its module', () => {
		const owners = new Set([...bySql.values()].map(({ owner }) => owner));
		expect(owners.size).toBeGreaterThan(10);
		expect([...owners].filter((owner) => ![...moduleOrder, 'platform'].includes(owner))).toEqual([]);
	});

	test('every table is found to be written: the reader misses no way to write', () => {
		const written = new Set(writes.map(({ table }) => table));
		expect([...bySql.keys()].filter((table) => !written.has(table))).toEqual([]);
	});

	test('a table is written only by its module', () => {
		const broken = foreign.filter(
			({ file, table }) => !exceptions.some((one) => one.file.test(file) && one.tables.test(table)),
		);
		expect(broken.map(({ file, table, owner }) => `${file} writes ${table} of ${owner}`)).toEqual([]);
	});

	test.each(exceptions)('an exception is needed: $because', ({ file, tables }) => {
		expect(foreign.some((write) => file.test(write.file) && tables.test(write.table))).toBe(true);
	});

	test('the name of a table that is written is in the statement', () => {
		const computed = /(?:INSERT INTO|UPDATE|DELETE FROM) \$\{/;
		const found = sources.filter(({ text }) => computed.test(text)).map(({ file }) => file);
		expect(found.sort()).toEqual([
			'server/db/backup/restore.ts',
			'server/db/change-feed.ts',
			'server/db/delete-in-batches.ts',
			'server/db/move-organisation.ts',
			'server/db/organisation-tables.ts',
			'server/db/row-sets.ts',
		]);
	});
});

describe('files that only route, present, decide or compose', () => {
	const pure = /^server\/domain\/[^/]+\/(?:.+\/)?(?:(?:[\w-]+-)?(?:routes|rules)|present|module|access)\.ts$/;

	test('import nothing of server/db but types', () => {
		const all = projectImports(root).filter(({ from }) => pure.test(from));
		expect(all.length).toBeGreaterThan(100);
		const broken = all.filter(({ to, isType }) => to.startsWith('server/db/') && !isType);
		expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
	});

	test('ask the database nothing themselves', () => {
		const asks = /\b(?:pool\.query|tx\.(?:execute|select|insert|update|delete)|database\.transaction)\b/;
		const broken = sources.filter(({ file, text }) => pure.test(file) && asks.test(text));
		expect(broken.map(({ file }) => file)).toEqual([]);
	});
});
