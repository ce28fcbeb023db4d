import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { applyPayment } from './apply.ts';
import { forgetCardsTried } from './attempt-limits.ts';
import type { Charge } from './charge.ts';
import type { PaymentRow } from './payment-record.ts';
import { type AccountRow, getPayment } from './queries.ts';
import { failPayment, metadataOf, settlePayment } from './settle.ts';

/** Who is paid: our id of the account and the provider's, both null for the installation's own. */
export type ChargedAccount = Pick<AccountRow, 'gateway' | 'providerAccount'> & { id: string | null };

export const cannotCharge = () =>
	ruleViolation('account-cannot-charge', message`Tickets cannot be paid by card right now.`);

export const idOf = ({ organisationId, id }: PaymentRow) => ({ organisationId, paymentId: id });

export const declined = (code: string | null) => new AppError((code ?? 'PAYMENT_FAILED') as 'PAYMENT_FAILED');

export async function send(
	services: Services,
	payment: PaymentRow,
	wanted: Charge & { mustAuthenticate: boolean },
	{ providerAccount }: ChargedAccount,
): Promise<PaymentRow> {
	const { gateway } = services;
	const call = {
		key: `pay:${payment.id}:${payment.attempt}`,
		account: providerAccount,
		confirmationToken: wanted.confirmationToken,
		returnUrl: wanted.returnUrl,
		...(wanted.mustAuthenticate && { mustAuthenticate: true }),
	};
	try {
		const object = payment.providerId
			? await gateway.confirm({ ...call, paymentId: payment.providerId })
			: await gateway.createAndConfirm({
					...call,
					amountMinor: payment.amountMinor,
					currency: payment.currency,
					feeMinor: payment.feeMinor,
					description: wanted.description,
					statementSuffix: wanted.statementSuffix,
					metadata: metadataOf(payment),
					...(wanted.saveFor && { saveFor: wanted.saveFor }),
				});
		return await applyPayment(services, payment, object);
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		return answerFailure(services, payment, error);
	}
}

async function answerFailure(
	services: Services,
	payment: PaymentRow,
	error: GatewayError,
): Promise<PaymentRow> {
	const { failure } = error;
	const { log } = services;
	forgetCardsTried(services, payment);
	switch (failure.kind) {
		case 'declined':
			if (failure.payment) await applyPayment(services, payment, failure.payment);
			else await failPayment(services, payment, failure.code, { isDeclined: true });
			log.info({ paymentId: payment.id, code: failure.providerCode }, 'payments.declined');
			throw declined(failure.code);
		case 'unknown':
			log.warn({ paymentId: payment.id }, 'payments.answer-lost');
			return await getPayment(services.database.db, idOf(payment));
		case 'refused': {
			// Paid meanwhile, in another tab or by an attempt whose answer was lost.
			const current = failure.reason === 'state' ? await settlePayment(services, idOf(payment)) : null;
			if (current?.state === 'succeeded') return current;
			log.error({ paymentId: payment.id, reason: failure.reason, error }, 'payments.refused');
			await failPayment(services, payment, 'PAYMENT_FAILED');
			if (failure.reason === 'account' || failure.reason === 'credentials') throw cannotCharge();
			if (failure.reason === 'amount')
				throw ruleViolation('amount-too-small', message`This amount is too small to be paid by card.`);
			throw declined('PAYMENT_FAILED');
		}
		default:
			await failPayment(services, payment, 'PAYMENT_FAILED');
			throw unavailable(error);
	}
}

export const unavailable = (error: unknown) =>
	new AppError('SERVICE_UNAVAILABLE', {
		userMessage: message`Card payments are not available right now. Nothing was charged. Try again in a moment.`,
		cause: error,
	});
