import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../server/db/migrations');
/** The first version that ran anywhere; what came before it had no older process beside it. */
const FIRST_RELEASED = '20261122203308_keys-by-organisation';

/**
 * While the processes of an installation are replaced one after the other, those of the version before work on the new tables
 * (docs/operations.md, "More processes"). They read and write what they know, so nothing of it may go, be renamed or become compulsory.
 */
const breaking: [string, RegExp][] = [
	['takes away what an older process reads', /\bDROP\s+(?:TABLE|VIEW|COLUMN|FUNCTION|TYPE|SCHEMA)\b/i],
	['renames what an older process reads', /\bRENAME\s+(?:COLUMN\b|TO\b|"?\w+"?\s+TO\b)/i],
	[
		'adds a column that an older process does not fill',
		/\bADD\s+COLUMN\b(?!.*\b(?:DEFAULT|GENERATED)\b).*\bNOT\s+NULL\b/is,
	],
	['demands of an older process what it may leave out', /\bALTER\s+COLUMN\b.*\bSET\s+NOT\s+NULL\b/is],
	['changes the type that an older process writes', /\bALTER\s+COLUMN\b.*\b(?:SET\s+DATA\s+)?TYPE\b/is],
];

/** What a statement does to an older process. Bodies of functions are no statements of the migration. */
function faultsOf(sql: string): string[] {
	return sql
		.replace(/--(?!>).*$/gm, '')
		.replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
		.split(/;|--> statement-breakpoint/)
		.flatMap((statement) =>
			breaking
				.filter(([, pattern]) => pattern.test(statement))
				.map(([what]) => `${what}: ${statement.trim().replace(/\s+/g, ' ')}`),
		);
}

test('a migration leaves to the processes of the version before what they work with', () => {
	const migrations = globSync('*/migration.sql', { cwd: folder }).filter(
		(file) => dirname(file) > FIRST_RELEASED,
	);
	expect(migrations.length).toBeGreaterThan(20);
	const found = migrations.flatMap((file) =>
		faultsOf(readFileSync(join(folder, file), 'utf8')).map((what) => `${basename(dirname(file))} ${what}`),
	);
	expect(found).toEqual([]);
});

test.each([
	'ALTER TABLE "orders" DROP COLUMN "note"',
	'DROP TABLE "orders"',
	'ALTER TABLE "orders" RENAME COLUMN "note" TO "remark"',
	'ALTER TABLE "orders" RENAME TO "sales"',
	'ALTER TABLE "orders"\n\tADD COLUMN "note" text NOT NULL',
	'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL',
	'ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE integer',
])('%s is found', (statement) => {
	expect(faultsOf(`SELECT 1;--> statement-breakpoint\n${statement};`)).toHaveLength(1);
});

test.each([
	`ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL`,
	'ALTER TABLE "orders" ADD COLUMN "note" text',
	'CREATE TABLE "notes" ("text" text NOT NULL)',
	'CREATE FUNCTION f() RETURNS void AS $$ BEGIN DROP TABLE temporary_rows; END $$ LANGUAGE plpgsql',
	'-- DROP TABLE "orders"\nSELECT 1',
])('%s does no harm', (statement) => {
	expect(faultsOf(statement)).toEqual([]);
});
