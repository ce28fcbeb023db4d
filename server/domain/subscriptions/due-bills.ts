import { and, asc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { dueBills } from '#server/db/tables/subscriptions.ts';

export type DueBill = typeof dueBills.$inferSelect;

/** Particulars that are entered make bills due at once; this is for what no change of them reports. */
const waits = sql`now() + interval '6 hours'`;

/** Has a document wait until the particulars of both sides are there. */
export async function addWaitingBill(
	tx: Tx,
	bill: Pick<DueBill, 'organisationId' | 'id' | 'kind' | 'month' | 'currency'>,
): Promise<void> {
	await tx
		.insert(dueBills)
		.values({ ...bill, isWaiting: true, dueAt: waits })
		.onConflictDoNothing();
}

/** Tries a document again later: particulars are still missing. */
export async function postponeBill(
	tx: Tx,
	{ organisationId, id }: Pick<DueBill, 'organisationId' | 'id'>,
): Promise<void> {
	await tx
		.update(dueBills)
		.set({ isWaiting: true, dueAt: waits })
		.where(and(eq(dueBills.organisationId, organisationId), eq(dueBills.id, id)));
}

/** The document is issued. */
export async function removeDueBill(
	tx: Tx,
	{ organisationId, id }: Pick<DueBill, 'organisationId' | 'id'>,
): Promise<void> {
	await tx.delete(dueBills).where(and(eq(dueBills.organisationId, organisationId), eq(dueBills.id, id)));
}

/** Has bills tried that wait for what was entered now, in that transaction. @param organisationId null: those of all, the operator changed */
export async function retryWaitingBills(tx: Tx, organisationId: string | null): Promise<void> {
	await tx
		.update(dueBills)
		.set({ dueAt: sql`now()` })
		.where(
			and(
				organisationId === null ? undefined : eq(dueBills.organisationId, organisationId),
				eq(dueBills.isWaiting, true),
			),
		);
}

/** The invoices for fees of an organisation that wait, the earliest month first. */
export const listWaitingMonths = (tx: Tx, organisationId: string): Promise<DueBill[]> =>
	tx
		.select()
		.from(dueBills)
		.where(and(eq(dueBills.organisationId, organisationId), eq(dueBills.kind, 'fees')))
		.orderBy(asc(dueBills.month), asc(dueBills.currency));

/** More are not counted. */
const mostCounted = 1_000;

/** How many documents wait for particulars, 1,000 at most. @param organisationId null: to all organisations */
export async function countWaitingBills(db: DbOrTx, organisationId: string | null): Promise<number> {
	const { rows } = await db.execute<{ waiting: number }>(sql`
		SELECT count(*)::int AS waiting FROM (SELECT FROM due_bills
			WHERE is_waiting AND ${organisationId === null ? sql`true` : sql`organisation_id = ${organisationId}`} LIMIT ${mostCounted}) w`);
	return rows[0]?.waiting ?? 0;
}
