import { eq, inArray } from 'drizzle-orm';
import { sessions } from '#server/db/tables/accounts.ts';
import { viewSessions } from '#server/db/tables/admin.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { findUser } from '../accounts/queries.ts';
import { beginViewSession, endSessions } from '../accounts/sessions.ts';

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
	const { token, expiresAt } = await services.database.transaction(async (tx) => {
		const session = await beginViewSession(tx, userId, now);
		await tx.insert(viewSessions).values({
			sessionId: session.sessionId,
			adminId: viewer.userId,
			adminSessionId: viewer.sessionId,
			createdAt: now,
		});
		return session;
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
	await endSessions(db, services.clock.now(), eq(sessions.userId, userId), inArray(sessions.id, theirs));
}
