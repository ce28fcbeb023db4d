import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { Difference } from '#shared/contracts/payouts.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { BalanceItemKind, DifferenceKind } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';
import { findGiftCardSubjects } from './gift-card-subjects.ts';

/** Differences that are shown at once. */
const shown = 100;
/** Of ours, what the provider's balance should know of by now: older than this, and not older than a month. */
const lateHours = 24;
const lookedBackDays = 30;

/** A movement’s entries in the books: the source that wrote them, by kind. */
export const bookedBy = `CASE i.kind WHEN 'charge' THEN 'payment' WHEN 'refund' THEN 'refund' WHEN 'refund_failure' THEN 'refund_failed'
	WHEN 'dispute' THEN 'dispute' WHEN 'dispute_reversal' THEN 'dispute_closed' WHEN 'payout' THEN 'payout'
	WHEN 'payout_failure' THEN 'payout_failed' END`;

/** A movement `i`, less what the books have of it at the provider in its currency. */
export const unbooked = sql`i.net_minor - coalesce((SELECT sum(CASE WHEN t.debit = 'gateway' THEN t.amount_minor WHEN t.credit = 'gateway'
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

/** Our rows that the provider's balance has to show, and by which movement. */
interface Ours {
	difference: DifferenceKind;
	/** The rows `x`, with their payment `p` where they are of one. */
	from: 'payments x' | 'refunds x' | 'disputes x' | 'payouts x';
	amount: string;
	/** Since when, on our clock. */
	since: 'settled_at' | 'updated_at' | 'created_at' | 'closed_at';
	where: string;
}

const itemOf = (kind: BalanceItemKind) =>
	`EXISTS (SELECT FROM balance_items i WHERE i.organisation_id = x.organisation_id AND i.matched_id = x.id AND i.kind = '${kind}')`;
const hasEnded = `x.state IN ('failed', 'cancelled')`;

const ours: readonly Ours[] = [
	{
		...{ difference: 'missing-charge', from: 'payments x', amount: 'x.captured_minor', since: 'settled_at' },
		where: `x.gateway IS NOT NULL AND x.account_id IS NOT NULL AND x.state = 'succeeded' AND NOT ${itemOf('charge')}`,
	},
	{
		...{ difference: 'missing-refund', from: 'refunds x', amount: '-x.amount_minor', since: 'settled_at' },
		where: `x.state = 'succeeded' AND x.gift_card_id IS NULL AND NOT ${itemOf('refund')}`,
	},
	{
		...{
			difference: 'missing-refund-failure',
			from: 'refunds x',
			amount: 'x.amount_minor',
			since: 'updated_at',
		},
		where: `x.state = 'failed' AND ${itemOf('refund')} AND NOT ${itemOf('refund_failure')}`,
	},
	{
		...{ difference: 'missing-dispute', from: 'disputes x', amount: '-x.amount_minor', since: 'created_at' },
		where: `x.state NOT IN ('inquiry', 'closed') AND NOT ${itemOf('dispute')}`,
	},
	{
		...{ difference: 'missing-reversal', from: 'disputes x', amount: 'x.amount_minor', since: 'closed_at' },
		where: `x.state = 'won' AND NOT ${itemOf('dispute_reversal')}`,
	},
	{
		...{ difference: 'missing-payout', from: 'payouts x', amount: '-x.amount_minor', since: 'created_at' },
		where: `NOT ${itemOf('payout')}`,
	},
	{
		...{
			difference: 'missing-payout-failure',
			from: 'payouts x',
			amount: 'x.amount_minor',
			since: 'updated_at',
		},
		where: `${hasEnded} AND NOT ${itemOf('payout_failure')}`,
	},
	{
		...{ difference: 'content-differs', from: 'payouts x', amount: 'x.amount_minor', since: 'created_at' },
		where: `x.itemised_at IS NOT NULL AND x.amount_minor <> (SELECT coalesce(sum(i.net_minor), 0) FROM balance_items i
			WHERE i.organisation_id = x.organisation_id AND i.payout_id = x.id)`,
	},
];

/** The rows of ours of the last month that the provider's balance should show for a day, and does not. */
function selectOurs(organisationId: string, { difference, from, amount, since, where }: Ours): SQL {
	const isOfPayment = from === 'refunds x' || from === 'disputes x';
	const payment = isOfPayment
		? 'JOIN payments p ON p.organisation_id = x.organisation_id AND p.id = x.payment_id AND p.gateway IS NOT NULL AND p.account_id IS NOT NULL'
		: '';
	const subject = from === 'payouts x' ? 'NULL::uuid, NULL::uuid' : 'x.subject_id, x.event_id';
	return sql.join(
		[
			sql.raw(`UNION ALL (SELECT x.id, '${difference}', NULL, ${amount}, NULL, ${from === 'refunds x' ? 'p' : 'x'}.currency, x.${since},
			x.provider_id, ${subject} FROM ${from} ${payment}`),
			sql`WHERE x.organisation_id = ${organisationId} AND x.id > ${idSince(lookedBackDays)}::uuid`,
			sql.raw(`AND x.${since} < now() - interval '${lateHours} hours' AND ${where} LIMIT ${shown})`),
		],
		sql` `,
	);
}

/** Differences between the provider's balance and the books of an organisation, the newest first. */
export async function listDifferences(
	db: DbOrTx,
	organisationId: string,
): Promise<{ data: Difference[]; comparedAt: string | null }> {
	const { rows } = await db.execute<Row>(sql`
		(SELECT i.id, i.difference, i.kind, i.amount_minor, ${unbooked} AS unbooked, i.currency, i.occurred_at, i.provider_id,
			i.subject_id, i.event_id FROM balance_items i
		WHERE i.organisation_id = ${organisationId} AND i.state = 'unmatched' ORDER BY i.occurred_at DESC, i.id DESC LIMIT ${shown})
		${sql.join(
			ours.map((one) => selectOurs(organisationId, one)),
			sql` `,
		)}
		ORDER BY 7 DESC, 1 LIMIT ${shown}`);
	const { rows: compared } = await db.execute<{ at: string | null }>(sql`
		SELECT max(compared_at) AS at FROM payment_accounts WHERE organisation_id = ${organisationId} AND disconnected_at IS NULL`);
	const subjectOf = (row: Row) => ({ subjectId: row.subject_id, eventId: row.event_id });
	const isOfGiftCards = await findGiftCardSubjects(db, organisationId, rows.map(subjectOf));
	return {
		data: rows.map((row) => present(row, isOfGiftCards(subjectOf(row)))),
		comparedAt: compared[0]?.at ? new Date(compared[0].at).toISOString() : null,
	};
}

const present = (row: Row, isOfGiftCards: boolean): Difference => ({
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
	isOfGiftCards,
});

/**
 * Settles a difference manually: what the books lack of the movement is written as an adjustment, so that their balance at the provider is
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
