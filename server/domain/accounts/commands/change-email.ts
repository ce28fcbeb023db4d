import { and, eq, isNull } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { emailChanges, users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { constantTimeResponse } from '../constant-time-response.ts';
import { emailKey, normaliseEmail } from '../email-identity.ts';
import {
	endMailTokens,
	issueMailToken,
	linkExpired,
	linkInvalid,
	type MailToken,
	mailTokenLifetimeMs,
	markMailTokenUsed,
	mayAskForMail,
} from '../mail-tokens.ts';
import { findUserByEmail, getUser, type User } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';
import { endAllSessions } from '../sessions.ts';

export async function findEmailChange(db: DbOrTx, userId: string, now: Date) {
	const [row] = await db
		.select()
		.from(emailChanges)
		.where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)));
	return row && row.expiresAt > now ? row : null;
}

/**
 * Begins a change of address: both addresses get a link, and the address changes when both were opened. One that was never
 * verified (mistyped at sign-up) needs no link. When the new address has an account already, the caller learns nothing of it, and
 * its owner gets an email without a link. Without a mail server the address changes at once and counts as not verified.
 */
export async function requestEmailChange(
	services: Services,
	userId: string,
	typed: string,
): Promise<'requested' | 'changed'> {
	const newEmail = normaliseEmail(typed);
	if (!services.mailer.canSend) {
		await services.database.transaction(async (tx) => {
			await writeEmail(tx, await getUser(tx, userId), newEmail, null, services.clock.now());
			await endEmailChanges(tx, userId, services.clock.now());
		});
		return 'changed';
	}
	await constantTimeResponse(() =>
		services.database.transaction(async (tx) => {
			const now = services.clock.now();
			const user = await getUser(tx, userId);
			if (emailKey(newEmail) === user.emailKey) {
				throw fieldError('email', message`This is already your email.`);
			}
			if (!(await mayAskForMail(tx, services, userId))) throw new AppError('RATE_LIMIT_EXCEEDED');
			await endEmailChanges(tx, userId, now);
			await tx.insert(emailChanges).values({
				id: newId(),
				userId,
				newEmail,
				oldConfirmedAt: user.emailVerifiedAt ? null : now,
				expiresAt: new Date(now.getTime() + mailTokenLifetimeMs.enter_email),
				createdAt: now,
			});
			const isTaken = (await findUserByEmail(tx, newEmail)) !== null;
			const link = async (purpose: 'leave_email' | 'enter_email', email: string) => ({
				mailTokenId: await issueMailToken(tx, services, { userId, purpose, email }),
				email,
			});
			const leave = user.emailVerifiedAt ? await link('leave_email', user.email) : null;
			const enter = await link('enter_email', newEmail);
			await services.facts.publish(
				tx,
				{
					name: 'accounts.email-change-requested',
					organisationId: null,
					eventId: null,
					payload: {
						leaveTokenId: leave?.mailTokenId ?? null,
						enterTokenId: enter.mailTokenId,
						userId,
						isTaken,
					},
				},
				services,
			);
		}),
	);
	return 'requested';
}

/** @throws BUSINESS_RULE_VIOLATION `address-taken` */
async function writeEmail(
	tx: Tx,
	user: User,
	email: string,
	emailVerifiedAt: Date | null,
	now: Date,
): Promise<void> {
	try {
		await tx
			.update(users)
			.set({
				email,
				emailKey: emailKey(email),
				emailVerifiedAt,
				version: user.version + 1,
				updatedAt: now,
			})
			.where(eq(users.id, user.id));
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		throw ruleViolation('address-taken', message`This email already has an account. Choose another one.`);
	}
	await endMailTokens(tx, user.id, ['verify_email', 'reset_password'], now);
}

/** Ends a change that is under way, with its links. */
export async function endEmailChanges(db: DbOrTx, userId: string, now: Date): Promise<void> {
	await db
		.update(emailChanges)
		.set({ endedAt: now })
		.where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)));
	await endMailTokens(db, userId, ['leave_email', 'enter_email'], now);
}

/**
 * Confirms a change of email address from one of the two addresses. Once both have confirmed, the address changes, all sessions end, and
 * links sent to the old address stop working.
 */
export async function confirmEmailChange(
	tx: Tx,
	services: Services,
	link: MailToken,
): Promise<'waiting' | 'changed'> {
	const now = services.clock.now();
	const userId = link.userId as string;
	// Locked first, so that two confirmations at once see each other.
	const [row] = await tx
		.select()
		.from(emailChanges)
		.where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
		.for('update');
	if (!row) throw linkInvalid();
	if (row.expiresAt <= now || (link.expiresAt <= now && !link.usedAt)) throw linkExpired();
	const isEntering = link.purpose === 'enter_email';
	if (isEntering && link.email !== row.newEmail) throw linkInvalid();
	if (!link.usedAt) await markMailTokenUsed(tx, link.id, now);
	const oldConfirmedAt = row.oldConfirmedAt ?? (isEntering ? null : now);
	const newConfirmedAt = row.newConfirmedAt ?? (isEntering ? now : null);
	await tx.update(emailChanges).set({ oldConfirmedAt, newConfirmedAt }).where(eq(emailChanges.id, row.id));
	if (!oldConfirmedAt || !newConfirmedAt) return 'waiting';

	const user = await getUser(tx, userId);
	if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
	// Sent to the address that it replaces.
	if (user.emailVerifiedAt) await publishSecurityChange(tx, services, userId, 'email-changed');
	await writeEmail(tx, user, row.newEmail, now, now);
	await endEmailChanges(tx, userId, now);
	await endAllSessions(tx, userId, now);
	return 'changed';
}
