import type { LimitFamily } from '#shared/contracts/endpoint.ts';
import type { RateLimit } from '../platform/config.ts';

export interface LimitState {
	isAllowed: boolean;
	limit: number;
	windowSeconds: number;
	remaining: number;
	/** Seconds until a call is allowed, or until the bucket is full again. */
	resetSeconds: number;
}

interface Bucket {
	tokens: number;
	at: number;
}

const maxBuckets = 100_000;

/**
 * Token buckets in the memory of this process, that may be emptied at once and fill evenly; keyed by family and caller.
 * Several processes count apart: the limits shield a process, they are no quota.
 */
export function createLimiter(sizes: Record<LimitFamily, RateLimit>, nowMs: () => number) {
	const families = new Map<LimitFamily, Map<string, Bucket>>();
	let count = 0;
	return {
		take(family: LimitFamily, who: string): LimitState {
			const { limit, windowMs } = sizes[family];
			const now = nowMs();
			const perMs = limit / windowMs;
			let buckets = families.get(family);
			if (!buckets) {
				buckets = new Map();
				families.set(family, buckets);
			}
			let bucket = buckets.get(who);
			if (!bucket) {
				if (count >= maxBuckets) {
					for (const full of families.values()) full.clear();
					count = 0;
				}
				count += 1;
				bucket = { tokens: limit, at: now };
				buckets.set(who, bucket);
			} else {
				bucket.tokens = Math.min(limit, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
				bucket.at = now;
			}
			const isAllowed = bucket.tokens >= 1;
			if (isAllowed) bucket.tokens -= 1;
			const missing = isAllowed ? limit - bucket.tokens : 1 - bucket.tokens;
			return {
				isAllowed,
				limit,
				windowSeconds: windowMs / 1000,
				remaining: Math.floor(bucket.tokens),
				resetSeconds: Math.max(1, Math.ceil(missing / perMs / 1000)),
			};
		},
	};
}

export type Limiter = ReturnType<typeof createLimiter>;
