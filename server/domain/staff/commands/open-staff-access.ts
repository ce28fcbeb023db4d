import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { endedStaffTokens, seriesStaffLinks, staffDevices, staffLinks } from '#server/db/tables/staff.ts';
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
import type { LinkDate } from '../series/link-date.ts';
import { openDateOf, takeLinkOfDate } from '../series/open-date.ts';
import {
	findSeriesLink,
	findSeriesLinkOfDevice,
	isSeriesLink,
	type SeriesLinkRow,
} from '../series/series-links.ts';
import { hashStaffToken, newStaffToken, normaliseShortCode } from '../tokens.ts';
import { withheldOf } from '../withheld.ts';

/** A staff token has 43 characters, a short code 8 and perhaps some blanks. */
const longestShortCode = 20;

async function checkPin(
	services: Services,
	link: StaffLinkRow | SeriesLinkRow,
	pin: string | undefined,
): Promise<boolean> {
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

/** What a code leads to: a link of an event, or one of a series with the date that it opens now. */
type Entrance =
	| { link: StaffLinkRow; date: null; isKnown: false }
	| { link: SeriesLinkRow; date: LinkDate; isKnown: boolean };

const refused = () =>
	new AppError('AUTH_INVALID_CREDENTIALS', {
		message: 'Invalid or expired scanner access. Please get a new QR code from the event organizer.',
		userMessage: message`Invalid or expired scanner access. Please get a new QR code from the event organizer.`,
	});

/** Whether a link may be entered now: it has begun, and its maker may still hand on some of what it does. */
async function isEnterable(services: Services, link: StaffLinkRow | SeriesLinkRow): Promise<boolean> {
	const withheld = (await withheldOf(services.database.db, [link])).get(link.id);
	const isPowerless = withheld?.length === link.abilities.length;
	return !isPowerless && !(link.startsAt && link.startsAt > services.clock.now());
}

async function findEntrance(services: Services, code: string, address: string): Promise<Entrance> {
	await refuseGuessers(services, address);
	const typed = normaliseShortCode(code);
	const isToken = code.trim().length > longestShortCode;
	const hash = hashStaffToken(code.trim());
	const link = isToken
		? await findLinkByToken(services, hash)
		: typed === ''
			? null
			: await findLinkByCode(services, typed);
	// Whoever holds the code of an event that is over guesses nothing, and learns why it opens nothing.
	if (link && (await isDoorClosed(services.database.db, link)))
		throw ruleViolation('event-over', message`The event has ended, and access ended with it.`);
	if (link) {
		// The code of a link of a date is shown to nobody; devices come in by the link of the series.
		if (!link.seriesLinkId && (await isEnterable(services, link)))
			return { link, date: null, isKnown: false };
		throw refused();
	}
	const name = isToken
		? { kind: 'staff token' as const, name: hash.toString('hex') }
		: { kind: 'staff code' as const, name: typed };
	const ofSeries = typed === '' ? null : await findSeriesLink(services, name);
	const ofDevice = ofSeries || !isToken ? null : await findSeriesLinkOfDevice(services, hash);
	const found = ofSeries ?? ofDevice;
	if (found && (await isEnterable(services, found)))
		return { link: found, date: await openDateOf(services, found), isKnown: ofDevice !== null };
	// A code that begins later, or whose maker may do nothing any more, is no guess.
	if (!found) await countWrongCode(services, address);
	throw refused();
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

/** A registered device, or one that must submit the PIN first. */
export interface Entered {
	/** Empty while the PIN is to be requested. */
	token: string;
	needsPin: boolean;
	label: string;
	startsAt: Date | null;
	endsAt: Date | null;
	organisationId: string;
	eventId: string;
	gateId: string | null;
	/** The date of a series that it opened. */
	date: LinkDate | null;
}

/**
 * Lets a device in by the typed short code or a link's own token, and the PIN where the link has one, and gives it a token of its own. A
 * link of a series opens the date that is on. A device that came in at a date of a series goes on to the next one by its own token.
 * @returns no token while a PIN is still to be requested.
 * @throws AUTH_INVALID_CREDENTIALS for a code that names no live link; RATE_LIMIT_TOO_MANY_REQUESTS for guessers; ruleViolation
 *   when the device limit is reached (`device-limit`), the event is over (`event-over`), or no date of the series is open (`date-not-open`,
 *   `no-date-ahead`).
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
): Promise<Entered> {
	const found = await findEntrance(services, command.code, command.address);
	const entered = {
		...{ label: found.link.label, startsAt: found.link.startsAt, endsAt: found.link.endsAt },
		organisationId: found.link.organisationId,
		...(found.date
			? { eventId: found.date.eventId, gateId: null, date: found.date }
			: { eventId: found.link.eventId, gateId: found.link.gateId, date: null }),
	};
	if (!found.isKnown && !(await checkPin(services, found.link, command.pin)))
		return { ...entered, token: '', needsPin: true };
	const { token, hash } = newStaffToken();
	const keyHash = command.deviceKey ? hashStaffToken(command.deviceKey) : null;
	await services.database.transaction(async (tx) => {
		const link = found.date ? await takeLinkOfDate(tx, found.link, found.date) : found.link;
		if (!link) throw refused();
		await takePlace(tx, link, { tokenHash: hash, keyHash, name: command.deviceName });
		if (found.date)
			await tx.update(seriesStaffLinks).set({ lastUsedAt: sql`now()` }).where(isSeriesLink(found.link));
	});
	return { ...entered, token, needsPin: false };
}

/** Writes a device down at a link. @throws BUSINESS_RULE_VIOLATION `device-limit` */
async function takePlace(
	tx: Tx,
	link: StaffLinkRow,
	device: { tokenHash: Buffer; keyHash: Buffer | null; name: string },
): Promise<void> {
	// The link's row is the lock: two devices cannot both take the last place.
	await tx.select({ id: staffLinks.id }).from(staffLinks).where(isLink(link)).for('update');
	await leaveOldPlace(tx, link, device.keyHash);
	if (link.deviceLimit !== null && (await countDevices(tx, link)) >= link.deviceLimit) {
		throw ruleViolation(
			'device-limit',
			link.deviceLimit === 1
				? message`This link is already in use on another device. Ask the organiser for another link.`
				: message`This link is already in use on ${link.deviceLimit} devices. Ask the organiser for another link.`,
		);
	}
	const { organisationId, id: staffLinkId } = link;
	await tx.insert(staffDevices).values({ id: newId(), organisationId, staffLinkId, ...device });
	await tx.update(staffLinks).set({ lastUsedAt: sql`now()` }).where(isLink(link));
}
