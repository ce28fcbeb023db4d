import { createLimiter } from '#server/http/limits.ts';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LockScope } from './lockout.ts';

const limiterOf = createMemo(
	({ config }: Services) => config,
	({ config, clock }) => createLimiter(config.rateLimits.perAccount, () => clock.now().getTime()),
);

/**
 * Tries for one account, from all addresses together; counted apart for each network that the account is known from, as the
 * lock is, so that a stranger's tries never slow the owner down. An address without an account is counted alike.
 * @throws RATE_LIMIT_TOO_MANY_REQUESTS
 */
export function takeSignInTry(services: Services, scope: LockScope): void {
	if (!services.config.rateLimits.isOn) return;
	const state = limiterOf(services).take(
		'signIn',
		`${scope.source?.toString('hex') ?? 'elsewhere'}|${scope.emailKey}`,
	);
	if (state.isAllowed) return;
	throw new AppError('RATE_LIMIT_TOO_MANY_REQUESTS', {
		message: `More than ${state.limit} sign-in tries for this account in ${state.windowSeconds} s.`,
		retryAfterSeconds: state.resetSeconds,
	});
}
