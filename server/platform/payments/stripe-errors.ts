import Stripe from 'stripe';
import { toDeclineCode } from './decline-codes.ts';
import { GatewayError, type GatewayFailure, type RefusalReason } from './gateway-error.ts';
import { type AccountId, toPayment } from './stripe-objects.ts';

/** Error codes of Stripe by what they mean here; the others of status 400 are `invalid`. https://docs.stripe.com/error-codes */
const reasons: Readonly<Record<string, RefusalReason>> = {
	resource_missing: 'not-found',

	payment_intent_unexpected_state: 'state',
	setup_intent_unexpected_state: 'state',
	charge_already_refunded: 'state',
	charge_disputed: 'state',
	charge_not_refundable: 'state',
	dispute_already_closed: 'state',

	account_invalid: 'account',
	account_closed: 'account',
	platform_account_required: 'account',
	testmode_charges_only: 'account',
	livemode_mismatch: 'account',

	amount_too_small: 'amount',
	amount_too_large: 'amount',
	parameter_invalid_integer: 'amount',
	balance_insufficient: 'amount',

	api_key_expired: 'credentials',
	platform_api_key_expired: 'credentials',
	secret_key_required: 'credentials',
};

/** Failures to connect: no byte of the request left. */
const neverSent = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ENETUNREACH',
	'EHOSTUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * @param isWrite whether the call may have changed something; reads are `unreachable` where writes are `unknown`
 * @param account of the call, for the payment that a decline carries
 */
export function toGatewayError(error: unknown, isWrite: boolean, account: AccountId): GatewayError {
	if (error instanceof GatewayError) return error;
	if (!(error instanceof Stripe.errors.StripeError)) {
		return new GatewayError(lost(isWrite), 'The answer of the provider could not be read.', { cause: error });
	}
	return new GatewayError(toFailure(error, isWrite, account), toMessage(error), {
		requestId: error.requestId,
		cause: error,
	});
}

/** True when the provider answered, if only to refuse: it is there. */
export function isAnswer(error: unknown): boolean {
	const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
	return status > 0 && status < 500;
}

const lost = (isWrite: boolean): GatewayFailure => ({ kind: isWrite ? 'unknown' : 'unreachable' });

/** Stripe's own words may repeat what was sent, so only codes go to the log. */
function toMessage(error: Stripe.errors.StripeError): string {
	const parts = [error.statusCode, error.rawType ?? error.type, error.code, error.decline_code, error.param];
	return `Stripe: ${parts.filter(Boolean).join(' ')}`;
}

function toFailure(error: Stripe.errors.StripeError, isWrite: boolean, account: AccountId): GatewayFailure {
	const { code, decline_code: declineCode } = error;
	if (error instanceof Stripe.errors.StripeCardError) {
		const intent = error.payment_intent as Stripe.PaymentIntent | undefined;
		const payment = intent ? toPayment(intent, account) : null;
		if (code === 'authentication_required') return { kind: 'needs_action', payment };
		return {
			kind: 'declined',
			code: toDeclineCode(code, declineCode),
			providerCode: declineCode || code || 'unknown',
			advice: error.advice_code ?? null,
			payment,
		};
	}
	if (error instanceof Stripe.errors.StripeConnectionError) {
		return isWrite && neverSent.has(networkCode(error)) ? { kind: 'unreachable' } : lost(isWrite);
	}
	const status = error.statusCode ?? 0;
	if (status === 429 || error instanceof Stripe.errors.StripeRateLimitError) {
		const seconds = Number(error.headers?.['retry-after']);
		return { kind: 'throttled', afterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 1 };
	}
	// Another request with the same key is in progress: its outcome is not known yet.
	if (status === 409 || status >= 500 || status === 0) return lost(isWrite);
	return { kind: 'refused', reason: toReason(error, status), providerCode: code ?? null };
}

function toReason(error: Stripe.errors.StripeError, status: number): RefusalReason {
	if (error instanceof Stripe.errors.StripeIdempotencyError) return 'key-reused';
	const known = reasons[error.code ?? ''];
	if (known) return known;
	if (status === 401) return 'credentials';
	if (status === 403) return 'account';
	if (status === 404) return 'not-found';
	return 'invalid';
}

/** The system's code behind a failed fetch, however deep it is wrapped. */
function networkCode(error: Stripe.errors.StripeError): string {
	let cause: unknown = error.detail ?? error.cause;
	for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth += 1) {
		const { code } = cause as { code?: unknown };
		if (typeof code === 'string') return code;
		cause = (cause as { cause?: unknown }).cause;
	}
	return '';
}
