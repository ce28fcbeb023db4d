import { eq, isNull } from 'drizzle-orm';
import { sessions, twoFactors } from '#server/db/tables/accounts.ts';
import { seal, unseal } from '#server/platform/seal.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { endChallenges } from '../challenges.ts';
import { getUser } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';
import { endOtherSessions, renewSession } from '../sessions.ts';
import { replaceRecoveryCodes } from '../two-factor/recovery-codes.ts';
import { findTwoFactor, hasTwoFactor, removeTwoFactor } from '../two-factor/second-factor.ts';
import { describeTotp, newTotpSecret, stepOfCode } from '../two-factor/totp.ts';

/** Makes a secret for an authenticator app; nothing changes until a code of it comes. A second call starts over. */
export async function setUpTwoFactor(
	services: Services,
	userId: string,
): Promise<{ uri: string; secret: string }> {
	const user = await getUser(services.database.db, userId);
	const secret = newTotpSecret();
	const sealedSecret = seal(services.secret, 'accounts.two-factor', userId, secret);
	const begun = await services.database.db
		.insert(twoFactors)
		.values({ userId, sealedSecret, createdAt: services.clock.now() })
		.onConflictDoUpdate({
			target: twoFactors.userId,
			set: { sealedSecret, createdAt: services.clock.now() },
			setWhere: isNull(twoFactors.enabledAt),
		})
		.returning({ userId: twoFactors.userId });
	if (begun.length === 0) throw alreadyOn();
	return describeTotp(secret, { email: user.email, productName: services.config.productName });
}

const alreadyOn = () =>
	ruleViolation(
		'two-factor-is-on',
		message`Two-factor authentication is already on. Turn it off first to set up another app.`,
	);

/**
 * Turns two factors on with the first code of the app: the proof that it has the secret. The session that did it counts as
 * proved, all others end.
 * @throws a field error about `code`
 */
export async function turnOnTwoFactor(
	services: Services,
	caller: { userId: string; sessionId: string },
	code: string,
): Promise<{ token: string; expiresAt: Date; recoveryCodes: string[] }> {
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		const row = await findTwoFactor(tx, caller.userId);
		if (row?.enabledAt) throw alreadyOn();
		const secret = row && unseal(services.secret, 'accounts.two-factor', caller.userId, row.sealedSecret);
		if (!secret) throw ruleViolation('two-factor-not-begun', message`Scan the QR code first.`);
		const step = stepOfCode(secret, code.replace(/\s/g, ''), now);
		if (step === null) {
			throw fieldError(
				'code',
				message`That code isn’t right. Check your phone’s clock and try the next one.`,
			);
		}
		await tx
			.update(twoFactors)
			.set({ enabledAt: now, lastStep: step })
			.where(eq(twoFactors.userId, caller.userId));
		const recoveryCodes = await replaceRecoveryCodes(tx, caller.userId);
		await endOtherSessions(tx, caller.userId, caller.sessionId, now);
		await publishSecurityChange(tx, services, caller.userId, 'two-factor-on');
		const session = await renewSession(tx, { sessionId: caller.sessionId, hasSecondFactor: true }, now);
		return { ...session, recoveryCodes };
	});
}

/** Turns two factors off. @throws for administrators, who cannot do without */
export async function turnOffTwoFactor(services: Services, userId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const user = await getUser(tx, userId);
		if (user.isAdmin && !user.isDemo) {
			throw ruleViolation('two-factor-required', message`Admins must use 2FA.`);
		}
		if (!(await hasTwoFactor(tx, userId))) return;
		await removeTwoFactor(tx, userId);
		await endChallenges(tx, userId);
		await tx.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId));
		await publishSecurityChange(tx, services, userId, 'two-factor-off');
	});
}

/** Ten new codes on paper; the old ones are void. */
export async function makeRecoveryCodes(services: Services, userId: string): Promise<string[]> {
	return services.database.transaction(async (tx) => {
		if (!(await hasTwoFactor(tx, userId))) {
			throw new AppError('RESOURCE_NOT_FOUND', { message: 'Two-factor authentication is off.' });
		}
		const codes = await replaceRecoveryCodes(tx, userId);
		await publishSecurityChange(tx, services, userId, 'recovery-codes-new');
		return codes;
	});
}
