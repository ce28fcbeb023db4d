import type Stripe from 'stripe';
import type { AccountId, EventEndpoint, GatewayEvent } from './gateway.ts';
import { GatewayEventError } from './gateway-error.ts';

/** Seconds that a delivered event may be old, as Stripe's own libraries allow. */
const toleranceSeconds = 300;

const idOf = (value: unknown): string | null => {
	if (typeof value === 'string') return value;
	return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null;
};

/** Which object of ours an object of Stripe is; events of other objects are recorded and do nothing. */
const objectTypes: Readonly<Record<string, GatewayEvent['objectType']>> = {
	payment_intent: 'payment',
	setup_intent: 'setup',
	refund: 'refund',
	dispute: 'dispute',
	payout: 'payout',
	account: 'account',
};

/** @param account of the list that the event was read from, when it was not delivered */
export function toEvent(event: Stripe.Event, account: AccountId = event.account ?? null): GatewayEvent {
	const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown };
	const paymentId = idOf(object.payment_intent);
	const base = {
		id: event.id,
		type: event.type,
		account,
		isLive: event.livemode,
		createdAt: new Date(event.created * 1000),
	};
	if (object.object === 'charge')
		return { ...base, objectType: paymentId ? 'payment' : null, objectId: paymentId, paymentId };
	const objectType = objectTypes[object.object ?? ''] ?? null;
	const objectId = objectType === null ? null : (object.id ?? null);
	return { ...base, objectType, objectId, paymentId: objectType === 'payment' ? objectId : paymentId };
}

/** A thin event names the object and says nothing about it. */
function toAccountEvent(event: Stripe.V2.Core.EventNotification): GatewayEvent {
	const related = (event as { related_object?: { id?: string; type: string } | null }).related_object;
	const id = related?.type === 'v2.core.account' ? (related.id ?? null) : null;
	return {
		id: event.id,
		type: event.type,
		account: id ?? (event.context ? String(event.context) : null),
		objectType: id === null ? null : 'account',
		objectId: id,
		paymentId: null,
		isLive: event.livemode,
		createdAt: new Date(event.created),
	};
}

/**
 * Checks signature and age of a delivered event and that it belongs to this endpoint and mode.
 * @throws GatewayEventError
 */
export function readDelivered(
	stripe: Stripe,
	delivered: { body: string | Uint8Array; signature: string | null; endpoint: EventEndpoint },
	expected: { secret: string | undefined; isLive: boolean; now: Date },
): GatewayEvent {
	const { secret } = expected;
	if (!secret) throw new GatewayEventError(`There is no secret for events of ${delivered.endpoint}.`);
	// Bytes that are not UTF-8 would all decode to the same text.
	const body = toText(delivered.body);
	let event: GatewayEvent;
	try {
		const check = [
			body,
			delivered.signature ?? '',
			secret,
			toleranceSeconds,
			undefined,
			expected.now.getTime(),
		] as const;
		event =
			delivered.endpoint === 'accounts'
				? toAccountEvent(stripe.parseEventNotification(...check))
				: toEvent(stripe.webhooks.constructEvent(...check));
	} catch (error) {
		throw new GatewayEventError('The event is not signed by the provider, or too old.', { cause: error });
	}
	if (event.isLive !== expected.isLive) throw new GatewayEventError('The event is of the other mode.');
	// Connected accounts and the installation's own have an endpoint each; their secrets differ, unless somebody entered one twice.
	if (delivered.endpoint !== 'accounts' && (event.account !== null) !== (delivered.endpoint === 'connect')) {
		throw new GatewayEventError('The event belongs to another endpoint.');
	}
	return event;
}

function toText(body: string | Uint8Array): string {
	if (typeof body === 'string') return body;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
	} catch (error) {
		throw new GatewayEventError('The event is no text.', { cause: error });
	}
}
