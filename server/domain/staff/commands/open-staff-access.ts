import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { endedStaffTokens, staffDevices, staffLinks } from '#server/db/tables/staff.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { clearPinTries, countWrongCode, refuseGuessers, takePinTry } from '../guesses.ts';
import { isPin } from '../pin.ts';
import {
	countDevices,
	devicesOf,
	findLinkByCode,
	findLinkByToken,
	isDoorClosed,
	isLink,
	type StaffLinkRow,
} from '../queries.ts';
import { hashStaffToken, newStaffToken, normaliseShortCode } from '../tokens.ts';
import { withheldOf } from '../withheld.ts';

/** A staff token has 43 characters, a short code 8 and perhaps some blanks. */
const longestShortCode = 20;

async function checkPin(services: Services, link: StaffLinkRow, pin: string | undefined): Promise<boolean> {
	if (!link.pinHash) return true;
	if (pin === undefined || pin === '') return false;
	await takePinTry(services, link);
	if (await isPin(pin, link.pinHash)) {
		await clearPinTries(services, link);
		return true;
	}
	throw new AppError('AUTH_INVALID_CREDENTIALS', {
		message: 'Incorrect PIN.',
		userMessage: message`Incorrect PIN.`,
	});
}

async function findLink(services: Services, code: string, address: string): Promise<StaffLinkRow> {
	await refuseGuessers(services, address);
	const typed = normaliseShortCode(code);
	const link =
		code.trim().length > longestShortCode
			? await findLinkByToken(services, hashStaffToken(code.trim()))
			: typed === ''
				? null
				: await findLinkByCode(services, typed);
	// Whoever holds the code of an event that is over guesses nothing, and learns why it opens nothing.
	if (link && (await isDoorClosed(services.database.db, link)))
		throw ruleViolation('event-over', message`The event has ended, and access ended with it.`);
	const isPowerless =
		link !== null &&
		(await withheldOf(services.database.db, [link])).get(link.id)?.length === link.abilities.length;
	if (link && !isPowerless && !(link.startsAt && link.startsAt > services.clock.now())) return link;
	// A code that begins later, or whose maker may do nothing any more, is no guess.
	if (!link) await countWrongCode(services, address);
	throw new AppError('AUTH_INVALID_CREDENTIALS', {
		message: 'Invalid or expired scanner access. Please get a new QR code from the event organizer.',
		userMessage: message`Invalid or expired scanner access. Please get a new QR code from the event organizer.`,
	});
}

/** The same device again: its old token ends, and its place is its own. */
async function leaveOldPlace(tx: Tx, link: StaffLinkRow, keyHash: Buffer | null): Promise<void> {
	if (!keyHash) return;
	const left = await tx
		.delete(staffDevices)
		.where(and(devicesOf(link), eq(staffDevices.keyHash, keyHash)))
		.returning();
	if (left.length === 0) return;
	await tx.insert(endedStaffTokens).values(
		left.map((device) => ({
			tokenHash: device.tokenHash,
			organisationId: link.organisationId,
			staffLinkId: link.id,
			device: device.name,
		})),
	);
}

/**
 * Lets a device in by the typed short code or a link's own token, and the PIN where the link has one, and gives it a token of its own.
 * @returns no token while a PIN is still to be asked for.
 * @throws AUTH_INVALID_CREDENTIALS for a code that names no live link; RATE_LIMIT_TOO_MANY_REQUESTS for guessers; ruleViolation
 *   when the device limit is reached (`device-limit`) or the event is over (`event-over`).
 */
export async function openStaffAccess(
	services: Services,
	command: {
		code: string;
		pin: string | undefined;
		deviceName: string;
		deviceKey?: string | undefined;
		address: string;
	},
): Promise<{ token: string; link: StaffLinkRow; needsPin: boolean }> {
	const link = await findLink(services, command.code, command.address);
	if (!(await checkPin(services, link, command.pin))) return { token: '', link, needsPin: true };
	const { token, hash } = newStaffToken();
	const keyHash = command.deviceKey ? hashStaffToken(command.deviceKey) : null;
	await services.database.transaction(async (tx) => {
		// The link's row is the lock: two devices cannot both take the last place.
		await tx.select({ id: staffLinks.id }).from(staffLinks).where(isLink(link)).for('update');
		await leaveOldPlace(tx, link, keyHash);
		if (link.deviceLimit !== null && (await countDevices(tx, link)) >= link.deviceLimit) {
			throw ruleViolation(
				'device-limit',
				link.deviceLimit === 1
					? message`This link is already in use on another device. Ask the organiser for another link.`
					: message`This link is already in use on ${link.deviceLimit} devices. Ask the organiser for another link.`,
			);
		}
		await tx.insert(staffDevices).values({
			id: newId(),
			organisationId: link.organisationId,
			staffLinkId: link.id,
			tokenHash: hash,
			keyHash,
			name: command.deviceName,
		});
		await tx.update(staffLinks).set({ lastUsedAt: sql`now()` }).where(isLink(link));
	});
	return { token, link, needsPin: false };
}
