import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { disputes, payments } from '#server/db/tables/payments.ts';
import type { GatewayDispute } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { disputeStatesBefore } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';
import { booksOf, type PaymentRow, paymentColumns } from './payment-record.ts';

type DisputeRow = typeof disputes.$inferSelect;

/** What the provider takes for the dispute; what it gives back later is a movement of its own. */
const feeOf = (object: GatewayDispute) =>
	object.movements.reduce((sum, one) => sum + Math.max(0, one.feeMinor), 0);

/**
 * Stores the state of a dispute and books its effect: the amount is contested while it is open, returned when it is won, and a loss when
 * it is lost. An inquiry moves no money. Idempotent.
 */
export async function applyDispute(
	services: Services,
	scope: { organisationId: string; paymentId: string },
	object: GatewayDispute,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const [payment] = await tx
			.select(paymentColumns)
			.from(payments)
			.where(and(eq(payments.organisationId, scope.organisationId), eq(payments.id, scope.paymentId)))
			.for('update');
		if (!payment) return;
		const row = await upsertDispute(tx, payment, object);
		if (!row) return;
		if (object.status !== 'inquiry' && object.status !== 'closed') await contest(tx, payment, row);
		if (object.status === 'won' || object.status === 'lost') await close(services, tx, payment, row);
		const { organisationId, eventId } = payment;
		const payload = { disputeId: row.id, state: row.state };
		await services.facts.publish(
			tx,
			{ name: 'payments.dispute-noted', organisationId, eventId, payload },
			services,
		);
	});
}

/** The row as it is now; undefined when the news are older than what is known. */
async function upsertDispute(
	tx: Tx,
	payment: PaymentRow,
	object: GatewayDispute,
): Promise<DisputeRow | undefined> {
	const { organisationId } = payment;
	const isClosed = ['won', 'lost', 'closed'].includes(object.status);
	const state = {
		state: object.status,
		feeMinor: feeOf(object),
		evidenceDueAt: object.evidenceDueAt,
		sentAt: object.isEvidenceSent ? sql`coalesce(disputes.sent_at, now())` : null,
		closedAt: isClosed ? sql`coalesce(disputes.closed_at, now())` : null,
		updatedAt: sql`now()`,
	};
	await tx
		.insert(disputes)
		.values({
			...state,
			sentAt: object.isEvidenceSent ? sql`now()` : null,
			closedAt: isClosed ? sql`now()` : null,
			id: newId(),
			organisationId,
			paymentId: payment.id,
			subjectId: payment.subjectId,
			eventId: payment.eventId,
			providerId: object.id,
			amountMinor: object.amountMinor,
			currency: object.currency,
			reason: object.reason,
		})
		.onConflictDoNothing();
	const [row] = await tx
		.update(disputes)
		.set(state)
		.where(
			and(
				eq(disputes.organisationId, organisationId),
				eq(disputes.providerId, object.id),
				inArray(disputes.state, [object.status, ...disputeStatesBefore(object.status)]),
			),
		)
		.returning();
	return row;
}

const entryOf = (payment: PaymentRow, row: DisputeRow) => ({
	organisationId: booksOf(payment),
	eventId: payment.eventId,
	subjectId: payment.subjectId,
	sourceId: row.id,
	currency: row.currency,
});

/** The provider has taken the money. */
async function contest(tx: Tx, payment: PaymentRow, row: DisputeRow): Promise<void> {
	const isNew = await post(tx, [
		{
			...entryOf(payment, row),
			sourceKind: 'dispute',
			transfers: [
				{ kind: 'contested', debit: 'contested', credit: 'gateway', amountMinor: row.amountMinor },
				{ kind: 'dispute_fee', debit: 'dispute_fees', credit: 'gateway', amountMinor: row.feeMinor },
			],
		},
	]);
	if (isNew > 0) await addContested(tx, payment, row.amountMinor);
}

/** Decided: the money is back, or lost. What was lost cannot be refunded any more. */
async function close(services: Services, tx: Tx, payment: PaymentRow, row: DisputeRow): Promise<void> {
	const isWon = row.state === 'won';
	const isNew = await post(tx, [
		{
			...entryOf(payment, row),
			sourceKind: 'dispute_closed',
			transfers: [
				{
					kind: row.state,
					debit: isWon ? 'gateway' : 'dispute_losses',
					credit: 'contested',
					amountMinor: row.amountMinor,
				},
			],
		},
	]);
	if (isNew === 0) return;
	if (isWon) {
		await addContested(tx, payment, -row.amountMinor);
		return;
	}
	const { organisationId, eventId, subjectId } = payment;
	const fact = { name: 'payments.dispute-lost' as const, payload: { disputeId: row.id, subjectId } };
	await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
}

const addContested = (tx: Tx, payment: PaymentRow, amountMinor: number) =>
	tx
		.update(payments)
		.set({ contestedMinor: sql`${payments.contestedMinor} + ${amountMinor}`, updatedAt: sql`now()` })
		.where(and(eq(payments.organisationId, payment.organisationId), eq(payments.id, payment.id)));
