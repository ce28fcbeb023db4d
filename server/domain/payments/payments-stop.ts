import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { PaymentsStop } from '#shared/contracts/admin-payments.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Whether administrators stopped payments to an organisation, and why. */
export async function getPaymentsStop(db: DbOrTx, organisationId: string): Promise<PaymentsStop> {
	const { rows } = await db.execute<{ stoppedAt: string | null; reason: string }>(sql`
		SELECT stopped_at AS "stoppedAt", stop_reason AS reason FROM payment_accounts
		WHERE organisation_id = ${organisationId} AND disconnected_at IS NULL`);
	const [row] = rows;
	if (!row) return { hasAccount: false, stoppedAt: null, reason: '' };
	return {
		hasAccount: true,
		stoppedAt: row.stoppedAt && new Date(row.stoppedAt).toISOString(),
		reason: row.reason,
	};
}

/**
 * Stops payments to an organisation, or resumes them: nothing is charged or sold by card or transfer meanwhile, monthly donations wait.
 * Payments under way end as they would, refunds, payouts and the door go on. What processes remember of an event may be seconds old.
 * @returns the mark of this change; null: it was so already
 * @throws `no-payment-account`
 */
export async function stopPayments(
	tx: Tx,
	organisationId: string,
	{ isStopped, reason }: { isStopped: boolean; reason: string },
): Promise<string | null> {
	const { rows } = await tx.execute<{ wasStopped: boolean; mark: string }>(sql`
		SELECT stopped_at IS NOT NULL AS "wasStopped", txid_current()::text AS mark FROM payment_accounts
		WHERE organisation_id = ${organisationId} AND disconnected_at IS NULL FOR UPDATE`);
	const [account] = rows;
	if (!account) throw ruleViolation('no-payment-account', message`This organisation has no payment account.`);
	if (account.wasStopped === isStopped) return null;
	await tx.execute(sql`
		UPDATE payment_accounts SET stopped_at = ${isStopped ? sql`now()` : sql`NULL`}, stop_reason = ${isStopped ? reason : ''}
		WHERE organisation_id = ${organisationId} AND disconnected_at IS NULL`);
	return account.mark;
}
