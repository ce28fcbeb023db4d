import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { isPassing, toFailure } from './failure.ts';

describe('what is tried again by itself', () => {
	const passes = (error: unknown) => isPassing(toFailure(error));
	test.each(['NETWORK_ERROR', 'NETWORK_TIMEOUT', 'SERVER_OVERLOADED', 'SERVICE_UNAVAILABLE'] as const)(
		'%s',
		(code) => expect(passes(new AppError(code))).toBe(true),
	);
	test('a first request that still runs', () =>
		expect(passes(new AppError('BUSINESS_RULE_VIOLATION', { status: 409 }))).toBe(true));
	test.each([
		'VALIDATION_FAILED',
		'BUSINESS_RULE_VIOLATION',
		'RATE_LIMIT_EXCEEDED',
		'INTERNAL_ERROR',
	] as const)('not %s', (code) => expect(passes(new AppError(code))).toBe(false));
	test('not a fault of ours', () => expect(passes(new TypeError('x'))).toBe(false));
});
