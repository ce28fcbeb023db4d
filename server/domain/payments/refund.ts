import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { payments, refunds } from '#server/db/tables/payments.ts';
import type { Gateway, GatewayRefund } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { refundStatesBefore } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';
import { nextCheck } from './apply.ts';
import { booksOf, type PaymentRow, paymentColumns, type RefundRow, refundColumns } from './payment-record.ts';
import { getPayment, getProviderAccount } from './queries.ts';
import { metadataOf } from './settle.ts';

/**
 * Takes a refund over that was made at the provider, without us: as one of ours, of reason `outside`. Those who sold something for the
 * money hear of it.
 * @returns null when it would return more than was paid: one of ours is under way, whose outcome has to be known first
 */
export async function takeOverRefund(
	services: Services,
	payment: PaymentRow,
	made: { object: GatewayRefund; feeReturnedMinor: number },
): Promise<RefundRow | null> {
	const { object, feeReturnedMinor } = made;
	const { organisationId, id: paymentId, eventId, subjectId } = payment;
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			const [held] = await tx
				.select(paymentColumns)
				.from(payments)
				.where(and(eq(payments.organisationId, organisationId), eq(payments.id, paymentId)))
				.for('update');
			const { amountMinor } = object;
			if (!held || held.refundedMinor + held.refundingMinor + amountMinor > held.capturedMinor) return null;
			const [row] = await tx
				.insert(refunds)
				.values({
					...{ id: newId(), organisationId, paymentId, subjectId, eventId, amountMinor, feeReturnedMinor },
					state: 'requested',
					reason: 'outside',
					providerId: object.id,
				})
				.onConflictDoNothing()
				.returning(refundColumns);
			if (!row) return null;
			await tx
				.update(payments)
				.set({ refundingMinor: sql`${payments.refundingMinor} + ${amountMinor}` })
				.where(and(eq(payments.organisationId, organisationId), eq(payments.id, paymentId)));
			// One that has failed meanwhile is looked at again, and taken back then.
			const state = object.status === 'succeeded' ? 'succeeded' : 'pending';
			const taken = await accept(inUnit, tx, held, row, state, object.id);
			const payload = { refundId: row.id, subjectId, amountMinor };
			await inUnit.facts.publish(
				tx,
				{ name: 'payments.refund-taken-over', organisationId, eventId, payload },
				inUnit,
			);
			return taken;
		});
	});
}

/** The money is on its way: into the books, and from "being refunded" to "refunded". */
export async function accept(
	services: Services,
	tx: Tx,
	payment: PaymentRow,
	refund: RefundRow,
	state: 'pending' | 'succeeded',
	providerId: string | null = null,
): Promise<RefundRow> {
	const wasRequested = refund.state === 'requested';
	const [moved] = await tx
		.update(refunds)
		.set({
			state,
			providerId,
			settledAt: state === 'succeeded' ? sql`now()` : null,
			nextCheckAt: state === 'pending' ? nextCheck(refund.checks) : null,
			checks: refund.checks + 1,
			updatedAt: sql`now()`,
		})
		.where(and(ofRefund(refund), inArray(refunds.state, [...new Set([state, ...refundStatesBefore(state)])])))
		.returning(refundColumns);
	if (!moved) return refund;
	if (!wasRequested) {
		if (state === 'succeeded' && refund.state !== 'succeeded')
			await publishSettled(services, tx, moved, state);
		return moved;
	}
	const { organisationId, amountMinor } = refund;
	await tx
		.update(payments)
		.set({
			refundingMinor: sql`${payments.refundingMinor} - ${amountMinor}`,
			refundedMinor: sql`${payments.refundedMinor} + ${amountMinor}`,
			updatedAt: sql`now()`,
		})
		.where(and(eq(payments.organisationId, organisationId), eq(payments.id, payment.id)));
	await post(tx, [
		{
			organisationId: booksOf(payment),
			eventId: payment.eventId,
			subjectId: payment.subjectId,
			sourceKind: 'refund',
			sourceId: refund.id,
			currency: payment.currency,
			madeBy: refund.requestedBy,
			transfers: [
				{ kind: 'refund', debit: 'buyer', credit: creditedBy(payment, refund), amountMinor },
				{ kind: 'fee', debit: 'gateway', credit: 'platform_fees', amountMinor: refund.feeReturnedMinor },
			],
		},
	]);
	const { eventId, subjectId } = payment;
	const isNotSold = refund.reason === 'not_sold';
	const payload = {
		...{ refundId: refund.id, subjectId },
		...(payment.method === 'gift_card' && { giftCard: { paymentId: payment.id, amountMinor, isNotSold } }),
	};
	await services.facts.publish(
		tx,
		{ name: 'payments.refund-accepted', organisationId, eventId, payload },
		services,
	);
	if (state === 'succeeded') await publishSettled(services, tx, moved, state);
	return moved;
}

/** Says, in the transaction of the change, how a refund ended. */
function publishSettled(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, subjectId, id: refundId }: RefundRow,
	state: 'succeeded' | 'failed',
): Promise<void> {
	const payload = { refundId, subjectId, state };
	const name = 'payments.refund-settled' as const;
	return services.facts.publish(tx, { name, organisationId, eventId, payload }, services);
}

/** The account of the books that a refund is paid from. */
function creditedBy(payment: PaymentRow, refund: RefundRow): 'gateway' | 'gift_cards' | 'cash' | 'bank' {
	if (payment.method === 'gift_card' || refund.giftCardId !== null) return 'gift_cards';
	if (payment.gateway !== null) return 'gateway';
	return refund.sentWay === 'cash' ? 'cash' : 'bank';
}

/** The money did not get there: what the books say of it is taken back, and the buyer is owed again. */
async function fail(
	services: Services,
	tx: Tx,
	payment: PaymentRow,
	refund: RefundRow,
	failure: string,
): Promise<RefundRow> {
	const [moved] = await tx
		.update(refunds)
		.set({
			state: 'failed',
			failure,
			nextCheckAt: null,
			// One that never got to the provider has returned nothing of the platform's share.
			...(refund.state === 'requested' && { feeReturnedMinor: 0 }),
			updatedAt: sql`now()`,
		})
		.where(and(ofRefund(refund), inArray(refunds.state, refundStatesBefore('failed'))))
		.returning(refundColumns);
	if (!moved) return refund;
	const { organisationId, amountMinor } = refund;
	const column = refund.state === 'requested' ? payments.refundingMinor : payments.refundedMinor;
	const field = refund.state === 'requested' ? 'refundingMinor' : 'refundedMinor';
	await tx
		.update(payments)
		.set({ [field]: sql`${column} - ${amountMinor}`, updatedAt: sql`now()` })
		.where(and(eq(payments.organisationId, organisationId), eq(payments.id, payment.id)));
	if (refund.state !== 'requested') {
		await post(tx, [
			{
				organisationId: booksOf(payment),
				eventId: payment.eventId,
				subjectId: payment.subjectId,
				sourceKind: 'refund_failed',
				sourceId: refund.id,
				currency: payment.currency,
				// The platform's share stays returned, as it does at the provider.
				transfers: [{ kind: 'refund', debit: 'gateway', credit: 'buyer', amountMinor }],
			},
		]);
	}
	await publishSettled(services, tx, moved, 'failed');
	services.log.warn({ refundId: refund.id, failure }, 'payments.refund-failed');
	return moved;
}

export const ofRefund = ({ organisationId, id }: Pick<RefundRow, 'organisationId' | 'id'>) =>
	and(eq(refunds.organisationId, organisationId), eq(refunds.id, id));

/** The refund as it stands, held until the transaction ends: the payment is held before it, by everybody. */
export async function lockRefund(
	tx: Tx,
	refund: Pick<RefundRow, 'organisationId' | 'id' | 'paymentId'>,
): Promise<RefundRow> {
	await tx
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.organisationId, refund.organisationId), eq(payments.id, refund.paymentId)))
		.for('update');
	const [row] = await tx.select(refundColumns).from(refunds).where(ofRefund(refund)).for('update');
	return row as RefundRow;
}

/** Sends a refund to the provider or fetches its state, and applies the response. Idempotent. */
export async function settleRefund(
	services: Services,
	scope: { organisationId: string; refundId: string },
): Promise<void> {
	const { gateway, database } = services;
	const [refund] = await database.db
		.select({ ...refundColumns, isKeyOld: sql<boolean>`${refunds.createdAt} < now() - ${keyTrust}` })
		.from(refunds)
		.where(and(eq(refunds.organisationId, scope.organisationId), eq(refunds.id, scope.refundId)));
	if (!refund || refund.giftCardId !== null || ['failed', 'cancelled'].includes(refund.state)) return;
	const payment = await getPayment(database.db, refund);
	if (payment.gateway !== gateway.name || !payment.providerId) return;
	const account = await getProviderAccount(database.db, payment);
	let object: GatewayRefund;
	try {
		object = refund.providerId
			? await gateway.getRefund({ account, refundId: refund.providerId })
			: (refund.isKeyOld && (await findUnanswered(gateway, account, payment.providerId, refund))) ||
				(await gateway.refund({
					key: `refund:${refund.id}`,
					account,
					paymentId: payment.providerId,
					amountMinor: refund.amountMinor,
					currency: payment.currency,
					refundFee: true,
					metadata: { ...metadataOf(payment), foyer_refund: refund.id },
				}));
	} catch (error) {
		if (!(error instanceof GatewayError) || error.failure.kind !== 'refused') throw error;
		await database.transaction(async (tx) =>
			fail(services, tx, payment, await lockRefund(tx, refund), error.message),
		);
		return;
	}
	await database.transaction(async (tx) => {
		const current = await lockRefund(tx, refund);
		if (object.status === 'failed' || object.status === 'canceled')
			return fail(services, tx, payment, current, object.failureReason ?? object.status);
		return accept(services, tx, payment, current, object.status, object.id);
	});
}

/** Providers remember a key for at least a day; well before its end a refund is looked for instead of being sent again. */
const keyTrust = sql`interval '12 hours'`;

/** A refund that was made, though its answer never came, so long ago that the provider may have forgotten its key. */
const findUnanswered = async (
	gateway: Gateway,
	account: string | null,
	paymentId: string,
	{ id }: RefundRow,
) => (await gateway.listRefunds({ account, paymentId })).find(({ metadata }) => metadata.foyer_refund === id);
