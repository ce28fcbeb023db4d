import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './client.ts';
import type { MovedTable } from './move-organisation.ts';

/** Claims and retries of the worker: what ends them is the next round, not the time of the organisation. */
const unwatchedTables: ReadonlySet<string> = new Set([
	...['facts', 'mails', 'delayed_work', 'outbound_messages', 'outbound_deliveries', 'outbound_attempts'],
	...['mailing_lists', 'mailing_list_contacts', 'figure_marks', 'sandbox_acts'],
]);
const claims: ReadonlySet<string> = new Set(['claimed_until', 'lease_until']);

/**
 * The earliest instant after now that rows of an organisation name, or one that `also` gives: until then nothing falls due.
 * @param how.tables those in which the organisation has rows: a statement about all of them takes longer to plan than to run
 * @param how.also statements that each give one column of instants
 * @returns whole minutes until then, rounded up; null where there is none
 */
export async function minutesUntilNext(
	tx: Tx,
	organisationId: string,
	{ tables, also }: { tables: readonly MovedTable[]; also: readonly SQL[] },
): Promise<number | null> {
	const watched = tables.flatMap(({ name, instants }) => {
		const columns = instants.filter((column) => !claims.has(column));
		if (unwatchedTables.has(name) || columns.length === 0) return [];
		const mins = columns.map((column) => {
			const at = sql.identifier(column);
			return sql`min(${at}) FILTER (WHERE ${at} > now())`;
		});
		return [
			sql`SELECT least(${sql.join(mins, sql`, `)}) FROM ${sql.identifier(name)} WHERE organisation_id = ${organisationId}`,
		];
	});
	const { rows } = await tx.execute<{ minutes: number | null }>(sql`
		SELECT ceil(extract(epoch FROM min(at) - now()) / 60)::int AS minutes
		FROM (${sql.join([...watched, ...also], sql` UNION ALL `)}) AS due (at) WHERE at > now()`);
	return rows[0]?.minutes ?? null;
}
