import { createHmac } from 'node:crypto';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';

/** How a published test card behaves: https://docs.stripe.com/testing. */
export interface TestCard {
	number: string;
	/** What the card form offers it as. */
	label: TranslatableMessage;
	brand: 'visa';
	country: string;
	/** The attempt fails with this error code and decline code. */
	decline?: { code: string; declineCode?: string; advice?: string; message: string };
	/** The payer must pass a 3-D Secure challenge: always, or unless the card was saved with one. */
	challenge?: 'always' | 'unless_saved';
	/** The cardholder disputes the charge after it succeeded. */
	dispute?: { reason: string; isInquiry: boolean };
	/** How refunds behave; without it they succeed at once. */
	refund?: 'pending_then_succeeds' | 'succeeds_then_fails';
	/** Can be saved; charges of the saved card are declined. */
	declinesWhenSaved?: boolean;
}

const declined = (declineCode: string, message: string, advice?: string): TestCard['decline'] => ({
	code: 'card_declined',
	declineCode,
	message,
	advice,
});

const visa = (number: string, label: TranslatableMessage, rest: Partial<TestCard> = {}): TestCard => ({
	number,
	label,
	brand: 'visa',
	country: 'US',
	...rest,
});

/** The only numbers that this gateway takes. */
export const testCards: readonly TestCard[] = [
	visa('4242424242424242', message`Succeeds`),
	visa('4000002500003155', message`Asks for 3-D Secure unless saved`, { challenge: 'unless_saved' }),
	visa('4000002760003184', message`Always asks for 3-D Secure`, { challenge: 'always' }),
	visa('4000000000000002', message`Declined`, {
		decline: declined('generic_decline', 'Your card was declined.', 'try_again_later'),
	}),
	visa('4000000000009995', message`Insufficient funds`, {
		decline: declined('insufficient_funds', 'Your card has insufficient funds.', 'try_again_later'),
	}),
	visa('4000000000009987', message`Lost card`, {
		decline: declined('lost_card', 'Your card was declined.', 'do_not_try_again'),
	}),
	visa('4000000000009979', message`Stolen card`, {
		decline: declined('stolen_card', 'Your card was declined.', 'do_not_try_again'),
	}),
	visa('4000000000000069', message`Expired card`, {
		decline: { code: 'expired_card', message: 'Your card has expired.', advice: 'do_not_try_again' },
	}),
	visa('4000000000000127', message`Wrong security code`, {
		decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
	}),
	visa('4000000000000119', message`Processing error`, {
		decline: {
			code: 'processing_error',
			message: 'An error occurred while processing your card. Try again in a little bit.',
			advice: 'try_again_later',
		},
	}),
	visa('4242424242424241', message`Invalid number`, {
		decline: { code: 'incorrect_number', message: 'Your card number is incorrect.' },
	}),
	visa('4000000000000259', message`Disputed as fraud`, {
		dispute: { reason: 'fraudulent', isInquiry: false },
	}),
	visa('4000000000002685', message`Disputed as not received`, {
		dispute: { reason: 'product_not_received', isInquiry: false },
	}),
	visa('4000000000001976', message`Inquiry`, { dispute: { reason: 'fraudulent', isInquiry: true } }),
	visa('4000000000007726', message`Refund succeeds later`, { refund: 'pending_then_succeeds' }),
	visa('4000000000005126', message`Refund fails later`, { refund: 'succeeds_then_fails' }),
	visa('4000000000000341', message`Declined after saving`, { declinesWhenSaved: true }),
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));
const byLast4 = new Map(testCards.map((card) => [card.number.slice(-4), card]));

/** A card by the number that somebody typed, with or without spaces; undefined for every other number. */
export function findTestCard(typed: string): TestCard | undefined {
	return byNumber.get(typed.replaceAll(/[\s-]/g, ''));
}

/** The card behind a stored payment method. The last four digits differ for all of them, so no number needs to be stored. */
export function testCardByLast4(last4: string | null | undefined): TestCard {
	const card = byLast4.get(last4 ?? '');
	if (!card) throw new Error('A stored card is none of the published test cards.');
	return card;
}

/** The same for the same number on one installation. */
export function cardFingerprint(card: TestCard, secret: Buffer): string {
	return createHmac('sha256', secret).update(`fingerprint ${card.number}`).digest('base64url').slice(0, 16);
}
