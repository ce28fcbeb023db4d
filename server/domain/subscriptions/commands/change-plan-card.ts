import { findLiveAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { changeCard } from '#server/domain/payments/agreements/change-card.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/**
 * Saves another card for the plan of an organisation. Nothing is charged: what is due is paid by choosing the plan.
 * @returns what the payer has to do; null: the card is saved
 * @throws `no-paid-plan`, PAYMENT_*, SERVICE_UNAVAILABLE
 */
export async function changePlanCard(services: Services, organisationId: string, confirmationToken: string) {
	const agreement = await findLiveAgreement(services.database.db, {
		organisationId,
		subjectId: organisationId,
	});
	if (agreement?.state !== 'active')
		throw ruleViolation('no-paid-plan', message`There is no paid plan. Choose a plan to enter a card.`);
	return changeCard(services, agreement, {
		confirmationToken,
		returnUrl: `${services.config.appUrl}/settings/plan?returned`,
	});
}
