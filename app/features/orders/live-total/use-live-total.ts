import { useEffect, useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import { getLiveTotal, type LiveTotal } from '#shared/contracts/fundraiser-live.ts';
import { followTotal } from './follow-total.ts';

const TIMEOUT_MS = 5_000;

/** The total as it stands, read again for as long as the page is open. Each read replaces what the last one gave. */
export function useLiveTotal(first: LiveTotal): { total: LiveTotal; isLost: boolean } {
	const [total, setTotal] = useState(first);
	const [isLost, setLost] = useState(false);
	const event = first.event.id;
	useEffect(() => {
		const { hurry, stop } = followTotal({
			read: () =>
				publicApi.call(getLiveTotal, { params: { event }, hasBearer: false, timeoutMs: TIMEOUT_MS }),
			onTotal: setTotal,
			onLost: setLost,
		});
		window.addEventListener('online', hurry);
		return () => {
			stop();
			window.removeEventListener('online', hurry);
		};
	}, [event]);
	return { total, isLost };
}

/** Keeps the screen of the device on while the page is in sight, where the browser can. */
export function useScreenOn(): void {
	useEffect(() => {
		let lock: WakeLockSentinel | undefined;
		const ask = () => {
			if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
			navigator.wakeLock.request('screen').then(
				(held) => {
					lock = held;
				},
				// Low battery, or the browser does not want to: the page works all the same.
				() => {},
			);
		};
		ask();
		document.addEventListener('visibilitychange', ask);
		return () => {
			document.removeEventListener('visibilitychange', ask);
			void lock?.release();
		};
	}, []);
}
