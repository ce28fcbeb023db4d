import type Stripe from 'stripe';
import { isChargeable, leastCharge, toProvider } from '#shared/lib/provider-amounts.ts';
import { canCharge, getAccount } from './accounts.ts';
import { type TestCard, testCardByLast4 } from './cards.ts';
import { failedCharge, succeededCharge } from './charges.ts';
import { takeToken } from './confirmation-tokens.ts';
import type { FormFields } from './form.ts';
import { booleanField, groupField, integerField, metadataField, textField } from './form-fields.ts';
import type { GatewayContext } from './gateway-context.ts';
import { makeId, unix } from './ids.ts';
import { type ErrorBody, invalidRequest, missing, StripeProblem } from './problem.ts';
import { attachMethod } from './saved-methods.ts';
import type { Session } from './session.ts';

export async function createIntent(
	session: Session,
	fields: FormFields,
	context: GatewayContext,
): Promise<Stripe.PaymentIntent> {
	const currency = textField(fields, 'currency', { required: true }).toLowerCase();
	const amount = integerField(fields, 'amount', { required: true });
	const fee = integerField(fields, 'application_fee_amount');
	await checkAccount(session);
	checkAmount(amount, currency);
	if (fee !== null && session.account === '') {
		throw invalidRequest('An application fee needs a connected account.', {
			param: 'application_fee_amount',
		});
	}
	if (fee !== null && (fee < 1 || fee >= amount)) {
		throw invalidRequest('The application fee must be less than the amount.', {
			param: 'application_fee_amount',
		});
	}
	const customer = textField(fields, 'customer');
	if (customer && !(await session.find('customer', customer)))
		throw missing('customer', customer, 'customer');
	const id = makeId('pi');
	const intent = {
		id,
		object: 'payment_intent',
		allowed_payment_method_types: ['card'],
		amount,
		amount_capturable: 0,
		amount_received: 0,
		application: null,
		application_fee_amount: fee,
		automatic_payment_methods: null,
		canceled_at: null,
		cancellation_reason: null,
		capture_method: 'automatic_async',
		client_secret: `${id}_secret_${makeId('s').slice(-24)}`,
		confirmation_method: 'automatic',
		created: unix(session.now),
		currency,
		customer: customer || null,
		customer_account: null,
		description: textField(fields, 'description') || null,
		excluded_payment_method_types: null,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		managed_payments: null,
		metadata: metadataField(fields),
		next_action: null,
		on_behalf_of: null,
		payment_method: null,
		payment_method_configuration_details: null,
		payment_method_options: {},
		payment_method_types: ['card'],
		payment_record: null,
		processing: null,
		receipt_email: null,
		review: null,
		setup_future_usage: textField(fields, 'setup_future_usage') === 'off_session' ? 'off_session' : null,
		shipping: null,
		statement_descriptor: null,
		statement_descriptor_suffix: textField(fields, 'statement_descriptor_suffix') || null,
		status: 'requires_payment_method',
		transfer_data: null,
		transfer_group: null,
		// The types name `source`, which objects of this version do not have.
	} satisfies Omit<Stripe.PaymentIntent, 'source'> as Stripe.PaymentIntent;
	session.put('payment_intent', intent);
	session.emit('payment_intent.created', intent);
	return booleanField(fields, 'confirm') ? await attempt(session, intent, fields, context) : intent;
}

export async function confirmIntent(
	session: Session,
	id: string,
	fields: FormFields,
	context: GatewayContext,
): Promise<Stripe.PaymentIntent> {
	await checkAccount(session);
	const { object: intent } = await session.lock('payment_intent', id, 'intent');
	if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
		throw unexpectedState(intent, 'confirm');
	}
	return await attempt(session, intent, fields, context);
}

export async function cancelIntent(session: Session, id: string): Promise<Stripe.PaymentIntent> {
	const { object: intent } = await session.lock('payment_intent', id, 'intent');
	if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
		throw unexpectedState(intent, 'cancel');
	}
	const canceled: Stripe.PaymentIntent = {
		...intent,
		status: 'canceled',
		canceled_at: unix(session.now),
		next_action: null,
	};
	session.put('payment_intent', canceled);
	session.emit('payment_intent.canceled', canceled);
	return canceled;
}

/** The payer comes back from the challenge. @returns the payment; one that is not waiting for a challenge stays as it is */
export async function endChallenge(
	session: Session,
	id: string,
	isPassed: boolean,
): Promise<Stripe.PaymentIntent> {
	const { object: intent } = await session.lock('payment_intent', id, 'intent');
	if (intent.status !== 'requires_action') return intent;
	const method = await session.find('payment_method', intent.payment_method as string);
	if (!method) throw new Error('The payment method of a payment is missing.');
	if (isPassed) return charge(session, intent, method.object, true);
	const failed = withFailure(intent, {
		type: 'invalid_request_error',
		code: 'payment_intent_authentication_failure',
		message: 'The payment method was not authenticated.',
		payment_method: method.object,
	});
	session.put('payment_intent', failed);
	session.emit('payment_intent.payment_failed', failed);
	return failed;
}

async function attempt(
	session: Session,
	intent: Stripe.PaymentIntent,
	fields: FormFields,
	context: GatewayContext,
): Promise<Stripe.PaymentIntent> {
	const token = textField(fields, 'confirmation_token');
	const saved = textField(fields, 'payment_method');
	if (!token && !saved) {
		throw invalidRequest('A confirmation token or a payment method is missing.', {
			param: 'confirmation_token',
		});
	}
	const method = token
		? await takeToken(session, token, intent.id)
		: (await session.lock('payment_method', saved, 'payment_method')).object;
	const card = testCardByLast4(method.card?.last4);
	const isSaved = method.customer !== null;
	if (saved && method.customer !== intent.customer) {
		throw invalidRequest('The payment method does not belong to this customer.', { param: 'payment_method' });
	}
	if (card.decline || (card.declinesWhenSaved && isSaved)) {
		throw decline(session, intent, method, card);
	}
	const requested = groupField(groupField(fields, 'payment_method_options'), 'card').request_three_d_secure;
	const mustChallenge =
		card.challenge === 'always' || (card.challenge === 'unless_saved' && !isSaved) || requested === 'any';
	if (!mustChallenge) return charge(session, intent, method, false);
	if (booleanField(fields, 'off_session')) {
		throw decline(session, intent, method, {
			...card,
			decline: {
				code: 'authentication_required',
				declineCode: 'authentication_required',
				message: 'Your card was declined. This transaction requires authentication.',
			},
		});
	}
	const waiting: Stripe.PaymentIntent = {
		...intent,
		status: 'requires_action',
		payment_method: method.id,
		last_payment_error: null,
	};
	waiting.next_action = {
		type: 'redirect_to_url',
		redirect_to_url: {
			url: context.challengeUrl(waiting),
			return_url: textField(fields, 'return_url', { required: true }),
		},
	};
	session.put('payment_intent', waiting);
	session.emit('payment_intent.requires_action', waiting);
	return waiting;
}

function charge(
	session: Session,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	isAuthenticated: boolean,
): Stripe.PaymentIntent {
	const paid = succeededCharge(session, intent, method, isAuthenticated);
	if (intent.setup_future_usage && intent.customer) attachMethod(session, method, intent.customer as string);
	const succeeded: Stripe.PaymentIntent = {
		...intent,
		status: 'succeeded',
		amount_received: intent.amount,
		latest_charge: paid.id,
		payment_method: method.id,
		last_payment_error: null,
		next_action: null,
	};
	session.put('payment_intent', succeeded);
	session.emit('payment_intent.succeeded', succeeded);
	return succeeded;
}

/** Records the failed attempt and answers 402 with the payment as it is now. */
function decline(
	session: Session,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	card: TestCard,
): StripeProblem {
	const reason = card.decline ?? {
		code: 'card_declined',
		declineCode: 'generic_decline',
		message: 'Your card was declined.',
	};
	const failedAttempt = failedCharge(session, intent, method, reason);
	const error: ErrorBody = {
		type: 'card_error',
		code: reason.code,
		...(reason.declineCode && { decline_code: reason.declineCode }),
		...(reason.advice && { advice_code: reason.advice }),
		message: reason.message,
		charge: failedAttempt.id,
		payment_method: method,
	};
	const failed = withFailure({ ...intent, latest_charge: failedAttempt.id }, error);
	session.put('payment_intent', failed);
	session.emit('payment_intent.payment_failed', failed);
	return new StripeProblem(402, { ...error, payment_intent: failed }, { isRecorded: true });
}

function withFailure(intent: Stripe.PaymentIntent, error: ErrorBody): Stripe.PaymentIntent {
	const { payment_intent: _, setup_intent: __, ...last } = error;
	return {
		...intent,
		status: 'requires_payment_method',
		payment_method: null,
		next_action: null,
		last_payment_error: last as Stripe.PaymentIntent.LastPaymentError,
	};
}

function unexpectedState(intent: Stripe.PaymentIntent, act: string): StripeProblem {
	return invalidRequest(`A payment with the status ${intent.status} cannot be used to ${act}.`, {
		code: 'payment_intent_unexpected_state',
		payment_intent: intent,
	});
}

async function checkAccount(session: Session): Promise<void> {
	if (session.account === '') return;
	const account = await getAccount(session, session.account);
	if (canCharge(account)) return;
	// The documented code for an account that cannot take payments yet.
	throw invalidRequest('Your account cannot currently make charges.', { code: 'testmode_charges_only' });
}

function checkAmount(amount: number, currency: string): void {
	const code = currency.toUpperCase();
	if (!isChargeable(code)) throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' });
	if (amount < toProvider(leastCharge(code), code)) {
		throw invalidRequest('Amount is too small.', { code: 'amount_too_small', param: 'amount' });
	}
	if (amount > 99_999_999_999)
		throw invalidRequest('Amount is too large.', { code: 'amount_too_large', param: 'amount' });
}
