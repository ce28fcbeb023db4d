import { and, eq, inArray, sql } from 'drizzle-orm';
import { isAdmissionPool } from '#server/db/admissions.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { lockEvent } from '../events/event-rows.ts';
import { getPlanState } from '../subscriptions/plan-state.ts';
import { saveGrowth } from './places.ts';
import { isOfType, moveTypeReservations, type TypeReservation } from './reservations.ts';
import { stockStore } from './stock-store.ts';
import { lockOffer, ofEvent, poolOfEvent, updatePriceRange } from './type-rows.ts';

/** The pool of all guests of an event, from which types that admit nobody do not take; null where no plan limits it. */
export async function findPlanPool(db: DbOrTx, scope: EventScope): Promise<string | null> {
	const [pool] = await db
		.select({ id: capacityPools.id })
		.from(capacityPools)
		.where(and(poolOfEvent(scope), eq(capacityPools.isPlan, true)));
	return pool?.id ?? null;
}

/**
 * Holds the guests of an event to the plan of its organisation: a pool that every ticket type with admission takes from beside its own, so that no
 * interleaving of sales exceeds it. Who has more guests already keeps them. Where nothing is charged the pool goes, and sales take from it no
 * more. The event is held.
 */
export async function applyPlanLimit(services: Services, tx: Tx, scope: EventScope): Promise<void> {
	const { plan, isExpired } = await getPlanState(tx, scope.organisationId);
	const known = await findPlanPool(tx, scope);
	// What is on sale goes on when a plan was not paid.
	if ((plan === null && known === null) || (isExpired && known !== null)) return;
	await lockOffer(tx, scope);
	if (plan === null) await removePool(tx, scope);
	else if (known === null) await addPool(tx, scope, plan.attendeesPerEvent);
	else await resizePool(tx, scope, plan.attendeesPerEvent);
	stockStore(services).forget(scope.eventId);
}

/** `applyPlanLimit` to several events of an organisation, which are held. */
export async function applyPlanLimitToMany(
	services: Services,
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<void> {
	const { plan } = await getPlanState(tx, organisationId);
	const limited = plan === null ? await withPlanPool(tx, organisationId, eventIds) : eventIds;
	for (const eventId of limited) await applyPlanLimit(services, tx, { organisationId, eventId });
}

/** Those of the events that a plan limits so far. */
async function withPlanPool(
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<readonly string[]> {
	const pools = await tx
		.select({ eventId: capacityPools.eventId })
		.from(capacityPools)
		.where(
			and(
				eq(capacityPools.organisationId, organisationId),
				inArray(capacityPools.eventId, [...eventIds]),
				eq(capacityPools.isPlan, true),
			),
		);
	const ids = new Set(pools.map(({ eventId }) => eventId));
	return eventIds.filter((id) => ids.has(id));
}

/** Sales that were worked out for other pools are refused, and worked out anew. */
const raiseGenerations = (tx: Tx, scope: EventScope) =>
	tx
		.update(capacityPools)
		.set({ generation: sql`${capacityPools.generation} + 1` })
		.where(and(poolOfEvent(scope), eq(capacityPools.isShared, false)));

async function addPool(tx: Tx, scope: EventScope, limit: number): Promise<void> {
	const id = newId();
	await tx.execute(sql`
		INSERT INTO capacity_pools (id, organisation_id, event_id, is_shared, is_plan, size, confirmed, held, is_closed)
		SELECT ${id}::uuid, ${scope.organisationId}::uuid, ${scope.eventId}::uuid, true, true,
			greatest(${limit}::int, coalesce(sum(confirmed + held - r.places), 0)::int), coalesce(sum(confirmed), 0),
			coalesce(sum(held - r.places), 0), coalesce(bool_and(is_closed), false)
		FROM capacity_pools p CROSS JOIN LATERAL (SELECT coalesce(sum(r.places), 0)::int AS places FROM place_reservations r
			WHERE r.organisation_id = p.organisation_id AND r.pool_id = p.id AND r.state = 'live' AND NOT ${sql.raw(isOfType('r'))}) r
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND NOT is_shared
			AND ${sql.raw(isAdmissionPool('p'))}`);
	await tx
		.update(ticketTypes)
		.set({ planPoolId: id })
		.where(and(ofEvent(scope), eq(ticketTypes.isAdmission, true)));
	// What groups and devices at the door hold, they hold of it too.
	const { rows } = await tx.execute<TypeReservation & Record<string, unknown>>(sql`
		SELECT r.purpose, r.ref_id AS "refId", r.places FROM place_reservations r
		JOIN ticket_types t ON t.organisation_id = r.organisation_id AND t.event_id = r.event_id AND t.pool_id = r.pool_id AND t.is_admission
		WHERE r.organisation_id = ${scope.organisationId} AND r.event_id = ${scope.eventId} AND r.state = 'live' AND ${sql.raw(isOfType('r'))}`);
	await moveTypeReservations(tx, scope, rows, null, id);
	await raiseGenerations(tx, scope);
}

async function removePool(tx: Tx, scope: EventScope): Promise<void> {
	await tx.update(ticketTypes).set({ planPoolId: null }).where(ofEvent(scope));
	await raiseGenerations(tx, scope);
	await tx.execute(sql`
		UPDATE place_reservations r SET state = 'released' FROM capacity_pools p
		WHERE r.organisation_id = ${scope.organisationId} AND r.event_id = ${scope.eventId} AND r.state = 'live' AND ${sql.raw(isOfType('r'))}
			AND p.organisation_id = r.organisation_id AND p.event_id = r.event_id AND p.id = r.pool_id AND p.is_plan`);
	await tx.delete(capacityPools).where(and(poolOfEvent(scope), eq(capacityPools.isPlan, true)));
}

async function resizePool(tx: Tx, scope: EventScope, limit: number): Promise<void> {
	await leaveOutAddOns(tx, scope);
	const isPlanPool = and(poolOfEvent(scope), eq(capacityPools.isPlan, true));
	const [before] = await tx.select().from(capacityPools).where(isPlanPool);
	const [after] = await tx
		.update(capacityPools)
		.set({ size: sql`greatest(${limit}::int, ${capacityPools.confirmed} + ${capacityPools.held})` })
		.where(isPlanPool)
		.returning();
	if (before && after) await saveGrowth(tx, scope, before, after.size);
}

/** Types that admit nobody and take from the plan's places, since an older version made them: what they sold is given back to it. */
async function leaveOutAddOns(tx: Tx, scope: EventScope): Promise<void> {
	await tx.execute(sql`
		WITH own AS (
			UPDATE capacity_pools p SET generation = generation + 1 FROM ticket_types t
			WHERE t.organisation_id = ${scope.organisationId}::uuid AND t.event_id = ${scope.eventId}::uuid AND NOT t.is_admission
				AND t.plan_pool_id IS NOT NULL AND p.organisation_id = t.organisation_id AND p.id = t.pool_id
			RETURNING t.id, t.plan_pool_id, p.confirmed, p.held
		), left_out AS (
			UPDATE ticket_types t SET plan_pool_id = NULL FROM own
			WHERE t.organisation_id = ${scope.organisationId}::uuid AND t.event_id = ${scope.eventId}::uuid AND t.id = own.id
		)
		UPDATE capacity_pools p SET confirmed = p.confirmed - s.confirmed, held = p.held - s.held
		FROM (SELECT plan_pool_id, sum(confirmed) AS confirmed, sum(held) AS held FROM own GROUP BY 1) AS s
		WHERE p.organisation_id = ${scope.organisationId}::uuid AND p.event_id = ${scope.eventId}::uuid AND p.id = s.plan_pool_id`);
}

const pageSize = 200;

/** Applies the plan to all events on sale: of one organisation, or of all of them when the setting of the installation has changed. */
export async function applyPlanLimits(services: Services, organisationId: string | null): Promise<void> {
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const { rows } = await services.database.db.execute<{ organisation_id: string; id: string }>(sql`
			SELECT organisation_id, id FROM events WHERE status = 'published' AND ends_at > now() AND id > ${after}::uuid
				${organisationId === null ? sql`` : sql`AND organisation_id = ${organisationId}::uuid`}
			ORDER BY id LIMIT ${pageSize}`);
		for (const row of rows) {
			const scope = { organisationId: row.organisation_id, eventId: row.id };
			await services.database.transaction(async (tx) => {
				await lockEvent(tx, scope);
				await applyPlanLimit(services, tx, scope);
				// Its plan's fee is part of its prices where the buyer bears it.
				await updatePriceRange(tx, scope);
			});
			stockStore(services).forget(row.id);
			after = row.id;
		}
		if (rows.length < pageSize) return;
	}
}
