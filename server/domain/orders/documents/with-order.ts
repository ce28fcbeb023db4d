import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { DocumentRow } from '#server/domain/documents/issue.ts';
import { listDocumentsOf } from '#server/domain/documents/queries.ts';
import { holdCards } from '#server/domain/gift-cards/return-card.ts';
import { holdBeginning } from '#server/domain/payments/attempt-limits.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import type { Services } from '#server/services.ts';
import { getOrder, lockOrder, type OrderRecord, type OrderScope } from '../order-record.ts';

/** An order as its documents see it. Its payments are held, as refunds hold them: invoice and refund come one after the other. */
export interface Issuing {
	tx: Tx;
	services: Services;
	order: OrderRecord;
	payments: PaymentRow[];
	documents: DocumentRow[];
}

/** Works on the documents of an order in a transaction of its own, after refunds and documents of it that are under way. */
export async function withOrder<T>(
	services: Services,
	scope: OrderScope,
	work: (issuing: Issuing) => Promise<T>,
): Promise<T> {
	return services.database.unitOfWork((unit) =>
		unit.transaction(async (tx) => {
			const inUnit = { ...services, database: unit };
			await holdPayments(tx, scope);
			const order = await getOrder(inUnit, scope);
			const subject = { organisationId: scope.organisationId, subjectId: order.id };
			const payments = await listPayments(tx, subject);
			const documents = await listDocumentsOf(tx, subject);
			return work({ tx, services: inUnit, order, payments, documents });
		}),
	);
}

/** Waits for refunds and documents of the same order that are under way. */
export const holdPayments = (tx: Tx, { organisationId, orderId }: OrderScope) =>
	tx.execute(sql`
		SELECT FROM payments WHERE organisation_id = ${organisationId} AND subject_id = ${orderId}
		ORDER BY id FOR UPDATE`);

/**
 * Holds everything that decides about the money of an order until the transaction ends, in the order in which all hold it: the beginning of a
 * payment, payments, balance, order, gift cards that pay it.
 * Whoever cancels its tickets meanwhile waits, and finds what this left.
 */
export async function holdMoney(tx: Tx, scope: OrderScope): Promise<void> {
	await holdBeginning(tx, scope.orderId);
	await holdPayments(tx, scope);
	await tx.execute(sql`
		SELECT FROM ledger_subjects WHERE organisation_id = ${scope.organisationId} AND subject_id = ${scope.orderId} FOR UPDATE`);
	await lockOrder(tx, scope);
	// Before places of the event: what is refunded may go back to them.
	await holdCards(tx, scope);
}
