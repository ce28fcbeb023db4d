import { useCallback, useEffect, useRef, useState } from 'react';
import {
	isOpen,
	returnSeconds,
	useRereads,
	waitSeconds,
} from '#app/features/orders/checkout/after-return.ts';
import type { CardForm } from '#app/features/orders/checkout/card-form.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import * as contracts from '#shared/contracts/gift-cards.ts';
import { AppError } from '#shared/errors/app-error.ts';

export type BoughtCard = contracts.GiftCardPurchase['cards'][number];

/** The gift cards behind a buyer’s link, and everything that the buyer may do with them. Each act gives the purchase as it is afterwards. */
export function usePurchase(
	purchaseToken: string,
	initial: contracts.GiftCardPurchase,
	hasReturned: boolean,
) {
	const [purchase, setPurchase] = useState(initial);
	const [isPaying, setPaying] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const press = useRef<{ token: string; key: string } | null>(null);
	// Back from their bank: what it decided is read once.
	const [isBack, setBack] = useState(hasReturned);
	const reload = useCallback(
		async (wait?: string) => {
			const next = await publicApi.call(contracts.getGiftCardPurchase, {
				params: { purchaseToken },
				query: wait === undefined ? {} : { wait },
				hasBearer: false,
			});
			setPurchase(next);
			return next;
		},
		[purchaseToken],
	);

	/** Pays. The same token is one payment, however often it is sent. */
	const pay = useCallback(
		async (confirmationToken: string, challenge: CardForm['challenge']): Promise<void> => {
			setPaying(true);
			setError(null);
			if (press.current?.token !== confirmationToken)
				press.current = { token: confirmationToken, key: newIdempotencyKey() };
			try {
				const paid = await publicApi.call(contracts.payGiftCards, {
					params: { purchaseToken },
					body: { confirmationToken },
					hasBearer: false,
					idempotencyKey: press.current.key,
				});
				const { nextAction } = paid;
				if (nextAction?.kind === 'redirect') return window.location.assign(nextAction.url);
				if (nextAction?.kind === 'stripe') {
					await challenge?.(nextAction.clientSecret);
					setBack(true);
					await reload();
				} else setPurchase(paid);
			} catch (failed) {
				setError(failed);
				// A refusal says how the purchase is now; without an answer the same press may be sent again.
				if (failed instanceof AppError && failed.code !== 'NETWORK_ERROR') await reload().catch(() => {});
			} finally {
				setPaying(false);
			}
		},
		[purchaseToken, reload],
	);

	const { payment } = purchase;
	const isWaiting =
		purchase.state === 'pending' && (isOpen(payment) || (isBack && payment?.state === 'requires_action'));
	useEffect(() => {
		if (!isWaiting) return;
		let isGone = false;
		void (async () => {
			while (!isGone) {
				try {
					const next = await reload(isBack ? returnSeconds : waitSeconds);
					if (isGone || isOpen(next.payment)) continue;
					setBack(false);
					if (next.payment?.state === 'failed')
						setError(new AppError((next.payment.failure ?? 'PAYMENT_FAILED') as 'PAYMENT_FAILED'));
					return;
				} catch {
					// No network, say: the payment goes on at the server.
					await new Promise((resolve) => setTimeout(resolve, 3_000));
				}
			}
		})();
		return () => {
			isGone = true;
		};
	}, [isWaiting, isBack, reload]);

	useRereads(hasReturned, reload);

	const paramsOf = (card: string) => ({ params: { purchaseToken, card }, hasBearer: false }) as const;
	return {
		...{ purchase, isPaying, isWaiting, error, pay, reload },
		change: async (card: string, body: ChangedCard) =>
			setPurchase(await publicApi.call(contracts.updateBoughtGiftCard, { ...paramsOf(card), body })),
		send: async (card: string, email?: string) =>
			setPurchase(
				await publicApi.call(contracts.sendBoughtGiftCard, {
					...paramsOf(card),
					body: email ? { email } : {},
					idempotencyKey: newIdempotencyKey(),
				}),
			),
		readCode: async (card: string) =>
			(await publicApi.call(contracts.showBoughtGiftCard, paramsOf(card))).code,
	};
}

export interface ChangedCard {
	recipientName: string;
	recipientEmail: string;
	senderName: string;
	message: string;
	sendOn: string | null;
	timeZone: string;
}

export type PurchaseActions = ReturnType<typeof usePurchase>;
