import type { LimitFamily } from '#shared/contracts/endpoint.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RateLimit, RateLimits } from '../platform/config.ts';
import { networksOf } from '../platform/network.ts';

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

/** Buckets of one family; the one that was used longest ago makes room. */
const maxBuckets = 20_000;

/**
 * Token buckets in the memory of this process, that may be emptied at once and fill evenly; keyed by family and caller. A key is
 * of bounded length and never what a client wrote. Several processes count apart: the limits shield a process, they are no quota.
 */
export function createLimiter<F extends string = LimitFamily>(
	sizes: Record<F, RateLimit>,
	nowMs: () => number,
) {
	const families = new Map<F, Map<string, Bucket>>();

	/** The bucket as it is now, moved to the end: those used longest ago stand first. */
	function bucketOf(family: F, who: string, limit: number): Bucket {
		let buckets = families.get(family);
		if (!buckets) {
			buckets = new Map();
			families.set(family, buckets);
		}
		const now = nowMs();
		const before = buckets.get(who);
		const bucket = before ?? { tokens: limit, at: now };
		if (before) {
			bucket.tokens = Math.min(
				limit,
				bucket.tokens + (Math.max(0, now - bucket.at) * limit) / sizes[family].windowMs,
			);
			bucket.at = now;
			buckets.delete(who);
		} else if (buckets.size >= maxBuckets) {
			buckets.delete(buckets.keys().next().value as string);
		}
		buckets.set(who, bucket);
		return bucket;
	}

	return {
		/** @param factor how many times the size of the family this caller has */
		take(family: F, who: string, factor = 1): LimitState {
			const { windowMs } = sizes[family];
			const limit = sizes[family].limit * factor;
			const bucket = bucketOf(family, who, limit);
			const isAllowed = bucket.tokens >= 1;
			if (isAllowed) bucket.tokens -= 1;
			const missing = isAllowed ? limit - bucket.tokens : 1 - bucket.tokens;
			return {
				isAllowed,
				limit,
				windowSeconds: windowMs / 1000,
				remaining: Math.floor(bucket.tokens),
				resetSeconds: Math.max(1, Math.ceil((missing * windowMs) / limit / 1000)),
			};
		},
		giveBack(family: F, who: string): void {
			const bucket = families.get(family)?.get(who);
			if (bucket) bucket.tokens += 1;
		},
	};
}

/** A /24 (IPv6: /48) may do as much as so many addresses in it. */
const wideFactor = 8;
const maxLiveTokens = 10_000;
/** Uploads of an address that are read at the same time: what came of each is in memory until it is whole. */
const mostUploadsAtOnce = 16;

/** Says how much is left in the headers of the answer, and refuses when there is nothing. */
function setLimitHeaders(headers: Record<string, string>, family: LimitFamily, state: LimitState): void {
	// RateLimit header fields for HTTP, draft-ietf-httpapi-ratelimit-headers-11.
	headers['RateLimit-Policy'] = `"${family}";q=${state.limit};w=${state.windowSeconds}`;
	headers.RateLimit = `"${family}";r=${state.remaining};t=${state.resetSeconds}`;
	if (!state.isAllowed) {
		throw new AppError('RATE_LIMIT_EXCEEDED', {
			message: `More than ${state.limit} calls in ${state.windowSeconds} s. Try again in ${state.resetSeconds} s.`,
			retryAfterSeconds: state.resetSeconds,
		});
	}
}

/**
 * What one process takes from whom. Each function writes the RateLimit headers and throws RATE_LIMIT_EXCEEDED.
 *
 * A door of hundreds of devices may stand behind one address, so a staff token that was found is limited by its device or link
 * alone. A token that was not found lately counts for its network until it is: guesses meet the limits of the network.
 */
export function createRequestLimits(sizes: RateLimits, nowMs: () => number) {
	const perAddress = createLimiter(sizes.perAddress, nowMs);
	const perAccount = createLimiter(sizes.perAccount, nowMs);
	/** Staff tokens that were found; only those, so that nobody fills it with texts. */
	const liveTokens = new Set<string>();
	/** By network; those of none are not in it. */
	const uploads = new Map<string, number>();

	function countUpload(network: string, change: 1 | -1): void {
		const count = (uploads.get(network) ?? 0) + change;
		if (count > 0) uploads.set(network, count);
		else uploads.delete(network);
	}

	function takeForNetwork(headers: Record<string, string>, family: LimitFamily, address: string): void {
		const { near, wide } = networksOf(address);
		setLimitHeaders(headers, family, perAddress.take(family, near));
		const all = perAddress.take(family, wide, wideFactor);
		if (!all.isAllowed) setLimitHeaders(headers, family, all);
	}

	return {
		takeForNetwork,
		takeForAccount(headers: Record<string, string>, family: LimitFamily, userId: string): void {
			setLimitHeaders(headers, family, perAccount.take(family, userId));
		},
		/** Before the staff token of a call is looked up. */
		takeForToken(headers: Record<string, string>, family: LimitFamily, address: string, token: string): void {
			if (!liveTokens.has(token)) takeForNetwork(headers, family, address);
		},
		/** After it was. */
		tokenWasFound(
			headers: Record<string, string>,
			family: LimitFamily,
			address: string,
			{ token, ownerId }: { token: string; ownerId: string },
		): void {
			if (!liveTokens.has(token)) {
				if (liveTokens.size >= maxLiveTokens) liveTokens.delete(liveTokens.values().next().value as string);
				liveTokens.add(token);
				const { near, wide } = networksOf(address);
				perAddress.giveBack(family, near);
				perAddress.giveBack(family, wide);
			}
			setLimitHeaders(headers, family, perAddress.take(family, ownerId));
		},
		tokenWasNotFound(token: string): void {
			liveTokens.delete(token);
		},
		/** Reads an upload beside few others of its network, so that uploads that are sent slowly do not fill the memory. */
		async readingUpload<T>(address: string, read: () => Promise<T>): Promise<T> {
			const { near, wide } = networksOf(address);
			// The same text for both where the address is of no known form.
			const all = `all of ${wide}`;
			if (
				(uploads.get(near) ?? 0) >= mostUploadsAtOnce ||
				(uploads.get(all) ?? 0) >= mostUploadsAtOnce * wideFactor
			)
				throw new AppError('RATE_LIMIT_EXCEEDED', {
					message: 'Too many uploads of this network are being sent. Try again when one of them has ended.',
					retryAfterSeconds: 5,
				});
			countUpload(near, 1);
			countUpload(all, 1);
			try {
				return await read();
			} finally {
				countUpload(near, -1);
				countUpload(all, -1);
			}
		},
	};
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;
