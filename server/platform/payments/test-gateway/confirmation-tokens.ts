import type Stripe from 'stripe';
import { message } from '#shared/errors/translatable-message.ts';
import { z } from '#shared/lib/z.ts';
import { cardFingerprint, findTestCard, type TestCard } from './cards.ts';
import { makeId, unix } from './ids.ts';
import { StripeProblem } from './problem.ts';
import type { Session } from './session.ts';

/** What the card fields, or a program in test mode, send. */
export const cardSchema = z.object({
	number: z.string().max(40),
	expMonth: z.int(),
	expYear: z.int(),
	cvc: z.string().max(4),
});
export type TypedCard = z.infer<typeof cardSchema>;

/** Why typed card details make no token; `field` is the one to correct. */
export class CardRefused extends Error {
	override readonly name = 'CardRefused';
	readonly field: keyof TypedCard;
	readonly code: 'not_a_test_card' | 'invalid_expiry_month' | 'invalid_expiry_year' | 'invalid_cvc';
	constructor(field: CardRefused['field'], code: CardRefused['code']) {
		super(code);
		this.field = field;
		this.code = code;
	}
}

const expiryRefusal = message`Enter a date in the future, such as 12 / 30.`;

/** What to type instead, for each field that can be wrong. */
export const cardRefusals = {
	number: message`Only test card numbers work here. Choose one below.`,
	expMonth: expiryRefusal,
	expYear: expiryRefusal,
	cvc: message`Enter 3 digits.`,
};

const hoursValid = 12;

/** @throws CardRefused for every number that is not a published test card, and for dates and codes that no card has */
export function createConfirmationToken(
	session: Session,
	typed: TypedCard,
	secret: Buffer,
): Stripe.ConfirmationToken {
	const card = findTestCard(typed.number);
	if (!card) throw new CardRefused('number', 'not_a_test_card');
	const year = typed.expYear < 100 ? 2000 + typed.expYear : typed.expYear;
	if (typed.expMonth < 1 || typed.expMonth > 12) throw new CardRefused('expMonth', 'invalid_expiry_month');
	const now = session.now.getUTCFullYear() * 12 + session.now.getUTCMonth();
	if (year > 2100 || year * 12 + typed.expMonth - 1 < now)
		throw new CardRefused('expYear', 'invalid_expiry_year');
	if (!/^\d{3,4}$/.test(typed.cvc)) throw new CardRefused('cvc', 'invalid_cvc');

	const token: Stripe.ConfirmationToken = {
		id: makeId('ctoken'),
		object: 'confirmation_token',
		created: unix(session.now),
		expires_at: unix(session.now) + hoursValid * 3600,
		livemode: false,
		mandate_data: null,
		metadata: null,
		payment_intent: null,
		payment_method_options: null,
		payment_method_preview: {
			type: 'card',
			billing_details: noBillingDetails,
			card: cardDetails(card, typed.expMonth, year, secret),
			customer: null,
			customer_account: null,
		},
		return_url: null,
		setup_future_usage: null,
		setup_intent: null,
		shipping: null,
		use_stripe_sdk: false,
	};
	session.put('confirmation_token', token, {}, '');
	return token;
}

export const noBillingDetails: Stripe.PaymentMethod.BillingDetails = {
	address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
	email: null,
	name: null,
	phone: null,
	tax_id: null,
};

function cardDetails(card: TestCard, month: number, year: number, secret: Buffer): Stripe.PaymentMethod.Card {
	return {
		brand: card.brand,
		checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
		country: card.country,
		display_brand: card.brand,
		exp_month: month,
		exp_year: year,
		fingerprint: cardFingerprint(card, secret),
		funding: 'credit',
		generated_from: null,
		last4: card.number.slice(-4),
		networks: { available: [card.brand], preferred: null },
		regulated_status: 'unregulated',
		three_d_secure_usage: { supported: true },
		wallet: null,
	};
}

/**
 * Uses a token up and makes the payment method of it.
 * @param intent the id of the payment or setup that it confirms
 * @throws StripeProblem when it is unknown, used or expired
 */
export async function takeToken(session: Session, id: string, intent: string): Promise<Stripe.PaymentMethod> {
	const stored = await session.find('confirmation_token', id, '');
	const token = stored?.object;
	if (!token) {
		throw new StripeProblem(400, {
			type: 'invalid_request_error',
			code: 'resource_missing',
			message: `No such confirmation token: '${id}'`,
			param: 'confirmation_token',
		});
	}
	// Stripe names no code of its own for either.
	const unusable =
		token.payment_intent || token.setup_intent
			? 'This confirmation token was already used.'
			: (token.expires_at ?? 0) <= unix(session.now) && 'This confirmation token has expired.';
	if (unusable) {
		throw new StripeProblem(400, {
			type: 'invalid_request_error',
			message: unusable,
			param: 'confirmation_token',
		});
	}
	const isSetup = intent.startsWith('seti_');
	session.put(
		'confirmation_token',
		{ ...token, ...(isSetup ? { setup_intent: intent } : { payment_intent: intent }) },
		{},
		'',
	);
	const preview = token.payment_method_preview;
	if (!preview?.card) throw new Error('A confirmation token without a card.');
	const method: Stripe.PaymentMethod = {
		id: makeId('pm'),
		object: 'payment_method',
		allow_redisplay: 'unspecified',
		billing_details: preview.billing_details,
		card: preview.card as Stripe.PaymentMethod.Card,
		created: unix(session.now),
		customer: null,
		customer_account: null,
		livemode: false,
		metadata: {},
		type: 'card',
	};
	session.put('payment_method', method);
	return method;
}
