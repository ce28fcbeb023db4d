import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { organisations, users } from '../db/tables/accounts.ts';
import { emptyOrganisation } from '../domain/accounts/sandbox.ts';
import { OPERATOR_BOOKS } from '../domain/ledger/post.ts';
import type { Services } from '../services.ts';

const demoOrganisations = sql`SELECT id FROM demo_organisations`;

/** Removes everything that `loadDemo` made, and what was done with it since, in one transaction. Idempotent. */
export async function removeDemo(services: Services): Promise<{ organisations: number; users: number }> {
	return services.database.transaction(async (tx) => {
		await tx.execute(
			sql`CREATE TEMPORARY TABLE demo_organisations ON COMMIT DROP AS SELECT id FROM organisations
				WHERE is_demo OR sandbox_of IN (SELECT id FROM organisations WHERE is_demo)`,
		);
		// The books are append-only but for organisations that go whole.
		await tx.execute(sql`SET LOCAL foyer.removes_organisation = 'on'`);
		await removeFees(tx);
		const { rows: demo } = await tx.execute<{ id: string }>(sql`SELECT id FROM demo_organisations`);
		for (const { id } of demo) await emptyOrganisation(services, tx, id);
		const removedOrganisations = await tx
			.delete(organisations)
			.where(sql`${organisations.id} IN (${demoOrganisations})`)
			.returning({ id: organisations.id });
		const removedUsers = await tx.delete(users).where(eq(users.isDemo, true)).returning({ id: users.id });
		return { organisations: removedOrganisations.length, users: removedUsers.length };
	});
}

/** Fees that these organisations paid are income in the operator's books; who paid them is gone, so they go too. */
async function removeFees(tx: Tx): Promise<void> {
	await tx.execute(sql`
		WITH gone AS (
			DELETE FROM ledger_transfers o USING ledger_transfers t
			WHERE o.organisation_id = ${OPERATOR_BOOKS} AND (o.debit = 'fee_income' OR o.credit = 'fee_income')
				AND t.organisation_id IN (SELECT id FROM demo_organisations) AND 'platform_fees' IN (t.debit, t.credit)
				AND t.source_id = o.source_id AND t.source_kind = o.source_kind AND t.subject_id = o.subject_id
			RETURNING o.subject_id, o.source_id, o.source_kind, o.kind, o.line
		), counted AS (SELECT subject_id, count(*)::int AS n FROM gone GROUP BY 1)
		UPDATE ledger_subjects s SET transfers = s.transfers - c.n FROM counted c
		WHERE s.organisation_id = ${OPERATOR_BOOKS} AND s.subject_id = c.subject_id`);
	await tx.execute(
		sql`DELETE FROM ledger_subjects WHERE organisation_id = ${OPERATOR_BOOKS} AND transfers = 0`,
	);
	// Days that the fees were in are sealed anew by the nightly job, and those after them, which follow from their seals.
	await tx.execute(sql`DELETE FROM ledger_seals WHERE organisation_id = ${OPERATOR_BOOKS}`);
}
