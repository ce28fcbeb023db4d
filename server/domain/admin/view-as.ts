import { and, eq, inArray, isNull } from 'drizzle-orm';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { sessions } from '../../db/tables/accounts.ts';
import { viewSessions } from '../../db/tables/admin.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts/queries.ts';
import { hashToken, newViewToken } from '../accounts/tokens.ts';

/** Long enough to see what somebody means, too short to be forgotten in a tab. */
const viewMs = 15 * 60_000;

interface Viewer {
	userId: string;
	sessionId: string;
}

/**
 * Begins a session in which an administrator sees what a user sees, and changes nothing. It ends by itself, with the
 * administrator's own session, and with `stopViewing`.
 */
export async function viewAs(services: Services, userId: string, viewer: Viewer) {
	const { db } = services.database;
	const user = await findUser(db, userId);
	if (!user || user.erasedAt) throw notFound('User');
	if (user.isAdmin) {
		throw ruleViolation('never-administrators', message`You can’t view as an admin.`);
	}
	if (user.disabledAt) {
		throw ruleViolation(
			'account-disabled',
			message`This account is disabled, so you can’t view as this user.`,
		);
	}
	const now = services.clock.now();
	const expiresAt = new Date(now.getTime() + viewMs);
	const token = newViewToken();
	await services.database.transaction(async (tx) => {
		const sessionId = newId();
		await tx.insert(sessions).values({
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
		await tx
			.insert(viewSessions)
			.values({ sessionId, adminId: viewer.userId, adminSessionId: viewer.sessionId, createdAt: now });
	});
	return {
		token,
		name: `${user.firstName} ${user.lastName}`.trim() || user.email,
		startedAt: now.toISOString(),
		expiresAt: expiresAt.toISOString(),
	};
}

/** Ends what an administrator sees as a user, in all tabs. */
export async function stopViewing(services: Services, userId: string, adminId: string): Promise<void> {
	const { db } = services.database;
	const theirs = db
		.select({ id: viewSessions.sessionId })
		.from(viewSessions)
		.where(eq(viewSessions.adminId, adminId));
	await db
		.update(sessions)
		.set({ revokedAt: services.clock.now() })
		.where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), inArray(sessions.id, theirs)));
}
