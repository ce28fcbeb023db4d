import { and, asc, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { giftCardPurchases, giftCards } from '#server/db/tables/gift-cards.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type GiftCardRow = typeof giftCards.$inferSelect;
export type PurchaseRow = typeof giftCardPurchases.$inferSelect;

export interface CardScope {
	organisationId: string;
	giftCardId: string;
}

/** For whom a card is, and when it is sent. */
export interface CardDelivery {
	recipientName?: string | undefined;
	recipientEmail?: string | undefined;
	senderName?: string | undefined;
	message?: string | undefined;
	/** `2027-12-24`; without it: at once. */
	sendOn?: string | null | undefined;
}

export const ofCard = ({ organisationId, giftCardId }: CardScope) =>
	and(eq(giftCards.organisationId, organisationId), eq(giftCards.id, giftCardId));

/** @throws not-found */
export async function getCard(db: DbOrTx, scope: CardScope): Promise<GiftCardRow> {
	const [row] = await db.select().from(giftCards).where(ofCard(scope));
	if (!row) throw notFound('Gift card');
	return row;
}

/** The card, held until the transaction ends: after the payments and the balance of what it pays for, before anything of events. @throws not-found */
export async function lockCard(tx: Tx, scope: CardScope): Promise<GiftCardRow> {
	const [row] = await tx.select().from(giftCards).where(ofCard(scope)).for('update');
	if (!row) throw notFound('Gift card');
	return row;
}

/** @throws not-found */
export async function getPurchase(
	db: DbOrTx,
	{ organisationId, purchaseId }: { organisationId: string; purchaseId: string },
): Promise<PurchaseRow> {
	const [row] = await db
		.select()
		.from(giftCardPurchases)
		.where(and(eq(giftCardPurchases.organisationId, organisationId), eq(giftCardPurchases.id, purchaseId)));
	if (!row) throw notFound('Gift card');
	return row;
}

/** The cards of a purchase, held as everybody holds them, in the order in which they were chosen. */
export async function holdCardsOf(
	tx: Tx,
	{ organisationId, purchaseId }: PurchaseScope,
): Promise<GiftCardRow[]> {
	const rows = await tx
		.select()
		.from(giftCards)
		.where(and(eq(giftCards.organisationId, organisationId), eq(giftCards.purchaseId, purchaseId)))
		.orderBy(asc(giftCards.id))
		.for('update');
	return rows.toSorted((a, b) => a.position - b.position);
}
