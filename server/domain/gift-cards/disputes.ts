import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCards } from '#server/db/tables/gift-cards.ts';
import type { DisputeState } from '#shared/rules/payment-states.ts';
import { type GiftCardRow, holdCardsOf } from './card-rows.ts';

interface NotedDispute {
	organisationId: string;
	disputeId: string;
	state: DisputeState;
	/** The payment is of an order, not of gift cards. */
	isOfOrder: boolean;
}

/** Cards that depend on a disputed payment, and whether that money is disputed or lost now. They are held. */
interface DisputedCards {
	cards: GiftCardRow[];
	isContested: boolean;
}

/** The cards of the purchase whose payment is disputed, unless that payment was returned. */
async function holdBought(tx: Tx, { organisationId, disputeId }: NotedDispute): Promise<DisputedCards[]> {
	const { rows } = await tx.execute<{ subject: string; contested: boolean }>(sql`
		SELECT p.subject_id AS subject, EXISTS (
			SELECT FROM disputes o JOIN payments q ON q.organisation_id = o.organisation_id AND q.id = o.payment_id
			WHERE o.organisation_id = p.organisation_id AND q.subject_id = p.subject_id AND o.state IN ('needs_response', 'under_review', 'lost')
				AND q.refunded_minor + q.refunding_minor < q.captured_minor) AS contested
		FROM disputes d JOIN payments p ON p.organisation_id = d.organisation_id AND p.id = d.payment_id
		WHERE d.organisation_id = ${organisationId} AND d.id = ${disputeId} AND p.subject_kind = 'gift_cards'`);
	const [row] = rows;
	if (!row) return [];
	const cards = await holdCardsOf(tx, { organisationId, purchaseId: row.subject });
	return [{ cards, isContested: row.contested }];
}

/** The cards onto which refunds of the disputed payment went: that money was not returned to the bank. A card has the money of all its refunds. */
async function holdRefunded(tx: Tx, { organisationId, disputeId }: NotedDispute): Promise<DisputedCards[]> {
	const { rows } = await tx.execute<{ id: string; contested: boolean }>(sql`
		SELECT DISTINCT r.gift_card_id AS id, EXISTS (
			SELECT FROM refunds x JOIN disputes o ON o.organisation_id = x.organisation_id AND o.payment_id = x.payment_id
			WHERE x.organisation_id = r.organisation_id AND x.subject_id = r.subject_id AND x.gift_card_id = r.gift_card_id
				AND o.state IN ('needs_response', 'under_review', 'lost')) AS contested
		FROM disputes d JOIN refunds r ON r.organisation_id = d.organisation_id AND r.payment_id = d.payment_id
		WHERE d.organisation_id = ${organisationId} AND d.id = ${disputeId} AND r.gift_card_id IS NOT NULL`);
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	const held = await tx
		.select()
		.from(giftCards)
		.where(and(eq(giftCards.organisationId, organisationId), inArray(giftCards.id, ids)))
		.orderBy(asc(giftCards.id))
		.for('update');
	return rows.map(({ id, contested }) => ({
		cards: held.filter((card) => card.id === id),
		isContested: contested,
	}));
}

/** Cards whose money is disputed or was lost cannot be used; a dispute that was won frees them, unless their organisation blocked them. */
export async function noteDispute(tx: Tx, dispute: NotedDispute): Promise<void> {
	// An inquiry takes no money yet.
	if (dispute.state === 'inquiry') return;
	const disputed = await (dispute.isOfOrder ? holdRefunded(tx, dispute) : holdBought(tx, dispute));
	for (const { cards, isContested } of disputed) {
		const moved = cards.filter((card) =>
			isContested ? card.state === 'active' : card.blockedBy === 'dispute',
		);
		if (moved.length === 0) continue;
		await tx
			.update(giftCards)
			.set({
				...(isContested
					? { state: 'blocked' as const, blockedBy: 'dispute' as const }
					: { state: 'active' as const, blockedBy: null }),
				version: sql`${giftCards.version} + 1`,
				updatedAt: sql`now()`,
			})
			.where(
				and(
					eq(giftCards.organisationId, dispute.organisationId),
					inArray(
						giftCards.id,
						moved.map(({ id }) => id),
					),
				),
			);
	}
}
