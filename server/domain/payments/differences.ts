import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { Difference } from '#shared/contracts/payouts.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { BalanceItemKind, DifferenceKind } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';

/** Differences that are shown at once. */
const shown = 100;
/** Of ours, what the provider's balance should know of by now: older than this, and not older than a month. */
const lateHours = 24;
const lookedBackDays = 30;

/** What the books have of a movement already: the source that wrote it, by kind. */
export const bookedBy = `CASE i.kind WHEN 'charge' THEN 'payment' WHEN 'refund' THEN 'refund' WHEN 'refund_failure' THEN 'refund_failed'
	WHEN 'dispute' THEN 'dispute' WHEN 'dispute_reversal' THEN 'dispute_closed' WHEN 'payout' THEN 'payout'
	WHEN 'payout_failure' THEN 'payout_failed' END`;

/** A movement `i`, less what the books have of it at the provider in its currency. */
const unbooked = sql`i.net_minor - coalesce((SELECT sum(CASE WHEN t.debit = 'gateway' THEN t.amount_minor WHEN t.credit = 'gateway'
	THEN -t.amount_minor ELSE 0 END) FROM ledger_transfers t WHERE t.organisation_id = i.organisation_id AND t.source_id = i.matched_id
	AND t.currency = i.currency AND t.source_kind = ${sql.raw(bookedBy)}), 0)`;

interface Row extends Record<string, unknown> {
	id: string;
	difference: DifferenceKind;
	kind: BalanceItemKind | null;
	amount_minor: string;
	unbooked: string | null;
	currency: string;
	occurred_at: string;
	provider_id: string | null;
	subject_id: string | null;
	event_id: string | null;
}

/** An id that is younger than this many days, for lists by the primary key: ids begin with their time. */
function idSince(days: number): string {
	const ms = Date.now() - days * 86_400_000;
	const hex = ms.toString(16).padStart(12, '0');
	return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** What differs between the provider's balance and the books of an organisation, the newest first. */
export async function listDifferences(
	db: DbOrTx,
	organisationId: string,
): Promise<{ data: Difference[]; comparedAt: string | null }> {
	const recent = sql`x.organisation_id = ${organisationId} AND x.id > ${idSince(lookedBackDays)}::uuid`;
	const isLate = sql`x.settled_at < now() - make_interval(hours => ${lateHours})`;
	const hasNoItem = (kind: 'charge' | 'refund') => sql`NOT EXISTS (SELECT FROM balance_items i
		WHERE i.organisation_id = x.organisation_id AND i.matched_id = x.id AND i.kind = ${kind})`;
	const { rows } = await db.execute<Row>(sql`
		(SELECT i.id, i.difference, i.kind, i.amount_minor, ${unbooked} AS unbooked, i.currency, i.occurred_at, i.provider_id,
			i.subject_id, i.event_id FROM balance_items i
		WHERE i.organisation_id = ${organisationId} AND i.state = 'unmatched' ORDER BY i.occurred_at DESC, i.id DESC LIMIT ${shown})
		UNION ALL (SELECT x.id, 'missing-charge', NULL, x.captured_minor, NULL, x.currency, x.settled_at, x.provider_id, x.subject_id, x.event_id
		FROM payments x WHERE ${recent} AND x.gateway IS NOT NULL AND x.account_id IS NOT NULL AND x.state = 'succeeded'
			AND ${isLate} AND ${hasNoItem('charge')} LIMIT ${shown})
		UNION ALL (SELECT x.id, 'missing-refund', NULL, -x.amount_minor, NULL, p.currency, x.settled_at, x.provider_id, x.subject_id, x.event_id
		FROM refunds x JOIN payments p ON p.organisation_id = x.organisation_id AND p.id = x.payment_id
		WHERE ${recent} AND p.gateway IS NOT NULL AND p.account_id IS NOT NULL AND x.state = 'succeeded'
			AND ${isLate} AND ${hasNoItem('refund')} LIMIT ${shown})
		ORDER BY 7 DESC, 1 LIMIT ${shown}`);
	const { rows: compared } = await db.execute<{ at: string | null }>(sql`
		SELECT max(compared_at) AS at FROM payment_accounts WHERE organisation_id = ${organisationId} AND disconnected_at IS NULL`);
	return {
		data: rows.map(present),
		comparedAt: compared[0]?.at ? new Date(compared[0].at).toISOString() : null,
	};
}

const present = (row: Row): Difference => ({
	id: row.id,
	difference: row.difference,
	kind: row.kind,
	amountMinor: Number(row.amount_minor),
	unbookedMinor: row.unbooked === null ? null : Number(row.unbooked),
	currency: row.currency,
	occurredAt: new Date(row.occurred_at).toISOString(),
	providerId: row.provider_id,
	orderId: row.event_id === null ? null : row.subject_id,
	eventId: row.event_id,
});

/**
 * Settles a difference by hand: what the books lack of the movement is written as an adjustment, so that their balance at the provider is
 * the provider's. Somebody's note says why.
 * @throws not-found, `already-settled`
 */
export async function settleDifference(
	services: Services,
	scope: { organisationId: string; itemId: string },
	how: { note: string; userId: string },
): Promise<{ adjustedMinor: number; currency: string }> {
	const { organisationId, itemId } = scope;
	return services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ state: string; unbooked: string; currency: string }>(sql`
			SELECT i.state, i.currency, ${unbooked} AS unbooked FROM balance_items i
			WHERE i.organisation_id = ${organisationId} AND i.id = ${itemId} FOR UPDATE`);
		const [item] = rows;
		if (!item) throw notFound('Difference');
		if (item.state !== 'unmatched')
			throw ruleViolation('already-settled', message`This difference is settled already.`);
		await tx.execute(sql`
			UPDATE balance_items SET state = 'settled_by_hand', settled_by = ${how.userId}, settled_at = now(), note = ${how.note}
			WHERE organisation_id = ${organisationId} AND id = ${itemId}`);
		const adjustedMinor = Number(item.unbooked);
		const isGain = adjustedMinor > 0;
		await post(tx, [
			{
				...{ organisationId, eventId: null, subjectId: itemId, currency: item.currency },
				sourceKind: 'settlement',
				sourceId: itemId,
				madeBy: how.userId,
				transfers: [
					{
						kind: 'adjustment',
						debit: isGain ? 'gateway' : 'adjustments',
						credit: isGain ? 'adjustments' : 'gateway',
						amountMinor: Math.abs(adjustedMinor),
					},
				],
			},
		]);
		return { adjustedMinor, currency: item.currency };
	});
}
