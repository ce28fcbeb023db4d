import { cameBySearch, readCameBy } from '#app/lib/came-by.ts';
import { trackPageView } from '#app/lib/page-views.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { type Order, placeOrder } from '#shared/contracts/orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RegistrationOrder } from './registration-answer.ts';

export type RegistrationPhase =
	| 'idle'
	| 'sending'
	/** The device is offline; the order goes out by itself when it is back. */
	| 'waiting';

/** Waits between tries that the person does not have to ask for. */
const RETRY_MS = [1_000, 3_000];

/** Records that a visitor started to fill in the form of a page, with their source. */
export function noteBegun(): void {
	trackPageView({ pathname: location.pathname, search: cameBySearch(), hash: '' }, 'registration_opened');
}

/** Sends an order until it is answered: passing troubles are tried again, and without a connection it waits for one. */
export function sendOrder(
	{ event, order, locale, key }: { event: string; order: RegistrationOrder; locale: string; key: string },
	{ eventAccess, ...how }: Sending & { eventAccess?: string | undefined },
): Promise<Order & { manageToken: string }> {
	const cameBy = readCameBy();
	return persist(
		() =>
			publicApi.call(placeOrder, {
				params: { event },
				body: { ...order, locale, ...(cameBy && { cameBy }) },
				idempotencyKey: key,
				// A guest's act, whoever is signed in on this device.
				hasBearer: false,
				headers: eventAccess ? { [EVENT_ACCESS_HEADER]: eventAccess } : {},
				signal: how.signal,
			}),
		how,
	);
}

interface Sending {
	signal: AbortSignal;
	onPhase: (phase: RegistrationPhase) => void;
}

/** Whether the same request can be retried: it never arrived, or the server said to wait. */
export function isPassing(failure: Pick<AppError, 'code' | 'status'>): boolean {
	return (
		failure.code === 'NETWORK_ERROR' ||
		failure.code === 'NETWORK_OFFLINE' ||
		failure.code === 'NETWORK_TIMEOUT' ||
		failure.code === 'SERVER_OVERLOADED' ||
		failure.code === 'SERVER_UNAVAILABLE' ||
		failure.code === 'SERVICE_UNAVAILABLE' ||
		// The first request with this key is still under way.
		failure.status === 409
	);
}

async function persist<T>(work: () => Promise<T>, { signal, onPhase }: Sending): Promise<T> {
	for (let tries = 0; ; ) {
		if (!navigator.onLine) {
			onPhase('waiting');
			await cameOnline(signal);
		}
		onPhase('sending');
		try {
			return await work();
		} catch (error) {
			if (signal.aborted || !(error instanceof AppError && isPassing(error))) throw error;
			if (!navigator.onLine) continue;
			const wait = RETRY_MS[tries];
			if (wait === undefined) throw error;
			tries += 1;
			const waitMs = (error.retryAfterSeconds ?? 0) * 1000;
			if (waitMs > 10_000) throw error;
			await sleep(Math.max(wait, waitMs), signal);
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
