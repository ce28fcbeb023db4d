import { useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import type { CallBodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import * as organiserGiftCards from '#shared/contracts/organiser-gift-cards.ts';

export type SavedGiftCardSettings = ResultOf<typeof organiserGiftCards.getGiftCardSettings>;
export type NewGiftCard = CallBodyOf<typeof organiserGiftCards.issueGiftCard>;
/** A card that was just issued, with its code, which no other answer has. */
export type IssuedGiftCard = ResultOf<typeof organiserGiftCards.issueGiftCard>;

/** Filters of the list; an empty string means all. */
export interface GiftCardFilters {
	q: string;
	state: '' | 'active' | 'blocked' | 'cancelled' | 'lapsed' | 'used_up';
}

const keyOf = (organisation: string) => ['gift-cards', organisation] as const;
const settingsKey = (organisation: string) => [...keyOf(organisation), 'settings'] as const;
const listKey = (organisation: string) => [...keyOf(organisation), 'list'] as const;
const outstandingKey = (organisation: string) => [...keyOf(organisation), 'outstanding'] as const;
const cardKey = (organisation: string, card: string) => [...keyOf(organisation), 'card', card] as const;

/** How an organisation sells gift cards. */
export function useGiftCardSettings(organisation: string) {
	return useApiQuery(organiserGiftCards.getGiftCardSettings, settingsKey(organisation), {
		params: { organisation },
	});
}

/** Saves how gift cards are sold, over the version that was read. */
export function useSaveGiftCardSettings(organisation: string) {
	const queries = useQueryClient();
	return async (body: organiserGiftCards.GiftCardSettings, version: number) => {
		const saved = await api.call(organiserGiftCards.updateGiftCardSettings, {
			params: { organisation },
			body,
			ifMatch: `"${version}"`,
		});
		storeAnswer(queries, settingsKey(organisation), saved);
	};
}

/** The gift cards of an organisation, the newest first. */
export function useGiftCards(organisation: string, query: GiftCardFilters, enabled = true) {
	return useCursorList(organiserGiftCards.listGiftCards, {
		key: listKey(organisation),
		params: { organisation },
		query,
		enabled,
	});
}

/** The total balance of all gift cards, by currency, and whether any was issued. */
export function useOutstandingGiftCards(organisation: string) {
	return useApiQuery(organiserGiftCards.listGiftCards, outstandingKey(organisation), {
		params: { organisation },
		query: { limit: '1' },
	});
}

/** A gift card with what happened to its balance. */
export function useGiftCard(organisation: string, card: string) {
	return useApiQuery(organiserGiftCards.getGiftCard, cardKey(organisation, card), {
		params: { organisation, card },
	});
}

/** Issues a gift card manually. The first one settles the currency, so the settings are read anew too. */
export function useIssueGiftCard(organisation: string) {
	return useChange(
		({ body, key }: { body: NewGiftCard; key: string }) =>
			api.call(organiserGiftCards.issueGiftCard, { params: { organisation }, body, idempotencyKey: key }),
		keyOf(organisation),
	);
}

/** Mutations of a gift card; each returns the updated card. */
export function useGiftCardActions(organisation: string, card: string, confirmed: Confirmed) {
	const queries = useQueryClient();
	const params = { organisation, card };
	const stale = [listKey(organisation), outstandingKey(organisation)];
	const show = (answer: organiserGiftCards.GiftCardDetail) => {
		storeAnswer(queries, cardKey(organisation, card), answer);
		return answer;
	};
	return {
		reload: () => queries.invalidateQueries({ queryKey: keyOf(organisation) }),
		block: useChange(
			async (_: undefined) => show(await api.call(organiserGiftCards.blockGiftCard, { params })),
			...stale,
		),
		unblock: useChange(
			async (_: undefined) => show(await api.call(organiserGiftCards.unblockGiftCard, { params })),
			...stale,
		),
		renew: useChange(
			async (_: undefined) => show(await api.call(organiserGiftCards.renewGiftCard, { params })),
			...stale,
		),
		send: useChange(
			async (email: string) =>
				show(await api.call(organiserGiftCards.sendGiftCard, { params, body: email ? { email } : {} })),
			...stale,
		),
		refund: useChange(
			async ({ reason, key }: { reason: string; key: string }) => {
				// A refund wants a fresh sign-in.
				const answer = await confirmed(() =>
					api.call(organiserGiftCards.refundGiftCard, { params, body: { reason }, idempotencyKey: key }),
				);
				return answer && show(answer);
			},
			...stale,
		),
	};
}
export type GiftCardActions = ReturnType<typeof useGiftCardActions>;
