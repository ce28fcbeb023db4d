import { and, eq, lte, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { memberships, ownershipOffers, users } from '#server/db/tables/accounts.ts';
import { memberNeedsTwoFactor } from '#server/http/access.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob, findOnce } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { type OwnershipOffer, ownershipOfferDays } from '#shared/contracts/team-ownership.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isWithinRights, type MemberRights } from '#shared/rules/permissions.ts';
import { readMakerRights } from '../handing-on.ts';
import { clearFailures } from '../lockout.ts';
import { lockScopeOf, provePassword } from '../prove-password.ts';
import { getUser } from '../queries.ts';
import { refuseStale } from '../sessions.ts';
import { takeSignInTry } from '../sign-in-limit.ts';
import { lockMembers, refuseBeyond, requireAnOwner, rightsOfRow } from './member-rows.ts';
import { findRequirement, meetsRequirement } from './two-factor-requirement.ts';

type Offer = typeof ownershipOffers.$inferSelect;

const ownerRights: MemberRights = { role: 'owner', isLimited: false };
const offerMs = ownershipOfferDays * 86_400_000;
const isOf = (organisationId: string) => eq(ownershipOffers.organisationId, organisationId);

/** The open offer of an organisation, for its members; null: none. */
export async function findOwnershipOffer(
	db: DbOrTx,
	organisationId: string,
	now: Date,
): Promise<OwnershipOffer | null> {
	const [row] = await db
		.select({ offer: ownershipOffers, firstName: users.firstName, lastName: users.lastName })
		.from(ownershipOffers)
		.innerJoin(users, eq(users.id, ownershipOffers.userId))
		.where(and(isOf(organisationId), sql`${ownershipOffers.expiresAt} > ${now.toISOString()}`));
	if (!row) return null;
	const { userId, offeredBy, expiresAt, createdAt } = row.offer;
	return {
		userId,
		name: `${row.firstName} ${row.lastName}`.trim(),
		offeredBy,
		expiresAt: expiresAt.toISOString(),
		createdAt: createdAt.toISOString(),
	};
}

/**
 * Offers the organisation to another member, for seven days. Nothing changes until they accept.
 * @param proof a password, or when the caller last proved who they are
 * @throws AUTH_INVALID_CREDENTIALS, AUTH_REQUIRED (`confirm-sign-in`), BUSINESS_RULE_VIOLATION `same-person`, `ownership-offered`
 */
export async function offerOwnership(
	services: Services,
	who: { organisationId: string; callerId: string; targetId: string },
	proof: { password: string | undefined; confirmedAt: Date; address: string },
): Promise<void> {
	if (proof.password === undefined) refuseStale(proof, services.clock.now());
	else {
		const user = await getUser(services.database.db, who.callerId);
		const scope = await lockScopeOf(services, { email: user.email, user }, proof.address);
		takeSignInTry(services, scope);
		await provePassword(services, scope, user, proof.password);
		await clearFailures(services.database.db, scope);
	}
	await services.database.transaction(async (tx) => {
		const { caller, target } = await lockMembers(tx, who);
		if (caller.userId === target.userId)
			throw ruleViolation('same-person', message`Choose someone else: you’re already the owner.`);
		refuseBeyond(rightsOfRow(caller), ownerRights);
		const now = services.clock.now();
		await endExpired(tx, services, who.organisationId, now);
		const made = await tx
			.insert(ownershipOffers)
			.values({
				organisationId: who.organisationId,
				offeredBy: who.callerId,
				userId: who.targetId,
				expiresAt: new Date(now.getTime() + offerMs),
				createdAt: now,
			})
			.onConflictDoNothing()
			.returning({ userId: ownershipOffers.userId });
		if (made.length === 0)
			throw ruleViolation(
				'ownership-offered',
				message`Ownership is already offered to a member. Cancel that offer first.`,
			);
		await publish(tx, services, 'accounts.ownership-offered', {
			...who,
			userId: who.targetId,
			byId: who.callerId,
		});
	});
}

/** Ends the open offer of an organisation for its owner. @throws not-found without one */
export function cancelOwnershipOffer(services: Services, organisationId: string): Promise<void> {
	return services.database.transaction(async (tx) => {
		const [offer] = await tx.delete(ownershipOffers).where(isOf(organisationId)).returning();
		if (!offer) throw notFound('Offer');
		await noteEnd(tx, services, offer, 'cancelled');
	});
}

/** Declines the offer for whom it was made. @throws not-found without one */
export function declineOwnership(
	services: Services,
	who: { organisationId: string; userId: string },
): Promise<void> {
	return services.database.transaction(async (tx) => {
		const [offer] = await tx
			.delete(ownershipOffers)
			.where(and(isOf(who.organisationId), eq(ownershipOffers.userId, who.userId)))
			.returning();
		if (!offer) throw notFound('Offer');
		await noteEnd(tx, services, offer, 'declined');
	});
}

/**
 * Makes the caller the owner, and whoever offered it an admin. All that the offer took is checked again. Members are locked before the
 * offer, as by whoever removes one of them.
 * @throws not-found without an offer to the caller; AUTH_REQUIRED (`confirm-sign-in`); AUTH_INSUFFICIENT_PERMISSIONS (`two-factor-needed`);
 *   BUSINESS_RULE_VIOLATION `offer-expired`, `offer-ended`
 */
export async function acceptOwnership(
	services: Services,
	who: { organisationId: string; userId: string; confirmedAt: Date },
): Promise<void> {
	const { organisationId, userId } = who;
	const isTheirs = and(isOf(organisationId), eq(ownershipOffers.userId, userId));
	await services.database.transaction(async (tx) => {
		const now = services.clock.now();
		const [seen] = await tx.select().from(ownershipOffers).where(isTheirs);
		if (!seen) throw notFound('Offer');
		refuseStale(who, now);
		const { offeredBy } = seen;
		const { caller, target: former } = await lockMembers(tx, {
			organisationId,
			callerId: userId,
			targetId: offeredBy,
		});
		const [offer] = await tx
			.delete(ownershipOffers)
			.where(and(isTheirs, eq(ownershipOffers.offeredBy, offeredBy)))
			.returning();
		if (!offer) throw notFound('Offer');
		if (offer.expiresAt <= now)
			throw ruleViolation('offer-expired', message`This offer has expired. Ask for a new one.`);
		const rights = await readMakerRights(tx, { organisationId, userId: offeredBy });
		if (!rights || !isWithinRights(rights, ownerRights))
			throw ruleViolation(
				'offer-ended',
				message`The person who offered you ownership is no longer an owner. Ask for a new offer.`,
			);
		if ((await findRequirement(tx, organisationId)) && !(await meetsRequirement(tx, userId)))
			throw memberNeedsTwoFactor();
		const isRow = (one: { userId: string }) =>
			and(eq(memberships.organisationId, organisationId), eq(memberships.userId, one.userId));
		await tx
			.update(memberships)
			.set({ role: 'owner', eventIds: null, extraActions: [], deniedActions: [] })
			.where(isRow(caller));
		await tx.update(memberships).set({ role: 'admin' }).where(isRow(former));
		await requireAnOwner(tx);
		await publish(tx, services, 'accounts.ownership-transferred', {
			organisationId,
			userId,
			byId: offeredBy,
		});
	});
}

async function endExpired(tx: Tx, services: Services, organisationId: string, now: Date): Promise<void> {
	const ended = await tx
		.delete(ownershipOffers)
		.where(and(isOf(organisationId), lte(ownershipOffers.expiresAt, now)))
		.returning();
	for (const offer of ended) await noteEnd(tx, services, offer, 'expired');
}

const noteEnd = (
	tx: Tx,
	services: Services,
	{ organisationId, userId, offeredBy }: Offer,
	how: 'cancelled' | 'declined' | 'expired',
) =>
	services.facts.publish(
		tx,
		{
			name: 'accounts.ownership-offer-ended',
			organisationId,
			eventId: null,
			payload: { userId, byId: offeredBy, how },
		},
		services,
	);

const publish = (
	tx: Tx,
	services: Services,
	name: 'accounts.ownership-offered' | 'accounts.ownership-transferred',
	{ organisationId, userId, byId }: { organisationId: string; userId: string; byId: string },
) => services.facts.publish(tx, { name, organisationId, eventId: null, payload: { userId, byId } }, services);

const expiring = 'accounts.end-ownership-offers';

/** Ends offers that were not answered in time. */
export const endOwnershipOffers = createFairJob<{ organisationId: string }>({
	name: expiring,
	cron: '*/10 * * * *',
	createFind: () =>
		findOnce(async ({ database, clock }) => {
			const { rows } = await database.pool.query<{ organisationId: string }>(
				`SELECT o.organisation_id AS "organisationId" FROM ownership_offers o
				WHERE o.expires_at <= $1 AND ${isNotDelayed(expiring, 'o.organisation_id')} ORDER BY o.expires_at LIMIT 500`,
				[clock.now()],
			);
			return rows;
		}),
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ organisationId }) => organisationId,
	async run(services, due) {
		for (const { organisationId } of due)
			await services.database.transaction((tx) =>
				endExpired(tx, services, organisationId, services.clock.now()),
			);
		return due.length;
	},
});
