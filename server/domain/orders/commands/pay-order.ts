import { type SQL, sql } from 'drizzle-orm';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { openSavedMethod } from '#server/domain/payments/agreements/start-agreement.ts';
import { charge, findAttempt } from '#server/domain/payments/charge.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import type { AccountRow } from '#server/domain/payments/queries.ts';
import { networksOf } from '#server/platform/network.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import { canBeHad } from '../event-end.ts';
import { type GiftCardPayment, payByGiftCard } from '../gift-cards/pay-by-gift-card.ts';
import { getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { getWaysToPay, takesCardAlone, type WaysToPay } from '../payment-view.ts';
import { writeTransferAccount } from '../transfer-account.ts';
import { doorHold, limitUnpaidPlaces, networkHash } from '../unpaid-places.ts';
import { manageTokenOf } from './place-order.ts';

/** A press of "Pay". */
export interface PayInput {
	method: 'card' | 'transfer' | 'door' | 'gift_card';
	/** The code of a gift card, which pays first. */
	giftCard?: string | undefined;
	confirmationToken?: string | undefined;
	quoteHash: string;
	idempotencyKey: string;
	/** Of the buyer. */
	address: string;
}

/** Minutes that an attempt to pay keeps the places at least, and in all since the order was placed: a bank may ask for a confirmation. */
const payingMinutes = 20;
const longestMinutes = 60;

/**
 * Pays an order, or says how it will be paid. With `card` the card is charged now; with `transfer` the order waits for the money for the
 * days that the organisation set, with `door` for a day, or until the event ends once the buyer has confirmed their address. A gift card
 * pays first, and stays where the rest is declined.
 * @returns the payment, null when none was made, and the event as it was read
 * @throws AppError `hold-ended`, `order-confirmed`, `order-awaits-approval`, `price-changed`, `method-not-offered`,
 *   `too-many-unpaid-places`; PAYMENT_* and the rules of `charge` and `payByGiftCard`
 */
export async function payOrder(
	services: Services,
	scope: OrderScope,
	input: PayInput,
): Promise<{ payment: PaymentRow | null; event: EventWithOrganiser }> {
	const { idempotencyKey: key } = input;
	const order = await getOrder(services, scope);
	const isRepeated = await findAttempt(services.database.db, scope.organisationId, key);
	const change = isRepeated ? null : order.change;
	if (!isRepeated && !change && input.giftCard === undefined) refuseUnpayable(order, input.quoteHash);
	const [event, ways] = await Promise.all([getWholeEvent(services, scope), getWaysToPay(services, order)]);
	const { settings, account } = ways;
	if (!isRepeated && !canBeHad(event, services.clock.now()))
		throw ruleViolation('registration-closed', message`Registration for this event is closed.`);
	if (!isRepeated && (input.giftCard !== undefined || input.method === 'gift_card')) {
		const paid = await payPart(services, scope, { ...input, ways });
		if (paid.isPaid || input.method === 'gift_card') return { payment: paid.payment, event };
	}
	if (!isRepeated) refuseMethod(input.method, ways);
	if (change) return { payment: await payChange(services, { order, event, change }, input), event };
	if (input.method === 'transfer' || input.method === 'door') {
		const hold =
			input.method === 'door'
				? doorHold(services, event, order)
				: {
						mustConfirm: false,
						until: sql`least(${event.endsAt.toISOString()}::timestamptz, now() + make_interval(days => ${settings.transferDays}))`,
					};
		await holdUnpaid(services, order, { terms: input.method, settings, address: input.address, ...hold });
		return { payment: null, event };
	}
	if (input.confirmationToken === undefined) throw tokenMissing();
	if (!isRepeated) {
		const atLeast = sql`greatest(o.expires_at, least(now() + make_interval(mins => ${payingMinutes}),
			o.created_at + make_interval(mins => ${longestMinutes})))`;
		await holdWhilePaying(services, scope, atLeast);
	}
	const saveFor = order.isMonthly ? await customerOf(services, order, account) : undefined;
	const payment = await charge(services, {
		...scope,
		account,
		...(saveFor && { saveFor }),
		subjectId: scope.orderId,
		currency: order.currency,
		amountMinor: order.totalMinor,
		feeMinor: order.feeMinor,
		confirmationToken: input.confirmationToken,
		idempotencyKey: key,
		description: `${event.title} · ${order.code}`.slice(0, 200),
		statementSuffix: event.code,
		returnUrl: `${services.config.appUrl}/checkout/${manageTokenOf(services, order)}?returned`,
		network: networksOf(input.address).wide,
	});
	return { payment, event };
}

/** Pays what a gift card can of an order; nothing when the rest cannot be paid the way that was chosen. */
function payPart(
	services: Services,
	scope: OrderScope,
	{ method, giftCard, quoteHash, confirmationToken, ways }: PayInput & { ways: WaysToPay },
): Promise<GiftCardPayment> {
	if (giftCard === undefined) throw fieldError('giftCard', message`Enter the code of your gift card.`);
	return payByGiftCard(services, scope, {
		code: giftCard,
		refuse(order) {
			if (order.change || takesCardAlone(order))
				throw ruleViolation('method-not-offered', message`This can’t be paid by gift card. Pay by card.`);
			refuseUnpayable(order, quoteHash);
		},
		refuseRest() {
			if (method === 'gift_card') return;
			refuseMethod(method, ways);
			if (method === 'card' && confirmationToken === undefined) throw tokenMissing();
		},
	});
}

const tokenMissing = () =>
	new AppError('PAYMENT_INVALID_CARD', { metadata: { rule: 'confirmation-token-missing' } });

/** @throws `account-cannot-charge`, `method-not-offered` */
function refuseMethod(method: PayInput['method'], { paymentMethods }: WaysToPay): void {
	if (method !== 'gift_card' && paymentMethods.includes(method)) return;
	throw ruleViolation(
		method === 'card' ? 'account-cannot-charge' : 'method-not-offered',
		method === 'card'
			? message`Tickets cannot be paid by card right now.`
			: message`This payment method is not available.`,
	);
}

/**
 * Pays what a change of a confirmed order costs, by card.
 * @throws `price-changed`, `hold-ended`, `method-not-offered`, and what `charge` throws
 */
async function payChange(
	services: Services,
	of: { order: OrderRecord; event: EventWithOrganiser; change: NonNullable<OrderRecord['change']> },
	input: PayInput,
): Promise<PaymentRow> {
	const { order, event, change } = of;
	const { organisationId, eventId, id: orderId, currency } = order;
	const { differenceMinor, hash } = change;
	if (input.method !== 'card')
		throw ruleViolation('method-not-offered', message`This payment method is not available.`);
	if (input.quoteHash !== hash)
		throw ruleViolation('price-changed', message`The price has changed. Check it and try again.`, {
			...{ totalMinor: differenceMinor, currency, hash },
		});
	if (input.confirmationToken === undefined) throw tokenMissing();
	const feeMinor = await holdChangeWhilePaying(services, { organisationId, changeId: change.id });
	return charge(services, {
		...{ organisationId, eventId, subjectId: orderId, changeId: change.id, currency, feeMinor },
		amountMinor: differenceMinor,
		confirmationToken: input.confirmationToken,
		idempotencyKey: input.idempotencyKey,
		description: `${event.title} · ${order.code}`.slice(0, 200),
		statementSuffix: event.code,
		returnUrl: `${services.config.appUrl}/checkout/${manageTokenOf(services, order)}?returned`,
		network: networksOf(input.address).wide,
	});
}

/** Keeps the places of a change while its card is charged. @returns the platform’s share @throws `hold-ended` */
async function holdChangeWhilePaying(
	services: Services,
	{ organisationId, changeId }: { organisationId: string; changeId: string },
): Promise<number> {
	const { rows } = await services.database.db.execute<{ fee: string }>(sql`
		UPDATE order_changes SET expires_at = greatest(expires_at, least(now() + make_interval(mins => ${payingMinutes}),
			created_at + make_interval(mins => ${longestMinutes})))
		WHERE organisation_id = ${organisationId} AND id = ${changeId} AND state = 'awaiting_payment' AND expires_at > now()
		RETURNING fee_minor AS fee`);
	if (!rows[0])
		throw ruleViolation('hold-ended', message`The time to pay for this change has expired. Start it again.`);
	return Number(rows[0].fee);
}

/** The donor at the provider, for whom the card of a monthly gift is saved. @throws `account-cannot-charge`, SERVICE_UNAVAILABLE */
async function customerOf(
	services: Services,
	order: OrderRecord,
	account: AccountRow | undefined,
): Promise<string> {
	const { organisationId, id, buyer } = order;
	if (!account?.providerAccount)
		throw ruleViolation('account-cannot-charge', message`Tickets cannot be paid by card right now.`);
	try {
		const method = await openSavedMethod(services, {
			organisationId,
			kind: 'donor',
			// Each monthly gift has a card of its own: an address that was typed says not who somebody is.
			id,
			email: buyer.email,
			account: { id: account.id, providerAccount: account.providerAccount },
		});
		return method.providerCustomer;
	} catch (error) {
		throw error instanceof GatewayError ? new AppError('SERVICE_UNAVAILABLE', { cause: error }) : error;
	}
}

function refuseUnpayable(order: OrderRecord, quoteHash: string): void {
	refuseAwaiting(order.status);
	if (order.status === 'confirmed')
		throw ruleViolation('order-confirmed', message`This order is already confirmed.`);
	if (order.status === 'cancelled')
		throw ruleViolation('order-cancelled', message`This order was cancelled. Please register again.`);
	if (order.status !== 'pending')
		throw ruleViolation('hold-ended', message`Your hold has ended. Get the tickets again before you pay.`);
	if (order.quoteHash === null || order.totalMinor === 0)
		throw ruleViolation('nothing-to-pay', message`There is nothing to pay for this order.`);
	if (order.quoteHash !== quoteHash) {
		throw ruleViolation('price-changed', message`The price has changed. Check it and try again.`, {
			totalMinor: order.totalMinor,
			currency: order.currency,
			hash: order.quoteHash,
		});
	}
}

/** Keeps the places of an order while its card is charged. */
async function holdWhilePaying(services: Services, scope: OrderScope, until: SQL): Promise<void> {
	const { rows } = await services.database.db.execute<{ id: string }>(sql`
		UPDATE orders o SET terms = 'card', expires_at = ${until}, updated_at = now()
		WHERE ${isPending(scope)} RETURNING id`);
	if (rows.length === 0) await refuseHold(services, scope);
}

/**
 * Notes that an order is paid later, and until when its places are held; once the buyer has confirmed their address, no shorter. Not while a
 * card payment is under way that says something else.
 */
async function holdUnpaid(
	services: Services,
	order: OrderRecord,
	how: {
		terms: 'transfer' | 'door';
		until: SQL;
		mustConfirm: boolean;
		settings: WaysToPay['settings'];
		address: string;
	},
): Promise<void> {
	const { organisationId, eventId } = order;
	const scope = { organisationId, eventId, orderId: order.id };
	const { terms, until, mustConfirm } = how;
	const isConfirmed = sql`(${terms} = 'door' AND before.terms = 'door' AND before.must_confirm_address IS FALSE)`;
	const network = networkHash(services, eventId, how.address);
	const isHeld = await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ was: OrderRecord['terms']; was_counted: boolean }>(sql`
			UPDATE orders o SET terms = ${terms}, updated_at = now(), held_from = ${network},
				expires_at = CASE WHEN ${isConfirmed} THEN greatest(o.expires_at, ${until}) ELSE ${until} END,
				must_confirm_address = ${mustConfirm} AND NOT ${isConfirmed}
			FROM (SELECT id, terms, must_confirm_address, held_from IS NOT NULL AS was_counted FROM orders o
				WHERE ${isPending(scope)} FOR UPDATE) AS before
			WHERE ${isPending(scope)} AND NOT EXISTS (
				SELECT FROM payments p WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id
					AND p.state IN ('created', 'requires_action', 'processing'))
			RETURNING before.terms AS was, before.was_counted`);
		const [row] = rows;
		if (!row) return false;
		if (!row.was_counted) await limitUnpaidPlaces(services, tx, order, network);
		if (row.was !== terms) {
			const fact = { name: 'orders.payment-chosen' as const, payload: { orderId: order.id, terms } };
			if (terms === 'transfer') await writeTransferAccount(tx, scope, how.settings);
			await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
		}
		return true;
	});
	if (!isHeld) await refuseHold(services, scope);
}

const isPending = ({ organisationId, eventId, orderId }: OrderScope) =>
	sql`o.organisation_id = ${organisationId} AND o.event_id = ${eventId} AND o.id = ${orderId} AND o.status = 'pending'`;

/** Says why the places of an order could not be held. @throws `hold-ended`, `payment-in-progress` */
async function refuseHold(services: Services, scope: OrderScope): Promise<never> {
	const { status } = await getOrder(services, scope);
	if (status !== 'pending')
		throw ruleViolation('hold-ended', message`Your hold has ended. Get the tickets again before you pay.`);
	throw new AppError('BUSINESS_RULE_VIOLATION', {
		status: 409,
		userMessage: message`A payment for this order is already in progress.`,
		metadata: { rule: 'payment-in-progress' },
	});
}
