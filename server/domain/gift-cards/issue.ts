import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCards } from '#server/db/tables/gift-cards.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { giftCardEnd } from '#shared/rules/gift-cards.ts';
import { post } from '../ledger/post.ts';
import { type CardScope, type GiftCardRow, getCard, ofCard } from './card-rows.ts';
import { giftCardCode, hashOfCode } from './codes.ts';
import { readSettings } from './settings-rows.ts';

/** A card to be made: what `giftCards` needs of it. Its id, code and end are made here. */
export type NewCard = Pick<
	GiftCardRow,
	| 'organisationId'
	| 'purchaseId'
	| 'position'
	| 'origin'
	| 'currency'
	| 'issuedMinor'
	| 'isTest'
	| 'recipientName'
	| 'recipientEmail'
	| 'senderName'
	| 'message'
	| 'locale'
	| 'sendAt'
	| 'madeBy'
	| 'note'
> &
	Partial<Pick<GiftCardRow, 'refundEventId' | 'refundOrderId'>>;

/** The last day that a card can be used on which is issued now; null: it does not expire. */
export const endOfNew = (services: Pick<Services, 'clock'>, settings: { validYears: number | null }) =>
	giftCardEnd(services.clock.now().toISOString().slice(0, 10), settings.validYears);

/** Makes cards of one organisation in the state `ordered`. They end as its settings say now. @returns them as they were written */
export async function makeCards(
	services: Services,
	tx: Tx,
	cards: readonly NewCard[],
): Promise<GiftCardRow[]> {
	const [first] = cards;
	if (!first) return [];
	const expiresOn = endOfNew(services, await readSettings(tx, first.organisationId));
	const rows = await tx
		.insert(giftCards)
		.values(
			cards.map((card) => {
				const id = newId();
				const code = giftCardCode(services, { id, codeVersion: 1 });
				return { ...card, id, codeHash: hashOfCode(code), codeVersion: 1, last4: code.slice(-4), expiresOn };
			}),
		)
		.returning();
	return rows.toSorted((a, b) => a.position - b.position);
}

/**
 * Makes ordered cards usable: balance, fact `gift-cards.issued`. One with somebody to send it to is sent by the poller, on its day or as soon
 * as possible. The books are the caller's. Cards that are not `ordered` stay as they are.
 * @returns those that became usable
 */
export async function activateCards(
	services: Services,
	tx: Tx,
	{ organisationId, giftCardIds }: { organisationId: string; giftCardIds: readonly string[] },
): Promise<GiftCardRow[]> {
	const which = and(
		eq(giftCards.organisationId, organisationId),
		inArray(giftCards.id, [...giftCardIds]),
		eq(giftCards.state, 'ordered'),
	);
	// As everybody holds them.
	await tx.select({ id: giftCards.id }).from(giftCards).where(which).orderBy(asc(giftCards.id)).for('update');
	const rows = await tx
		.update(giftCards)
		.set({
			state: 'active',
			balanceMinor: sql`${giftCards.issuedMinor}`,
			issuedAt: sql`now()`,
			sendAt: sql`CASE WHEN ${giftCards.recipientEmail} <> '' OR ${giftCards.purchaseId} IS NOT NULL
				THEN coalesce(${giftCards.sendAt}, now()) END`,
			...changed,
		})
		.where(which)
		.returning();
	await services.facts.publishAll(
		tx,
		rows.map(({ id }) => ({
			name: 'gift-cards.issued' as const,
			organisationId,
			eventId: null,
			payload: { giftCardId: id },
		})),
		services,
	);
	return rows;
}

const changed = { version: sql`${giftCards.version} + 1`, updatedAt: sql`now()` };

/**
 * Sends a card to its recipient, else to its buyer, now: counts the sending and publishes `gift-cards.sent`. The card is held.
 * @param scope `email`: where to from now on
 * @throws `gift-card-not-usable` for one that is not active, `gift-card-no-address`
 */
export async function sendCard(
	services: Services,
	tx: Tx,
	scope: CardScope & { email?: string | undefined },
): Promise<void> {
	const { organisationId, giftCardId, email } = scope;
	const card = await getCard(tx, scope);
	if (card.state !== 'active') throw notActive(card);
	if ((email ?? card.recipientEmail) === '' && card.purchaseId === null)
		throw ruleViolation(
			'gift-card-no-address',
			message`This gift card has no email address. Enter the recipient’s address to send it.`,
		);
	const [sent] = await tx
		.update(giftCards)
		.set({
			...(email !== undefined && { recipientEmail: email }),
			sendAt: sql`coalesce(${giftCards.sendAt}, now())`,
			sentAt: sql`now()`,
			sendings: sql`${giftCards.sendings} + 1`,
			...changed,
		})
		.where(ofCard(scope))
		.returning({ sending: giftCards.sendings });
	const payload = { giftCardId, sending: sent?.sending ?? 1 };
	await services.facts.publish(
		tx,
		{ name: 'gift-cards.sent', organisationId, eventId: null, payload },
		services,
	);
}

/** A card that is not active: what can be done about it depends on its state. */
export function notActive({ state }: Pick<GiftCardRow, 'state'>) {
	const texts = {
		active: message`This gift card can be used.`,
		ordered: message`This gift card is not paid yet. Pay for it first.`,
		blocked: message`This gift card is blocked. Contact the organiser.`,
		cancelled: message`This gift card was refunded and can no longer be used.`,
		lapsed: message`This gift card has expired. Contact the organiser.`,
	};
	return ruleViolation('gift-card-not-usable', texts[state], { state });
}

/** The refund of a purchased card. */
export interface ReturnedPart {
	card: GiftCardRow;
	amountMinor: number;
}

/** Refunds cards of one purchase to its buyer, by one refund: `returned` grows, the books say so, one with nothing left is `cancelled`. The cards are held. */
export async function returnParts(
	tx: Tx,
	parts: readonly ReturnedPart[],
	how: { refundId: string; userId: string | null },
): Promise<void> {
	const [first] = parts;
	if (!first) return;
	const { organisationId, purchaseId, currency } = first.card;
	if (purchaseId === null) throw new Error('A gift card that was not bought has nobody to return money to.');
	for (const { card, amountMinor } of parts) {
		const isLeft = card.balanceMinor > amountMinor;
		await tx
			.update(giftCards)
			.set({
				balanceMinor: sql`${giftCards.balanceMinor} - ${amountMinor}`,
				returnedMinor: sql`${giftCards.returnedMinor} + ${amountMinor}`,
				...(!isLeft && { state: 'cancelled' as const, blockedBy: null }),
				...changed,
			})
			.where(ofCard({ organisationId, giftCardId: card.id }));
	}
	await post(tx, [
		{
			organisationId,
			eventId: null,
			subjectId: purchaseId,
			sourceKind: 'gift_card_returned',
			sourceId: how.refundId,
			currency,
			madeBy: how.userId,
			transfers: parts.map(({ amountMinor }) => ({
				kind: 'gift_card_returned',
				debit: 'gift_cards',
				credit: 'buyer',
				amountMinor,
			})),
		},
	]);
}
