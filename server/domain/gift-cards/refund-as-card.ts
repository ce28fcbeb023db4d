import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { giftCardText } from '#shared/rules/gift-cards.ts';
import { getCard } from './card-rows.ts';
import { giftCardCode } from './codes.ts';
import { activateCards, makeCards, notActive } from './issue.ts';
import { readSettings } from './settings-rows.ts';

/** Whether an organisation refunds onto gift cards: while it sells them, and what was paid in their currency. */
export async function takesRefunds(
	db: DbOrTx,
	of: { organisationId: string; currency: string },
): Promise<boolean> {
	const { isOffered, currency } = await readSettings(db, of.organisationId);
	return isOffered && currency === of.currency;
}

/** The refund of an order as a gift card. */
export interface CardOfRefund {
	organisationId: string;
	eventId: string;
	orderId: string;
	amountMinor: number;
	currency: string;
	/** Something of it was paid in test mode. */
	isTest: boolean;
	/** To whom it is sent; without an email it is sent to nobody, until a member enters one. */
	buyer: { name: string; email: string };
	locale: string;
	/** The member who refunds; null: the buyer cancels by the rules. */
	userId: string | null;
}

/**
 * Issues the gift card of a refund: it can be used at once, and the poller sends it to the buyer. The books are those of the refunds, which the
 * caller makes in the same transaction, of this amount together.
 * @returns its id
 * @throws `gift-cards-not-offered` where the organisation sells none, or none in this currency
 */
export async function issueForRefund(services: Services, tx: Tx, refund: CardOfRefund): Promise<string> {
	const { organisationId, eventId, orderId, buyer } = refund;
	if (!(await takesRefunds(tx, refund)))
		throw ruleViolation(
			'gift-cards-not-offered',
			message`This organiser sells no gift cards in the currency of this order. Choose a refund to the original payment.`,
		);
	const [made] = await makeCards(services, tx, [
		{
			...{ organisationId, purchaseId: null, position: 0, origin: 'refund', currency: refund.currency },
			...{ issuedMinor: refund.amountMinor, isTest: refund.isTest, madeBy: refund.userId, note: '' },
			...{ refundEventId: eventId, refundOrderId: orderId, locale: refund.locale, sendAt: null },
			...{ recipientName: buyer.name, recipientEmail: buyer.email, senderName: '', message: '' },
		},
	]);
	if (!made) throw new Error('No gift card was made.');
	await activateCards(services, tx, { organisationId, giftCardIds: [made.id] });
	return made.id;
}

/** The gift card of a refund, for the buyer of its order. @throws not-found, `gift-card-not-usable` */
export async function showRefundCard(
	services: Services,
	{ organisationId, orderId, giftCardId }: { organisationId: string; orderId: string; giftCardId: string },
): Promise<{ code: string; currency: string; balanceMinor: number; expiresOn: string | null }> {
	const card = await getCard(services.database.db, { organisationId, giftCardId });
	if (card.refundOrderId !== orderId) throw notFound('Gift card');
	if (card.state !== 'active') throw notActive(card);
	const { currency, balanceMinor, expiresOn } = card;
	return { code: giftCardText(giftCardCode(services, card)), currency, balanceMinor, expiresOn };
}
