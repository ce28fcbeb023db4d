import { createHmac } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { paymentAttempts, payments } from '#server/db/tables/payments.ts';
import type { GatewayPayment } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { paymentStatesBefore } from '#shared/rules/payment-states.ts';
import { post } from '../ledger/post.ts';
import { notePaidPeriod, noteRefusedPeriod, noteSavedCard } from './agreements/note-payment.ts';
import { booksOf, type PaymentRow, paymentColumns } from './payment-record.ts';
import { getPayment, getProviderAccount } from './queries.ts';

/** What the provider keeps beside a payment, so that its object leads back to ours. Nothing personal. */
export const metadataOf = ({ id, organisationId }: { id: string; organisationId: string }) => ({
	foyer_payment: id,
	foyer_organisation: organisationId,
});

/** Seconds between looks at a payment that is open: soon at first, then ever more rarely. */
const ladder = [5, 15, 60, 300, 900, 3_600, 21_600];
export const nextCheck = (checks: number) =>
	sql`now() + make_interval(secs => ${ladder[Math.min(checks, ladder.length - 1)]})`;
/** A payment whose request never arrived is given up after this many looks. */
const looksForLost = 4;

type StateOf = Record<GatewayPayment['status'], PaymentRow['state']>;
const stateOf: StateOf = {
	requires_payment_method: 'failed',
	requires_action: 'requires_action',
	processing: 'processing',
	succeeded: 'succeeded',
	canceled: 'cancelled',
};

/**
 * Asks the provider how a payment stands and moves our row there, with all that follows from it. Called by events, the buyer's page and the
 * reconciliation alike; calling it again changes nothing.
 * @throws GatewayError when the provider cannot be asked
 */
export async function settlePayment(
	services: Services,
	scope: { organisationId: string; paymentId: string },
): Promise<PaymentRow> {
	const { database, gateway } = services;
	const payment = await getPayment(database.db, scope);
	if (payment.gateway !== gateway.name || payment.state === 'cancelled') return payment;
	const account = await getProviderAccount(database.db, payment);
	const object = payment.providerId
		? await gateway.getPayment({ account, paymentId: payment.providerId })
		: await gateway.findPayment({ account, metadata: metadataOf(payment), since: payment.createdAt });
	if (object) return applyPayment(services, payment, object);
	if (payment.checks >= looksForLost) return failPayment(services, payment, 'PAYMENT_FAILED');
	await database.db
		.update(payments)
		.set({ checks: payment.checks + 1, nextCheckAt: nextCheck(payment.checks) })
		.where(ofPayment(payment));
	return payment;
}

const ofPayment = ({ organisationId, id }: PaymentRow) =>
	and(eq(payments.organisationId, organisationId), eq(payments.id, id));

/** Whether the object is the one that this payment asked for: nothing is moved by another amount, account or installation. */
function isMismatch(payment: PaymentRow, object: GatewayPayment): boolean {
	return (
		object.amountMinor !== payment.amountMinor ||
		object.currency !== payment.currency ||
		object.metadata.foyer_payment !== payment.id ||
		object.metadata.foyer_organisation !== payment.organisationId ||
		(payment.providerId !== null && payment.providerId !== object.id)
	);
}

/**
 * Applies what the provider says of a payment, in one transaction: its state, the books, and what those on the right do when they hear
 * of it (orders are confirmed). News that are older than what is known change nothing.
 */
export async function applyPayment(
	services: Services,
	payment: PaymentRow,
	object: GatewayPayment,
): Promise<PaymentRow> {
	if (isMismatch(payment, object)) {
		services.log.error({ paymentId: payment.id, providerId: object.id }, 'payments.mismatch');
		return payment;
	}
	const state = stateOf[object.status];
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			const [moved] = await tx
				.update(payments)
				.set({
					state,
					providerId: object.id,
					capturedMinor: object.capturedMinor,
					failure: state === 'failed' ? (object.failure?.code ?? 'PAYMENT_FAILED') : null,
					actionUrl: actionOf(object),
					settledAt: state === 'succeeded' ? sql`coalesce(${payments.settledAt}, now())` : null,
					nextCheckAt: ['requires_action', 'processing'].includes(state) ? nextCheck(payment.checks) : null,
					checks: payment.checks + 1,
					updatedAt: sql`now()`,
				})
				.where(
					and(
						ofPayment(payment),
						inArray(payments.state, [...new Set([state, ...paymentStatesBefore(state)])]),
						// Never a second object: two answers may be applied at once, and the one that comes second is a stray charge.
						or(isNull(payments.providerId), eq(payments.providerId, object.id)),
						// What became of an earlier attempt says nothing of this one, unless the money has come.
						state === 'succeeded' ? undefined : eq(payments.attempt, payment.attempt),
					),
				)
				.returning(paymentColumns);
			// Nothing to add: it has succeeded or was cancelled before.
			if (!moved || payment.state === 'succeeded') return getPayment(tx, scopeOf(payment));
			await noteAttempt(services, tx, moved, object);
			if (state === 'succeeded' && (await isFirst(tx, moved))) {
				await noteSavedCard(tx, moved, object);
				await succeed(inUnit, tx, moved);
			}
			if (state === 'failed' && moved.isOffSession)
				await noteRefusedPeriod(
					inUnit,
					tx,
					moved,
					object.failure?.providerCode === 'authentication_required',
				);
			return getPayment(tx, scopeOf(payment));
		});
	});
}

const scopeOf = ({ organisationId, id }: PaymentRow) => ({ organisationId, paymentId: id });

/** The address of the bank's page, or what the provider's script needs to show it; the latter is marked as it is no address. */
function actionOf({ nextAction }: GatewayPayment): string | null {
	if (!nextAction) return null;
	return 'url' in nextAction ? nextAction.url : `secret:${nextAction.clientSecret}`;
}

/** Whether the books do not know of the payment yet: two who settle it at once write it once. */
async function isFirst(tx: Tx, payment: PaymentRow): Promise<boolean> {
	const { rows } = await tx.execute<Record<string, never>>(sql`
		SELECT FROM ledger_transfers WHERE organisation_id = ${booksOf(payment)} AND source_id = ${payment.id}
			AND source_kind = 'payment' LIMIT 1`);
	return rows.length === 0;
}

/** Money has come: into the books, and told to those who wait for it. */
async function succeed(services: Services, tx: Tx, payment: PaymentRow): Promise<void> {
	const { organisationId, eventId, subjectId, currency } = payment;
	await post(tx, [
		{
			organisationId: booksOf(payment),
			eventId,
			subjectId,
			sourceKind: 'payment',
			sourceId: payment.id,
			currency,
			madeBy: payment.madeBy,
			transfers: [
				{
					kind: 'payment',
					debit: assetOf[payment.method],
					credit: 'buyer',
					amountMinor: payment.capturedMinor,
				},
				{ kind: 'fee', debit: 'platform_fees', credit: 'gateway', amountMinor: payment.feeMinor },
			],
		},
	]);
	if (payment.subjectKind === 'agreement') return notePaidPeriod(services, tx, payment);
	const payload = { paymentId: payment.id, subjectId };
	await services.facts.publish(
		tx,
		{ name: 'payments.payment-succeeded', organisationId, eventId, payload },
		services,
	);
}

const assetOf = { card: 'gateway', transfer: 'bank', cash: 'cash', door_card: 'bank' } as const;

/** What the attempt came to, with hashes of the card for the limits against tried cards. */
async function noteAttempt(
	services: Services,
	tx: Tx,
	payment: PaymentRow,
	object: GatewayPayment,
): Promise<void> {
	const outcome =
		payment.state === 'succeeded' || payment.state === 'failed' ? payment.state : 'requires_action';
	const card = object.card?.fingerprint
		? createHmac('sha256', services.secret).update(`payment card\0${object.card.fingerprint}`).digest()
		: null;
	await tx
		.update(paymentAttempts)
		.set({
			outcome,
			code: object.failure?.providerCode ?? null,
			card,
			brand: object.card?.brand ?? null,
			last4: object.card?.last4 ?? null,
		})
		.where(
			and(
				eq(paymentAttempts.organisationId, payment.organisationId),
				eq(paymentAttempts.paymentId, payment.id),
				eq(paymentAttempts.number, payment.attempt),
			),
		);
}

/** Notes that a payment came to nothing: it was refused before the provider made one, or never arrived there. */
export async function failPayment(
	services: Services,
	payment: PaymentRow,
	code: string,
	/** Only declined cards count against the limit of tried cards, and end an agreement in time. */
	{ isDeclined = false, needsPayer = false } = {},
): Promise<PaymentRow> {
	return services.database.transaction(async (tx) => {
		const [failed] = await tx
			.update(payments)
			.set({ state: 'failed', failure: code, nextCheckAt: null, actionUrl: null, updatedAt: sql`now()` })
			.where(and(ofPayment(payment), inArray(payments.state, paymentStatesBefore('failed'))))
			.returning(paymentColumns);
		if (failed?.isOffSession && isDeclined) await noteRefusedPeriod(services, tx, failed, needsPayer);
		await tx
			.update(paymentAttempts)
			.set({ outcome: isDeclined ? 'failed' : 'unknown', code })
			.where(
				and(
					eq(paymentAttempts.organisationId, payment.organisationId),
					eq(paymentAttempts.paymentId, payment.id),
					eq(paymentAttempts.number, payment.attempt),
				),
			);
		return getPayment(tx, scopeOf(payment));
	});
}

/** Money that came without a provider: by transfer, or at the door. The caller has made sure that it is owed. */
export async function recordPayment(
	services: Services,
	tx: Tx,
	payment: Pick<
		typeof payments.$inferInsert,
		| 'id'
		| 'organisationId'
		| 'eventId'
		| 'subjectId'
		| 'method'
		| 'currency'
		| 'amountMinor'
		| 'madeBy'
		| 'note'
	>,
): Promise<void> {
	const [made] = await tx
		.insert(payments)
		.values({
			...payment,
			subjectKind: 'order',
			state: 'succeeded',
			capturedMinor: payment.amountMinor,
			settledAt: sql`now()`,
		})
		.returning(paymentColumns);
	await succeed(services, tx, made as PaymentRow);
}

/** One round of looking at payments whose outcome is open and due. A provider that cannot be reached is asked again later. */
export async function settleDuePayments(services: Services, signal?: AbortSignal): Promise<number> {
	const { rows } = await services.database.db.execute<{
		organisation_id: string;
		id: string;
		checks: number;
	}>(sql`
		UPDATE payments SET next_check_at = now() + interval '30 seconds'
		WHERE (organisation_id, id) IN (
			SELECT organisation_id, id FROM payments WHERE next_check_at <= now() ORDER BY next_check_at LIMIT 20
			FOR UPDATE SKIP LOCKED)
		RETURNING organisation_id, id, checks`);
	for (const row of rows) {
		if (signal?.aborted) break;
		await settlePayment(services, { organisationId: row.organisation_id, paymentId: row.id }).catch((error) =>
			services.log.warn(
				{ error, paymentId: row.id, isProvider: error instanceof GatewayError },
				'payments.not-settled',
			),
		);
	}
	return rows.length;
}
