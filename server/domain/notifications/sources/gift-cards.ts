import {
	type GiftCardRow,
	getCard,
	getPurchase,
	type PurchaseRow,
} from '#server/domain/gift-cards/card-rows.ts';
import { giftCardCode } from '#server/domain/gift-cards/codes.ts';
import { listCardsOf } from '#server/domain/gift-cards/purchase.ts';
import { getSeller } from '#server/domain/gift-cards/shop.ts';
import { purchaseLinkOf } from '#server/domain/gift-cards/tokens.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { giftCardMail } from '#server/emails/gift-cards/card.ts';
import { giftCardPurchaseMail } from '#server/emails/gift-cards/purchase.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { giftCardText } from '#shared/rules/gift-cards.ts';
import { hasWithdrawalRight, purchaseNumber } from '#shared/rules/withdrawals.ts';
import { type Obsolete, source } from './source.ts';

/** What `read` finds, or that it is gone. */
async function unlessGone<Found>(read: () => Promise<Found>): Promise<Found | Obsolete> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND')
			return { obsolete: 'The gift card is gone.' };
		throw error;
	}
}

/** So long after eight in the morning it is the same day in UTC, from Hawaii to New Zealand. */
const shiftHours = 5;

/** The day that a buyer chose for a card, whose zone is not known any more; null: it is sent at once. */
function dayOfSending({ sendAt }: GiftCardRow, { paidAt }: PurchaseRow): Date | null {
	if (sendAt === null || paidAt === null || sendAt <= paidAt) return null;
	return new Date(sendAt.getTime() + shiftHours * 3_600_000);
}

/** Confirms a purchase of gift cards to the buyer, with a link to them. */
export const giftCardPurchaseSource = source({
	template: giftCardPurchaseMail,
	load: (services, ref: { organisationId: string; purchaseId: string }, options) =>
		unlessGone(async () => {
			const { db } = services.database;
			const purchase = await getPurchase(db, ref);
			if (options.isForSending && purchase.buyerEmail !== options.recipient)
				return { obsolete: 'The buyer was erased.' };
			const [seller, cards] = await Promise.all([
				getSeller(services, ref.organisationId),
				listCardsOf(db, ref),
			]);
			const { countryCode } = await getOrganisationSettings(db, ref.organisationId);
			return {
				number: purchaseNumber(purchase.id),
				withdrawalLink: hasWithdrawalRight(countryCode)
					? `${services.config.appUrl}/withdraw/${seller.slug}`
					: null,
				organiser: seller.name,
				currency: purchase.currency,
				totalMinor: purchase.totalMinor,
				cards: cards.map((card) => ({
					amountMinor: card.issuedMinor,
					recipient: card.recipientName || card.recipientEmail,
					isForBuyer: card.recipientEmail === '',
					sendOn: dayOfSending(card, purchase),
				})),
				isTest: cards.some(({ isTest }) => isTest),
				purchaseLink: options.showsSecrets ? purchaseLinkOf(services, purchase) : null,
			};
		}),
});

/** The order that a card is a refund of; null: it is none. */
async function readRefunded(
	{ database }: Services,
	{ organisationId, refundEventId, refundOrderId }: GiftCardRow,
): Promise<{ orderCode: string; event: string } | null> {
	if (refundOrderId === null) return null;
	const { rows } = await database.pool.query<{ orderCode: string; event: string }>({
		name: 'notifications.refunded-order',
		text: `SELECT o.code AS "orderCode", e.title AS event FROM orders o
			JOIN events e ON e.organisation_id = o.organisation_id AND e.id = o.event_id
			WHERE o.organisation_id = $1 AND o.event_id = $2 AND o.id = $3`,
		values: [organisationId, refundEventId, refundOrderId],
	});
	return rows[0] ?? null;
}

/** A gift card with its code, for its recipient or its buyer. */
export const giftCardSource = source({
	template: giftCardMail,
	load: (services, ref: { organisationId: string; giftCardId: string; sending: number }, options) =>
		unlessGone(async () => {
			const { db } = services.database;
			const { organisationId } = ref;
			const card = await getCard(db, ref);
			const { purchaseId } = card;
			const [seller, purchase] = await Promise.all([
				getSeller(services, organisationId),
				purchaseId === null ? null : getPurchase(db, { organisationId, purchaseId }),
			]);
			if (options.isForSending) {
				if (card.state !== 'active') return { obsolete: 'The gift card can no longer be used.' };
				if (card.sendings > ref.sending) return { obsolete: 'The gift card was sent again since.' };
				if (options.recipient !== (card.recipientEmail || purchase?.buyerEmail))
					return { obsolete: 'The gift card has another email address now.' };
			}
			const refundOf = await readRefunded(services, card);
			const isForRecipient = card.recipientEmail !== '' && !refundOf;
			return {
				organiser: seller.name,
				organiserUrl: `${services.config.appUrl}/organisers/${seller.slug}`,
				recipient: isForRecipient ? card.recipientName : '',
				from: isForRecipient ? card.senderName || (purchase?.buyerName ?? '') : '',
				message: card.message,
				currency: card.currency,
				amountMinor: card.issuedMinor,
				expiresOn: card.expiresOn === null ? null : new Date(card.expiresOn),
				code: options.showsSecrets ? giftCardText(giftCardCode(services, card)) : null,
				isTest: card.isTest,
				refundOf,
			};
		}),
});
