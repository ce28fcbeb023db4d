import type Stripe from 'stripe';
import { stripeApiVersion } from '../api-version.ts';
import type { EventEndpoint } from '../gateway.ts';
import { endpointSecret } from './events.ts';
import type { FormFields } from './form.ts';
import { booleanField, listField, textField } from './form-fields.ts';
import { makeId, unix } from './ids.ts';
import { invalidRequest } from './problem.ts';
import type { Session } from './session.ts';

/**
 * Where events are delivered. This gateway hands them to the product in the same process, so a registration says only which secret belongs to
 * an endpoint.
 */
export function createWebhookEndpoint(
	session: Session,
	fields: FormFields,
	secret: Buffer,
): Stripe.WebhookEndpoint {
	const endpoint: EventEndpoint = booleanField(fields, 'connect') ? 'connect' : 'platform';
	const made = {
		id: makeId('we'),
		object: 'webhook_endpoint',
		api_version: textField(fields, 'api_version') || stripeApiVersion,
		application: null,
		created: unix(session.now),
		description: null,
		enabled_events: listField(fields, 'enabled_events'),
		livemode: false,
		metadata: {},
		status: 'enabled',
		url: httpsUrl(textField(fields, 'url', { required: true })),
	} satisfies Stripe.WebhookEndpoint;
	session.put('webhook_endpoint', made);
	return { ...made, secret: endpointSecret(secret, endpoint) };
}

/** The endpoint of thin events. */
export function createEventDestination(
	session: Session,
	body: Record<string, unknown>,
	secret: Buffer,
): Stripe.V2.Core.EventDestination {
	const params = body as unknown as Stripe.V2.Core.EventDestinationCreateParams;
	if (params.type !== 'webhook_endpoint' || params.event_payload !== 'thin') {
		throw invalidRequest('Only thin events to a webhook endpoint are possible here.', {
			code: 'invalid_fields',
		});
	}
	const made: Stripe.V2.Core.EventDestination = {
		id: makeId('ed'),
		object: 'v2.core.event_destination',
		created: session.now.toISOString(),
		description: '',
		enabled_events: params.enabled_events,
		event_payload: 'thin',
		events_from: params.events_from,
		livemode: false,
		name: params.name,
		status: 'enabled',
		type: 'webhook_endpoint',
		updated: session.now.toISOString(),
		webhook_endpoint: { url: httpsUrl(params.webhook_endpoint?.url ?? '') },
	};
	session.put('event_destination', made);
	return {
		...made,
		webhook_endpoint: { ...made.webhook_endpoint, signing_secret: endpointSecret(secret, 'accounts') },
	};
}

/** Wallets are not offered here, so every domain is taken. */
export function createDomain(session: Session, fields: FormFields): Stripe.PaymentMethodDomain {
	const active = { status: 'active' as const };
	const domain: Stripe.PaymentMethodDomain = {
		id: makeId('pmd'),
		object: 'payment_method_domain',
		amazon_pay: active,
		apple_pay: active,
		created: unix(session.now),
		domain_name: textField(fields, 'domain_name', { required: true }),
		enabled: true,
		google_pay: active,
		klarna: active,
		link: active,
		livemode: false,
		paypal: active,
	};
	session.put('payment_method_domain', domain);
	return domain;
}

function httpsUrl(url: string): string {
	if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
		throw invalidRequest('Webhook URLs must be publicly accessible HTTPS URLs.', {
			code: 'url_invalid',
			param: 'url',
		});
	}
	return url;
}
