import type { Services } from '../../../services.ts';
import { charge } from '../charge.ts';
import type { PaymentRow } from '../payment-record.ts';
import { getAgreement, getSavedMethod, type PeriodRow } from './agreement-record.ts';

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
		eventId: null,
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
