import type Stripe from 'stripe';
import { stripeApiVersion } from './api-version.ts';
import type { Gateway } from './gateway.ts';
import type { StripeCalls } from './stripe-calls.ts';
import { pageSize } from './stripe-params.ts';

/** What is worth fetching an object for. */
const deliveredEvents = [
	'payment_intent.succeeded',
	'payment_intent.payment_failed',
	'payment_intent.processing',
	'payment_intent.canceled',
	'setup_intent.succeeded',
	'setup_intent.setup_failed',
	'charge.refunded',
	'refund.created',
	'refund.updated',
	'refund.failed',
	'charge.dispute.created',
	'charge.dispute.updated',
	'charge.dispute.closed',
	'charge.dispute.funds_reinstated',
	'charge.dispute.funds_withdrawn',
	'payout.created',
	'payout.updated',
	'payout.paid',
	'payout.failed',
	'payout.canceled',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const deliveredAccountEvents = [
	'v2.core.account.closed',
	'v2.core.account[requirements].updated',
	'v2.core.account[configuration.merchant].capability_status_updated',
] as const satisfies Stripe.V2.Core.EventNotification['type'][];

export function endpointCalls(calls: StripeCalls): Pick<Gateway, 'createEventEndpoint'> {
	const { stripe, read, writeWithoutKey } = calls;
	return {
		async createEventEndpoint({ endpoint, url }) {
			if (endpoint === 'accounts') return await createDestination(calls, url);
			const { data } = await read(null, (request) =>
				stripe.webhookEndpoints.list({ limit: pageSize }, request),
			);
			if (data.some((known) => known.url === url)) return null;
			const { secret } = await writeWithoutKey(null, (request) =>
				stripe.webhookEndpoints.create(
					{
						url,
						connect: endpoint === 'connect',
						api_version: stripeApiVersion,
						enabled_events: [...deliveredEvents],
					},
					request,
				),
			);
			return secret ? { secret } : null;
		},
	};
}

/** Thin events about connected accounts. */
async function createDestination(
	{ stripe, read, writeWithoutKey }: StripeCalls,
	url: string,
): Promise<{ secret: string } | null> {
	const { data } = await read(null, (request) =>
		stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'], limit: pageSize }, request),
	);
	if (data.some((known) => known.webhook_endpoint?.url === url)) return null;
	const made = await writeWithoutKey(null, (request) =>
		stripe.v2.core.eventDestinations.create(
			{
				name: 'Foyer',
				type: 'webhook_endpoint',
				event_payload: 'thin',
				events_from: ['other_accounts'],
				enabled_events: [...deliveredAccountEvents],
				webhook_endpoint: { url },
				include: ['webhook_endpoint.signing_secret'],
			},
			request,
		),
	);
	const secret = made.webhook_endpoint?.signing_secret;
	return secret ? { secret } : null;
}
