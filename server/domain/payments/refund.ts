import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { payments, refunds } from '#server/db/tables/payments.ts';
import { createFairPoller, runDue } from '#server/jobs/fair-poller.ts';
import type { Gateway, GatewayRefund } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type RefundWay, refundStatesBefore } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';
import { nextCheck } from './apply.ts';
import { booksOf, type PaymentRow, paymentColumns, type RefundRow, refundColumns } from './payment-record.ts';
import { getPayment, getProviderAccount } from './queries.ts';
import { metadataOf } from './settle.ts';

/** Money that is to go back. */
export interface WantedRefund {
	organisationId: string;
	paymentId: string;
	amountMinor: number;
	/** `organiser`, `late_payment` … */
	reason: string;
	note?: string;
	requestedBy?: string | null;
	/** The new gift card that it goes onto, unless the payment was by gift card itself; without it, it goes back the way it came. */
	giftCardId?: string | null;
}

/**
 * Notes a refund of a payment, in the caller's transaction; the worker sends it to the provider. What is refunded and being refunded never
 * exceeds what was captured. Money that did not come through a provider is owed until a member says that it was sent (`recordSentRefund`); what
 * a gift card paid is back on it at once, and so is what goes onto a new gift card (docs/decisions/427-refunds-as-gift-cards.md).
 * @throws `more-than-paid`
 */
export async function requestRefund(services: Services, tx: Tx, wanted: WantedRefund): Promise<RefundRow> {
	const { organisationId, paymentId, amountMinor } = wanted;
	const [payment] = await tx
		.update(payments)
		.set({ refundingMinor: sql`${payments.refundingMinor} + ${amountMinor}`, updatedAt: sql`now()` })
		.where(
			and(
				eq(payments.organisationId, organisationId),
				eq(payments.id, paymentId),
				eq(payments.state, 'succeeded'),
				sql`${payments.refundedMinor} + ${payments.refundingMinor} + ${payments.contestedMinor} + ${amountMinor} <= ${payments.capturedMinor}`,
			),
		)
		.returning(paymentColumns);
	if (!payment)
		throw ruleViolation('more-than-paid', message`This is more than was paid and not yet refunded.`);
	const giftCardId = payment.method === 'gift_card' ? null : (wanted.giftCardId ?? null);
	const isAtOnce = payment.method === 'gift_card' || giftCardId !== null;
	const [made] = await tx
		.insert(refunds)
		.values({
			id: newId(),
			organisationId,
			paymentId,
			subjectId: payment.subjectId,
			eventId: payment.eventId,
			amountMinor,
			// The money stays with the organisation, so the platform keeps its share.
			feeReturnedMinor: giftCardId !== null ? 0 : await feeToReturn(tx, payment),
			state: 'requested',
			reason: wanted.reason,
			note: wanted.note ?? '',
			requestedBy: wanted.requestedBy ?? null,
			giftCardId,
			nextCheckAt: isAtOnce || payment.gateway === null ? null : sql`now()`,
		})
		.returning(refundColumns);
	const row = made as RefundRow;
	if (isAtOnce) return accept(services, tx, payment, row, 'succeeded');
	if (payment.gateway === null) {
		const payload = { refundId: row.id, subjectId: payment.subjectId };
		const { eventId } = payment;
		await services.facts.publish(
			tx,
			{ name: 'payments.refund-owed', organisationId, eventId, payload },
			services,
		);
	}
	return row;
}

/** How money that no provider moved went back. */
export interface SentRefund {
	organisationId: string;
	refundId: string;
	/** `2026-11-27` */
	sentOn: string;
	way: RefundWay;
	userId: string;
}

/**
 * Notes that an owed refund was sent, and books it. Each refund is sent once, however many say so at the same time.
 * @throws not-found, `refund-sent`: it was sent before, or a provider sends it
 */
export async function recordSentRefund(services: Services, tx: Tx, sent: SentRefund): Promise<void> {
	const { organisationId, refundId } = sent;
	const [found] = await tx
		.select({ paymentId: refunds.paymentId })
		.from(refunds)
		.where(and(eq(refunds.organisationId, organisationId), eq(refunds.id, refundId)));
	if (!found) throw notFound('Refund');
	const refund = await lockRefund(tx, { organisationId, id: refundId, ...found });
	const payment = await getPayment(tx, { organisationId, paymentId: found.paymentId });
	if (payment.gateway !== null || refund.state !== 'requested')
		throw ruleViolation('refund-sent', message`This refund is recorded as sent already.`);
	const [noted] = await tx
		.update(refunds)
		.set({ sentOn: sent.sentOn, sentWay: sent.way, sentBy: sent.userId })
		.where(ofRefund(refund))
		.returning(refundColumns);
	await accept(services, tx, payment, noted as RefundRow, 'succeeded');
}

/**
 * What the platform gives back of its share: in proportion to all that is refunded but for gift cards, less what it gave back before. A refund that failed at
 * the bank keeps its part, as the provider does not take it again (docs/decisions/286-reconciliation.md).
 * @param payment with the refund counted already
 */
async function feeToReturn(tx: Tx, payment: PaymentRow): Promise<number> {
	if (payment.feeMinor === 0) return 0;
	const { rows } = await tx.execute<{ returned: string; kept: string }>(sql`
		SELECT coalesce(sum(fee_returned_minor), 0) AS returned,
			coalesce(sum(amount_minor) FILTER (WHERE gift_card_id IS NOT NULL), 0) AS kept FROM refunds
		WHERE organisation_id = ${payment.organisationId} AND payment_id = ${payment.id}`);
	const refunded = BigInt(payment.refundedMinor + payment.refundingMinor) - BigInt(rows[0]?.kept ?? 0);
	const due = Number((BigInt(payment.feeMinor) * refunded) / BigInt(payment.capturedMinor));
	return Math.max(0, due - Number(rows[0]?.returned ?? 0));
}

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
async function accept(
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

const ofRefund = ({ organisationId, id }: Pick<RefundRow, 'organisationId' | 'id'>) =>
	and(eq(refunds.organisationId, organisationId), eq(refunds.id, id));

/** The refund as it stands, held until the transaction ends: the payment is held before it, by everybody. */
async function lockRefund(
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

/** Sends a refund to the provider, or asks how it stands, and applies the answer. Calling it again changes nothing. */
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

/** Refunds that wait for the provider's answer at the same time: its limit is what a cancelled event takes, not the way there. */
const atOnce = 4;

type DueRefund = { organisationId: string; refundId: string };

/** Sends refunds and asks for those that are under way. */
export const refundPoller = createFairPoller<DueRefund>({
	name: 'payments.settle-refunds',
	idleMs: 1_000,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<DueRefund>({
			name: 'payments.claim-refunds',
			text: `UPDATE refunds SET next_check_at = now() + interval '30 seconds'
				WHERE (organisation_id, id) IN (
					SELECT organisation_id, id FROM refunds WHERE next_check_at <= now() AND organisation_id <> ALL ($1::uuid[])
					ORDER BY next_check_at LIMIT 20 FOR UPDATE SKIP LOCKED)
				RETURNING organisation_id AS "organisationId", id AS "refundId"`,
			values: [without],
		});
		return rows;
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ refundId }) => refundId,
	atOnce,
	async run(services, [scope]) {
		await settleRefund(services, scope);
		return 1;
	},
});

/** Sends or looks at all refunds that are due. */
export const settleDueRefunds = runDue(refundPoller);
