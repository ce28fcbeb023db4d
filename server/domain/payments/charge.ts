import { createHmac, hash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { paymentAttempts, payments } from '#server/db/tables/payments.ts';
import { keyReused } from '#server/http/idempotency.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { share } from '#shared/rules/pricing/money.ts';
import { applyPayment } from './apply.ts';
import { areCardsTried, hasRoom, holdAttempts, waitForRoom } from './attempt-limits.ts';
import { type PaymentRow, paymentColumns } from './payment-record.ts';
import {
	type AccountRow,
	canCharge,
	findAccount,
	getPayment,
	getProviderAccount,
	listPayments,
} from './queries.ts';
import { type ChargedAccount, cannotCharge, declined, idOf, send, unavailable } from './send-charge.ts';

/** A card payment that a buyer asks for. */
export interface Charge {
	organisationId: string;
	/** The organisation's own, where it was read just now. */
	account?: AccountRow | undefined;
	/** Null for what belongs to no event. */
	eventId: string | null;
	subjectKind?: PaymentRow['subjectKind'];
	/** The order, or the period of an agreement. */
	subjectId: string;
	/** The change of a confirmed order that is paid for, beside what was paid for the order. */
	changeId?: string;
	/** True: the installation's own account is paid, not the organisation's. */
	isForOperator?: boolean;
	/** Saves the card for this customer of the provider (`openSavedMethod`), to be charged again without the payer. */
	saveFor?: string;
	/** Stored with the payment. */
	note?: string;
	currency: string;
	amountMinor: number;
	feeMinor: number;
	confirmationToken: string;
	idempotencyKey: string;
	/** On the provider's pages. */
	description: string;
	/** On the card's statement, behind the account's own text. */
	statementSuffix: string;
	/** Where the buyer's bank sends them back to. */
	returnUrl: string;
	/** The buyer's network, for the limits against tried cards. */
	network: string;
}

/** When a payment is looked up again whose answer never came, in seconds: of a process that was killed, say. */
const firstCheckSeconds = 15;

/**
 * Charges a card: records the attempt, calls the provider with its own idempotency key, and applies the response. A repeated
 * Idempotency-Key returns the payment in its current state. If the response is lost, the payment is `processing` and fetched until its
 * outcome is known.
 * @throws AppError 402 with a code PAYMENT_* if it was declined; `account-cannot-charge`, `payment-in-progress` (409),
 * RATE_LIMIT_EXCEEDED (attempt-limits.ts), SERVICE_UNAVAILABLE if the provider can't be reached: nothing was charged
 */
export async function charge(services: Services, wanted: Charge): Promise<PaymentRow> {
	const account = await getChargedAccount(services, wanted);
	const begin = (mayGiveWay: boolean) =>
		waitForRoom(() =>
			services.database.transaction((tx) => beginAttempt(services, tx, wanted, { account, mayGiveWay })),
		);
	let begun = await begin(true);
	if (begun.is === 'abandoned') {
		const cancelled = await cancelAbandoned(services, begun.payment);
		if (cancelled.state === 'succeeded') return cancelled;
		begun = await begin(false);
	}
	if (begun.is === 'replay') return replay(services, begun.payment);
	const mustAuthenticate = await areCardsTried(services, wanted);
	if (mustAuthenticate) await notifyOfCardTesting(services, wanted);
	return send(services, begun.payment, { ...wanted, mustAuthenticate }, account);
}

/** Events whose organisers were notified by this process, and when: attempts come by the thousand. */
const lastNotified = createDatabaseMemo(() => new Map<string, number>());

const notifyAgainMs = 3_600_000;

const mostRemembered = 10_000;

async function notifyOfCardTesting(services: Services, { organisationId, eventId }: Charge): Promise<void> {
	if (eventId === null) return;
	const notifiedAt = lastNotified(services);
	const nowMs = services.clock.now().getTime();
	if (nowMs - (notifiedAt.get(eventId) ?? Number.NEGATIVE_INFINITY) < notifyAgainMs) return;
	if (notifiedAt.size > mostRemembered) notifiedAt.clear();
	notifiedAt.set(eventId, nowMs);
	services.log.error({ organisationId, eventId }, 'payments.cards-tried');
	const day = new Date(nowMs).toISOString().slice(0, 10);
	await services.database.transaction((tx) =>
		services.facts.publish(
			tx,
			{ name: 'payments.cards-tried', organisationId, eventId, payload: { day } },
			services,
		),
	);
}

async function getChargedAccount(services: Services, wanted: Charge): Promise<ChargedAccount> {
	if (wanted.isForOperator) return { id: null, gateway: services.gateway.name, providerAccount: null };
	const account = wanted.account ?? (await findAccount(services.database.db, wanted.organisationId));
	if (
		!account ||
		!canCharge(account) ||
		!account.providerAccount ||
		account.gateway !== services.gateway.name
	)
		throw cannotCharge();
	return account;
}

/** The attempt that an Idempotency-Key has made, if it has. */
export async function findAttempt(
	db: DbOrTx,
	organisationId: string,
	idempotencyKey: string,
): Promise<typeof paymentAttempts.$inferSelect | undefined> {
	const [row] = await db
		.select()
		.from(paymentAttempts)
		.where(
			and(
				eq(paymentAttempts.organisationId, organisationId),
				eq(paymentAttempts.idempotencyKey, idempotencyKey),
			),
		);
	return row;
}

interface Begun {
	payment: PaymentRow;
	/** `abandoned`: no attempt, but a payment that waits for its payer at their bank and can give way. */
	is: 'new' | 'replay' | 'abandoned';
}

/** Notes an attempt: the one payment of the subject that is open, or a new one. @returns null: the limit leaves no room right now */
async function beginAttempt(
	services: Services,
	tx: Tx,
	wanted: Charge,
	{ account, mayGiveWay }: { account: ChargedAccount; mayGiveWay: boolean },
): Promise<Begun | null> {
	const requestHash = hash('sha256', JSON.stringify([wanted.subjectId, wanted.confirmationToken]), 'buffer');
	const known = await findAttempt(tx, wanted.organisationId, wanted.idempotencyKey);
	if (known) {
		if (!known.requestHash.equals(requestHash)) throw keyReused();
		return { payment: await getPayment(tx, known), is: 'replay' };
	}
	const network = createHmac('sha256', services.secret).update(`payment network\0${wanted.network}`).digest();
	await holdAttempts(tx, wanted.subjectId, network);
	const { open, paidOtherwiseMinor } = await findOpen(tx, wanted);
	if (mayGiveWay && open?.state === 'requires_action' && open.providerId)
		return { payment: open, is: 'abandoned' };
	if (open && open.state !== 'failed') throw inProgress(open);
	if (!(await hasRoom(tx, wanted, network))) return null;
	const payment = await openPayment(tx, remainderOf(wanted, paidOtherwiseMinor), { account, open });
	await tx.insert(paymentAttempts).values({
		organisationId: wanted.organisationId,
		paymentId: payment.id,
		number: payment.attempt,
		idempotencyKey: wanted.idempotencyKey,
		requestHash,
		network,
	});
	return { payment, is: 'new' };
}

/** The payment of the subject that is open or has succeeded, and what of the amount came another way. */
async function findOpen(
	tx: Tx,
	wanted: Charge,
): Promise<{ open: PaymentRow | undefined; paidOtherwiseMinor: number }> {
	const rows = await tx
		.select(paymentColumns)
		.from(payments)
		.where(
			and(
				eq(payments.organisationId, wanted.organisationId),
				eq(payments.subjectId, wanted.subjectId),
				wanted.changeId === undefined
					? isNull(payments.changeId)
					: // One that is open for another change is in the way too; what was paid before is not.
						sql`(change_id = ${wanted.changeId} OR state IN ('created', 'requires_action', 'processing'))`,
				inArray(payments.state, ['created', 'requires_action', 'processing', 'failed', 'succeeded']),
				// What was returned pays nothing.
				sql`NOT (state = 'succeeded' AND refunded_minor + refunding_minor = captured_minor)`,
			),
		)
		// As everybody holds them.
		.orderBy(payments.id)
		.for('update');
	const paidOtherwiseMinor = rows
		.filter(({ gateway }) => gateway === null)
		.reduce((sum, row) => sum + row.capturedMinor - row.refundedMinor - row.refundingMinor, 0);
	const byCard = rows.filter(({ gateway }) => gateway !== null);
	return { open: byCard.find(({ state }) => state !== 'failed') ?? byCard[0], paidOtherwiseMinor };
}

/** What is left to be charged, with the same part of the platform's share. */
function remainderOf(wanted: Charge, paidOtherwiseMinor: number): Charge {
	if (paidOtherwiseMinor === 0) return wanted;
	const amountMinor = wanted.amountMinor - paidOtherwiseMinor;
	if (amountMinor <= 0)
		throw ruleViolation('nothing-to-pay', message`There is nothing to pay for this order.`);
	return { ...wanted, amountMinor, feeMinor: share(wanted.feeMinor, amountMinor, wanted.amountMinor) };
}

const inProgress = ({ id, state }: PaymentRow) =>
	new AppError('BUSINESS_RULE_VIOLATION', {
		status: 409,
		userMessage: message`A payment for this order is already in progress.`,
		metadata: { rule: 'payment-in-progress', paymentId: id, state },
	});

async function openPayment(
	tx: Tx,
	wanted: Charge,
	{ account, open }: { account: ChargedAccount; open: PaymentRow | undefined },
): Promise<PaymentRow> {
	const nextCheckAt = sql`now() + make_interval(secs => ${firstCheckSeconds})`;
	// The provider saves the card only of a payment that was made to save it.
	const isSame =
		open?.accountId === account.id &&
		open.amountMinor === wanted.amountMinor &&
		open.changeId === (wanted.changeId ?? null);
	if (open && isSame && !open.isOffSession) {
		const [again] = await tx
			.update(payments)
			.set({ state: 'created', attempt: open.attempt + 1, failure: null, nextCheckAt, updatedAt: sql`now()` })
			.where(and(eq(payments.organisationId, open.organisationId), eq(payments.id, open.id)))
			.returning();
		return again as PaymentRow;
	}
	if (open) await cancelRow(tx, open);
	const [made] = await tx
		.insert(payments)
		.values({
			id: newId(),
			organisationId: wanted.organisationId,
			subjectKind: wanted.subjectKind ?? 'order',
			subjectId: wanted.subjectId,
			note: wanted.note ?? '',
			eventId: wanted.eventId,
			changeId: wanted.changeId ?? null,
			accountId: account.id,
			method: 'card',
			gateway: account.gateway,
			currency: wanted.currency,
			amountMinor: wanted.amountMinor,
			feeMinor: wanted.feeMinor,
			state: 'created',
			nextCheckAt,
		})
		.returning();
	return made as PaymentRow;
}

const cancelRow = (tx: Tx, payment: PaymentRow) =>
	tx
		.update(payments)
		.set({ state: 'cancelled', nextCheckAt: null, updatedAt: sql`now()` })
		.where(and(eq(payments.organisationId, payment.organisationId), eq(payments.id, payment.id)));

/** A buyer who left their bank's page and comes with another card: the first payment is cancelled at the provider before a second begins. */
async function cancelAbandoned(services: Services, waiting: PaymentRow): Promise<PaymentRow> {
	const account = await getProviderAccount(services.database.db, waiting);
	const request = { account, paymentId: waiting.providerId ?? '' };
	try {
		const object = await services.gateway.cancelPayment({ ...request, key: `cancel:${waiting.id}` });
		return await applyPayment(services, waiting, object);
	} catch (error) {
		if (!(error instanceof GatewayError) || error.kind !== 'refused') throw unavailable(error);
		return applyPayment(services, waiting, await services.gateway.getPayment(request));
	}
}

/** Cancels the payment of a subject that waits for its payer at their bank: they are back, and pay another way. */
export async function cancelWaiting(
	services: Services,
	{ organisationId, subjectId }: { organisationId: string; subjectId: string },
): Promise<void> {
	const waiting = (await listPayments(services.database.db, { organisationId, subjectId })).find(
		({ state, providerId, changeId }) => state === 'requires_action' && providerId && changeId === null,
	);
	if (waiting) await cancelAbandoned(services, waiting);
}

/** What a repeated key is answered with: the refusal of its attempt, or the payment as it stands. */
async function replay(services: Services, payment: PaymentRow): Promise<PaymentRow> {
	const current = await getPayment(services.database.db, idOf(payment));
	if (current.state === 'failed') throw declined(current.failure);
	return current;
}
