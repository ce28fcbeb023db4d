import type { LimitFamily } from '#shared/contracts/endpoint.ts';
import type { RateLimits } from '../platform/config.ts';

/** A limit: `limit` calls in any `windowSeconds`, as a token bucket that may be emptied at once. */
export interface LimitSize {
	limit: number;
	windowSeconds: number;
}

export type LimitSizes = Record<LimitFamily, LimitSize>;

export interface LimitState {
	isAllowed: boolean;
	remaining: number;
	/** Seconds until a call is allowed, or until the bucket is full again. */
	resetSeconds: number;
}

/** Which setting sizes which family. */
export function limitSizes(limits: RateLimits): LimitSizes {
	const size = ({ limit, windowMs }: { limit: number; windowMs: number }) => ({
		limit,
		windowSeconds: windowMs / 1000,
	});
	return {
		read: size(limits.reads),
		write: size(limits.writes),
		signIn: size(limits.signIns),
		mail: size(limits.mails),
		order: size(limits.orders),
		scan: size(limits.scans),
		export: size(limits.uploads),
		upload: size(limits.uploads),
	};
}

interface Bucket {
	tokens: number;
	at: number;
}

const maxBuckets = 100_000;

/**
 * Token buckets in the memory of this process, keyed by family and caller (address, account or staff link). Several processes
 * count apart: the limits shield a process, they are no quota.
 */
export function createLimiter(sizes: LimitSizes, nowMs: () => number) {
	const buckets = new Map<string, Bucket>();
	return {
		sizes,
		take(family: LimitFamily, who: string): LimitState {
			const { limit, windowSeconds } = sizes[family];
			const now = nowMs();
			const key = `${family}|${who}`;
			const perMs = limit / (windowSeconds * 1000);
			let bucket = buckets.get(key);
			if (!bucket) {
				if (buckets.size >= maxBuckets) buckets.clear();
				bucket = { tokens: limit, at: now };
				buckets.set(key, bucket);
			} else {
				bucket.tokens = Math.min(limit, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
				bucket.at = now;
			}
			if (bucket.tokens < 1) {
				return {
					isAllowed: false,
					remaining: 0,
					resetSeconds: Math.ceil((1 - bucket.tokens) / perMs / 1000),
				};
			}
			bucket.tokens -= 1;
			return {
				isAllowed: true,
				remaining: Math.floor(bucket.tokens),
				resetSeconds: Math.ceil((limit - bucket.tokens) / perMs / 1000),
			};
		},
	};
}

export type Limiter = ReturnType<typeof createLimiter>;
