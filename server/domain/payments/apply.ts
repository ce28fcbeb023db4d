import { createHmac } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { batchOrEach } from '#server/db/batch-or-each.ts';
import type { Tx } from '#server/db/client.ts';
import { arrayRows, bindStatement } from '#server/db/statement.ts';
import { payments } from '#server/db/tables/payments.ts';
import { again, createQueues, createSlots, lineLimits } from '#server/platform/concurrency/batch-queue.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { GatewayPayment } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { paymentStatesBefore } from '#shared/rules/payment-states.ts';
import { type Entry, post } from '../ledger/post.ts';
import { notePaidPeriod, noteRefusedPeriod, noteSavedCard } from './agreements/note-payment.ts';
import { booksOf, type PaymentRow, paymentColumns } from './payment-record.ts';

/**
 * Seconds between looks at a payment that is open: soon at first, then ever more rarely. For as long as an order can be held, the provider
 * is polled often enough that a payer waits less than two minutes when events are lost.
 */
const ladder = [5, 15, 60, ...Array.from({ length: 40 }, () => 100), 900, 3_600, 21_600];
const nextCheckSeconds = (checks: number) => ladder[Math.min(checks, ladder.length - 1)] as number;
export const nextCheck = (checks: number) => sql`now() + make_interval(secs => ${nextCheckSeconds(checks)})`;

type StateOf = Record<GatewayPayment['status'], PaymentRow['state']>;
const stateOf: StateOf = {
	requires_payment_method: 'failed',
	requires_action: 'requires_action',
	processing: 'processing',
	succeeded: 'succeeded',
	canceled: 'cancelled',
};

/** The provider’s state of a payment. `payment` is its row as of the request to the provider. */
interface Answer {
	payment: PaymentRow;
	object: GatewayPayment;
}

/** Answers of a batch: as many as orders of a sale's. Their money is there, so they wait longer than orders do. */
const batchCap = 64;
const batchesAtOnce = 6;
const maxWaitMs = 10_000;

const queueOf = createDatabaseMemo((services: Services) =>
	createQueues<Answer, PaymentRow>(
		{
			...lineLimits,
			maxWaitMs,
			cap: batchCap,
			maxWeight: batchCap,
			weigh: () => 1,
			run: (answers) => applyBatch(services, answers),
		},
		createSlots(batchesAtOnce),
	),
);

/**
 * Applies the state of a payment at the provider in one transaction: the payment, the books, and listeners of other modules (which
 * confirm orders). Updates for one event that arrive meanwhile are applied as a batch. Older states are ignored.
 * @throws SERVER_OVERLOADED if too many wait; the payment is fetched again later
 */
export async function applyPayment(
	services: Services,
	payment: PaymentRow,
	object: GatewayPayment,
): Promise<PaymentRow> {
	if (isMismatch(payment, object)) {
		services.log.error({ paymentId: payment.id, providerId: object.id }, 'payments.mismatch');
		return payment;
	}
	return queueOf(services)(`${payment.organisationId} ${payment.eventId ?? payment.subjectId}`).push({
		payment,
		object,
	});
}

/** Whether the object is the one that this payment created: nothing is moved by another amount, account or installation. */
function isMismatch(payment: PaymentRow, object: GatewayPayment): boolean {
	return (
		object.amountMinor !== payment.amountMinor ||
		object.currency !== payment.currency ||
		object.metadata.foyer_payment !== payment.id ||
		object.metadata.foyer_organisation !== payment.organisationId ||
		(payment.providerId !== null && payment.providerId !== object.id)
	);
}

type Applied = PaymentRow | Error | typeof again;

/** Of two answers about one payment the second waits for the next batch. */
async function applyBatch(services: Services, answers: Answer[]): Promise<Applied[]> {
	const first = answers.filter(
		({ payment }, index) => answers.findIndex((one) => one.payment.id === payment.id) === index,
	);
	const applied: Applied[] = await batchOrEach(first, (some) => applyTogether(services, some));
	return answers.map((one) => applied[first.indexOf(one)] ?? again);
}

/** In one transaction. Payments that somebody else changes at this moment wait for the next batch, unless it is the only one. */
async function applyTogether(services: Services, answers: Answer[]): Promise<(PaymentRow | typeof again)[]> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			const held = await readPayments(tx, answers, { skipLocked: answers.length > 1 });
			const moved = answers
				.flatMap((answer) => {
					const before = held.get(answer.payment.id);
					return before ? [{ ...answer, before, after: afterOf(before, answer.object) }] : [];
				})
				.filter(mayMove);
			await writeStates(services, tx, moved);
			const paid = moved.filter(
				({ before, after }) => after.state === 'succeeded' && before.state !== 'succeeded',
			);
			for (const { after, object } of paid) await noteSavedCard(tx, after, object);
			await succeed(
				inUnit,
				tx,
				paid.map(({ after }) => after),
			);
			for (const { after, object } of moved)
				if (after.state === 'failed' && after.isOffSession) {
					const needsPayer = object.failure?.providerCode === 'authentication_required';
					await noteRefusedPeriod(inUnit, tx, after, needsPayer);
				}
			const now = await readPayments(tx, answers);
			return answers.map(({ payment: { id } }) => (held.has(id) ? (now.get(id) as PaymentRow) : again));
		});
	});
}

/** The payments as they stand, by id; held when locks are requested. */
async function readPayments(
	tx: Tx,
	answers: Answer[],
	locks?: { skipLocked: boolean },
): Promise<Map<string, PaymentRow>> {
	const ids = answers.map(({ payment }) => payment.id);
	const query = tx
		.select(paymentColumns)
		.from(payments)
		.where(
			and(eq(payments.organisationId, answers[0]?.payment.organisationId ?? ''), inArray(payments.id, ids)),
		)
		// Two processes that hold the same payments take them in one order.
		.orderBy(payments.id);
	const rows = await (locks ? query.for('update', locks.skipLocked ? { skipLocked: true } : {}) : query);
	return new Map(rows.map((row) => [row.id, row]));
}

interface Move extends Answer {
	/** The payment as it stands now, held, and as it is to be. */
	before: PaymentRow;
	after: PaymentRow;
}

function afterOf(before: PaymentRow, object: GatewayPayment): PaymentRow {
	const state = stateOf[object.status];
	return {
		...before,
		state,
		providerId: object.id,
		capturedMinor: object.capturedMinor,
		failure: state === 'failed' ? (object.failure?.code ?? 'PAYMENT_FAILED') : null,
		actionUrl: actionOf(object),
	};
}

function mayMove({ payment, before, after }: Move): boolean {
	return (
		[after.state, ...paymentStatesBefore(after.state)].includes(before.state) &&
		// Never a second object: two answers may be applied at once, and the one that comes second is a stray charge.
		(before.providerId === null || before.providerId === after.providerId) &&
		// The outcome of an earlier attempt says nothing about this one, unless the money was received.
		(after.state === 'succeeded' || before.attempt === payment.attempt)
	);
}

/** The address of the bank's page, or what the provider's script needs to show it; the latter is marked as it is no address. */
function actionOf({ nextAction }: GatewayPayment): string | null {
	if (!nextAction) return null;
	return 'url' in nextAction ? nextAction.url : `secret:${nextAction.clientSecret}`;
}

const stateRows = arrayRows<Move>(2, 'n', [
	['id', 'uuid', ({ after }) => after.id],
	['state', 'code', ({ after }) => after.state],
	['provider_id', 'text', ({ after }) => after.providerId],
	['captured_minor', 'bigint', ({ after }) => after.capturedMinor],
	['failure', 'text', ({ after }) => after.failure],
	['action_url', 'text', ({ after }) => after.actionUrl],
	[
		'check_seconds',
		'int',
		({ before, after }) =>
			['requires_action', 'processing'].includes(after.state) ? nextCheckSeconds(before.checks) : null,
	],
]);
interface Attempt {
	payment: PaymentRow;
	object: GatewayPayment;
	/** Hexadecimal digits. */
	card: string | null;
}

const attemptRows = arrayRows<Attempt>(stateRows.next, 'n', [
	['payment_id', 'uuid', ({ payment }) => payment.id],
	['number', 'int', ({ payment }) => payment.attempt],
	[
		'outcome',
		'code',
		({ payment: { state } }) => (state === 'succeeded' || state === 'failed' ? state : 'requires_action'),
	],
	['code', 'text', ({ object }) => object.failure?.providerCode ?? null],
	['card', 'bytea', ({ card }) => card],
	['brand', 'text', ({ object }) => object.card?.brand ?? null],
	['last4', 'text', ({ object }) => object.card?.last4 ?? null],
]);
/** Its rows are named as arrays too: with statistics of a young table a join alone reads all payments of the organisation. */
const stateStatement = {
	name: 'payments.states',
	text: `
WITH attempts AS (
	UPDATE payment_attempts a SET outcome = n.outcome, code = n.code, card = n.card, brand = n.brand, last4 = n.last4
	FROM ${attemptRows.from}
	WHERE a.organisation_id = $1 AND a.payment_id = ANY(${attemptRows.column('payment_id')}) AND a.payment_id = n.payment_id AND a.number = n.number
)
UPDATE payments p SET state = n.state, provider_id = n.provider_id, captured_minor = n.captured_minor, failure = n.failure,
	action_url = n.action_url, settled_at = CASE WHEN n.state = 'succeeded' THEN coalesce(p.settled_at, now()) END,
	next_check_at = now() + make_interval(secs => n.check_seconds), checks = p.checks + 1, updated_at = now()
FROM ${stateRows.from}
WHERE p.organisation_id = $1 AND p.id = ANY(${stateRows.column('id')}) AND p.id = n.id`,
};

/** The payments as they are now, and what their attempts came to, with hashes of the cards for the limits against tried cards. */
async function writeStates(services: Services, tx: Tx, moved: Move[]): Promise<void> {
	if (moved.length === 0) return;
	// Nothing new of an attempt whose payment had succeeded at the time of the request.
	const attempts = moved
		.filter(({ payment }) => payment.state !== 'succeeded')
		.map(({ after, object }) => ({
			payment: after,
			object,
			card: object.card?.fingerprint
				? createHmac('sha256', services.secret)
						.update(`payment card\0${object.card.fingerprint}`)
						.digest('hex')
				: null,
		}));
	const organisationId = moved[0]?.after.organisationId ?? '';
	await tx.execute(
		bindStatement(stateStatement, [
			organisationId,
			...stateRows.values(moved),
			...attemptRows.values(attempts),
		]),
	);
}

const assetOf = {
	card: 'gateway',
	transfer: 'bank',
	cash: 'cash',
	door_card: 'bank',
	gift_card: 'gift_cards',
} as const;

const entryOf = (payment: PaymentRow, roundingMinor: number): Entry => ({
	organisationId: booksOf(payment),
	eventId: payment.eventId,
	subjectId: payment.subjectId,
	sourceKind: 'payment',
	sourceId: payment.id,
	currency: payment.currency,
	madeBy: payment.madeBy,
	transfers: [
		{
			kind: 'payment',
			debit: assetOf[payment.method],
			credit: 'buyer',
			amountMinor: payment.capturedMinor,
		},
		{ kind: 'fee', debit: 'platform_fees', credit: 'gateway', amountMinor: payment.feeMinor },
		{
			kind: 'rounding',
			...(roundingMinor > 0
				? { debit: assetOf[payment.method], credit: 'rounding' }
				: { debit: 'rounding', credit: assetOf[payment.method] }),
			amountMinor: Math.abs(roundingMinor),
		},
	],
});

/**
 * Books a received payment and publishes it.
 * @param isPart the subject is not fully paid
 * @param roundingMinor cash received beyond each amount because of coin sizes
 */
export async function succeed(
	services: Services,
	tx: Tx,
	paid: PaymentRow[],
	{ isPart = false, roundingMinor = 0 } = {},
): Promise<void> {
	await post(
		tx,
		paid.map((payment) => entryOf(payment, roundingMinor)),
	);
	for (const payment of paid)
		if (payment.subjectKind === 'agreement') await notePaidPeriod(services, tx, payment);
	const facts = paid
		.filter((payment) => payment.subjectKind !== 'agreement')
		.map(({ id, organisationId, eventId, subjectId, changeId }) => ({
			name: 'payments.payment-succeeded' as const,
			organisationId,
			eventId,
			payload: { paymentId: id, subjectId, isPart, ...(changeId && { changeId }) },
		}));
	await services.facts.publishAll(tx, facts, services);
}
