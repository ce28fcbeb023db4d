import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { readError } from './read-error.ts';

const busy = new AppError('RATE_LIMIT_EXCEEDED');
const away = new AppError('NETWORK_ERROR');
const missing = new AppError('RESOURCE_NOT_FOUND');
const refused = new AppError('AUTH_INSUFFICIENT_PERMISSIONS');

test('nothing was read: whatever went wrong is shown', () => {
	for (const error of [busy, away, missing]) expect(readError({ data: undefined, error })).toBe(error);
	expect(readError({ data: undefined, error: null })).toBeNull();
});

test('something was read: a later failure does not take it away, a refusal does', () => {
	for (const error of [busy, away, new Error('broken')]) expect(readError({ data: {}, error })).toBeNull();
	for (const error of [missing, refused]) expect(readError({ data: {}, error })).toBe(error);
});
