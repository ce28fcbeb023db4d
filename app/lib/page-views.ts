import type { PageView } from '#shared/contracts/analytics.ts';
import {
	type AddressRedactor,
	redactHash,
	redactPath,
	redactSearch,
	redactUrl,
} from '#shared/rules/page-address.ts';
import { TRACKING_LIMIT } from './rate-limiter.ts';
import { sendBeacon } from './send-beacon.ts';
import { isCountingOff } from './visit-counting.ts';

const TRACKING_PATH = '/api/analytics/track';
const SENT_KEY = 'viewsTold';
/** Section 7: at least 2 s between sends, at most 5 a minute. */
export const trackingRules = {
	path: TRACKING_PATH,
	key: SENT_KEY,
	gapMs: 2_000,
	limit: TRACKING_LIMIT.limit,
	windowMs: TRACKING_LIMIT.windowMs,
};
export type TrackingRules = typeof trackingRules;

interface Address {
	pathname: string;
	search: string;
	hash: string;
}

export interface TrackerParts {
	rules: TrackingRules;
	redact: AddressRedactor;
	send(event: PageView): void;
	now(): number;
	/** The visitor does not want to be counted. */
	isOff(): boolean;
	facts(): { referrer: string; userAgent: string };
	/** When the tab reported views last, in ms; stored for when the page is loaded anew. */
	memory: { read(): number[]; write(sentAt: number[]): void };
}

/**
 * Sends every navigation, and the first touch of a registration form, within the limits; what is over them is not sent later. The form
 * gives way: the last place of a minute is for a page view. The server writes this function into pages as its own text
 * (app/shell/first-view.ts), so it uses nothing but its argument.
 */
export function createPageViewTracker(parts: TrackerParts) {
	const { rules, redact, send, now, isOff, facts, memory } = parts;
	return ({ pathname, search, hash }: Address, name: PageView['name'] = 'page_view'): void => {
		const limit = rules.limit - (name === 'registration_opened' ? 1 : 0);
		const sentAt = memory.read().filter((at) => at > now() - rules.windowMs && at <= now());
		const isTooSoon = now() - (sentAt.at(-1) ?? 0) < rules.gapMs;
		if (isOff() || isTooSoon || sentAt.length >= limit) return;
		memory.write([...sentAt, now()]);
		const { referrer, userAgent } = facts();
		send({
			name,
			properties: {
				path: redact.redactPath(pathname),
				search: redact.redactSearch(search),
				hash: redact.redactHash(hash),
				timestamp: new Date(now()).toISOString(),
				referrer: redact.redactUrl(referrer),
				userAgent: userAgent.slice(0, 500),
			},
		});
	};
}

/**
 * In the tab's storage; where that is forbidden, for as long as the page lives. The server writes this function into pages as its own
 * text, so it uses nothing but its argument and the browser.
 */
export function createTabMemory(key: string): TrackerParts['memory'] {
	let sentHere: number[] = [];
	return {
		read() {
			try {
				const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
				return Array.isArray(stored) ? stored.filter((at) => typeof at === 'number') : [];
			} catch {
				return sentHere;
			}
		},
		write(sentAt) {
			sentHere = sentAt;
			try {
				sessionStorage.setItem(key, JSON.stringify(sentAt));
			} catch {
				// Counted above.
			}
		},
	};
}

export const trackPageView = createPageViewTracker({
	rules: trackingRules,
	redact: { redactPath, redactSearch, redactHash, redactUrl },
	send: (event) => sendBeacon(TRACKING_PATH, event),
	now: Date.now,
	isOff: () => isCountingOff(),
	facts: () => ({ referrer: document.referrer, userAgent: navigator.userAgent }),
	memory: createTabMemory(SENT_KEY),
});
