import { type Caller, handle, type Route } from '#server/http/handler.ts';
import { languageFor } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import * as organiserGiftCards from '#shared/contracts/organiser-gift-cards.ts';
import { freshRefundMinor } from '#shared/rules/refund-limits.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { issueByHand } from './issue-by-hand.ts';
import { getIssuedCard } from './issued-card.ts';
import { listIssuedCards } from './issued-list.ts';
import { blockCard, renewCard, sendAgain, unblockCard } from './manage-card.ts';
import { refundCard } from './refund-card.ts';
import { getSettings, updateSettings } from './settings.ts';

/** Large amounts, by one card after the other, need a fresh sign-in. */
const requireFresh = (services: Services, caller: Caller) => (amountMinor: number, currency: string) => {
	if (amountMinor >= freshRefundMinor(currency)) refuseStale(caller, services.clock.now());
};

const cardOf = (scope: { organisationId: string }, params: { card: string }) => ({
	organisationId: scope.organisationId,
	giftCardId: params.card,
});

/** Routes for members: settings of gift cards, and issued cards. */
export const organiserRoutes: Route[] = [
	handle(organiserGiftCards.getGiftCardSettings, ({ scope }, services) =>
		getSettings(services, scope.organisationId),
	),
	handle(organiserGiftCards.updateGiftCardSettings, ({ scope, body, context }, services) =>
		updateSettings(services, {
			organisationId: scope.organisationId,
			ifMatch: context.ifMatch,
			settings: body,
		}),
	),
	handle(organiserGiftCards.listGiftCards, ({ scope, query }, services) =>
		listIssuedCards(services, scope.organisationId, query),
	),
	handle(organiserGiftCards.issueGiftCard, ({ scope, body, caller, context }, services) =>
		issueByHand(services, scope.organisationId, {
			...body,
			...{ locale: languageFor(context.acceptLanguage), userId: caller.userId },
			requireAmount: requireFresh(services, caller),
		}),
	),
	handle(organiserGiftCards.getGiftCard, ({ scope, params }, services) =>
		getIssuedCard(services.database.db, cardOf(scope, params)),
	),
	handle(organiserGiftCards.blockGiftCard, ({ scope, params }, services) =>
		blockCard(services, cardOf(scope, params)),
	),
	handle(organiserGiftCards.unblockGiftCard, ({ scope, params }, services) =>
		unblockCard(services, cardOf(scope, params)),
	),
	handle(organiserGiftCards.renewGiftCard, ({ scope, params }, services) =>
		renewCard(services, cardOf(scope, params)),
	),
	handle(organiserGiftCards.sendGiftCard, ({ scope, params, body }, services) =>
		sendAgain(services, cardOf(scope, params), body?.email),
	),
	handle(organiserGiftCards.refundGiftCard, ({ scope, params, body, caller }, services) =>
		refundCard(services, cardOf(scope, params), {
			...{ reason: body?.reason ?? '', userId: caller.userId },
			requireAmount: requireFresh(services, caller),
		}),
	),
];
