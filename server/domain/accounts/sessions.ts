import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '#shared/lib/ids.ts';
import type { DbOrTx } from '../../db/client.ts';
import { sessions } from '../../db/tables/accounts.ts';
import { hashToken, newToken } from './tokens.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Without rememberMe a session ends for good after this. */
const plainSessionMs = 12 * hourMs;
/** With rememberMe it ends when it was not used for this long, */
const rememberedIdleMs = 60 * dayMs;
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

/** Begins a session. The token is handed out here and never again; only its hash is kept. */
export async function beginSession(
	db: DbOrTx,
	session: { userId: string; isRemembered: boolean; userAgent: string },
	now: Date,
): Promise<{ token: string; expiresAt: Date }> {
	const token = newToken();
	const expiresAt = sessionExpiry({ isRemembered: session.isRemembered, createdAt: now }, now);
	await db.insert(sessions).values({
		id: newId(),
		...session,
		tokenHash: hashToken(token),
		createdAt: now,
		lastSeenAt: now,
		expiresAt,
	});
	return { token, expiresAt };
}

/** Ends one session; its token is refused from the next request on, by every process. */
export async function endSession(db: DbOrTx, sessionId: string, now: Date): Promise<void> {
	await db
		.update(sessions)
		.set({ revokedAt: now })
		.where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Signs a user out everywhere. */
export async function endAllSessions(db: DbOrTx, userId: string, now: Date): Promise<void> {
	await db
		.update(sessions)
		.set({ revokedAt: now })
		.where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}
