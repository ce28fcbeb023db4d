import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
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
import { withFreshSecrets } from '../fresh-secrets.ts';
import { checkLinkPlaces } from '../link-places.ts';
import { hashPin } from '../pin.ts';
import { getStaffLink, isDoorClosed, isLink } from '../queries.ts';
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

/** Whoever makes, changes or renews a link, which does at most what they may do at its event. */
export interface LinkMaker {
	/** Null: nobody, of data that is made for measurements. */
	userId: string | null;
	rights: MemberRights;
}

/** What a new link may do: what is requested, else as much of the default as its maker may hand on. */
export function abilitiesOf(
	{ abilities }: Pick<StaffLinkInput, 'abilities'>,
	rights: MemberRights,
): StaffAbility[] {
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
			await requireLinkQuota(services, tx, command.organisationId);
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

/** Refuses one link more than the plan allows. A link of a series is one, whatever number of dates it opens. @throws INSUFFICIENT_QUOTA */
export const requireLinkQuota = (services: Services, tx: Tx, organisationId: string) =>
	requireQuota(services, tx, organisationId, 'staffLinks', () => countLinks(tx, organisationId));

/** Links of an organisation that work, or will. */
async function countLinks(tx: Tx, organisationId: string): Promise<number> {
	const { rows } = await tx.execute<{ links: number }>(sql`
		SELECT ((SELECT count(*) FROM staff_links WHERE organisation_id = ${organisationId} AND series_link_id IS NULL
				AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now()))
			+ (SELECT count(*) FROM series_staff_links WHERE organisation_id = ${organisationId}
				AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now())))::int AS links`);
	return rows[0]?.links ?? 0;
}

/** Refuses to change or renew by itself what belongs to a link of a series. @throws BUSINESS_RULE_VIOLATION `link-of-series` */
export function requireOwnLink(link: { seriesLinkId: string | null }): void {
	if (link.seriesLinkId)
		throw ruleViolation(
			'link-of-series',
			message`This link belongs to a series. Change it on the page of the series, or revoke it for this date.`,
		);
}

/**
 * Gives a link a new token and short code; the old ones and their devices stop working immediately. The caller becomes its creator.
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
			requireOwnLink(link);
			requireOwnRights('ability', link.abilities, maker.rights);
			await requireOpenDoor(tx, link);
			if (link.revokedAt) await requireLinkQuota(services, tx, scope.organisationId);
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
