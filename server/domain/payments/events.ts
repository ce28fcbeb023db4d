import { and, eq, sql } from 'drizzle-orm';
import { payments, providerEvents } from '#server/db/tables/payments.ts';
import type { EventEndpoint, GatewayEvent } from '#server/platform/payments/gateway.ts';
import { GatewayEventError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { syncAccount } from './account.ts';
import { settleSetupEvent } from './agreements/change-card.ts';
import { noteMovement, syncBalance } from './balance.ts';
import { applyDispute } from './disputes.ts';
import type { PaymentRow } from './payment-record.ts';
import { syncPayout } from './payout-content.ts';
import { findAccountByProvider } from './queries.ts';
import { settleRefund } from './refund.ts';
import { settlePayment } from './settle.ts';

type EventRow = typeof providerEvents.$inferSelect;

/**
 * Takes a signed event of the provider in: only its id and what it is about are stored, once. The worker then asks the provider for the
 * object itself, so a forged, repeated or late event can at most cause a look.
 * @throws AUTH_TOKEN_INVALID when the signature, the time or the endpoint is wrong
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
	await services.database.db
		.insert(providerEvents)
		.values({
			gateway: services.gateway.name,
			id: event.id,
			account: event.account ?? '',
			type: `${event.objectType} ${event.type}`,
			objectId: event.objectId,
		})
		.onConflictDoNothing();
}

const retrySeconds = [2, 10, 60, 300, 1_800, 3_600];

/** One round of settling events that are due. An event whose object cannot be fetched now is tried again later, and never lost. */
export async function settleDueEvents(services: Services, signal?: AbortSignal): Promise<number> {
	const { rows } = await services.database.db.execute<{ gateway: EventRow['gateway']; id: string }>(sql`
		UPDATE provider_events SET next_try_at = now() + interval '30 seconds', tries = tries + 1
		WHERE (gateway, id) IN (
			SELECT gateway, id FROM provider_events WHERE settled_at IS NULL AND next_try_at <= now()
			ORDER BY next_try_at LIMIT 50 FOR UPDATE SKIP LOCKED)
		RETURNING gateway, id`);
	for (const key of rows) {
		if (signal?.aborted) break;
		const ofEvent = and(eq(providerEvents.gateway, key.gateway), eq(providerEvents.id, key.id));
		const [event] = await services.database.db.select().from(providerEvents).where(ofEvent);
		if (!event) continue;
		try {
			const outcome = await settleEvent(services, event);
			await services.database.db
				.update(providerEvents)
				.set({ settledAt: sql`now()`, outcome, lastError: null })
				.where(ofEvent);
		} catch (error) {
			const seconds = retrySeconds[Math.min(event.tries, retrySeconds.length) - 1] ?? 2;
			await services.database.db
				.update(providerEvents)
				.set({
					nextTryAt: sql`now() + make_interval(secs => ${seconds})`,
					lastError: error instanceof Error ? error.message : String(error),
				})
				.where(ofEvent);
			services.log.warn({ error, eventId: event.id }, 'payments.event-not-settled');
		}
	}
	return rows.length;
}

/** Looks at what an event is about. Looking again changes nothing, so what was settled but not noted is only looked at twice. */
async function settleEvent(services: Services, event: EventRow): Promise<string> {
	if (event.gateway !== services.gateway.name) return 'other-gateway';
	const [kind] = event.type.split(' ');
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
	const asked = { account: event.account || null };
	if (kind === 'refund') {
		const object = await services.gateway.getRefund({ ...asked, refundId: event.objectId });
		const refundId = object.metadata.foyer_refund ?? '';
		// Made in the provider's dashboard: its movement of the balance tells what it took, and has it taken over.
		if (!isUuid(refundId) || object.metadata.foyer_organisation !== organisationId) {
			if (!account) return 'unknown-refund';
			await syncBalance(services, account);
			return 'read-balance';
		}
		await settleRefund(services, { organisationId, refundId });
		return 'settled';
	}
	if (kind === 'dispute') {
		const object = await services.gateway.getDispute({ ...asked, disputeId: event.objectId });
		const paymentId = await findPaymentId(services, { organisationId, event, providerId: object.paymentId });
		if (!paymentId) return 'unknown-payment';
		await settlePayment(services, { organisationId, paymentId });
		await applyDispute(services, { organisationId, paymentId }, object);
		return 'settled';
	}
	if (kind !== 'payment') return 'not-needed';
	const paymentId = await findPaymentId(services, { organisationId, event, providerId: event.objectId });
	if (!paymentId) return 'unknown-payment';
	const payment = await settlePayment(services, { organisationId, paymentId });
	return payment.providerId === event.objectId ? 'settled' : returnStray(services, event, payment);
}

/**
 * Whose an event of the installation's own account is: organisations pay for their plans there, and the provider keeps beside each payment
 * which one it is.
 */
async function findPayer(services: Services, event: EventRow): Promise<string | null> {
	const { gateway } = services;
	const [kind] = event.type.split(' ');
	const asked = { account: null };
	const paymentId =
		kind === 'payment'
			? event.objectId
			: kind === 'refund'
				? (await gateway.getRefund({ ...asked, refundId: event.objectId })).paymentId
				: kind === 'dispute'
					? (await gateway.getDispute({ ...asked, disputeId: event.objectId })).paymentId
					: null;
	if (paymentId === null) return null;
	const { metadata } = await gateway.getPayment({ ...asked, paymentId });
	const id = metadata.foyer_organisation ?? '';
	return isUuid(id) ? id : null;
}

/**
 * A second charge for a payment that was made with another one already: its request arrived at the provider after it had been given up. The
 * buyer gets the money back at once.
 */
async function returnStray(services: Services, event: EventRow, payment: PaymentRow): Promise<string> {
	const asked = { account: event.account || null, paymentId: event.objectId };
	const object = await services.gateway.getPayment(asked);
	if (object.status !== 'succeeded' || object.capturedMinor === object.refundedMinor) return 'not-needed';
	services.log.error({ paymentId: payment.id, providerId: object.id }, 'payments.stray-charge');
	await services.gateway.refund({
		...asked,
		key: `stray:${object.id}`,
		amountMinor: object.capturedMinor - object.refundedMinor,
		currency: object.currency,
		refundFee: true,
		metadata: { foyer_stray_of: payment.id },
	});
	return 'stray-refunded';
}

/** Ours by the provider's id; a payment whose answer was lost has none yet, and is found by what the provider keeps beside it. */
async function findPaymentId(
	services: Services,
	asked: { organisationId: string; event: EventRow; providerId: string | null },
): Promise<string | undefined> {
	const { organisationId, event, providerId } = asked;
	if (!providerId) return undefined;
	const [known] = await services.database.db
		.select({ id: payments.id })
		.from(payments)
		.where(
			and(
				eq(payments.organisationId, organisationId),
				eq(payments.gateway, event.gateway),
				eq(payments.providerId, providerId),
			),
		);
	if (known) return known.id;
	const object = await services.gateway.getPayment({
		account: event.account || null,
		paymentId: providerId,
	});
	const id = object.metadata.foyer_payment ?? '';
	if (!isUuid(id) || object.metadata.foyer_organisation !== organisationId) return undefined;
	const [row] = await services.database.db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.organisationId, organisationId), eq(payments.id, id)));
	return row?.id;
}
