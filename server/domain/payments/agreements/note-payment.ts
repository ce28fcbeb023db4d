import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { agreementPeriods, agreements, savedMethods } from '#server/db/tables/payments.ts';
import type { GatewayPayment } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { afterFailure, agreementStatesBefore } from '#shared/rules/agreement-states.ts';
import type { PaymentRow } from '../payment-record.ts';
import {
	type AgreementRow,
	databaseTime,
	getPeriod,
	holdAgreement,
	ofAgreement,
	ofPeriod,
	ownNow,
	scopeOfAgreement,
} from './agreement-record.ts';

/** The database's clock, which all processes share. */
export async function databaseNow(tx: Tx): Promise<Date> {
	const { rows } = await tx.execute<{ now: string }>(sql`SELECT clock_timestamp() AS now`);
	return new Date(rows[0]?.now ?? 0);
}

/** Records that a period is paid, in the transaction of its payment, and moves the agreement to the next period. */
export async function notePaidPeriod(services: Services, tx: Tx, payment: PaymentRow): Promise<void> {
	const { organisationId } = payment;
	const period = await getPeriod(tx, { organisationId, periodId: payment.subjectId });
	const agreement = await holdAgreement(tx, { organisationId, agreementId: period.agreementId });
	await tx
		.update(agreementPeriods)
		.set({ state: 'paid', paidAt: ownNow(agreement, await databaseNow(tx)) })
		.where(ofPeriod(period));
	// An agreement that ended while its payment was under way stays ended, and one that was paused stays paused; whose it is hears that it
	// was paid.
	const isPaused = agreement.state === 'paused';
	await tx
		.update(agreements)
		.set({
			state: isPaused ? 'paused' : 'active',
			periods: period.number,
			paidUntil: period.endsAt,
			// A period that does not follow the one before begins a new row of them.
			anchorDay:
				agreement.paidUntil?.getTime() === period.startsAt.getTime()
					? agreement.anchorDay
					: period.startsAt.getUTCDate(),
			nextAt: isPaused ? agreement.nextAt : databaseTime(agreement, period.endsAt),
			every: period.every,
			amountMinor: period.renewsMinor,
			detail: period.detail,
			failures: 0,
			failingSince: null,
			needsPayer: false,
			isEnding: false,
			updatedAt: sql`now()`,
		})
		.where(
			and(
				ofAgreement(scopeOfAgreement(agreement)),
				inArray(agreements.state, ['active', ...agreementStatesBefore('active')]),
			),
		);
	const payload = { agreementId: agreement.id, periodId: period.id };
	await services.facts.publish(
		tx,
		{ name: 'payments.agreement-paid', organisationId, eventId: null, payload },
		services,
	);
}

/** A charge without the payer was refused: it is tried again on a later day, or the agreement ends. */
export async function noteRefusedPeriod(
	services: Services,
	tx: Tx,
	payment: PaymentRow,
	needsPayer: boolean,
): Promise<void> {
	const { organisationId } = payment;
	const period = await getPeriod(tx, { organisationId, periodId: payment.subjectId });
	if (period.state !== 'open') return;
	const agreement = await holdAgreement(tx, { organisationId, agreementId: period.agreementId });
	// Requested early by the payer, who is notified at once; what is paid already goes on.
	if (agreement.paidUntil && period.startsAt < agreement.paidUntil) return;
	const now = ownNow(agreement, await databaseNow(tx));
	const failures = agreement.failures + 1;
	const failingSince = agreement.failingSince ?? now;
	const next = afterFailure(failures, failingSince);
	const [moved] = await tx
		.update(agreements)
		.set({
			state: 'past_due',
			nextAt: next.nextAt && databaseTime(agreement, next.nextAt),
			failures,
			failingSince,
			needsPayer,
			updatedAt: sql`now()`,
		})
		.where(
			and(
				ofAgreement(scopeOfAgreement(agreement)),
				inArray(agreements.state, ['past_due', ...agreementStatesBefore('past_due')]),
			),
		)
		.returning();
	if (!moved) return;
	const payload = { agreementId: agreement.id, periodId: period.id, failures, needsPayer };
	await services.facts.publish(
		tx,
		{ name: 'payments.agreement-failed', organisationId, eventId: null, payload },
		services,
	);
	if (next.state === 'ended') await endInside(services, tx, moved, 'unpaid');
}

/** Ends an agreement in the caller's transaction; what was open of it is charged no more. */
export async function endInside(
	services: Services,
	tx: Tx,
	agreement: AgreementRow,
	reason: string,
): Promise<void> {
	const [ended] = await tx
		.update(agreements)
		.set({ state: 'ended', endedReason: reason, nextAt: null, updatedAt: sql`now()` })
		.where(
			and(
				ofAgreement(scopeOfAgreement(agreement)),
				inArray(agreements.state, agreementStatesBefore('ended')),
			),
		)
		.returning();
	if (!ended) return;
	await tx
		.update(agreementPeriods)
		.set({ state: 'abandoned' })
		.where(
			and(
				eq(agreementPeriods.organisationId, agreement.organisationId),
				eq(agreementPeriods.agreementId, agreement.id),
				eq(agreementPeriods.state, 'open'),
			),
		);
	const { organisationId } = agreement;
	const payload = { agreementId: agreement.id, reason };
	await services.facts.publish(
		tx,
		{ name: 'payments.agreement-ended', organisationId, eventId: null, payload },
		services,
	);
}

/** Records the saved card of a customer after a successful payment that was to save it. */
export async function noteSavedCard(tx: Tx, payment: PaymentRow, object: GatewayPayment): Promise<void> {
	if (payment.isOffSession || !object.customerId || !object.methodId || payment.gateway === null) return;
	await tx
		.update(savedMethods)
		.set({
			providerMethod: object.methodId,
			brand: object.card?.brand ?? null,
			last4: object.card?.last4 ?? null,
			updatedAt: sql`now()`,
		})
		.where(
			and(
				eq(savedMethods.organisationId, payment.organisationId),
				eq(savedMethods.gateway, payment.gateway),
				eq(savedMethods.providerCustomer, object.customerId),
			),
		);
}
