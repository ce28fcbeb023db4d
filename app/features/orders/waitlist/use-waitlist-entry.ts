import { useCallback, useEffect, useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import * as contracts from '#shared/contracts/waitlist.ts';

const EVERY_MS = 30_000;

/** An entry of a waitlist behind its signed link, read again while the page is looked at, and what its guest may do. */
export function useWaitlistEntry(waitlistToken: string, initial: contracts.WaitlistEntry) {
	const [entry, setEntry] = useState(initial);
	const [given, setGiven] = useState(initial);
	if (given !== initial) {
		setGiven(initial);
		setEntry(initial);
	}
	const reload = useCallback(
		async () =>
			setEntry(
				await publicApi.call(contracts.getWaitlistEntry, { params: { waitlistToken }, hasBearer: false }),
			),
		[waitlistToken],
	);
	const isLive = entry.state === 'waiting' || entry.state === 'offered';
	useEffect(() => {
		if (!isLive) return;
		const refresh = () => {
			// What was read before stands until the next time.
			if (!document.hidden) reload().catch(() => {});
		};
		const timer = setInterval(refresh, EVERY_MS);
		window.addEventListener('focus', refresh);
		document.addEventListener('visibilitychange', refresh);
		return () => {
			clearInterval(timer);
			window.removeEventListener('focus', refresh);
			document.removeEventListener('visibilitychange', refresh);
		};
	}, [isLive, reload]);
	const link = { params: { waitlistToken }, hasBearer: false };
	return {
		entry,
		reload,
		leave: async () => setEntry(await publicApi.call(contracts.leaveWaitlist, link)),
		keep: async () => setEntry(await publicApi.call(contracts.keepWaiting, link)),
	};
}

export type WaitlistActions = ReturnType<typeof useWaitlistEntry>;
