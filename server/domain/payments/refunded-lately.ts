import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/**
 * What a member has refunded within the last hour, by one order after the other, in minor units of a currency. Refunds of a member take
 * turns until `tx` ends: two at once count each other.
 */
export async function readRefundedLately(
	tx: Tx,
	{ organisationId, userId, currency }: { organisationId: string; userId: string; currency: string },
): Promise<number> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`refunds of ${organisationId} ${userId}`}, 0))`,
	);
	const { rows } = await tx.execute<{ sum: string }>(sql`
		SELECT coalesce(sum(r.amount_minor), 0) AS sum
		FROM refunds r JOIN payments p ON p.organisation_id = r.organisation_id AND p.id = r.payment_id AND p.currency = ${currency}
		WHERE r.organisation_id = ${organisationId} AND r.requested_by = ${userId} AND r.created_at > now() - interval '1 hour'
			AND r.reason IN ('organiser', 'not_sold', 'ticket_changed') AND r.state <> 'failed'`);
	return Number(rows[0]?.sum ?? 0);
}
