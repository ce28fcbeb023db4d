import type Stripe from 'stripe';
import { testCardByLast4 } from './cards.ts';
import { takeToken } from './confirmation-tokens.ts';
import type { FormFields } from './form.ts';
import { booleanField, metadataField, textField } from './form-fields.ts';
import type { GatewayContext } from './gateway-context.ts';
import { makeId, unix } from './ids.ts';
import { type ErrorBody, invalidRequest, missing, StripeProblem } from './problem.ts';
import type { Session } from './session.ts';

export function createCustomer(session: Session, fields: FormFields): Stripe.Customer {
	const customer = {
		id: makeId('cus'),
		object: 'customer',
		address: null,
		balance: 0,
		created: unix(session.now),
		currency: null,
		customer_account: null,
		default_source: null,
		delinquent: false,
		description: textField(fields, 'description') || null,
		email: textField(fields, 'email') || null,
		invoice_prefix: 'FOYER',
		invoice_settings: {
			custom_fields: null,
			default_payment_method: null,
			footer: null,
			rendering_options: null,
		},
		livemode: false,
		metadata: metadataField(fields),
		name: textField(fields, 'name') || null,
		phone: null,
		preferred_locales: [],
		shipping: null,
		tax_exempt: 'none',
		test_clock: null,
	} satisfies Stripe.Customer;
	session.put('customer', customer);
	return customer;
}

/** Saves a card for a customer, after a challenge where the card asks for one. */
export async function createSetup(
	session: Session,
	fields: FormFields,
	context: GatewayContext,
): Promise<Stripe.SetupIntent> {
	const customer = textField(fields, 'customer', { required: true });
	if (!(await session.find('customer', customer))) throw missing('customer', customer, 'customer');
	if (!booleanField(fields, 'confirm'))
		throw invalidRequest('Setups are confirmed at once here.', { param: 'confirm' });
	const id = makeId('seti');
	const method = await takeToken(session, textField(fields, 'confirmation_token', { required: true }), id);
	const card = testCardByLast4(method.card?.last4);
	const setup = {
		id,
		object: 'setup_intent',
		allowed_payment_method_types: null,
		application: null,
		automatic_payment_methods: null,
		cancellation_reason: null,
		client_secret: `${id}_secret_${makeId('s').slice(-24)}`,
		created: unix(session.now),
		customer,
		customer_account: null,
		description: textField(fields, 'description') || null,
		excluded_payment_method_types: null,
		flow_directions: null,
		last_setup_error: null,
		latest_attempt: null,
		livemode: false,
		managed_payments: null,
		mandate: null,
		metadata: metadataField(fields),
		next_action: null,
		on_behalf_of: null,
		payment_method: method.id,
		payment_method_configuration_details: null,
		payment_method_options: {},
		payment_method_types: ['card'],
		single_use_mandate: null,
		status: 'succeeded',
		usage: 'off_session',
	} satisfies Stripe.SetupIntent as Stripe.SetupIntent;
	session.emit('setup_intent.created', { ...setup, status: 'requires_payment_method', payment_method: null });
	if (card.decline) {
		const error: ErrorBody = {
			type: 'card_error',
			code: card.decline.code,
			...(card.decline.declineCode && { decline_code: card.decline.declineCode }),
			...(card.decline.advice && { advice_code: card.decline.advice }),
			message: card.decline.message,
			payment_method: method,
		};
		const failed = withFailure(setup, error);
		session.put('setup_intent', failed);
		session.emit('setup_intent.setup_failed', failed);
		throw new StripeProblem(402, { ...error, setup_intent: failed }, { isRecorded: true });
	}
	if (card.challenge) {
		const waiting: Stripe.SetupIntent = { ...setup, status: 'requires_action' };
		waiting.next_action = {
			type: 'redirect_to_url',
			redirect_to_url: {
				url: context.challengeUrl(waiting),
				return_url: textField(fields, 'return_url', { required: true }),
			},
		};
		session.put('setup_intent', waiting);
		session.emit('setup_intent.requires_action', waiting);
		return waiting;
	}
	return succeed(session, setup, method);
}

/** The payer comes back from the challenge. */
export async function endSetupChallenge(
	session: Session,
	id: string,
	isPassed: boolean,
): Promise<Stripe.SetupIntent> {
	const { object: setup } = await session.lock('setup_intent', id, 'intent');
	if (setup.status !== 'requires_action') return setup;
	const { object: method } = await session.lock('payment_method', setup.payment_method as string);
	if (isPassed) return succeed(session, { ...setup, status: 'succeeded', next_action: null }, method);
	const failed = withFailure(setup, {
		type: 'invalid_request_error',
		code: 'setup_intent_authentication_failure',
		message: 'The payment method was not authenticated.',
		payment_method: method,
	});
	session.put('setup_intent', failed);
	session.emit('setup_intent.setup_failed', failed);
	return failed;
}

/** The method belongs to the customer from now on. */
export function attachMethod(session: Session, method: Stripe.PaymentMethod, customer: string): void {
	const attached = { ...method, customer };
	session.put('payment_method', attached);
	session.emit('payment_method.attached', attached);
}

export async function detachMethod(session: Session, id: string): Promise<Stripe.PaymentMethod> {
	const { object: method } = await session.lock('payment_method', id);
	if (!method.customer) {
		throw invalidRequest('The payment method is not attached to a customer.', {
			code: 'payment_method_unexpected_state',
		});
	}
	const detached = { ...method, customer: null };
	session.put('payment_method', detached);
	session.emit('payment_method.detached', detached);
	return detached;
}

function succeed(
	session: Session,
	setup: Stripe.SetupIntent,
	method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
	attachMethod(session, method, setup.customer as string);
	session.put('setup_intent', setup);
	session.emit('setup_intent.succeeded', setup);
	return setup;
}

function withFailure(setup: Stripe.SetupIntent, error: ErrorBody): Stripe.SetupIntent {
	return {
		...setup,
		status: 'requires_payment_method',
		payment_method: null,
		next_action: null,
		last_setup_error: error as unknown as Stripe.SetupIntent.LastSetupError,
	};
}
