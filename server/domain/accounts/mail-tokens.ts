import { and, count, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { mailTokens } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { RESET_LINK_MINUTES, VERIFY_LINK_HOURS } from '#shared/rules/periods.ts';
import { deriveMailToken, hashToken, isToken } from './tokens.ts';

export type MailTokenPurpose =
	| 'verify_email'
	| 'reset_password'
	| 'first_admin'
	/** A change of email address, confirmed from the current address (`leave_email`) and from the new one (`enter_email`). */
	| 'leave_email'
	| 'enter_email';

const hourMs = 3_600_000;
export const mailTokenLifetimeMs: Record<MailTokenPurpose, number> = {
	verify_email: VERIFY_LINK_HOURS * hourMs,
	reset_password: RESET_LINK_MINUTES * 60_000,
	first_admin: 7 * 24 * hourMs,
	leave_email: VERIFY_LINK_HOURS * hourMs,
	enter_email: VERIFY_LINK_HOURS * hourMs,
};

/** Creates a single-use token for a purpose and invalidates older ones. The email renderer derives the token text from its id. */
export async function issueMailToken(
	tx: Tx,
	services: Services,
	token: { userId: string | null; purpose: MailTokenPurpose; email: string },
): Promise<string> {
	const now = services.clock.now();
	const { userId, purpose, email } = token;
	const isSame = userId === null ? isNull(mailTokens.userId) : eq(mailTokens.userId, userId);
	await tx
		.update(mailTokens)
		.set({ expiresAt: now })
		.where(
			and(isSame, eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt), gt(mailTokens.expiresAt, now)),
		);
	const id = newId();
	await tx.insert(mailTokens).values({
		id,
		userId,
		purpose,
		email,
		tokenHash: hashToken(deriveMailToken(services.secret, id)),
		expiresAt: new Date(now.getTime() + mailTokenLifetimeMs[purpose]),
		createdAt: now,
	});
	return id;
}

/** Whether a mailbox may be sent another mail that anybody can ask for; protects it against floods by strangers. */
export async function mayAskForMail(db: DbOrTx, services: Services, userId: string): Promise<boolean> {
	const { isOn, perAccount } = services.config.rateLimits;
	if (!isOn) return true;
	const { limit, windowMs } = perAccount.mail;
	const since = new Date(services.clock.now().getTime() - windowMs);
	const [row] = await db
		.select({ made: count() })
		.from(mailTokens)
		.where(and(eq(mailTokens.userId, userId), gt(mailTokens.createdAt, since)));
	return (row?.made ?? 0) < limit;
}

export type MailToken = typeof mailTokens.$inferSelect;

/** Finds the row of a secret and locks it, so that two uses at once are one after the other. */
export async function findMailToken(
	tx: Tx,
	purposes: MailTokenPurpose[],
	token: string,
): Promise<MailToken | null> {
	if (!isToken(token)) return null;
	const [row] = await tx
		.select()
		.from(mailTokens)
		.where(and(eq(mailTokens.tokenHash, hashToken(token)), inArray(mailTokens.purpose, purposes)))
		.for('update');
	return row ?? null;
}

/** A link that never was, or was used. Not a 401: the caller's own session has nothing to do with it. */
export function linkInvalid(): AppError {
	return new AppError('AUTH_TOKEN_INVALID', {
		status: 400,
		userMessage: message`This link is invalid or was already used. Request a new one.`,
	});
}

/** A link that came too late, or that a newer one replaced. */
export function linkExpired(): AppError {
	return new AppError('AUTH_TOKEN_EXPIRED', {
		status: 400,
		userMessage: message`This link has expired or was replaced by a newer one. Request a new one.`,
	});
}

/**
 * The live row of a secret, to be marked as used by the caller in the same transaction.
 * @throws AUTH_TOKEN_INVALID or AUTH_TOKEN_EXPIRED, both with status 400
 */
export async function getLiveMailToken(
	tx: Tx,
	services: Services,
	purpose: MailTokenPurpose,
	token: string,
): Promise<MailToken> {
	const row = await findMailToken(tx, [purpose], token);
	if (!row || row.usedAt) throw linkInvalid();
	if (row.expiresAt <= services.clock.now()) throw linkExpired();
	return row;
}

/** Data for the email of a link: its URL, its secret, and whether it is still valid. */
export async function getMailLink(
	services: Services,
	mailTokenId: string,
): Promise<{ email: string; token: string; state: 'live' | 'used' | 'ended' | 'lost' }> {
	const [row] = await services.database.db.select().from(mailTokens).where(eq(mailTokens.id, mailTokenId));
	const token = deriveMailToken(services.secret, mailTokenId);
	if (!row) return { email: '', token, state: 'ended' };
	// With another SECRET_KEY than the one it was made with, the link would lead nowhere.
	const isOurs = row.tokenHash.equals(hashToken(token));
	const isLate = row.expiresAt <= services.clock.now();
	return {
		email: row.email,
		token,
		state: row.usedAt ? 'used' : isLate ? 'ended' : isOurs ? 'live' : 'lost',
	};
}

export async function markMailTokenUsed(tx: Tx, id: string, now: Date): Promise<void> {
	await tx.update(mailTokens).set({ usedAt: now }).where(eq(mailTokens.id, id));
}

/** Ends the links of some purposes that are still out, since what they would do is done or no longer wanted. */
export async function endMailTokens(
	db: DbOrTx,
	userId: string,
	purposes: MailTokenPurpose[],
	now: Date,
): Promise<void> {
	await db
		.update(mailTokens)
		.set({ expiresAt: now })
		.where(
			and(
				eq(mailTokens.userId, userId),
				inArray(mailTokens.purpose, purposes),
				isNull(mailTokens.usedAt),
				gt(mailTokens.expiresAt, now),
			),
		);
}

/** The email address that a link was sent to. */
export async function getMailTokenEmail(db: DbOrTx, id: string): Promise<string> {
	const [row] = await db.select({ email: mailTokens.email }).from(mailTokens).where(eq(mailTokens.id, id));
	if (!row) throw new Error('There is no such link.');
	return row.email;
}
