import { handle, type Route } from '#server/http/handler.ts';
import { languageFor } from '#server/platform/messages.ts';
import * as contracts from '#shared/contracts/gift-cards.ts';
import { checkBalance } from './balance.ts';
import { payPurchase } from './pay.ts';
import { awaitPurchase, getPurchaseView, orderCards } from './purchase.ts';
import { sendBought, showBought, updateBought } from './send.ts';
import { getShop } from './shop.ts';
import { purchaseTokenOf } from './tokens.ts';

/** Endpoints for buyers of gift cards, from the organiser's page and by the link of the purchase. */
export const purchaseRoutes: Route[] = [
	handle(contracts.getGiftCardShop, ({ params }, services) => getShop(services, params.slug)),
	handle(contracts.buyGiftCards, async ({ params, body, context }, services) => {
		const locale = languageFor(context.acceptLanguage);
		const made = await orderCards(services, params.slug, { ...body, locale });
		const { organisationId, id: purchaseId } = made;
		return {
			purchaseToken: purchaseTokenOf(services, made),
			purchase: await getPurchaseView(services, { organisationId, purchaseId }),
		};
	}),
	handle(contracts.getGiftCardPurchase, async ({ purchase, query, context }, services) => {
		await awaitPurchase(services, purchase, (query.wait ?? 0) * 1_000, context.signal);
		return getPurchaseView(services, purchase);
	}),
	handle(contracts.payGiftCards, async ({ purchase, body, context }, services) => {
		await payPurchase(services, purchase, {
			...body,
			idempotencyKey: context.needKey(),
			address: context.address,
		});
		return getPurchaseView(services, purchase);
	}),
	handle(contracts.updateBoughtGiftCard, async ({ purchase, params, body }, services) => {
		await updateBought(services, { ...purchase, giftCardId: params.card }, body);
		return getPurchaseView(services, purchase);
	}),
	handle(contracts.sendBoughtGiftCard, async ({ purchase, params, body }, services) => {
		await sendBought(services, { ...purchase, giftCardId: params.card }, body?.email);
		return getPurchaseView(services, purchase);
	}),
	handle(contracts.showBoughtGiftCard, async ({ purchase, params }, services) => ({
		code: await showBought(services, { ...purchase, giftCardId: params.card }),
	})),
	handle(contracts.checkGiftCard, ({ body }, services) => checkBalance(services, body.code)),
];
