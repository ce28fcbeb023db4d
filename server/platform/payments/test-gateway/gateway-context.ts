import type Stripe from 'stripe';

/** What the installation knows that objects need. */
export interface GatewayContext {
	secret: Buffer;
	/** Where the payer passes the challenge. */
	challengeUrl: (intent: Stripe.PaymentIntent | Stripe.SetupIntent) => string;
}
