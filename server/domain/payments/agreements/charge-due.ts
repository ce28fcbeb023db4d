import { hash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { agreementPeriods, agreements, paymentAttempts, payments } from '#server/db/tables/payments.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { periodEnd } from '#shared/rules/agreement-states.ts';
import { applyPayment } from '../apply.ts';
import { type PaymentRow, paymentColumns } from '../payment-record.ts';
import { getAccountById, getPayment, getProviderAccount } from '../queries.ts';
import { failPayment, metadataOf } from '../settle.ts';
import {
	type AgreementRow,
	type AgreementScope,
	findOpenPeriod,
	getAgreement,
	getPeriod,
	getSavedMethod,
	ofAgreement,
	ofPeriod,
	ownNow,
	type PeriodRow,
	scopeOfAgreement,
} from './agreement-record.ts';
import { databaseNow, endInside } from './note-payment.ts';

/** When a charge is begun again that nobody ended: of a process that was killed, say. */
const leaseMinutes = 10;
/** A provider that cannot be reached says nothing of the card: the charge is tried again soon, and does not count. */
const retryMinutes = 15;
/** When an agreement is looked at again whose organisation's payments are stopped. */
const stoppedHours = 1;
/** When a payment is looked up again whose answer never came, in seconds. */
const firstCheckSeconds = 15;

/** Charges, ends and continues agreements that are due on the database's clock. Safe on many workers. */
export const agreementPoller = createFairPoller<AgreementScope>({
	name: 'payments.charge-agreements',
	idleMs: 5_000,
	...findDue<AgreementScope>(
		'payments.claim-agreements',
		`UPDATE agreements SET next_at = now() + interval '${leaseMinutes} minutes'
				WHERE (organisation_id, id) IN (
					SELECT organisation_id, id FROM agreements WHERE next_at <= now() AND organisation_id <> ALL ($1::uuid[])
					ORDER BY next_at LIMIT 20 FOR UPDATE SKIP LOCKED)
				RETURNING organisation_id AS "organisationId", id AS "agreementId"`,
	),
	keyOf: ({ agreementId }) => agreementId,
	atOnce: 1,
	async run(services, [scope]) {
		await chargeAgreement(services, scope);
		return 1;
	},
});

/** Charges all agreements that are due. */
export const chargeDueAgreements = runDue(agreementPoller);

/**
 * Charges the period of an agreement that is due. However many workers try, and however often, one charge is under way for a period, each
 * try has a key of its own, and a period that is paid is charged no more.
 */
export async function chargeAgreement(services: Services, scope: AgreementScope): Promise<void> {
	const { database } = services;
	let begun: PaymentRow | null;
	try {
		begun = await database.transaction((tx) => beginDue(services, tx, scope));
	} catch (error) {
		// Another worker has begun it.
		if (isUniqueViolation(error)) return;
		throw error;
	}
	if (!begun) return;
	await sendOffSession(services, begun);
}

/** The payment of the period that is due; null when there is nothing to charge. */
async function beginDue(services: Services, tx: Tx, scope: AgreementScope): Promise<PaymentRow | null> {
	let agreement = await getAgreement(tx, scope);
	const now = ownNow(agreement, await databaseNow(tx));
	if (agreement.state === 'paused') {
		const [resumed] = await tx
			.update(agreements)
			.set({ state: 'active', paidUntil: now, anchorDay: now.getUTCDate(), updatedAt: sql`now()` })
			.where(and(ofAgreement(scope), eq(agreements.state, 'paused')))
			.returning();
		if (!resumed) return null;
		agreement = resumed;
	}
	if (agreement.state !== 'active' && agreement.state !== 'past_due') return null;
	if (agreement.state === 'active' && agreement.paidUntil && agreement.paidUntil > now) return null;
	if (agreement.isEnding) {
		await endInside(services, tx, agreement, agreement.endedReason ?? 'payer');
		return null;
	}
	if (await isStopped(tx, agreement)) {
		await tx
			.update(agreements)
			.set({ nextAt: sql`now() + make_interval(hours => ${stoppedHours})` })
			.where(ofAgreement(scope));
		return null;
	}
	const startsAt = agreement.paidUntil ?? now;
	const period = await openPeriod(tx, agreement, {
		startsAt,
		endsAt: periodEnd(startsAt, agreement.every, agreement.anchorDay),
		amountMinor: agreement.amountMinor,
		every: agreement.every,
		renewsMinor: agreement.amountMinor,
		detail: agreement.detail,
	});
	return beginPayment(services, tx, agreement, period);
}

/** Whether an administrator stopped payments to the account that the agreement is charged through: its payer owes nothing meanwhile. */
async function isStopped(tx: Tx, { organisationId, savedMethodId }: AgreementRow): Promise<boolean> {
	const { accountId } = await getSavedMethod(tx, { organisationId, savedMethodId });
	return accountId !== null && (await getAccountById(tx, accountId)).stoppedAt !== null;
}

/** The next period, unless it is there already. */
export async function openPeriod(
	tx: Tx,
	agreement: AgreementRow,
	wanted: Pick<PeriodRow, 'startsAt' | 'endsAt' | 'amountMinor' | 'every' | 'renewsMinor' | 'detail'>,
): Promise<PeriodRow> {
	const { organisationId, id: agreementId, currency } = agreement;
	const number = agreement.periods + 1;
	const [made] = await tx
		.insert(agreementPeriods)
		.values({ ...wanted, id: newId(), organisationId, agreementId, number, currency })
		.onConflictDoNothing()
		.returning();
	return made ?? ((await findOpenPeriod(tx, scopeOfAgreement(agreement))) as PeriodRow);
}

/** Notes a charge without the payer; null while another one is under way or has succeeded. A refused one is left behind. */
async function beginPayment(
	services: Services,
	tx: Tx,
	agreement: AgreementRow,
	period: PeriodRow | undefined,
): Promise<PaymentRow | null> {
	if (period?.state !== 'open') return null;
	const { organisationId } = agreement;
	const method = await getSavedMethod(tx, { organisationId, savedMethodId: agreement.savedMethodId });
	const [known] = await tx
		.select(paymentColumns)
		.from(payments)
		.where(
			and(
				eq(payments.organisationId, organisationId),
				eq(payments.subjectId, period.id),
				inArray(payments.state, ['created', 'requires_action', 'processing', 'failed', 'succeeded']),
			),
		)
		.for('update');
	if (known && known.state !== 'failed') return null;
	if (known)
		await tx
			.update(payments)
			.set({ state: 'cancelled', nextCheckAt: null, updatedAt: sql`now()` })
			.where(and(eq(payments.organisationId, organisationId), eq(payments.id, known.id)));
	const number = period.tries + 1;
	await tx.update(agreementPeriods).set({ tries: number }).where(ofPeriod(period));
	const [payment] = await tx
		.insert(payments)
		.values({
			id: newId(),
			organisationId,
			subjectKind: 'agreement',
			subjectId: period.id,
			eventId: agreement.eventId,
			accountId: method.accountId,
			method: 'card',
			gateway: services.gateway.name,
			currency: period.currency,
			amountMinor: period.amountMinor,
			state: 'created',
			isOffSession: true,
			nextCheckAt: sql`now() + make_interval(secs => ${firstCheckSeconds})`,
		})
		.returning(paymentColumns);
	const made = payment as PaymentRow;
	const key = `agreement:${period.id}:${number}`;
	await tx.insert(paymentAttempts).values({
		organisationId,
		paymentId: made.id,
		number: made.attempt,
		idempotencyKey: key,
		requestHash: hash('sha256', key, 'buffer'),
	});
	return made;
}

/** Asks the provider, and applies the answer. Where the answer is lost, the payment is looked up until it is known. */
async function sendOffSession(services: Services, payment: PaymentRow): Promise<PaymentRow> {
	const { database, gateway, log } = services;
	const { organisationId } = payment;
	const scope = { organisationId, paymentId: payment.id };
	const period = await getPeriod(database.db, { organisationId, periodId: payment.subjectId });
	const agreement = await getAgreement(database.db, { organisationId, agreementId: period.agreementId });
	const method = await getSavedMethod(database.db, {
		organisationId,
		savedMethodId: agreement.savedMethodId,
	});
	// Ended since the charge was begun: its payer is not charged any more.
	if (agreement.state === 'ended') return failPayment(services, payment, 'PAYMENT_FAILED');
	if (method.gateway !== gateway.name || method.providerMethod === null)
		return failPayment(services, payment, 'PAYMENT_FAILED', { isDeclined: true });
	try {
		const object = await gateway.chargeSaved({
			key: `pay:${payment.id}:${payment.attempt}`,
			account: await getProviderAccount(database.db, payment),
			amountMinor: payment.amountMinor,
			currency: payment.currency,
			feeMinor: payment.feeMinor,
			description: agreement.description,
			statementSuffix: agreement.subjectKind.toUpperCase(),
			metadata: metadataOf(payment),
			customerId: method.providerCustomer,
			methodId: method.providerMethod,
		});
		return await applyPayment(services, payment, object);
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		const { failure } = error;
		log.info({ paymentId: payment.id, kind: failure.kind }, 'payments.agreement-refused');
		if (failure.kind === 'unknown') return getPayment(database.db, scope);
		if (failure.kind === 'throttled' || failure.kind === 'unreachable') {
			await failPayment(services, payment, 'PAYMENT_FAILED');
			await database.db
				.update(agreements)
				.set({ nextAt: sql`now() + make_interval(mins => ${retryMinutes})` })
				.where(ofAgreement(scopeOfAgreement(agreement)));
			return getPayment(database.db, scope);
		}
		const object = failure.kind === 'refused' ? null : failure.payment;
		if (object) return applyPayment(services, payment, object);
		const code = failure.kind === 'declined' ? failure.code : 'PAYMENT_FAILED';
		return failPayment(services, payment, code, {
			isDeclined: true,
			needsPayer: failure.kind === 'needs_action',
		});
	}
}

/** Charges the saved card for a period that its payer asks for now, such as a larger plan. */
export async function chargePeriodNow(services: Services, period: PeriodRow): Promise<PaymentRow | null> {
	const { organisationId, agreementId } = period;
	const begun = await services.database.transaction(async (tx) =>
		beginPayment(services, tx, await getAgreement(tx, { organisationId, agreementId }), period),
	);
	return begun && sendOffSession(services, begun);
}

/** Gives an open period up that is charged no more: another one may take its number. */
export async function abandonPeriod(tx: Tx, period: PeriodRow): Promise<void> {
	await tx
		.update(agreementPeriods)
		.set({ state: 'abandoned' })
		.where(and(ofPeriod(period), eq(agreementPeriods.state, 'open')));
}
