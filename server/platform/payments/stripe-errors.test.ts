import { describe, expect, test, vi } from 'vitest';
import { createTestClock } from '#server/platform/clock.ts';
import { toDeclineCode } from './decline-codes.ts';
import { GatewayError } from './gateway-error.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createCircuitBreaker } from './stripe-calls.ts';
import { createStripeGateway } from './stripe-gateway.ts';

/** The adapter over a network that answers every request in the same way. */
function adapterOver(
	fetch: () => Promise<Response>,
	callsPerSecond: number | null = null,
	breaker?: { failures: number; pauseMs: number },
) {
	let calls = 0;
	const gateway = createStripeGateway({
		name: 'stripe',
		secretKey: 'sk_test_secret',
		fetch: async () => {
			calls += 1;
			return await fetch();
		},
		eventSecrets: {},
		challengeBy: 'script',
		browserConfig: (account) => ({ kind: 'stripe', publishableKey: 'pk_test', account, methods: ['card'] }),
		clock: createTestClock(),
		callsPerSecond,
		breaker,
	});
	const failure = async (call: Promise<unknown>) => {
		const error = await call.catch((thrown: unknown) => thrown);
		if (!(error instanceof GatewayError)) throw new Error(`Not a GatewayError: ${String(error)}`);
		expect(error.message).not.toContain('secret');
		return error.failure;
	};
	return {
		calls: () => calls,
		write: () => failure(gateway.acceptDispute({ key: 'k', account: 'acct_1', disputeId: 'dp_1' })),
		read: () => failure(gateway.getPayment({ account: 'acct_1', paymentId: 'pi_1' })),
		gateway,
	};
}

const answer =
	(status: number, body: unknown, headers: Record<string, string> = {}) =>
	async () =>
		new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const problem = (type: string, code?: string) => ({
	error: { type, code, message: 'No such thing: sk_test_secret' },
});
const broken = (code: string) => async () => {
	throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
};

const refused = (reason: string, providerCode: string | null = null) => ({
	kind: 'refused',
	reason,
	providerCode,
});

describe('a failed call', () => {
	test.each([
		['401', answer(401, problem('invalid_request_error')), refused('credentials'), refused('credentials')],
		['403', answer(403, problem('invalid_request_error')), refused('account'), refused('account')],
		[
			'404',
			answer(404, problem('invalid_request_error', 'resource_missing')),
			refused('not-found', 'resource_missing'),
			refused('not-found', 'resource_missing'),
		],
		[
			'400',
			answer(400, problem('invalid_request_error', 'parameter_unknown')),
			refused('invalid', 'parameter_unknown'),
			refused('invalid', 'parameter_unknown'),
		],
		[
			'another request with the key',
			answer(409, problem('invalid_request_error', 'idempotency_key_in_use')),
			{ kind: 'unknown' },
			{ kind: 'unreachable' },
		],
		[
			'429',
			answer(429, problem('invalid_request_error', 'rate_limit'), { 'retry-after': '7' }),
			{ kind: 'throttled', afterSeconds: 7 },
			{ kind: 'throttled', afterSeconds: 7 },
		],
		[
			'a locked object',
			answer(429, problem('invalid_request_error', 'lock_timeout')),
			{ kind: 'throttled', afterSeconds: 1 },
			{ kind: 'throttled', afterSeconds: 1 },
		],
		['500', answer(500, problem('api_error')), { kind: 'unknown' }, { kind: 'unreachable' }],
		[
			'a gateway in between',
			answer(502, '<html>Bad Gateway</html>'),
			{ kind: 'unknown' },
			{ kind: 'unreachable' },
		],
		['an answer that is no JSON', answer(200, '{"id":'), { kind: 'unknown' }, { kind: 'unreachable' }],
		['an answer of another form', answer(200, {}), { kind: 'unknown' }, { kind: 'unreachable' }],
		['no server', broken('ECONNREFUSED'), { kind: 'unreachable' }, { kind: 'unreachable' }],
		['no name', broken('ENOTFOUND'), { kind: 'unreachable' }, { kind: 'unreachable' }],
		['a closed connection', broken('ECONNRESET'), { kind: 'unknown' }, { kind: 'unreachable' }],
		['a socket that ends', broken('UND_ERR_SOCKET'), { kind: 'unknown' }, { kind: 'unreachable' }],
	])('with %s', async (_, fetch, write, read) => {
		const adapter = adapterOver(fetch);
		expect(await adapter.write()).toEqual(write);
		expect(await adapter.read()).toEqual(read);
		// Nothing is repeated by itself.
		expect(adapter.calls()).toBe(2);
	});

	test('is throttled before it is sent when too many wait', async () => {
		const adapter = adapterOver(answer(500, problem('api_error')), 2);
		const results = await Promise.all(Array.from({ length: 40 }, () => adapter.read()));
		const throttled = results.filter(({ kind }) => kind === 'throttled');
		// Two at once, two for each of the two seconds that a call may wait; the others get a time to come back.
		expect(adapter.calls()).toBeGreaterThanOrEqual(5);
		expect(adapter.calls()).toBeLessThanOrEqual(7);
		expect(throttled).toHaveLength(40 - adapter.calls());
		expect(throttled[0]).toMatchObject({ afterSeconds: expect.any(Number) });
	});
});

describe('declines', () => {
	test.each([
		['card_declined', 'insufficient_funds', 'PAYMENT_INSUFFICIENT_FUNDS'],
		['expired_card', undefined, 'PAYMENT_EXPIRED_CARD'],
		['card_declined', 'expired_card', 'PAYMENT_EXPIRED_CARD'],
		['incorrect_cvc', '', 'PAYMENT_INVALID_CARD'],
		['invalid_number', null, 'PAYMENT_INVALID_CARD'],
		['incorrect_zip', undefined, 'PAYMENT_INVALID_CARD'],
		['card_declined', 'stolen_card', 'PAYMENT_CARD_DECLINED'],
		['card_declined', 'a_code_of_next_year', 'PAYMENT_CARD_DECLINED'],
		['card_declined', undefined, 'PAYMENT_CARD_DECLINED'],
		['processing_error', undefined, 'PAYMENT_FAILED'],
		['payment_intent_authentication_failure', undefined, 'PAYMENT_FAILED'],
		['something_else', undefined, 'PAYMENT_FAILED'],
		[undefined, undefined, 'PAYMENT_FAILED'],
	] as const)('%s %s: %s', (code, declineCode, expected) => {
		expect(toDeclineCode(code, declineCode)).toBe(expected);
	});
});

describe('the circuit breaker', () => {
	test('opens after failures in a row, lets one call try after a pause, and closes when it is answered', () => {
		let now = 0;
		const breaker = createCircuitBreaker({ failures: 3, pauseMs: 1000 }, () => now);
		const note = (...answers: boolean[]) => {
			for (const isAnswered of answers) breaker.note(isAnswered);
		};
		note(false, false, true, false, false);
		expect(breaker.isOpen()).toBe(false);
		note(false);
		expect(breaker.isOpen()).toBe(true);
		now = 1000;
		expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, true]);
		note(false);
		expect(breaker.isOpen()).toBe(true);
		now = 2000;
		expect(breaker.isOpen()).toBe(false);
		note(true);
		expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, false]);
	});

	test('spares a provider that is down, and answers of the provider are no failure', async () => {
		const down = adapterOver(broken('ECONNREFUSED'), null, { failures: 3, pauseMs: 60_000 });
		for (let i = 0; i < 10; i += 1) expect(await down.write()).toEqual({ kind: 'unreachable' });
		expect(down.calls()).toBe(3);
		const refusing = adapterOver(answer(400, problem('invalid_request_error')), null, {
			failures: 3,
			pauseMs: 60_000,
		});
		for (let i = 0; i < 10; i += 1) await refusing.write();
		expect(refusing.calls()).toBe(10);
	});
});

describe('the rate limiter', () => {
	test('lets a burst pass and then the rate', async () => {
		vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
		try {
			const limiter = createRateLimiter({ perSecond: 50, burst: 5 });
			const taken: number[] = [];
			for (let n = 0; n < 15; n += 1)
				void limiter.take(60_000).then((waitedMs) => taken.push(waitedMs ?? -1));
			await vi.advanceTimersByTimeAsync(0);
			expect(taken).toEqual([0, 0, 0, 0, 0]);
			// Ten more at 20 ms each.
			await vi.advanceTimersByTimeAsync(199);
			expect(taken).toHaveLength(14);
			await vi.advanceTimersByTimeAsync(1);
			expect(taken).toHaveLength(15);
			expect(await limiter.take(0)).toBeNull();
			expect(limiter.waitMs()).toBe(20);
		} finally {
			vi.useRealTimers();
		}
	});
});
