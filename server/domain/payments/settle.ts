import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { paymentAttempts, payments } from '#server/db/tables/payments.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { paymentStatesBefore } from '#shared/rules/payment-states.ts';
import { noteRefusedPeriod } from './agreements/note-payment.ts';
import { applyPayment, nextCheck, succeed } from './apply.ts';
import { type PaymentRow, paymentColumns } from './payment-record.ts';
import { getPayment, getProviderAccount } from './queries.ts';

/** What the provider keeps beside a payment, so that its object leads back to ours. Nothing personal. */
export const metadataOf = ({ id, organisationId }: { id: string; organisationId: string }) => ({
	foyer_payment: id,
	foyer_organisation: organisationId,
});

/** A payment whose request never arrived is given up after this many looks. */
const looksForLost = 4;

/**
 * Fetches a payment from the provider and applies its state with all consequences. Called by events, the buyer's page and
 * reconciliation. Idempotent.
 * @throws GatewayError if the provider can't be reached
 */
export async function settlePayment(
	services: Services,
	scope: { organisationId: string; paymentId: string },
): Promise<PaymentRow> {
	const { database, gateway } = services;
	const payment = await getPayment(database.db, scope);
	if (payment.gateway !== gateway.name || payment.state === 'cancelled') return payment;
	return settleRow(services, payment, await getProviderAccount(database.db, payment));
}

/** The same for a payment that was read just now. @param account the provider's id of the one that it was made through */
export async function settleRow(
	services: Services,
	payment: PaymentRow,
	account: string | null,
): Promise<PaymentRow> {
	const { database, gateway } = services;
	if (payment.gateway !== gateway.name || payment.state === 'cancelled') return payment;
	const object = payment.providerId
		? await gateway.getPayment({ account, paymentId: payment.providerId })
		: await gateway.findPayment({ account, metadata: metadataOf(payment), since: payment.createdAt });
	if (object) return applyPayment(services, payment, object);
	if (payment.checks >= looksForLost) return failPayment(services, payment, 'PAYMENT_FAILED');
	await database.db
		.update(payments)
		.set({
			checks: payment.checks + 1,
			nextCheckAt: nextCheck(payment.checks),
		})
		.where(ofPayment(payment));
	return payment;
}

const ofPayment = ({ organisationId, id }: PaymentRow) =>
	and(eq(payments.organisationId, organisationId), eq(payments.id, id));

const scopeOf = ({ organisationId, id }: PaymentRow) => ({ organisationId, paymentId: id });

/** Notes that a payment came to nothing: it was refused before the provider made one, or never arrived there. */
export async function failPayment(
	services: Services,
	payment: PaymentRow,
	code: string,
	/** Only declined cards count against the limit of tried cards, and end an agreement in time. */
	{ isDeclined = false, needsPayer = false } = {},
): Promise<PaymentRow> {
	return services.database.transaction(async (tx) => {
		const [failed] = await tx
			.update(payments)
			.set({ state: 'failed', failure: code, nextCheckAt: null, actionUrl: null, updatedAt: sql`now()` })
			.where(and(ofPayment(payment), inArray(payments.state, paymentStatesBefore('failed'))))
			.returning(paymentColumns);
		if (failed?.isOffSession && isDeclined) await noteRefusedPeriod(services, tx, failed, needsPayer);
		await tx
			.update(paymentAttempts)
			.set({ outcome: isDeclined ? 'failed' : 'unknown', code })
			.where(
				and(
					eq(paymentAttempts.organisationId, payment.organisationId),
					eq(paymentAttempts.paymentId, payment.id),
					eq(paymentAttempts.number, payment.attempt),
				),
			);
		return getPayment(tx, scopeOf(payment));
	});
}

/**
 * Records a payment without a provider: by bank transfer, or at the door. The caller has checked that it is due, and holds the lock of
 * its subject.
 * @param isPart less than the amount due: the subject stays unpaid
 * @param roundingMinor of cash: the amount received beyond the price, negative if below it, because of coin sizes
 */
export async function recordPayment(
	services: Services,
	tx: Tx,
	{
		isPart,
		roundingMinor = 0,
		...payment
	}: { isPart: boolean; roundingMinor?: number | undefined } & Pick<
		typeof payments.$inferInsert,
		| 'id'
		| 'organisationId'
		| 'eventId'
		| 'subjectId'
		| 'method'
		| 'currency'
		| 'amountMinor'
		| 'excessMinor'
		| 'receivedOn'
		| 'madeBy'
		| 'note'
	>,
): Promise<void> {
	const [made] = await tx
		.insert(payments)
		.values({
			...payment,
			subjectKind: 'order',
			state: 'succeeded',
			capturedMinor: payment.amountMinor,
			settledAt: sql`now()`,
		})
		.returning(paymentColumns);
	await succeed(services, tx, [made as PaymentRow], { isPart, roundingMinor });
}

/** Calls to the provider beside each other; what they answer about one event is settled together. */
export const lookedUpAtOnce = 8;

type DuePayment = { organisationId: string; paymentId: string };

/** Checks payments whose outcome is open and due. If the provider can't be reached, it retries later. */
export const paymentPoller = createFairPoller<DuePayment>({
	name: 'payments.settle-payments',
	idleMs: 1_000,
	...findDue<DuePayment>(
		'payments.claim-payments',
		`UPDATE payments SET next_check_at = now() + interval '30 seconds'
				WHERE (organisation_id, id) IN (
					SELECT organisation_id, id FROM payments WHERE next_check_at <= now() AND organisation_id <> ALL ($1::uuid[])
					ORDER BY next_check_at LIMIT 20 FOR UPDATE SKIP LOCKED)
				RETURNING organisation_id AS "organisationId", id AS "paymentId"`,
	),
	keyOf: ({ paymentId }) => paymentId,
	atOnce: lookedUpAtOnce,
	async run(services, [scope]) {
		await settlePayment(services, scope);
		return 1;
	},
});

/** Looks at all payments that are due. */
export const settleDuePayments = runDue(paymentPoller);
