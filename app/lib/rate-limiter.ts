/** A limit on calls that this browser makes, counted per path without its query and hash (section 9). */
export interface RateLimiter {
	/** Counts one call and returns whether it may be made now; a refused call is not counted. */
	tryTake(url: string): boolean;
}

export interface RateLimit {
	limit: number;
	windowMs: number;
	now?: () => number;
}

/** Page data that navigation asks for: 15 calls per 60 s and path. Check-in, sync and payment calls are exempt. */
export const NAVIGATION_LIMIT: RateLimit = { limit: 15, windowMs: 60_000 };
/** Analytics tracking: 5 calls per 60 s. */
export const TRACKING_LIMIT: RateLimit = { limit: 5, windowMs: 60_000 };

export function createRateLimiter({ limit, windowMs, now = Date.now }: RateLimit): RateLimiter {
	const taken = new Map<string, number[]>();
	return {
		tryTake(url) {
			const key = url.split(/[?#]/, 1)[0]!;
			const since = now() - windowMs;
			const recent = (taken.get(key) ?? []).filter((at) => at > since);
			const isAllowed = recent.length < limit;
			if (isAllowed) recent.push(now());
			taken.set(key, recent);
			return isAllowed;
		},
	};
}
