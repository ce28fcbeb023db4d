import type { Clock } from '#server/platform/clock.ts';
import type { AccountId, BrowserConfig, EventEndpoint, Gateway } from './gateway.ts';
import { accountCalls } from './stripe-accounts.ts';
import { balanceCalls } from './stripe-balance.ts';
import { createStripeCalls, type StripeCallOptions } from './stripe-calls.ts';
import { disputeCalls } from './stripe-disputes.ts';
import { endpointCalls } from './stripe-endpoints.ts';
import { readDelivered, toEvent } from './stripe-events.ts';
import { pageParams, toPage } from './stripe-params.ts';
import { paymentCalls, refundCalls } from './stripe-payments.ts';
import { savedMethodCalls } from './stripe-saved-methods.ts';

export interface StripeGatewayOptions extends StripeCallOptions {
	name: Gateway['name'];
	/** Secrets of the endpoints that events are delivered to; what is absent is refused. */
	eventSecrets: Partial<Record<EventEndpoint, string>>;
	browserConfig: (account: AccountId) => BrowserConfig;
	clock: Clock;
}

/**
 * Stripe by its official package, unpatched. The same adapter drives the built-in gateway, which speaks the same protocol.
 * @see docs/decisions/262-payment-gateways.md
 */
export function createStripeGateway(options: StripeGatewayOptions): Gateway {
	const calls = createStripeCalls(options);
	const { stripe, read } = calls;
	const isLive = options.secretKey.startsWith('sk_live_') || options.secretKey.startsWith('rk_live_');
	return {
		name: options.name,
		...paymentCalls(calls),
		...refundCalls(calls),
		...savedMethodCalls(calls),
		...disputeCalls(calls),
		...accountCalls(calls),
		...endpointCalls(calls),
		...balanceCalls(calls),

		async listEvents({ account, ...page }) {
			return await read(account, async (request) =>
				toPage(await stripe.events.list(pageParams(page), request), (event) => toEvent(event, account)),
			);
		},

		readEvent(rawBody, headers, endpoint) {
			return readDelivered(
				stripe,
				{ body: rawBody, signature: headers.get('stripe-signature'), endpoint },
				{ secret: options.eventSecrets[endpoint], isLive, now: options.clock.now() },
			);
		},

		browserConfig: options.browserConfig,
	};
}
