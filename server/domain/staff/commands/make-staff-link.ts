import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { staffLinks } from '#server/db/tables/staff.ts';
import { requireOwnRights } from '#server/domain/accounts/handing-on.ts';
import { requireQuota } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { defaultStaffAbilities, type StaffAbility } from '#shared/rules/staff-abilities.ts';
import { checkLinkPlaces } from '../link-places.ts';
import { hashPin } from '../pin.ts';
import { getStaffLink, isDoorClosed, isLink } from '../queries.ts';
import { newShortCode, newStaffToken } from '../tokens.ts';
import { endTokens } from './end-tokens.ts';

export interface StaffLinkInput {
	label: string;
	abilities?: StaffAbility[] | undefined;
	startsAt?: string | null | undefined;
	endsAt?: string | null | undefined;
	deviceLimit?: number | null | undefined;
	pin?: string | null | undefined;
	listIds?: string[] | null | undefined;
	gateId?: string | null | undefined;
}

/** Short codes are random; a clash is all but impossible, and tried again. */
async function withFreshSecrets<T>(
	write: (secrets: { token: string; hash: Buffer; shortCode: string }) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await write({ ...newStaffToken(), shortCode: newShortCode() });
		} catch (error) {
			if (attempt >= 5 || !isUniqueViolation(error, 'names_pkey')) throw error;
		}
	}
}

/** Whoever makes, changes or renews a link, which does at most what they may do at its event. */
export interface LinkMaker {
	/** Null: nobody, of data that is made for measurements. */
	userId: string | null;
	rights: MemberRights;
}

/** What a new link may do: what is asked for, else as much of the default as its maker may hand on. */
function abilitiesOf({ abilities }: StaffLinkInput, rights: MemberRights): StaffAbility[] {
	if (abilities) return [...new Set(abilities)];
	const some = withinRights('ability', defaultStaffAbilities, rights);
	return some.length > 0 ? some : defaultStaffAbilities;
}

/** Refuses a link that would open nothing, since its event is over. */
export async function requireOpenDoor(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
): Promise<void> {
	if (await isDoorClosed(tx, scope))
		throw ruleViolation(
			'event-over',
			message`This event has ended, so a staff link would open nothing. Links work until one day after the end.`,
		);
}

/**
 * Makes a way to the door. The token is returned once and never again.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`, `event-over`; VALIDATION_FAILED; INSUFFICIENT_QUOTA
 */
export async function createStaffLink(
	services: Services,
	command: { organisationId: string; eventId: string; maker: LinkMaker; input: StaffLinkInput },
) {
	const { input, maker } = command;
	const abilities = abilitiesOf(input, maker.rights);
	requireOwnRights('ability', abilities, maker.rights);
	const startsAt = input.startsAt ? new Date(input.startsAt) : null;
	const endsAt = input.endsAt ? new Date(input.endsAt) : null;
	if (startsAt && endsAt && endsAt <= startsAt)
		throw fieldError('endsAt', message`The end must be after the start.`);
	if (endsAt && endsAt <= services.clock.now())
		throw fieldError('endsAt', message`The end must be in the future.`);
	await checkLinkPlaces(services.database.db, command, input);
	const pinHash = input.pin ? await hashPin(input.pin) : null;
	return withFreshSecrets(({ token, hash, shortCode }) =>
		services.database.transaction(async (tx) => {
			await requireOpenDoor(tx, command);
			await requireQuota(services, tx, command.organisationId, 'staffLinks', () =>
				countLinks(tx, command.organisationId),
			);
			const [row] = await tx
				.insert(staffLinks)
				.values({
					id: newId(),
					organisationId: command.organisationId,
					eventId: command.eventId,
					tokenHash: hash,
					shortCode,
					label: input.label,
					abilities,
					startsAt,
					endsAt,
					listIds: input.listIds ?? null,
					gateId: input.gateId ?? null,
					deviceLimit: input.deviceLimit ?? null,
					pinHash,
					createdBy: maker.userId,
				})
				.returning();
			if (!row) throw new Error('The staff link was not written.');
			return { row: { ...row, deviceCount: 0 }, token };
		}),
	);
}

/** Links of an organisation that work, or will. */
async function countLinks(tx: Tx, organisationId: string): Promise<number> {
	const { rows } = await tx.execute<{ links: number }>(sql`
		SELECT count(*)::int AS links FROM staff_links
		WHERE organisation_id = ${organisationId} AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now())`);
	return rows[0]?.links ?? 0;
}

/**
 * Gives a link a new token and short code; the old ones, and all devices that came in by them, end at once. It is a link of whoever does so.
 * @throws not-found; BUSINESS_RULE_VIOLATION `beyond-own-rights`, `event-over`; INSUFFICIENT_QUOTA
 */
export async function rotateStaffLink(
	services: Services,
	scope: { organisationId: string; eventId: string },
	staffLinkId: string,
	maker: LinkMaker,
) {
	return withFreshSecrets(({ token, hash, shortCode }) =>
		services.database.transaction(async (tx) => {
			const link = await getStaffLink(tx, scope, staffLinkId);
			requireOwnRights('ability', link.abilities, maker.rights);
			await requireOpenDoor(tx, link);
			if (link.revokedAt)
				await requireQuota(services, tx, scope.organisationId, 'staffLinks', () =>
					countLinks(tx, scope.organisationId),
				);
			await endTokens(tx, link);
			const [row] = await tx
				.update(staffLinks)
				.set({
					tokenHash: hash,
					shortCode,
					revokedAt: null,
					wrongPins: 0,
					pinWaitsUntil: null,
					createdBy: maker.userId,
				})
				.where(isLink(link))
				.returning();
			if (!row) throw new Error('The staff link was not written.');
			return { row: { ...row, deviceCount: 0 }, token };
		}),
	);
}
