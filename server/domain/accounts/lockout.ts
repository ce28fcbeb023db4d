import { and, count, eq, gt, isNull, max } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { signInAttempts, signInSources } from '#server/db/tables/accounts.ts';
import { newId } from '#shared/lib/ids.ts';
import { LOCK_MINUTES, MAX_SIGN_IN_FAILURES } from '#shared/rules/periods.ts';

/** So many failures within the time of a lock lock for as long. */
export const maxFailures = MAX_SIGN_IN_FAILURES;
export const failureWindowMs = LOCK_MINUTES * 60_000;
export const lockMs = LOCK_MINUTES * 60_000;
/** How long a network stays familiar after the last sign-in from it. */
export const familiarForMs = 60 * 24 * 3_600_000;

/**
 * What failures are counted by: the address, and where they come from. Each network that the account was signed in from
 * has a count and a lock of its own; all others share one. So a stranger who keeps failing locks out strangers, while the owner
 * still gets in from where they usually are, or makes a place familiar by resetting the password through their mailbox.
 * docs/decisions/060-lockout-and-sessions.md.
 */
export interface LockScope {
	emailKey: string;
	/** Null: none of the familiar networks. */
	source: Buffer | null;
}

const isIn = (scope: LockScope) =>
	and(
		eq(signInAttempts.emailKey, scope.emailKey),
		scope.source === null ? isNull(signInAttempts.source) : eq(signInAttempts.source, scope.source),
	);

/** When the lock ends, or null when there is none. */
export async function findLock(db: DbOrTx, scope: LockScope, now: Date): Promise<Date | null> {
	const [row] = await db
		.select({ until: max(signInAttempts.lockedUntil) })
		.from(signInAttempts)
		.where(and(isIn(scope), gt(signInAttempts.createdAt, new Date(now.getTime() - lockMs))));
	return row?.until && row.until > now ? row.until : null;
}

/** Writes a failure down; the tenth in the window locks. */
export async function recordFailure(db: DbOrTx, scope: LockScope, now: Date): Promise<void> {
	const id = newId();
	await db.insert(signInAttempts).values({ id, ...scope, createdAt: now });
	const [row] = await db
		.select({ failures: count() })
		.from(signInAttempts)
		.where(and(isIn(scope), gt(signInAttempts.createdAt, new Date(now.getTime() - failureWindowMs))));
	if ((row?.failures ?? 0) < maxFailures) return;
	await db
		.update(signInAttempts)
		.set({ lockedUntil: new Date(now.getTime() + lockMs) })
		.where(eq(signInAttempts.id, id));
}

/** Forgets the failures after a success. */
export async function clearFailures(db: DbOrTx, scope: LockScope): Promise<void> {
	await db.delete(signInAttempts).where(isIn(scope));
}

/** Forgets all failures and locks of an address, familiar networks included: its owner has proved the mailbox. */
export async function clearAllFailures(db: DbOrTx, emailKey: string): Promise<void> {
	await db.delete(signInAttempts).where(eq(signInAttempts.emailKey, emailKey));
}

/** Whether the account was signed in from this network lately. */
export async function isFamiliar(db: DbOrTx, userId: string, source: Buffer, now: Date): Promise<boolean> {
	const rows = await db
		.select({ userId: signInSources.userId })
		.from(signInSources)
		.where(
			and(
				eq(signInSources.userId, userId),
				eq(signInSources.source, source),
				gt(signInSources.lastSeenAt, new Date(now.getTime() - familiarForMs)),
			),
		);
	return rows.length > 0;
}

/** Remembers a network from which the owner came in. */
export async function rememberSource(db: DbOrTx, userId: string, source: Buffer, now: Date): Promise<void> {
	await db
		.insert(signInSources)
		.values({ userId, source, lastSeenAt: now })
		.onConflictDoUpdate({
			target: [signInSources.userId, signInSources.source],
			set: { lastSeenAt: now },
		});
}

/** Forgets the familiar networks, for after a password was reset. */
export async function forgetSources(db: DbOrTx, userId: string): Promise<void> {
	await db.delete(signInSources).where(eq(signInSources.userId, userId));
}
