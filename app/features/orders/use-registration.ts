import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { type Order, placeOrder } from '#shared/contracts/orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isPassing, toFailure } from './failure.ts';
import type { RegistrationFailure, RegistrationOrder } from './registration-answer.ts';

export type RegistrationPhase =
	| 'idle'
	| 'sending'
	/** The device is offline; the order goes out by itself when it is back. */
	| 'waiting';

/** Waits between tries that the person does not have to ask for. */
const RETRY_MS = [1_000, 3_000];

/**
 * Sends a registration from the browser. The same order carries the same key however often it is sent, so a lost answer, a double click
 * or a dead connection never makes two of it. Passing troubles are tried again by themselves before anything is said.
 */
export function useRegistration(options: {
	event: string;
	eventAccess?: string | undefined;
	onPlaced: (order: Order & { manageToken: string }) => void;
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
				const placed = await persist(
					() =>
						publicApi.call(placeOrder, {
							params: { event },
							body: { ...order, locale },
							idempotencyKey: key,
							// A guest's act, whoever is signed in on this device.
							hasBearer: false,
							headers: eventAccess ? { [EVENT_ACCESS_HEADER]: eventAccess } : {},
							signal: stop.signal,
						}),
					{ signal: stop.signal, onPhase: setPhase },
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
	useEffect(() => () => running.current?.abort(), []);
	return { phase, failure, setFailure, send, stopWaiting };
}

async function persist<T>(
	work: () => Promise<T>,
	{ signal, onPhase }: { signal: AbortSignal; onPhase: (phase: RegistrationPhase) => void },
): Promise<T> {
	for (let tries = 0; ; ) {
		if (!navigator.onLine) {
			onPhase('waiting');
			await cameOnline(signal);
		}
		onPhase('sending');
		try {
			return await work();
		} catch (error) {
			const failed = toFailure(error);
			if (signal.aborted || !isPassing(failed)) throw error;
			if (!navigator.onLine) continue;
			const wait = RETRY_MS[tries];
			if (wait === undefined) throw error;
			tries += 1;
			const asked = error instanceof AppError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
			if (asked > 10_000) throw error;
			await sleep(Math.max(wait, asked), signal);
		}
	}
}

function cameOnline(signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		window.addEventListener('online', () => resolve(), { once: true, signal });
	});
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener(
			'abort',
			() => {
				clearTimeout(timer);
				reject(signal.reason);
			},
			{ once: true },
		);
	});
}
