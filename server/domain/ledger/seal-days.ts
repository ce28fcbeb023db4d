import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ledgerSeals } from '#server/db/tables/ledger.ts';
import type { Services } from '#server/services.ts';
import { sealedDayOf, sealOf } from './periods.ts';
import { OPERATOR_BOOKS } from './post.ts';

/** A day is sealed this long after it has ended: a transaction that posts in it may end a little later. */
const settled = sql`interval '1 hour'`;

/** Days of one organisation in one transaction. */
const daysAtOnce = 400;

/** Seals every day of every organisation's books that is over and has none yet. Twice changes nothing. */
export async function sealDays(services: Services): Promise<void> {
	// Each organisation is found by its last seal and the first transfer after it, both by an index.
	const { rows } = await services.database.db.execute<{ organisation_id: string }>(sql`
		SELECT o.id AS organisation_id FROM (SELECT id FROM organisations UNION ALL SELECT ${OPERATOR_BOOKS}::uuid) o
		WHERE EXISTS (SELECT FROM ledger_transfers t WHERE t.organisation_id = o.id
			AND t.occurred_at >= ${firstUnsealed(sql`o.id`)} AND t.occurred_at < ${firstOpen})
		ORDER BY 1`);
	for (const { organisation_id: organisationId } of rows) {
		while ((await services.database.transaction((tx) => sealSome(tx, organisationId))) === daysAtOnce);
	}
}

/** Where the first day begins that may still get transfers. */
const firstOpen = sql`date_trunc('day', now() - ${settled}, 'UTC')`;

/** Where the first day begins that has no seal. */
const firstUnsealed = (organisationId: ReturnType<typeof sql>) => sql`coalesce(
	(SELECT (max(s.day) + 1)::timestamp AT TIME ZONE 'UTC' FROM ledger_seals s WHERE s.organisation_id = ${organisationId}), '-infinity')`;

async function sealSome(tx: Tx, organisationId: string): Promise<number> {
	// Two who seal the same books take turns: the second finds the days sealed.
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`ledger seal ${organisationId}`}, 0))`,
	);
	const { rows } = await tx.execute<{ day: string; transfers: number; hash: Buffer }>(sql`
		SELECT ${sql.raw(sealedDayOf)}::text AS day, count(*)::int AS transfers, ${sql.raw(sealOf)} AS hash FROM ledger_transfers t
		WHERE t.organisation_id = ${organisationId} AND t.occurred_at >= ${firstUnsealed(sql`${organisationId}::uuid`)}
			AND t.occurred_at < ${firstOpen}
		GROUP BY 1 ORDER BY 1 LIMIT ${daysAtOnce}`);
	if (rows.length === 0) return 0;
	const { rows: last } = await tx.execute<{ hash: Buffer }>(sql`
		SELECT hash FROM ledger_seals WHERE organisation_id = ${organisationId} ORDER BY day DESC LIMIT 1`);
	let before = last[0]?.hash ?? Buffer.alloc(0);
	const seals = rows.map(({ day, transfers, hash: ofDay }) => {
		before = hash('sha256', Buffer.concat([before, ofDay]), 'buffer');
		return { organisationId, day, transfers, hash: before };
	});
	await tx.insert(ledgerSeals).values(seals);
	return seals.length;
}
