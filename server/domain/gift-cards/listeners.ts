import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCards } from '#server/db/tables/gift-cards.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import type { DisputeState } from '#shared/rules/payment-states.ts';
import { type Listener, listen } from '../facts.ts';
import { readBalance } from '../ledger/post.ts';
import { getPayment } from '../payments/queries.ts';
import { type ReturnedPart, returnParts } from './issue.ts';
import { settlePurchase } from './pay.ts';

/** The cards of a purchase, held as everybody holds them, in the order in which they were chosen. */
async function holdCardsOf(tx: Tx, { organisationId, purchaseId }: PurchaseScope) {
	const rows = await tx
		.select()
		.from(giftCards)
		.where(and(eq(giftCards.organisationId, organisationId), eq(giftCards.purchaseId, purchaseId)))
		.orderBy(asc(giftCards.id))
		.for('update');
	return rows.toSorted((a, b) => a.position - b.position);
}

/**
 * A refund was made at the provider: cards of the purchase give back what they still have, as far as its buyer owes it since then. What was
 * spent already stays owed in the books.
 */
async function returnOutside(
	tx: Tx,
	scope: PurchaseScope,
	refund: { refundId: string; amountMinor: number },
): Promise<void> {
	const cards = await holdCardsOf(tx, scope);
	if (cards.length === 0) return;
	const { organisationId, purchaseId: subjectId } = scope;
	const { balanceMinor } = await readBalance(tx, { organisationId, subjectId });
	let leftMinor = Math.min(refund.amountMinor, balanceMinor);
	const parts: ReturnedPart[] = [];
	for (const card of cards) {
		const amountMinor = Math.min(leftMinor, card.balanceMinor);
		if (amountMinor <= 0) continue;
		leftMinor -= amountMinor;
		parts.push({ card, amountMinor });
	}
	await returnParts(tx, parts, { refundId: refund.refundId, userId: null });
}

/** The purchase whose payment is disputed, unless that payment was returned: null for whatever else is disputed. */
async function findDisputed(
	tx: Tx,
	{ organisationId, disputeId }: { organisationId: string; disputeId: string },
): Promise<(PurchaseScope & { isContested: boolean }) | null> {
	const { rows } = await tx.execute<{ subject: string; contested: boolean }>(sql`
		SELECT p.subject_id AS subject, EXISTS (
			SELECT FROM disputes o JOIN payments q ON q.organisation_id = o.organisation_id AND q.id = o.payment_id
			WHERE o.organisation_id = p.organisation_id AND q.subject_id = p.subject_id AND o.state IN ('needs_response', 'under_review', 'lost')
				AND q.refunded_minor + q.refunding_minor < q.captured_minor) AS contested
		FROM disputes d JOIN payments p ON p.organisation_id = d.organisation_id AND p.id = d.payment_id
		WHERE d.organisation_id = ${organisationId} AND d.id = ${disputeId} AND p.subject_kind = 'gift_cards'`);
	const [row] = rows;
	return row ? { organisationId, purchaseId: row.subject, isContested: row.contested } : null;
}

/** Cards whose payment is disputed or was lost cannot be used; one that was won frees them, unless their organisation blocked them. */
async function noteDispute(
	tx: Tx,
	which: { organisationId: string; disputeId: string; state: DisputeState },
) {
	// An inquiry takes no money yet.
	if (which.state === 'inquiry') return;
	const disputed = await findDisputed(tx, which);
	if (!disputed) return;
	const cards = await holdCardsOf(tx, disputed);
	const moved = cards.filter((card) =>
		disputed.isContested ? card.state === 'active' : card.blockedBy === 'dispute',
	);
	if (moved.length === 0) return;
	await tx
		.update(giftCards)
		.set({
			...(disputed.isContested
				? { state: 'blocked' as const, blockedBy: 'dispute' as const }
				: { state: 'active' as const, blockedBy: null }),
			version: sql`${giftCards.version} + 1`,
			updatedAt: sql`now()`,
		})
		.where(
			and(
				eq(giftCards.organisationId, which.organisationId),
				inArray(
					giftCards.id,
					moved.map(({ id }) => id),
				),
			),
		);
}

/** What becomes of gift cards when money for them comes, goes back or is disputed. */
export const giftCardListeners: Listener[] = [
	listen({
		fact: 'payments.payment-succeeded',
		async inTransactionMany(tx, facts, services) {
			for (const { organisationId, eventId, payload } of facts) {
				// Gift cards belong to no event.
				if (organisationId === null || eventId !== null) continue;
				const payment = await getPayment(tx, { organisationId, paymentId: payload.paymentId });
				if (payment.subjectKind === 'gift_cards') await settlePurchase(services, tx, payment);
			}
		},
	}),
	listen({
		fact: 'payments.refund-taken-over',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null || eventId !== null) return;
			const { subjectId: purchaseId, ...refund } = payload;
			await returnOutside(tx, { organisationId, purchaseId }, refund);
		},
	}),
	listen({
		fact: 'payments.dispute-noted',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null || eventId !== null) return;
			await noteDispute(tx, { organisationId, ...payload });
		},
	}),
];
