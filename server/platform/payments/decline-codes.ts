import type { ErrorCode } from '#shared/errors/catalogue.ts';

/** The codes of the catalogue that a declined payment is answered with. */
export type DeclineCode = Extract<ErrorCode, `PAYMENT_${string}`>;

/**
 * Which code of the catalogue a provider's decline is answered with, by the decline code (`card_declined` alone says little) or else the error
 * code: https://docs.stripe.com/declines/codes and https://docs.stripe.com/error-codes. What is not listed is a plain decline, so that nobody
 * learns that a card was reported lost or stolen.
 */
const byProviderCode: Readonly<Record<string, DeclineCode>> = {
	insufficient_funds: 'PAYMENT_INSUFFICIENT_FUNDS',

	expired_card: 'PAYMENT_EXPIRED_CARD',

	incorrect_number: 'PAYMENT_INVALID_CARD',
	invalid_number: 'PAYMENT_INVALID_CARD',
	incorrect_cvc: 'PAYMENT_INVALID_CARD',
	invalid_cvc: 'PAYMENT_INVALID_CARD',
	incorrect_zip: 'PAYMENT_INVALID_CARD',
	incorrect_address: 'PAYMENT_INVALID_CARD',
	invalid_expiry_month: 'PAYMENT_INVALID_CARD',
	invalid_expiry_year: 'PAYMENT_INVALID_CARD',

	processing_error: 'PAYMENT_FAILED',
	issuer_not_available: 'PAYMENT_FAILED',
	reenter_transaction: 'PAYMENT_FAILED',
	try_again_later: 'PAYMENT_FAILED',
	authentication_required: 'PAYMENT_FAILED',
	payment_intent_authentication_failure: 'PAYMENT_FAILED',
	setup_intent_authentication_failure: 'PAYMENT_FAILED',
};

/**
 * @param code the error's `code`
 * @param declineCode its `decline_code`; empty or absent when the issuer was not involved
 */
export function toDeclineCode(
	code: string | null | undefined,
	declineCode: string | null | undefined,
): DeclineCode {
	const known = byProviderCode[declineCode || ''] ?? byProviderCode[code || ''];
	if (known) return known;
	return code === 'card_declined' || declineCode ? 'PAYMENT_CARD_DECLINED' : 'PAYMENT_FAILED';
}
