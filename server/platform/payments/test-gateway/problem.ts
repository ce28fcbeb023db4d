import type Stripe from 'stripe';

/** A response that is an error, in the form of Stripe's API: https://docs.stripe.com/api/errors. */
export class StripeProblem extends Error {
	override readonly name = 'StripeProblem';
	readonly status: number;
	readonly body: { error: ErrorBody };
	/** What was changed before it stays, and the response is stored under the idempotency key: a decline. */
	readonly isRecorded: boolean;

	constructor(status: number, error: ErrorBody, how: { isRecorded?: boolean } = {}) {
		super(error.code ?? error.type);
		this.status = status;
		this.body = { error };
		this.isRecorded = how.isRecorded ?? false;
	}
}

export interface ErrorBody {
	type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
	message: string;
	code?: string;
	decline_code?: string;
	advice_code?: string;
	param?: string;
	charge?: string;
	payment_intent?: Stripe.PaymentIntent;
	setup_intent?: Stripe.SetupIntent;
	payment_method?: Stripe.PaymentMethod;
}

/** The request is wrong; nothing was stored under its idempotency key. */
export function invalidRequest(message: string, more: Partial<ErrorBody> = {}, status = 400): StripeProblem {
	return new StripeProblem(status, { type: 'invalid_request_error', message, ...more });
}

/** @param param the parameter that named the object; `id` when it was in the path */
export function missing(type: string, id: string, param = 'id'): StripeProblem {
	return invalidRequest(`No such ${type}: '${id}'`, { code: 'resource_missing', param }, 404);
}
