import { createSemaphoreByKey } from '#server/platform/concurrency/semaphore.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { LOCK_MINUTES } from '#shared/rules/periods.ts';
import { emailKey } from './email-identity.ts';
import { clearFailures, findLock, isFamiliar, type LockScope, recordFailure } from './lockout.ts';
import { sourceOf } from './network.ts';
import { verifyPassword } from './password-hash.ts';
import type { User } from './queries.ts';
import { takeSecondFactor } from './two-factor/second-factor.ts';

/**
 * Guesses about one account are looked at one after the other, each after the failure before it was written down: side by side
 * they would buy more than ten before the lock.
 */
const takeGuess = createSemaphoreByKey({ maxWaiting: 200 });
const keyOf = (scope: LockScope) => `${scope.source?.toString('hex') ?? 'elsewhere'}|${scope.emailKey}`;

const nobodysId = '00000000-0000-0000-0000-000000000000';

function locked(until: Date, now: Date): AppError {
	return new AppError('AUTH_ACCOUNT_LOCKED', {
		message: `Too many failed sign-ins. This account is locked until ${until.toISOString()}.`,
		retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
		metadata: { lockedUntil: until.toISOString() },
	});
}

/** The key by which failures of this caller are counted (lockout.ts). */
export async function lockScopeOf(
	services: Services,
	who: { email: string; user: User | null },
	address: string,
): Promise<LockScope> {
	const source = sourceOf(services.secret, address);
	const isKnownPlace = await isFamiliar(
		services.database.db,
		who.user?.id ?? nobodysId,
		source,
		services.clock.now(),
	);
	return { emailKey: emailKey(who.email), source: isKnownPlace ? source : null };
}

/** @throws AUTH_ACCOUNT_LOCKED */
export async function refuseLocked(services: Services, scope: LockScope): Promise<void> {
	const now = services.clock.now();
	const until = await findLock(services.database.db, scope, now);
	if (until) throw locked(until, now);
}

/**
 * Checks a password under the lock. An account that is not there is one whose password is wrong: the same work, the same answer.
 * Guesses that another server looked at meanwhile may have locked; then even the right one came too late.
 * @throws AUTH_INVALID_CREDENTIALS, AUTH_ACCOUNT_LOCKED
 */
export async function provePassword(
	services: Services,
	scope: LockScope,
	user: User | null,
	password: string,
): Promise<{ needsRehash: boolean }> {
	return takeGuess(keyOf(scope), async () => {
		await refuseLocked(services, scope);
		const { isRight, needsRehash } = await verifyPassword(user?.passwordHash ?? null, password);
		if (!isRight) {
			await recordFailure(services.database.outside().db, scope, services.clock.now());
			throw new AppError('AUTH_INVALID_CREDENTIALS');
		}
		await refuseLocked(services, scope);
		return { needsRehash };
	});
}

/**
 * Checks what guests of something type to get in, with a count and a lock for each network.
 * @param what names the thing: no email address
 * @returns whether `check` said that it is right; never more wrong ones than `maxFailures` in the time of a lock
 * @throws RATE_LIMIT_TOO_MANY_REQUESTS while the network is locked
 */
export async function proveGuess(
	services: Services,
	what: string,
	address: string,
	check: () => Promise<boolean>,
): Promise<boolean> {
	const scope = { emailKey: what, source: sourceOf(services.secret, address) };
	return takeGuess(keyOf(scope), async () => {
		const now = services.clock.now();
		const until = await findLock(services.database.db, scope, now);
		if (until) {
			throw new AppError('RATE_LIMIT_TOO_MANY_REQUESTS', {
				userMessage: message`Too many wrong passwords. Try again in ${LOCK_MINUTES} minutes.`,
				retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
			});
		}
		const isRight = await check();
		if (isRight) await clearFailures(services.database.outside().db, scope);
		else await recordFailure(services.database.outside().db, scope, now);
		return isRight;
	});
}

/** The code was wrong: a sentence of its own, since the password was right. */
function wrongCode(): AppError {
	const text = message`That code isn’t right or was already used. Wait for the next one and try again.`;
	return new AppError('AUTH_INVALID_CREDENTIALS', {
		userMessage: text,
		details: [{ field: 'code', message: text, code: 'AUTH_INVALID_CREDENTIALS' }],
	});
}

/**
 * Checks the second factor under the same lock as passwords, and uses the code up.
 * @throws AUTH_INVALID_CREDENTIALS about `code`, AUTH_ACCOUNT_LOCKED
 */
export async function proveSecondFactor(
	services: Services,
	scope: LockScope,
	user: User,
	code: string,
): Promise<'app' | 'recovery'> {
	return takeGuess(keyOf(scope), async () => {
		await refuseLocked(services, scope);
		const kind = await takeSecondFactor(services, user.id, code);
		if (!kind) {
			await recordFailure(services.database.outside().db, scope, services.clock.now());
			throw wrongCode();
		}
		await refuseLocked(services, scope);
		return kind;
	});
}
