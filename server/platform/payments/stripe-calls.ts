import Stripe from 'stripe';
import { stripeApiVersion } from './api-version.ts';
import type { AccountId } from './gateway.ts';
import { GatewayError } from './gateway-error.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { isAnswer, toGatewayError } from './stripe-errors.ts';

export interface StripeCallOptions {
	secretKey: string;
	/** The HTTP layer: the platform's `fetch`, or the built-in gateway's own. */
	fetch: typeof globalThis.fetch;
	/** Another address than Stripe's, for a gateway that runs as a process of its own. */
	address?: { protocol: 'http' | 'https'; host: string; port: number };
	/** Who shows a challenge: Stripe's script in the checkout, or a page that the payer is sent to. */
	challengeBy: 'script' | 'page';
	/** Calls a second: 100 in live mode, 25 in a sandbox (docs.stripe.com/rate-limits); null: no limit. */
	callsPerSecond: number | null;
	timeoutMs?: number;
	/** After so many calls in a row without an answer, calls fail at once for a while; absent: never. */
	breaker?: { failures: number; pauseMs: number };
}

type Request<T> = (options: Stripe.RequestOptions) => Promise<T>;

/** Stripe's client with limits on how often and how long it is called; each call throws GatewayError. */
export interface StripeCalls extends Pick<StripeCallOptions, 'challengeBy'> {
	stripe: Stripe;
	read<T>(account: AccountId, request: Request<T>): Promise<T>;
	/** `isBulk`: one of thousands, which leave room for other calls. */
	write<T>(
		account: AccountId,
		idempotencyKey: string,
		request: Request<T>,
		how?: { isBulk: boolean },
	): Promise<T>;
	/** For what may be done twice. */
	writeWithoutKey<T>(account: AccountId, request: Request<T>): Promise<T>;
}

export function createStripeCalls(options: StripeCallOptions): StripeCalls {
	const timeoutMs = options.timeoutMs ?? 8000;
	const stripe = new Stripe(options.secretKey, {
		apiVersion: stripeApiVersion,
		httpClient: Stripe.createFetchHttpClient(options.fetch),
		// Repeating is the caller's decision: it knows whether somebody waits, and repeats under the same key.
		maxNetworkRetries: 0,
		timeout: timeoutMs,
		telemetry: false,
		...options.address,
	});
	const perSecond = options.callsPerSecond;
	const all = perSecond === null ? null : createRateLimiter({ perSecond, burst: perSecond });
	const breaker = options.breaker && createCircuitBreaker(options.breaker);
	// Refunds of a cancelled event come by the thousand and must leave room for payments.
	const bulk = perSecond === null ? null : createRateLimiter({ perSecond: perSecond / 2, burst: 1 });

	/** Waits for a turn, then calls with what is left of the time. */
	async function call<T>(
		isWrite: boolean,
		account: AccountId,
		request: Request<T>,
		limiters = [all],
	): Promise<T> {
		if (breaker?.isOpen()) {
			throw new GatewayError({ kind: 'unreachable' }, 'The provider has not answered the last calls.');
		}
		let left = timeoutMs;
		for (const limiter of limiters) {
			const waited = (await limiter?.take(timeoutMs / 4)) ?? (limiter ? null : 0);
			if (waited === null) {
				const afterSeconds = Math.ceil((limiter?.waitMs() ?? 1000) / 1000);
				throw new GatewayError({ kind: 'throttled', afterSeconds }, 'Too many calls are waiting.');
			}
			left -= waited;
		}
		try {
			const result = await request({
				timeout: Math.max(1, Math.floor(left)),
				...(account !== null && { stripeAccount: account }),
			});
			breaker?.note(true);
			return result;
		} catch (error) {
			breaker?.note(isAnswer(error));
			throw toGatewayError(error, isWrite, account);
		}
	}

	return {
		stripe,
		challengeBy: options.challengeBy,
		read: (account, request) => call(false, account, request),
		write: (account, idempotencyKey, request, how) =>
			call(
				true,
				account,
				(base) => request({ ...base, idempotencyKey }),
				how?.isBulk ? [all, bulk] : undefined,
			),
		writeWithoutKey: (account, request) => call(true, account, request),
	};
}

/** Stops asking a server that does not answer, so that nobody waits for the time limit of every call. */
interface CircuitBreaker {
	/** True while calls should fail at once; after the pause, one call passes to see whether the server is back. */
	isOpen(): boolean;
	/** Notes how a call ended: false when the server did not answer. */
	note(isAnswered: boolean): void;
}

/** @param options opens after so many failures in a row, for so long */
export function createCircuitBreaker(
	options: { failures: number; pauseMs: number },
	now: () => number = () => performance.now(),
): CircuitBreaker {
	let failures = 0;
	let nextTryAt = 0;
	return {
		isOpen() {
			if (failures < options.failures) return false;
			if (now() < nextTryAt) return true;
			// This call tries; others wait for its outcome.
			nextTryAt = now() + options.pauseMs;
			return false;
		},
		note(isAnswered) {
			failures = isAnswered ? 0 : failures + 1;
			if (failures >= options.failures) nextTryAt = now() + options.pauseMs;
		},
	};
}
