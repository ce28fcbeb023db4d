import { Refusal } from '../kit/call.ts';

/** Waits between tries that nobody has to ask for. */
const RETRY_MS = [1_000, 3_000];
/** A longer wait that the server asks for is the reader's to decide. */
const LONGEST_WAIT_MS = 10_000;

/** Whether the same request may simply be sent again: it never arrived, or the server said to wait. As app/features/orders/send-order.ts. */
export const isPassing = ({ code, status }: Pick<Refusal, 'code' | 'status'>): boolean =>
	code === 'NETWORK_ERROR' ||
	code === 'SERVER_OVERLOADED' ||
	code === 'SERVER_UNAVAILABLE' ||
	code === 'SERVICE_UNAVAILABLE' ||
	// The first request with this key is still under way.
	status === 409;

export interface Persistence {
	/** Ends the waiting; a request that is out stays out. */
	signal: AbortSignal;
	/** `waiting`: the device is offline; it goes out by itself when it is back. */
	onPhase: (phase: 'sending' | 'waiting') => void;
}

/** Works until it is answered: passing troubles are tried again, and without a connection it waits for one. */
export async function persist<T>(work: () => Promise<T>, { signal, onPhase }: Persistence): Promise<T> {
	for (let tries = 0; ; ) {
		if (navigator.onLine === false) {
			onPhase('waiting');
			await until(signal, (go) => window.addEventListener('online', go, { once: true, signal }));
		}
		onPhase('sending');
		try {
			return await work();
		} catch (error) {
			if (signal.aborted || !(error instanceof Refusal && isPassing(error))) throw error;
			if (navigator.onLine === false) continue;
			const wait = RETRY_MS[tries];
			const requestedMs = error.retryAfterSeconds * 1_000;
			if (wait === undefined || requestedMs > LONGEST_WAIT_MS) throw error;
			tries += 1;
			await until(signal, (go) => setTimeout(go, Math.max(wait, requestedMs)));
		}
	}
}

function until(signal: AbortSignal, arrange: (go: () => void) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		arrange(resolve);
	});
}
