import type { PageView } from '#shared/contracts/analytics.ts';
import { redactHash, redactPath, redactSearch, redactUrl } from '#shared/rules/page-address.ts';
import { TRACKING_LIMIT } from './rate-limiter.ts';
import { sendBeacon } from './send-beacon.ts';
import { isCountingOff } from './visit-counting.ts';

export const TRACKING_PATH = '/api/analytics/track';
/** Section 7: at least 2 s between sends, at most 5 a minute. */
export const TRACKING_GAP_MS = 2_000;

interface Address {
	pathname: string;
	search: string;
	hash: string;
}

export interface TrackerParts {
	send(event: PageView): void;
	now(): number;
	/** The visitor does not want to be counted. */
	isOff(): boolean;
	facts(): { referrer: string; userAgent: string };
	/** When the tab told of views last, in ms; kept when the page is loaded anew. */
	memory: { read(): number[]; write(sentAt: number[]): void };
}

/**
 * Sends every navigation, and the first touch of a registration form, within the limits; what is over them is not sent later. The form
 * gives way: the last place of a minute is for a page view.
 */
export function createPageViewTracker({ send, now, isOff, facts, memory }: TrackerParts) {
	return ({ pathname, search, hash }: Address, name: PageView['name'] = 'page_view'): void => {
		const { windowMs } = TRACKING_LIMIT;
		const limit = TRACKING_LIMIT.limit - (name === 'registration_opened' ? 1 : 0);
		const sentAt = memory.read().filter((at) => at > now() - windowMs && at <= now());
		const isTooSoon = now() - (sentAt.at(-1) ?? 0) < TRACKING_GAP_MS;
		if (isOff() || isTooSoon || sentAt.length >= limit) return;
		memory.write([...sentAt, now()]);
		const { referrer, userAgent } = facts();
		send({
			name,
			properties: {
				path: redactPath(pathname),
				search: redactSearch(search),
				hash: redactHash(hash),
				timestamp: new Date(now()).toISOString(),
				referrer: redactUrl(referrer),
				userAgent: userAgent.slice(0, 500),
			},
		});
	};
}

const SENT_KEY = 'viewsTold';
let sentHere: number[] = [];

/** In the tab's storage; where that is forbidden, for as long as the page lives. */
const tabMemory: TrackerParts['memory'] = {
	read() {
		try {
			const stored: unknown = JSON.parse(sessionStorage.getItem(SENT_KEY) ?? '[]');
			return Array.isArray(stored) ? stored.filter((at) => typeof at === 'number') : [];
		} catch {
			return sentHere;
		}
	},
	write(sentAt) {
		sentHere = sentAt;
		try {
			sessionStorage.setItem(SENT_KEY, JSON.stringify(sentAt));
		} catch {
			// Kept above.
		}
	},
};

export const trackPageView = createPageViewTracker({
	send: (event) => sendBeacon(TRACKING_PATH, event),
	now: Date.now,
	isOff: isCountingOff,
	facts: () => ({ referrer: document.referrer, userAgent: navigator.userAgent }),
	memory: tabMemory,
});
