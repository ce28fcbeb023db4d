import { useCallback, useSyncExternalStore } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import { type Fundraiser, getFundraiser } from '#shared/contracts/fundraisers.ts';

const EVERY_MS = 20_000;

interface Live {
	fundraiser: Fundraiser;
	readers: Set<() => void>;
	timer: ReturnType<typeof setInterval> | undefined;
}

/** By the object that the page was loaded with: a page that is loaded anew begins anew. */
const pages = new WeakMap<Fundraiser, Live>();

function read(live: Live): void {
	if (document.hidden) return;
	const params = { event: live.fundraiser.eventId };
	publicApi.call(getFundraiser, { params, hasBearer: false }).then(
		(fundraiser) => {
			live.fundraiser = fundraiser;
			for (const show of live.readers) show();
		},
		// What was read before stands until the next time.
		() => {},
	);
}

/**
 * The fundraiser as it stands, read again while somebody looks: once for all parts of a page, so that its total and its list of
 * donors never disagree.
 */
export function useLiveFundraiser(initial: Fundraiser): Fundraiser {
	const subscribe = useCallback(
		(show: () => void) => {
			const live = pages.get(initial) ?? { fundraiser: initial, readers: new Set(), timer: undefined };
			pages.set(initial, live);
			live.readers.add(show);
			live.timer ??= setInterval(() => read(live), EVERY_MS);
			return () => {
				live.readers.delete(show);
				if (live.readers.size > 0) return;
				clearInterval(live.timer);
				live.timer = undefined;
			};
		},
		[initial],
	);
	return useSyncExternalStore(
		subscribe,
		() => pages.get(initial)?.fundraiser ?? initial,
		() => initial,
	);
}
