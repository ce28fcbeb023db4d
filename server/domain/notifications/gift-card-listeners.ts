import { type Listener, listen } from '../facts.ts';
import { getCard, getPurchase } from '../gift-cards/card-rows.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/** Emails about gift cards to buyers and recipients. */
export const giftCardListeners: Listener[] = [
	listen({
		fact: 'gift-cards.purchased',
		async inTransaction(tx, { organisationId, payload: { purchaseId } }) {
			if (organisationId === null) return;
			const ref = { organisationId, purchaseId };
			const { buyerEmail: recipient, locale } = await getPurchase(tx, ref);
			const dedupeKey = `gift-cards/purchase:${purchaseId}`;
			await enqueueMails(tx, [
				{ template: 'gift-cards/purchase', ref, recipient, locale, organisationId, dedupeKey },
			]);
		},
	}),
	listen({
		fact: 'gift-cards.sent',
		async inTransaction(tx, { organisationId, payload: { giftCardId, sending } }) {
			if (organisationId === null) return;
			const card = await getCard(tx, { organisationId, giftCardId });
			const { purchaseId, locale } = card;
			const purchase = purchaseId === null ? null : await getPurchase(tx, { organisationId, purchaseId });
			const recipient = card.recipientEmail || purchase?.buyerEmail || '';
			// The buyer was erased.
			if (recipient === '') return;
			const ref = { organisationId, giftCardId, sending };
			const dedupeKey = `gift-cards/card:${giftCardId}:${sending}`;
			await enqueueMails(tx, [
				{ template: 'gift-cards/card', ref, recipient, locale, organisationId, dedupeKey },
			]);
		},
	}),
];
