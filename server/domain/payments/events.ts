import { and, eq, inArray, sql } from 'drizzle-orm';
import { payments, providerEvents } from '#server/db/tables/payments.ts';
import { createFairPoller, runDue } from '#server/jobs/fair-poller.ts';
import type { EventEndpoint, GatewayEvent } from '#server/platform/payments/gateway.ts';
import { GatewayEventError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { syncAccount } from './account.ts';
import { settleSetupEvent } from './agreements/change-card.ts';
import { noteMovement, syncBalance } from './balance.ts';
import { applyDispute } from './disputes.ts';
import { type PaymentRow, paymentColumns } from './payment-record.ts';
import { syncPayout } from './payout-content.ts';
import { type AccountRow, findAccountByProvider } from './queries.ts';
import { settleRefund } from './refund.ts';
import { lookedUpAtOnce, settlePayment, settleRow } from './settle.ts';
import { returnStray } from './stray-charge.ts';

/** The subjects of the provider’s events, as far as needed to read them. */
type EventRow = Pick<
	typeof providerEvents.$inferSelect,
	'gateway' | 'id' | 'account' | 'type' | 'objectId' | 'tries'
>;

/**
 * Receives a signed event of the provider: stores its id and the id of its object, once. A worker then fetches the object, so a forged,
 * repeated or late event causes at most one request.
 * @throws AUTH_TOKEN_INVALID if the signature, the time or the endpoint is wrong
 */
export async function receiveEvent(
	services: Services,
	delivery: { rawBody: string; headers: { get(name: string): string | null }; endpoint: EventEndpoint },
): Promise<void> {
	let event: GatewayEvent;
	try {
		event = services.gateway.readEvent(delivery.rawBody, delivery.headers, delivery.endpoint);
	} catch (error) {
		if (!(error instanceof GatewayEventError)) throw error;
		throw new AppError('AUTH_TOKEN_INVALID', {
			status: 400,
			message: 'The signature of this event is not valid.',
		});
	}
	if (event.objectType === null || event.objectId === null) return;
	await services.database.pool.query({
		...storeEvent,
		values: [
			services.gateway.name,
			event.id,
			event.account ?? '',
			`${event.objectType} ${event.type}`,
			event.objectId,
		],
	});
}

const storeEvent = {
	name: 'payments.store-event',
	text: `INSERT INTO provider_events (gateway, id, account, type, object_id) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
};

const retrySeconds = [2, 10, 60, 300, 1_800, 3_600];

/** Events about one object. */
type EventGroup = [EventRow, ...EventRow[]];

/**
 * Processes due events in turns of their accounts. Several events about one object cause one request, made after all of them. If the
 * object can't be fetched, it is retried; no event is lost.
 */
export const eventPoller = createFairPoller<EventGroup>({
	name: 'payments.settle-events',
	idleMs: 500,
	async find({ database }, { without }) {
		// Stored instants are rounded to the millisecond, so that of a row just written may lie ahead by half of one.
		const { rows } = await database.pool.query<EventRow>({
			name: 'payments.claim-events',
			text: `UPDATE provider_events SET next_try_at = now() + interval '30 seconds', tries = tries + 1
				WHERE (gateway, id) IN (
					SELECT gateway, id FROM provider_events
					WHERE settled_at IS NULL AND next_try_at < now() + interval '1 ms' AND account <> ALL ($1::text[])
					ORDER BY next_try_at LIMIT 50 FOR UPDATE SKIP LOCKED)
				RETURNING gateway, id, account, type, object_id AS "objectId", tries`,
			values: [without],
		});
		return [...Map.groupBy(rows, keyOf).values()] as EventGroup[];
	},
	ownerOf: ([{ account }]) => account,
	organisationOf: () => null,
	keyOf: ([first]) => keyOf(first),
	atOnce: lookedUpAtOnce,
	async run(services, [events]) {
		await settleEvents(services, events);
		return events.length;
	},
});

/** Settles all events that are due. */
export const settleDueEvents = runDue(eventPoller);

const keyOf = (event: EventRow) => [event.gateway, event.account, kindOf(event), event.objectId].join(' ');

async function settleEvents(services: Services, events: EventGroup): Promise<void> {
	const [first] = events;
	const ids = events.map(({ id }) => id);
	const ofEvents = and(eq(providerEvents.gateway, first.gateway), inArray(providerEvents.id, ids));
	try {
		const outcome = await settleEvent(services, first);
		await services.database.db
			.update(providerEvents)
			.set({ settledAt: sql`now()`, outcome, lastError: null })
			.where(ofEvents);
	} catch (error) {
		const tries = Math.max(...events.map((event) => event.tries));
		const seconds = retrySeconds[Math.min(tries, retrySeconds.length) - 1] ?? 2;
		await services.database.db
			.update(providerEvents)
			.set({
				nextTryAt: sql`now() + make_interval(secs => ${seconds})`,
				lastError: error instanceof Error ? error.message : String(error),
			})
			.where(ofEvents);
		throw error;
	}
}

const kindOf = ({ type }: EventRow) => type.split(' ')[0];

/** Looks at what an event is about. Looking again changes nothing, so what was settled but not noted is only looked at twice. */
async function settleEvent(services: Services, event: EventRow): Promise<string> {
	if (event.gateway !== services.gateway.name) return 'other-gateway';
	const kind = kindOf(event);
	const account = event.account
		? await findAccountByProvider(services.database.db, event.gateway, event.account)
		: undefined;
	if (event.account && !account) return 'unknown-account';
	if (kind === 'account') {
		if (account) await syncAccount(services, account);
		return 'settled';
	}
	if (account) await noteMovement(services, account);
	if (kind === 'payout') {
		// Payouts of the installation's own account are the operator's business.
		if (!account) return 'not-needed';
		await syncPayout(services, account, event.objectId);
		return 'settled';
	}
	if (kind === 'setup') return (await settleSetupEvent(services, event.objectId)) ? 'settled' : 'not-needed';
	const organisationId = account?.organisationId ?? (await findPayer(services, event));
	if (organisationId === null) return 'unknown-payment';
	const request = { account: event.account || null };
	if (kind === 'refund') {
		const object = await services.gateway.getRefund({ ...request, refundId: event.objectId });
		const refundId = object.metadata.foyer_refund ?? '';
		// Made in the provider's dashboard: its movement of the balance says what it took, and has it taken over.
		if (!isUuid(refundId) || object.metadata.foyer_organisation !== organisationId) {
			if (!account) return 'unknown-refund';
			await syncBalance(services, account);
			return 'read-balance';
		}
		await settleRefund(services, { organisationId, refundId });
		return 'settled';
	}
	if (kind === 'dispute') {
		const object = await services.gateway.getDispute({ ...request, disputeId: event.objectId });
		const payment = await findEventPayment(services, { organisationId, event, providerId: object.paymentId });
		if (!payment) return 'unknown-payment';
		const scope = { organisationId, paymentId: payment.id };
		await settlePayment(services, scope);
		await applyDispute(services, scope, object);
		return 'settled';
	}
	if (kind !== 'payment') return 'not-needed';
	const known = await findEventPayment(services, { organisationId, event, providerId: event.objectId });
	if (!known) return 'unknown-payment';
	// The page was quicker than the event: of a payment that has succeeded the provider has nothing new to say.
	if (known.state === 'succeeded' && known.providerId === event.objectId) return 'settled';
	const payment = await settleEventPayment(services, known, account);
	return payment.providerId === event.objectId
		? 'settled'
		: returnStray(services, { ...request, paymentId: event.objectId }, payment);
}

/** Most payments were made through the account that their event is of, which is known by now. */
const settleEventPayment = (services: Services, payment: PaymentRow, account: AccountRow | undefined) =>
	account?.id === payment.accountId
		? settleRow(services, payment, account.providerAccount)
		: settlePayment(services, { organisationId: payment.organisationId, paymentId: payment.id });

/**
 * Whose an event of the installation's own account is: organisations pay for their plans there, and the provider keeps beside each payment
 * which one it is.
 */
async function findPayer(services: Services, event: EventRow): Promise<string | null> {
	const { gateway } = services;
	const kind = kindOf(event);
	const request = { account: null };
	const paymentId =
		kind === 'payment'
			? event.objectId
			: kind === 'refund'
				? (await gateway.getRefund({ ...request, refundId: event.objectId })).paymentId
				: kind === 'dispute'
					? (await gateway.getDispute({ ...request, disputeId: event.objectId })).paymentId
					: null;
	if (paymentId === null) return null;
	const { metadata } = await gateway.getPayment({ ...request, paymentId });
	const id = metadata.foyer_organisation ?? '';
	return isUuid(id) ? id : null;
}

/** Ours by the provider's id; a payment whose answer was lost has none yet, and is found by what the provider keeps beside it. */
async function findEventPayment(
	services: Services,
	request: { organisationId: string; event: EventRow; providerId: string | null },
): Promise<PaymentRow | undefined> {
	const { organisationId, event, providerId } = request;
	if (!providerId) return undefined;
	const find = async (condition: ReturnType<typeof eq>) => {
		const [row] = await services.database.db
			.select(paymentColumns)
			.from(payments)
			.where(
				and(eq(payments.organisationId, organisationId), eq(payments.gateway, event.gateway), condition),
			);
		return row;
	};
	const known = await find(eq(payments.providerId, providerId));
	if (known) return known;
	const object = await services.gateway.getPayment({
		account: event.account || null,
		paymentId: providerId,
	});
	const id = object.metadata.foyer_payment ?? '';
	if (!isUuid(id) || object.metadata.foyer_organisation !== organisationId) return undefined;
	return find(eq(payments.id, id));
}
