import { eq, sql } from 'drizzle-orm';
import { subscriptions } from '#server/db/tables/subscriptions.ts';
import { PLAN_GRACE_DAYS } from '#shared/rules/plans.ts';
import { type Listener, listen } from '../facts.ts';
import { databaseTime, getAgreement, getPeriod } from '../payments/agreements/agreement-record.ts';
import { refundLatePayment } from '../payments/request-refund.ts';
import { issueBill, postPlan } from './bill-document.ts';
import { addWaitingBill, retryWaitingBills } from './due-bills.ts';
import { readChoice } from './queries.ts';

const dayMs = 86_400_000;

/** Changes a plan when its payment succeeds, fails or is no longer requested. */
export const subscriptionListeners: Listener[] = [
	listen({
		fact: 'payments.agreement-paid',
		async inTransaction(tx, { organisationId, payload }, services) {
			if (organisationId === null) return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'plan') return;
			const period = await getPeriod(tx, { organisationId, periodId: payload.periodId });
			if (agreement.state === 'ended') {
				// The answer of the bank came when the plan had ended: nobody waits for it any more.
				await refundLatePayment(services, tx, { organisationId, subjectId: period.id });
				return;
			}
			const choice = readChoice(period.detail);
			await postPlan(tx, period);
			await tx
				.insert(subscriptions)
				.values({ organisationId, ...choice, state: 'active' })
				.onConflictDoUpdate({
					target: subscriptions.organisationId,
					set: {
						...choice,
						state: 'active',
						agreementId: agreement.id,
						periodStart: period.startsAt,
						periodEnd: period.endsAt,
						changeTo: null,
						graceUntil: null,
						endedReason: null,
						updatedAt: sql`now()`,
					},
				});
			await services.facts.publish(
				tx,
				{ name: 'subscriptions.plan-changed', organisationId, eventId: null, payload: {} },
				services,
			);
			// Last: whoever issues the next number waits until this transaction ends.
			const { id, currency } = period;
			if (!(await issueBill(services, tx, period, { hasWaited: false })))
				await addWaitingBill(tx, { organisationId, id, kind: 'plan', month: null, currency });
		},
	}),
	listen({
		fact: 'settings.organisation-changed',
		async inTransaction(tx, { organisationId }) {
			if (organisationId !== null) await retryWaitingBills(tx, organisationId);
		},
	}),
	listen({
		fact: 'payments.agreement-failed',
		async inTransaction(tx, { organisationId, payload }) {
			if (organisationId === null) return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'plan' || agreement.failingSince === null) return;
			const until = new Date(agreement.failingSince.getTime() + PLAN_GRACE_DAYS * dayMs);
			await tx
				.update(subscriptions)
				.set({ state: 'past_due', graceUntil: databaseTime(agreement, until), updatedAt: sql`now()` })
				.where(eq(subscriptions.organisationId, organisationId));
		},
	}),
	listen({
		fact: 'payments.agreement-ended',
		async inTransaction(tx, { organisationId, payload }, services) {
			// A plan that was not paid holds for its days of grace; then the worker ends it.
			if (organisationId === null || payload.reason === 'unpaid') return;
			const agreement = await getAgreement(tx, { organisationId, agreementId: payload.agreementId });
			if (agreement.subjectKind !== 'plan') return;
			await tx
				.update(subscriptions)
				.set({
					state: 'ended',
					endedReason: 'payer',
					changeTo: null,
					graceUntil: null,
					updatedAt: sql`now()`,
				})
				.where(eq(subscriptions.organisationId, organisationId));
			await services.facts.publish(
				tx,
				{ name: 'subscriptions.plan-changed', organisationId, eventId: null, payload: {} },
				services,
			);
		},
	}),
];
