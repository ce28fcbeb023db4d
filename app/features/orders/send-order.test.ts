import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { isPassing } from './send-order.ts';

describe('what is tried again by itself', () => {
	test.each(['NETWORK_ERROR', 'NETWORK_TIMEOUT', 'SERVER_OVERLOADED', 'SERVICE_UNAVAILABLE'] as const)(
		'%s',
		(code) => expect(isPassing(new AppError(code))).toBe(true),
	);
	test('a first request that still runs', () =>
		expect(isPassing(new AppError('BUSINESS_RULE_VIOLATION', { status: 409 }))).toBe(true));
	test.each([
		'VALIDATION_FAILED',
		'BUSINESS_RULE_VIOLATION',
		'RATE_LIMIT_EXCEEDED',
		'INTERNAL_ERROR',
		'UNKNOWN_ERROR',
	] as const)('not %s', (code) => expect(isPassing(new AppError(code))).toBe(false));
});
