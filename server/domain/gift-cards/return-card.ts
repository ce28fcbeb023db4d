import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCards, giftCardUses } from '#server/db/tables/gift-cards.ts';
import type { Services } from '#server/services.ts';
import { REVIVED_DAYS } from '#shared/rules/gift-cards.ts';
import { type Listener, listen } from '../facts.ts';
import { lockCard } from './card-rows.ts';

/** A use of a gift card whose order is to be looked at. */
export interface DueUse {
	organisationId: string;
	eventId: string;
	orderId: string;
	paymentId: string;
}

/** Holds the cards that pay an order, one after the other by id: after its payments and balance, before anything of its event. */
export const holdCards = (tx: Tx, { organisationId, orderId }: { organisationId: string; orderId: string }) =>
	tx.execute(sql`
		SELECT FROM gift_cards WHERE organisation_id = ${organisationId} AND id IN (
			SELECT gift_card_id FROM gift_card_uses WHERE organisation_id = ${organisationId} AND order_id = ${orderId})
		ORDER BY id FOR UPDATE`);

/**
 * Puts what an order had from a card back onto it. A card that has lapsed or was refunded to its buyer can be used again for some time; one
 * that is blocked stays blocked.
 */
async function putBack(
	tx: Tx,
	back: { organisationId: string; paymentId: string; amountMinor: number },
): Promise<void> {
	const { organisationId, paymentId, amountMinor } = back;
	const [use] = await tx
		.select({ giftCardId: giftCardUses.giftCardId })
		.from(giftCardUses)
		.where(and(eq(giftCardUses.organisationId, organisationId), eq(giftCardUses.paymentId, paymentId)));
	if (!use) throw new Error(`payment ${paymentId} is of no gift card`);
	// The card before its use: whoever takes from it holds them so.
	const card = await lockCard(tx, { organisationId, giftCardId: use.giftCardId });
	await tx
		.update(giftCardUses)
		.set({ returnedMinor: sql`${giftCardUses.returnedMinor} + ${amountMinor}` })
		.where(and(eq(giftCardUses.organisationId, organisationId), eq(giftCardUses.paymentId, paymentId)));
	const isEnded = card.state === 'lapsed' || card.state === 'cancelled';
	await tx
		.update(giftCards)
		.set({
			balanceMinor: sql`${giftCards.balanceMinor} + ${amountMinor}`,
			version: sql`${giftCards.version} + 1`,
			updatedAt: sql`now()`,
			...(isEnded && {
				state: 'active' as const,
				// One without an end stays without.
				expiresOn: sql`CASE WHEN ${giftCards.expiresOn} IS NOT NULL
					THEN greatest(${giftCards.expiresOn}, (now() AT TIME ZONE 'UTC')::date + ${REVIVED_DAYS}::int) END`,
			}),
		})
		.where(and(eq(giftCards.organisationId, organisationId), eq(giftCards.id, card.id)));
}

/** Refunds of payments by gift card are made at once: the card has the money again in the same transaction. */
export const returnListeners: Listener[] = [
	listen({
		fact: 'payments.refund-accepted',
		async inTransaction(tx, { organisationId, payload: { giftCard } }) {
			if (organisationId === null || !giftCard) return;
			await putBack(tx, { organisationId, ...giftCard });
		},
	}),
];

/** Uses whose orders are due to be looked at; they are others' again after a minute. @param without organisations that have their turn already */
export async function claimDueUses({ database }: Services, without: readonly string[]): Promise<DueUse[]> {
	const { rows } = await database.pool.query<DueUse>({
		name: 'gift-cards.claim-due-uses',
		text: `UPDATE gift_card_uses SET check_at = now() + interval '1 minute'
			WHERE (organisation_id, payment_id) IN (
				SELECT organisation_id, payment_id FROM gift_card_uses
				WHERE check_at <= now() AND organisation_id <> ALL ($1::uuid[])
				ORDER BY check_at LIMIT 20 FOR UPDATE SKIP LOCKED)
			RETURNING organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", payment_id AS "paymentId"`,
		values: [without],
	});
	return rows;
}

/** When the order of a use is to be looked at next; null: never again, as it has ended. */
export async function checkUseAt(
	tx: Tx,
	{ organisationId, paymentId }: Pick<DueUse, 'organisationId' | 'paymentId'>,
	at: Date | null,
): Promise<void> {
	await tx
		.update(giftCardUses)
		.set({ checkAt: at })
		.where(and(eq(giftCardUses.organisationId, organisationId), eq(giftCardUses.paymentId, paymentId)));
}
