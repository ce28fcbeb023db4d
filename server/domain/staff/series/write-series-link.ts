import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { seriesStaffLinks, staffLinks } from '#server/db/tables/staff.ts';
import { requireOwnRights } from '#server/domain/accounts/handing-on.ts';
import type { SeriesScope } from '#server/domain/series/series-record.ts';
import type { Services } from '#server/services.ts';
import { DEFAULT_CLOSES_AFTER, DEFAULT_OPENS_BEFORE } from '#shared/contracts/series-staff-links.ts';
import { fieldError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { abilitiesOf, type LinkMaker, requireLinkQuota } from '../commands/make-staff-link.ts';
import { withFreshSecrets } from '../fresh-secrets.ts';
import { hashPin } from '../pin.ts';
import { withheldOf } from '../withheld.ts';
import {
	type CountedSeriesLink,
	getSeriesLink,
	isSeriesLink,
	lockSeriesLink,
	type SeriesLinkRow,
} from './series-links.ts';

export interface SeriesLinkInput {
	label: string;
	abilities?: StaffAbility[] | undefined;
	startsAt?: string | null | undefined;
	endsAt?: string | null | undefined;
	opensBeforeMinutes?: number | undefined;
	closesAfterMinutes?: number | undefined;
	deviceLimit?: number | null | undefined;
	pin?: string | null | undefined;
}

const instantOf = (typed: string | null | undefined) => (typed ? new Date(typed) : null);

function checkSeason(startsAt: Date | null, endsAt: Date | null): void {
	if (startsAt && endsAt && endsAt <= startsAt)
		throw fieldError('endsAt', message`The end must be after the start.`);
}

/**
 * Makes a way to the doors of all dates of a series. The token is returned once and never again.
 * @throws BUSINESS_RULE_VIOLATION `beyond-own-rights`; VALIDATION_FAILED; INSUFFICIENT_QUOTA
 */
export async function createSeriesLink(
	services: Services,
	scope: SeriesScope,
	input: SeriesLinkInput,
	maker: LinkMaker,
): Promise<{ row: CountedSeriesLink; token: string }> {
	const abilities = abilitiesOf(input, maker.rights);
	requireOwnRights('ability', abilities, maker.rights);
	const startsAt = instantOf(input.startsAt);
	const endsAt = instantOf(input.endsAt);
	checkSeason(startsAt, endsAt);
	if (endsAt && endsAt <= services.clock.now())
		throw fieldError('endsAt', message`The end must be in the future.`);
	const pinHash = input.pin ? await hashPin(input.pin) : null;
	return withFreshSecrets(({ token, hash, shortCode }) =>
		services.database.transaction(async (tx) => {
			await requireLinkQuota(services, tx, scope.organisationId);
			const [row] = await tx
				.insert(seriesStaffLinks)
				.values({
					...{ id: newId(), organisationId: scope.organisationId, seriesId: scope.seriesId },
					...{ tokenHash: hash, shortCode, label: input.label, abilities, startsAt, endsAt, pinHash },
					opensBeforeMinutes: input.opensBeforeMinutes ?? DEFAULT_OPENS_BEFORE,
					closesAfterMinutes: input.closesAfterMinutes ?? DEFAULT_CLOSES_AFTER,
					deviceLimit: input.deviceLimit ?? null,
					createdBy: maker.userId,
				})
				.returning();
			if (!row) throw new Error('The staff link was not written.');
			return { row: { ...row, deviceCount: 0 }, token };
		}),
	);
}

/** Fields that links of dates share with the link of their series. */
async function passOn(tx: Tx, link: SeriesLinkRow): Promise<void> {
	const { label, abilities, deviceLimit, createdBy } = link;
	await tx.update(staffLinks).set({ label, abilities, deviceLimit, createdBy }).where(ofSeriesLink(link));
}

const ofSeriesLink = (link: { organisationId: string; id: string }) =>
	and(eq(staffLinks.organisationId, link.organisationId), eq(staffLinks.seriesLinkId, link.id));

/** @throws not-found for a link of another series */
async function lockOwn(tx: Tx, scope: SeriesScope, id: string): Promise<SeriesLinkRow> {
	const link = await lockSeriesLink(tx, { organisationId: scope.organisationId, id });
	if (link.seriesId !== scope.seriesId) throw notFound('Staff link');
	return link;
}

/**
 * Changes a link at all dates; what it may do counts from the next call of every device. As with links of one event, whoever gives it more
 * than its maker can hand on is its maker from then on.
 * @throws not-found; BUSINESS_RULE_VIOLATION `beyond-own-rights`; VALIDATION_FAILED
 */
export async function updateSeriesLink(
	services: Services,
	scope: SeriesScope,
	id: string,
	input: Partial<SeriesLinkInput>,
	editor: LinkMaker,
): Promise<CountedSeriesLink> {
	const pinHash = input.pin ? await hashPin(input.pin) : null;
	await services.database.transaction(async (tx) => {
		const old = await lockOwn(tx, scope, id);
		const abilities = input.abilities ? [...new Set(input.abilities)] : old.abilities;
		requireOwnRights('ability', abilities, editor.rights);
		const isMore = abilities.some((one) => !old.abilities.includes(one));
		const isTheirs = !isMore && (await withheldOf(tx, [old])).get(old.id)?.length === 0;
		const startsAt = input.startsAt === undefined ? old.startsAt : instantOf(input.startsAt);
		const endsAt = input.endsAt === undefined ? old.endsAt : instantOf(input.endsAt);
		checkSeason(startsAt, endsAt);
		const [row] = await tx
			.update(seriesStaffLinks)
			.set({
				...{ abilities, startsAt, endsAt },
				label: input.label ?? old.label,
				createdBy: isTheirs ? old.createdBy : editor.userId,
				opensBeforeMinutes: input.opensBeforeMinutes ?? old.opensBeforeMinutes,
				closesAfterMinutes: input.closesAfterMinutes ?? old.closesAfterMinutes,
				deviceLimit: input.deviceLimit === undefined ? old.deviceLimit : input.deviceLimit,
				...(input.pin === undefined ? {} : { pinHash, wrongPins: 0, pinWaitsUntil: null }),
			})
			.where(isSeriesLink(old))
			.returning();
		if (row) await passOn(tx, row);
	});
	return getSeriesLink(services.database.db, scope, id);
}

/** Ends a link and its devices at all dates on the very next call. Idempotent: the first end stands. */
export async function revokeSeriesLink(
	services: Services,
	scope: SeriesScope,
	id: string,
): Promise<CountedSeriesLink> {
	await services.database.transaction(async (tx) => {
		const link = await lockOwn(tx, scope, id);
		if (link.revokedAt) return;
		await tx.update(seriesStaffLinks).set({ revokedAt: sql`now()` }).where(isSeriesLink(link));
		await tx
			.update(staffLinks)
			.set({ revokedAt: sql`now()` })
			.where(and(ofSeriesLink(link), sql`${staffLinks.revokedAt} IS NULL`));
	});
	return getSeriesLink(services.database.db, scope, id);
}

/**
 * Gives a link a new token and short code, and makes it live again where it was revoked; dates for which it was revoked manually stay closed to
 * it. The old ones, and all devices that came in by them, end at once. It is a link of whoever does so.
 * @throws not-found; BUSINESS_RULE_VIOLATION `beyond-own-rights`; INSUFFICIENT_QUOTA
 */
export async function rotateSeriesLink(
	services: Services,
	scope: SeriesScope,
	id: string,
	maker: LinkMaker,
): Promise<{ row: CountedSeriesLink; token: string }> {
	return withFreshSecrets(({ token, hash, shortCode }) =>
		services.database.transaction(async (tx) => {
			const link = await lockOwn(tx, scope, id);
			requireOwnRights('ability', link.abilities, maker.rights);
			if (link.revokedAt) await requireLinkQuota(services, tx, scope.organisationId);
			await endDevices(tx, link);
			const [row] = await tx
				.update(seriesStaffLinks)
				.set({
					...{ tokenHash: hash, shortCode, revokedAt: null, wrongPins: 0, pinWaitsUntil: null },
					createdBy: maker.userId,
				})
				.where(isSeriesLink(link))
				.returning();
			if (!row) throw new Error('The staff link was not written.');
			await passOn(tx, row);
			// Those that ended with it, at the same instant, live again.
			if (link.revokedAt)
				await tx
					.update(staffLinks)
					.set({ revokedAt: null })
					.where(and(ofSeriesLink(link), eq(staffLinks.revokedAt, link.revokedAt)));
			return { row: { ...row, deviceCount: 0 }, token };
		}),
	);
}

/** Ends all devices of a link at all dates; their tokens are retained for a week, so that they can hand in what they scanned. */
async function endDevices(tx: Tx, { organisationId, id }: SeriesLinkRow): Promise<void> {
	await tx.execute(sql`
		WITH gone AS (
			DELETE FROM staff_devices d USING staff_links l
			WHERE l.organisation_id = ${organisationId} AND l.series_link_id = ${id}
				AND d.organisation_id = l.organisation_id AND d.staff_link_id = l.id
			RETURNING d.token_hash, d.organisation_id, d.staff_link_id, d.name
		)
		INSERT INTO ended_staff_tokens (token_hash, organisation_id, staff_link_id, device) SELECT * FROM gone ON CONFLICT DO NOTHING`);
	await tx.execute(sql`
		DELETE FROM ended_staff_tokens e USING staff_links l
		WHERE l.organisation_id = ${organisationId} AND l.series_link_id = ${id}
			AND e.organisation_id = l.organisation_id AND e.staff_link_id = l.id AND e.ended_at < now() - interval '8 days'`);
}
