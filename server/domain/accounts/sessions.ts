import { and, desc, eq, gt, isNull, ne, notExists, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { sessions } from '#server/db/tables/accounts.ts';
import { accountLocks, viewSessions } from '#server/db/tables/admin.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import {
	FRESH_SIGN_IN_MINUTES,
	REMEMBERED_DAYS,
	SESSION_HOURS,
	VIEW_AS_MINUTES,
} from '#shared/rules/periods.ts';
import { hashToken, newToken, newViewToken } from './tokens.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Without rememberMe a session ends permanently after this. */
const plainSessionMs = SESSION_HOURS * hourMs;
/** With rememberMe it ends when it was not used for this long, */
const rememberedIdleMs = REMEMBERED_DAYS * dayMs;
/** and in any case after this. */
const rememberedAbsoluteMs = 365 * dayMs;
/** How often at most a use is written down. */
export const seenEveryMs = hourMs;

/** When a session that is used now ends. */
export function sessionExpiry(session: { isRemembered: boolean; createdAt: Date }, now: Date): Date {
	const created = session.createdAt.getTime();
	if (!session.isRemembered) return new Date(created + plainSessionMs);
	return new Date(Math.min(now.getTime() + rememberedIdleMs, created + rememberedAbsoluteMs));
}

/** Creates a session. The token is returned only here; only its hash is stored. */
export async function beginSession(
	db: DbOrTx,
	session: { userId: string; isRemembered: boolean; userAgent: string; hasSecondFactor?: boolean },
	now: Date,
): Promise<{ token: string; expiresAt: Date }> {
	// Whatever the way in: an account that an administrator locked has none.
	const [lock] = await db
		.select({ userId: accountLocks.userId })
		.from(accountLocks)
		.where(eq(accountLocks.userId, session.userId));
	if (lock) throw new AppError('AUTH_ACCOUNT_LOCKED');
	const token = newToken();
	const expiresAt = sessionExpiry({ isRemembered: session.isRemembered, createdAt: now }, now);
	await db.insert(sessions).values({
		id: newId(),
		...session,
		tokenHash: hashToken(token),
		createdAt: now,
		confirmedAt: now,
		lastSeenAt: now,
		expiresAt,
	});
	return { token, expiresAt };
}

/** How long an administrator sees what a user sees: enough to see what somebody means, too short to be forgotten in a tab. */
const viewMs = VIEW_AS_MINUTES * 60_000;

/** Creates a read-only session in which an administrator views the product as a user. */
export async function beginViewSession(
	db: DbOrTx,
	userId: string,
	now: Date,
): Promise<{ sessionId: string; token: string; expiresAt: Date }> {
	const sessionId = newId();
	const token = newViewToken();
	const expiresAt = new Date(now.getTime() + viewMs);
	await db.insert(sessions).values({
		id: sessionId,
		userId,
		tokenHash: hashToken(token),
		isRemembered: false,
		userAgent: 'view-as',
		createdAt: now,
		// Nobody proved to be this user: what wants a fresh sign-in never opens.
		confirmedAt: new Date(0),
		lastSeenAt: now,
		expiresAt,
	});
	return { sessionId, token, expiresAt };
}

/** Ends the sessions that match; their tokens are refused from the next request on, by every process. */
export function endSessions(db: DbOrTx, now: Date, ...which: SQL[]) {
	return db
		.update(sessions)
		.set({ revokedAt: now })
		.where(and(isNull(sessions.revokedAt), ...which))
		.returning({ id: sessions.id });
}

/** Ends one session. */
export async function endSession(db: DbOrTx, sessionId: string, now: Date): Promise<void> {
	await endSessions(db, now, eq(sessions.id, sessionId));
}

/** Signs a user out everywhere. */
export async function endAllSessions(db: DbOrTx, userId: string, now: Date): Promise<void> {
	await endSessions(db, now, eq(sessions.userId, userId));
}

/** Signs a user out everywhere but here. */
export async function endOtherSessions(
	db: DbOrTx,
	userId: string,
	currentId: string,
	now: Date,
): Promise<void> {
	await endSessions(db, now, eq(sessions.userId, userId), ne(sessions.id, currentId));
}

/**
 * Ends a session of the caller.
 * @throws not-found for another user’s session, and for an ended one
 */
export async function endOwnSession(
	db: DbOrTx,
	owner: { userId: string; sessionId: string },
	now: Date,
): Promise<void> {
	const { sessionId, userId } = owner;
	const own = [eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now)];
	if ((await endSessions(db, now, ...own)).length === 0) throw notFound('Session');
}

/** The live sessions of a user, the last used first. */
export async function listSessions(db: DbOrTx, userId: string, now: Date) {
	return db
		.select({
			id: sessions.id,
			userAgent: sessions.userAgent,
			isRemembered: sessions.isRemembered,
			createdAt: sessions.createdAt,
			lastSeenAt: sessions.lastSeenAt,
			expiresAt: sessions.expiresAt,
		})
		.from(sessions)
		.where(
			and(
				eq(sessions.userId, userId),
				isNull(sessions.revokedAt),
				gt(sessions.expiresAt, now),
				// An administrator who looks on is no sign-in of theirs.
				notExists(
					db
						.select({ id: viewSessions.sessionId })
						.from(viewSessions)
						.where(eq(viewSessions.sessionId, sessions.id)),
				),
			),
		)
		.orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
		.limit(100);
}

/**
 * Gives a session another token, since its owner has just proved who they are: the old one is refused from now on. When it
 * ends does not change.
 */
export async function renewSession(
	db: DbOrTx,
	session: { sessionId: string; hasSecondFactor?: boolean },
	now: Date,
): Promise<{ token: string; expiresAt: Date }> {
	const token = newToken();
	const { sessionId, ...factor } = session;
	const [row] = await db
		.update(sessions)
		.set({ tokenHash: hashToken(token), confirmedAt: now, ...factor })
		.where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
		.returning({ expiresAt: sessions.expiresAt });
	if (!row) throw new AppError('AUTH_TOKEN_EXPIRED');
	return { token, expiresAt: row.expiresAt };
}

/** How long after proving who they are somebody may change the account itself. */
const freshMs = FRESH_SIGN_IN_MINUTES * 60_000;

/**
 * Requires a recent login before the account is changed (docs/decisions/060-lockout-and-sessions.md).
 * @throws AUTH_REQUIRED with status 403 (the session stays valid) and the rule `confirm-sign-in`
 */
export function refuseStale(caller: { confirmedAt: Date }, now: Date): void {
	if (now.getTime() - caller.confirmedAt.getTime() <= freshMs) return;
	throw new AppError('AUTH_REQUIRED', {
		status: 403,
		userMessage: message`Confirm it’s you.`,
		metadata: { rule: 'confirm-sign-in' },
	});
}
