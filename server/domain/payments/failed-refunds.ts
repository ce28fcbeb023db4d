import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { payments, refunds } from '#server/db/tables/payments.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { AdminDifference, FailedRefund } from '#shared/contracts/admin-money.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';
import { OPERATOR_BOOKS, readBalance } from '../ledger/post.ts';
import { booksOf, type RefundRow, refundColumns } from './payment-record.ts';
import { getPayment } from './queries.ts';
import { requestRefund } from './request-refund.ts';

/** Money of all organisations that did not get where it should, for administrators. Sandboxes are left out. */

interface Paging {
	limit: number;
	cursor?: string | undefined;
}

/** SQL of the money that goes back for the subject of the refund `r`, and that the books do not have yet. */
const underWay = `(SELECT sum(q.refunding_minor) FROM payments q WHERE q.organisation_id = r.organisation_id AND q.subject_id = r.subject_id)`;
/** SQL of the money of later refunds of that payment that failed too: one that was sent again and failed again is listed once. */
const failedSince = `coalesce((SELECT sum(n.amount_minor) FROM refunds n WHERE n.organisation_id = r.organisation_id AND n.payment_id = r.payment_id
	AND n.id > r.id AND n.state = 'failed' AND n.gift_card_id IS NULL), 0)`;

/**
 * SQL of the refunds `r` through a provider that failed and whose money the buyer is still owed: the payment `p` has not been refunded since, and
 * the books owe as much for what was paid for, beside what is being refunded.
 */
const owedRefunds = `FROM refunds r
	JOIN payments p ON p.organisation_id = r.organisation_id AND p.id = r.payment_id AND p.gateway IS NOT NULL
		AND p.refunded_minor + p.refunding_minor + p.contested_minor + r.amount_minor <= p.captured_minor
	JOIN ledger_subjects s ON s.subject_id = r.subject_id AND s.organisation_id =
		CASE WHEN p.subject_kind = 'agreement' AND p.account_id IS NULL THEN '${OPERATOR_BOOKS}'::uuid ELSE r.organisation_id END
	WHERE r.state = 'failed' AND r.gift_card_id IS NULL AND s.balance_minor + ${underWay} + ${failedSince} <= -r.amount_minor AND NOT ${isSandboxSql('r.organisation_id')}`;

/** How many there are, as an expression of SQL. */
export const failedRefundsSql = `(SELECT count(*)::int ${owedRefunds})`;

/** Failed refunds whose amount is still owed, newest first. The index is refunds_failed_index. */
export async function listFailedRefunds(services: Services, query: Paging) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
	const { rows } = await services.database.pool.query<Omit<FailedRefund, 'createdAt'> & { createdAt: Date }>(
		`SELECT r.id, r.organisation_id AS "organisationId",
			(SELECT name FROM organisations o WHERE o.id = r.organisation_id) AS "organisationName",
			(SELECT title FROM events e WHERE e.organisation_id = r.organisation_id AND e.id = r.event_id) AS "eventTitle",
			r.amount_minor::float8 AS "amountMinor", p.currency, r.reason, coalesce(r.failure, '') AS failure, r.provider_id AS "providerId",
			r.created_at AS "createdAt"
		${owedRefunds} AND ($1::uuid IS NULL OR r.id < $1) ORDER BY r.id DESC LIMIT $2`,
		[after, query.limit + 1],
	);
	return pageOf(
		rows,
		query.limit,
		(row): FailedRefund => ({ ...row, createdAt: row.createdAt.toISOString() }),
		(row) => [row.id],
	);
}

/**
 * Retries a failed refund as a new row that the worker sends to the provider.
 * @throws not-found, `refund-not-owed`: it has not failed, was already retried, or its amount is no longer owed; `more-than-paid`
 */
export async function retryFailedRefund(services: Services, refundId: string): Promise<{ refundId: string }> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			const failed = await lockOwed(tx, refundId);
			const { organisationId, paymentId, amountMinor, reason, note, eventId, subjectId } = failed;
			const again = await requestRefund(inUnit, tx, {
				...{ organisationId, paymentId, amountMinor, reason, note },
			});
			const payload = { refundId: again.id, failedId: failed.id, subjectId };
			await inUnit.facts.publish(
				tx,
				{ name: 'payments.refund-retried', organisationId, eventId, payload },
				inUnit,
			);
			return { refundId: again.id };
		});
	});
}

/**
 * A failed refund whose money is owed. All payments for the same are held until the transaction ends, so that nothing else of them is refunded
 * meanwhile: the books learn of a refund only when the provider has taken it on.
 */
async function lockOwed(tx: Tx, refundId: string): Promise<RefundRow> {
	const [refund] = await tx
		.select(refundColumns)
		.from(refunds)
		.where(and(eq(refunds.id, refundId), eq(refunds.state, 'failed')));
	if (!refund) throw notFound('Failed refund');
	const held = await tx
		.select({ refundingMinor: payments.refundingMinor })
		.from(payments)
		.where(and(eq(payments.organisationId, refund.organisationId), eq(payments.subjectId, refund.subjectId)))
		.orderBy(payments.id)
		.for('update');
	const underWayMinor = held.reduce((sum, { refundingMinor }) => sum + refundingMinor, 0);
	const payment = await getPayment(tx, refund);
	const { balanceMinor } = await readBalance(tx, {
		organisationId: booksOf(payment),
		subjectId: payment.subjectId,
	});
	const isOwed =
		refund.giftCardId === null &&
		payment.gateway !== null &&
		-balanceMinor - underWayMinor >= refund.amountMinor;
	if (!isOwed) throw ruleViolation('refund-not-owed', message`This amount is no longer owed.`);
	return refund;
}

/** Movements at the provider that no books explain, the newest first. The index is balance_items_differences_index. */
export async function listAllDifferences(services: Services, query: Paging) {
	const [at, id] = query.cursor ? decodeCursor(query.cursor, 2) : [null, null];
	const { rows } = await services.database.pool.query<
		Omit<AdminDifference, 'occurredAt'> & { occurredAt: Date }
	>(
		`SELECT i.id, i.organisation_id AS "organisationId",
			(SELECT name FROM organisations o WHERE o.id = i.organisation_id) AS "organisationName",
			i.difference, i.net_minor::float8 AS "amountMinor", i.currency, i.occurred_at AS "occurredAt", i.provider_id AS "providerId"
		FROM balance_items i WHERE i.state = 'unmatched' AND NOT ${isSandboxSql('i.organisation_id')}
			AND ($1::timestamptz IS NULL OR (i.occurred_at, i.id) < ($1, $2::uuid))
		ORDER BY i.occurred_at DESC, i.id DESC LIMIT $3`,
		[at, id, query.limit + 1],
	);
	return pageOf(
		rows,
		query.limit,
		(row): AdminDifference => ({ ...row, occurredAt: row.occurredAt.toISOString() }),
		(row) => [row.occurredAt, row.id],
	);
}
