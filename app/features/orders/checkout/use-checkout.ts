import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import * as managedOrders from '#shared/contracts/managed-orders.ts';
import * as orderPayments from '#shared/contracts/order-payments.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useManagedOrder } from '../use-managed-order.ts';
import { isOpen, returnSeconds, useRereads, waitSeconds } from './after-return.ts';
import type { CardForm } from './card-form.ts';

export type PayMethod = managedOrders.ManagedOrder['paymentMethods'][number];

const payWith = (
	manageToken: string,
	body: { method: PayMethod; quoteHash: string; confirmationToken?: string },
	idempotencyKey: string,
) =>
	publicApi.call(orderPayments.payOrder, { params: { manageToken }, body, idempotencyKey, hasBearer: false });

/**
 * Paying an order. A press has one key for its content: when the answer is lost, the same press is sent again and cannot pay twice. A payment
 * whose outcome is open is waited for; the server asks the provider meanwhile.
 */
export function useCheckout(manageToken: string, initial: managedOrders.ManagedOrder, hasReturned: boolean) {
	const managed = useManagedOrder(manageToken, initial);
	const { order, reload } = managed;
	const hash = (order.change?.hash ?? order.quoteHash) || '';
	const [isPaying, setPaying] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const press = useRef<{ content: string; key: string } | null>(null);
	// Back from their bank: what it decided is read once.
	const [isBack, setBack] = useState(hasReturned);
	const waiting = order.payments.find(
		(payment) => isOpen(payment) || (isBack && payment.state === 'requires_action'),
	);

	/** Sends a press. */
	const pay = useCallback(
		async (
			method: PayMethod,
			confirmationToken?: string,
			challenge?: CardForm['challenge'],
		): Promise<void> => {
			setPaying(true);
			setError(null);
			const body = {
				method,
				quoteHash: hash,
				...(confirmationToken === undefined ? {} : { confirmationToken }),
			};
			const content = JSON.stringify(body);
			if (press.current?.content !== content) press.current = { content, key: newIdempotencyKey() };
			try {
				const { nextAction } = await payWith(manageToken, body, press.current.key);
				if (nextAction?.kind === 'redirect') return window.location.assign(nextAction.url);
				if (nextAction?.kind === 'stripe') {
					await challenge?.(nextAction.clientSecret);
					setBack(true);
				}
				await reload();
			} catch (failed) {
				setError(failed);
				// A refusal says how the order stands now; without an answer the same press may be sent again.
				if (failed instanceof AppError && failed.code !== 'NETWORK_ERROR') await reload().catch(() => {});
			} finally {
				setPaying(false);
			}
		},
		[manageToken, hash, reload],
	);

	const waitingId = waiting?.id;
	useEffect(() => {
		if (waitingId === undefined) return;
		let isGone = false;
		void (async () => {
			while (!isGone) {
				try {
					const answer = await publicApi.call(orderPayments.getOrderPayment, {
						params: { manageToken, payment: waitingId },
						query: { wait: isBack ? returnSeconds : waitSeconds },
						hasBearer: false,
					});
					if (isGone) return;
					if (!isOpen(answer.payment)) {
						setBack(false);
						if (answer.payment?.state === 'failed')
							setError(new AppError((answer.payment.failure ?? 'PAYMENT_FAILED') as 'PAYMENT_FAILED'));
						await reload();
						return;
					}
				} catch {
					// No network, say: the payment goes on at the server.
					await new Promise((resolve) => setTimeout(resolve, 3_000));
				}
			}
		})();
		return () => {
			isGone = true;
		};
	}, [waitingId, manageToken, reload, isBack]);

	useRereads(hasReturned, reload);

	const holdAgain = useCallback(async () => {
		setPaying(true);
		setError(null);
		try {
			await publicApi.call(managedOrders.holdOrderAgain, {
				params: { manageToken },
				hasBearer: false,
				idempotencyKey: newIdempotencyKey(),
			});
			await reload();
		} catch (failed) {
			setError(failed);
		} finally {
			setPaying(false);
		}
	}, [manageToken, reload]);

	return { ...managed, isPaying, isWaiting: waiting !== undefined, error, setError, pay, holdAgain };
}

export type Checkout = ReturnType<typeof useCheckout>;
