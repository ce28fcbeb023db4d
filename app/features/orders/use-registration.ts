import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { Order } from '#shared/contracts/orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toFailure } from './failure.ts';
import type { RegistrationFailure, RegistrationOrder } from './registration-answer.ts';
import type { RegistrationPhase } from './send-order.ts';

/** Not part of the page: fetched when somebody begins to fill in the form, so that it is there when the connection is not. */
export const loadSending = () => import('./send-order.ts');

/**
 * Sends a registration from the browser. The same order carries the same key however often it is sent, so a lost answer, a double click
 * or a dead connection never makes two of it. Passing troubles are tried again by themselves before anything is said.
 */
export function useRegistration(options: {
	event: string;
	eventAccess?: string | undefined;
	onPlaced: (order: Order & { manageToken: string }) => unknown;
}) {
	const { event, eventAccess, onPlaced } = options;
	const [phase, setPhase] = useState<RegistrationPhase>('idle');
	const [failure, setFailure] = useState<RegistrationFailure | null>(null);
	const attempt = useRef({ content: '', key: '' });
	const running = useRef<AbortController>(null);

	const send = useCallback(
		async (order: RegistrationOrder, locale: string) => {
			if (running.current) return;
			const content = JSON.stringify(order);
			if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() };
			const { key } = attempt.current;
			const stop = new AbortController();
			running.current = stop;
			setFailure(null);
			try {
				setPhase('sending');
				const { sendOrder } = await loadSending().catch((cause) => {
					throw new AppError('NETWORK_ERROR', { cause });
				});
				const placed = await sendOrder(
					{ event, order, locale, key },
					{ eventAccess, signal: stop.signal, onPhase: setPhase },
				);
				if (!stop.signal.aborted) onPlaced(placed);
			} catch (error) {
				if (stop.signal.aborted) return;
				setFailure(toFailure(error));
				setPhase('idle');
			} finally {
				if (running.current === stop) running.current = null;
			}
		},
		[event, eventAccess, onPlaced],
	);
	/** Takes back an order that waits for the connection. */
	const stopWaiting = useCallback(() => {
		running.current?.abort();
		running.current = null;
		setPhase('idle');
	}, []);
	useEffect(() => {
		// Back from the checkout, a page that the browser kept as it was.
		const onShow = () => setPhase('idle');
		window.addEventListener('pageshow', onShow);
		return () => {
			window.removeEventListener('pageshow', onShow);
			running.current?.abort();
		};
	}, []);
	return { phase, failure, setFailure, send, stopWaiting };
}
