import type { Module } from '../module.ts';
import { issuerListeners } from './card-issuers.ts';
import { giftCardChecks } from './checks.ts';
import { giftCardJobs, giftCardPollers } from './jobs.ts';
import { giftCardListeners } from './listeners.ts';
import { organiserRoutes } from './organiser-routes.ts';
import { giftCardData, giftCardErasureListeners } from './personal-data.ts';
import { purchaseRoutes } from './purchase-routes.ts';
import { returnListeners } from './return-card.ts';
import { findPurchaseByToken } from './tokens.ts';

/** Gift cards: sold by an organisation for all of its events, sent on a day, used at the checkout. */
export const giftCardsModule: Module = {
	name: 'gift-cards',
	routes: [...purchaseRoutes, ...organiserRoutes],
	listeners: [...giftCardListeners, ...returnListeners, ...issuerListeners, ...giftCardErasureListeners],
	pollers: giftCardPollers,
	jobs: giftCardJobs,
	checks: giftCardChecks,
	access: { findPurchase: findPurchaseByToken },
	personalData: giftCardData,
};
