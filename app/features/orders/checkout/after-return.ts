import { useEffect } from 'react';

/** Seconds that the server waits for the outcome of a payment before it answers. */
export const waitSeconds = '10';
/** The same, for a buyer who comes back from their bank. */
export const returnSeconds = '3';
/** What the bank decided may reach the server later than its buyer reaches the page: so long the page reads again. */
const rereadEveryMs = 2_000;
const rereadTimes = 10;

/** Whether a payment is on its way and its outcome not known yet. */
export const isOpen = (payment: { state: string } | null | undefined) =>
	payment?.state === 'created' || payment?.state === 'processing';

/** Reads again for a while after a buyer came back from their bank. */
export function useRereads(hasReturned: boolean, reload: () => Promise<unknown>): void {
	useEffect(() => {
		if (!hasReturned) return;
		let left = rereadTimes;
		const timer = setInterval(() => {
			if (left-- === 0) clearInterval(timer);
			else void reload().catch(() => {});
		}, rereadEveryMs);
		return () => clearInterval(timer);
	}, [hasReturned, reload]);
}

/** Takes what the bank's page added to the address out of it: it is no business of logs and other pages. */
export function useCleanAddress(hasReturned: boolean): void {
	useEffect(() => {
		if (hasReturned) window.history.replaceState(window.history.state, '', window.location.pathname);
	}, [hasReturned]);
}
