import { eq, sql } from 'drizzle-orm';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { say } from '#shared/errors/sentence.ts';
import { newId } from '#shared/lib/ids.ts';
import { staffDevices, staffLinks } from '../../../db/tables/staff.ts';
import type { Services } from '../../../services.ts';
import { isPin } from '../pin.ts';
import { countDevices, findLiveLinkByCode, type StaffLinkRow } from '../queries.ts';
import { newStaffToken, normaliseShortCode } from '../tokens.ts';

/** Wrong PINs for one link before it waits; per process, beside the limit per address. */
const maxWrongPins = 10;
const pinPauseMs = 15 * 60_000;
const wrongPins = new Map<string, { count: number; untilMs: number }>();

async function checkPin(services: Services, link: StaffLinkRow, pin: string | undefined): Promise<boolean> {
	if (!link.pinHash) return true;
	if (pin === undefined || pin === '') return false;
	const nowMs = services.clock.now().getTime();
	const wrong = wrongPins.get(link.id);
	if (wrong && wrong.count >= maxWrongPins && wrong.untilMs > nowMs) {
		throw new AppError('RATE_LIMIT_TOO_MANY_REQUESTS', {
			message: 'Too many wrong PINs for this link. Ask the organiser, or wait a quarter of an hour.',
			retryAfterSeconds: Math.ceil((wrong.untilMs - nowMs) / 1000),
		});
	}
	if (await isPin(pin, link.pinHash)) {
		wrongPins.delete(link.id);
		return true;
	}
	const count = wrong && wrong.untilMs > nowMs ? wrong.count + 1 : 1;
	wrongPins.set(link.id, { count, untilMs: nowMs + pinPauseMs });
	throw new AppError('AUTH_INVALID_CREDENTIALS', {
		message: 'This PIN is not right.',
		userMessage: say`This PIN is not right.`,
	});
}

/**
 * Lets a device in by the typed short code, and the PIN where the link has one, and gives it a token of its own.
 * @returns no token while a PIN is still to be asked for.
 * @throws AUTH_INVALID_CREDENTIALS for a code that names no live link; ruleViolation when the device limit is reached.
 */
export async function openStaffAccess(
	services: Services,
	command: { code: string; pin: string | undefined; deviceName: string },
): Promise<{ token: string; link: StaffLinkRow; needsPin: boolean }> {
	const link = await findLiveLinkByCode(services, normaliseShortCode(command.code));
	if (!link || (link.startsAt && link.startsAt > services.clock.now())) {
		throw new AppError('AUTH_INVALID_CREDENTIALS', {
			message: 'Invalid or expired scanner access. Please get a new QR code from the event organizer.',
			userMessage: say`Invalid or expired scanner access. Please get a new QR code from the event organizer.`,
		});
	}
	if (!(await checkPin(services, link, command.pin))) return { token: '', link, needsPin: true };
	const { token, hash } = newStaffToken();
	await services.database.transaction(async (tx) => {
		// The link's row is the lock: two devices cannot both take the last place.
		await tx.select({ id: staffLinks.id }).from(staffLinks).where(eq(staffLinks.id, link.id)).for('update');
		if (link.deviceLimit !== null && (await countDevices(tx, link.id)) >= link.deviceLimit) {
			throw ruleViolation(
				'device-limit',
				say`This link is in use on ${link.deviceLimit} devices already. Ask the organiser for another.`,
			);
		}
		await tx.insert(staffDevices).values({
			id: newId(),
			organisationId: link.organisationId,
			staffLinkId: link.id,
			tokenHash: hash,
			name: command.deviceName,
		});
		await tx.update(staffLinks).set({ lastUsedAt: sql`now()` }).where(eq(staffLinks.id, link.id));
	});
	return { token, link, needsPin: false };
}
