import type { DeclineCode } from './decline-codes.ts';
import type { GatewayPayment } from './gateway.ts';

/**
 * Why the provider refuses a request as it stands. Repeating it changes nothing.
 * - `not-found`: no such object on this account.
 * - `state`: the object's state does not allow it: already paid, cancelled, refunded, closed, or the token was used.
 * - `account`: the account cannot charge, is closed, or no longer connected.
 * - `key-reused`: the idempotency key was used with other parameters.
 * - `amount`: more than is left, or below the provider's minimum.
 * - `credentials`: the installation's own key is wrong or lacks a permission.
 * - `invalid`: everything else; `message` says what.
 */
export type RefusalReason =
	| 'not-found'
	| 'state'
	| 'account'
	| 'key-reused'
	| 'amount'
	| 'credentials'
	| 'invalid';

/**
 * How a call ended without a result:
 * - `declined`: the payment method was refused. The payment exists and may be confirmed again with another token.
 * - `needs_action`: the payer must authenticate, and is not present (only `chargeSaved`).
 * - `refused`: the request itself is not possible.
 * - `throttled`: nothing happened; try again after `afterSeconds`.
 * - `unreachable`: nothing happened; the provider did not receive the request or answered a read with an error.
 * - `unknown`: the request may have taken effect, its answer was lost. Ask again with the same key.
 */
export type GatewayFailure =
	| {
			kind: 'declined';
			code: DeclineCode;
			/** The provider's own code, for the organiser's log; never shown to the payer (it may say "stolen"). */
			providerCode: string;
			/** The advice of the card network: `try_again_later`, `do_not_try_again`, `confirm_card_data`. */
			advice: string | null;
			/** The payment after the decline; null where the provider has made none. */
			payment: GatewayPayment | null;
	  }
	| { kind: 'needs_action'; payment: GatewayPayment | null }
	| { kind: 'refused'; reason: RefusalReason; providerCode: string | null }
	| { kind: 'throttled'; afterSeconds: number }
	| { kind: 'unreachable' }
	| { kind: 'unknown' };

/** The only error that calls of a gateway throw. `message` is for logs and holds no personal data and no secret. */
export class GatewayError extends Error {
	override readonly name = 'GatewayError';
	readonly failure: GatewayFailure;
	/** The provider's id of the request, for its support. */
	readonly requestId: string | null;

	constructor(
		failure: GatewayFailure,
		message: string,
		options: { requestId?: string; cause?: unknown } = {},
	) {
		super(message, { cause: options.cause });
		this.failure = failure;
		this.requestId = options.requestId ?? null;
	}

	get kind(): GatewayFailure['kind'] {
		return this.failure.kind;
	}
}

/** An event whose signature, time, endpoint or form is wrong: it is answered with 400 and has no effect. */
export class GatewayEventError extends Error {
	override readonly name = 'GatewayEventError';
}
