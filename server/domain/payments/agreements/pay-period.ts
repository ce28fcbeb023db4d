import type { GatewayPayment } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { applyPayment } from '../apply.ts';
import { charge } from '../charge.ts';
import type { PaymentRow } from '../payment-record.ts';
import { getProviderAccount, listPayments } from '../queries.ts';
import { settlePayment } from '../settle.ts';
import {
	type AgreementScope,
	findOpenPeriod,
	getAgreement,
	getSavedMethod,
	type PeriodRow,
} from './agreement-record.ts';

/** A card that a payer enters for a period of their agreement. */
export interface PeriodPayment {
	confirmationToken: string;
	idempotencyKey: string;
	/** Where the payer's bank sends them back to. */
	returnUrl: string;
	/** The payer's network, for the limits against tried cards. */
	network: string;
}

/**
 * A payer pays an open period with a card, which is charged for the next ones too: the first period, a refused one, or one whose bank wants
 * them to confirm it.
 * @throws AppError as `charge`
 */
export async function payPeriod(
	services: Services,
	period: PeriodRow,
	input: PeriodPayment,
): Promise<PaymentRow> {
	const { organisationId, agreementId } = period;
	const { db } = services.database;
	const agreement = await getAgreement(db, { organisationId, agreementId });
	const method = await getSavedMethod(db, { organisationId, savedMethodId: agreement.savedMethodId });
	return charge(services, {
		...input,
		organisationId,
		eventId: agreement.eventId,
		subjectKind: 'agreement',
		subjectId: period.id,
		isForOperator: method.accountId === null,
		saveFor: method.providerCustomer,
		currency: period.currency,
		amountMinor: period.amountMinor,
		feeMinor: 0,
		description: agreement.description,
		statementSuffix: agreement.subjectKind.toUpperCase(),
	});
}

/** Asks the provider for a payment whose outcome is open, so that who comes back from their bank sees what it decided. */
export async function settleOpenPeriod(services: Services, scope: AgreementScope): Promise<void> {
	const { organisationId } = scope;
	const { db } = services.database;
	const period = await findOpenPeriod(db, scope);
	if (!period) return;
	for (const payment of await listPayments(db, { organisationId, subjectId: period.id })) {
		if (payment.state !== 'requires_action' && payment.state !== 'processing') continue;
		await settlePayment(services, { organisationId, paymentId: payment.id }).catch((error) => {
			if (!(error instanceof GatewayError)) throw error;
		});
	}
}

/**
 * Cancels the payment of a period that its payer has left at their bank's page, so that it cannot succeed any more.
 * @throws `payment-in-progress` (409) when it has succeeded meanwhile, or its outcome is not known
 */
export async function cancelPeriodPayment(services: Services, period: PeriodRow): Promise<void> {
	const { database, gateway } = services;
	const scope = { organisationId: period.organisationId, subjectId: period.id };
	for (const payment of await listPayments(database.db, scope)) {
		if (['cancelled', 'failed'].includes(payment.state)) continue;
		if (payment.state !== 'requires_action' || payment.providerId === null) throw inProgress();
		const request = {
			account: await getProviderAccount(database.db, payment),
			paymentId: payment.providerId,
		};
		let object: GatewayPayment;
		try {
			object = await gateway.cancelPayment({ ...request, key: `cancel:${payment.id}` });
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
			if (error.kind !== 'refused') throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
			object = await gateway.getPayment(request);
		}
		const { state } = await applyPayment(services, payment, object);
		if (state !== 'cancelled' && state !== 'failed') throw inProgress();
	}
}

const inProgress = () =>
	new AppError('BUSINESS_RULE_VIOLATION', {
		status: 409,
		userMessage: message`A payment is already in progress. Try again in a few minutes.`,
		metadata: { rule: 'payment-in-progress' },
	});
