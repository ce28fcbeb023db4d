import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { lockEvent } from '../events/event-rows.ts';
import { getPlanState } from '../subscriptions/plan-state.ts';
import { stockStore } from './stock-store.ts';
import { lockOffer, ofEvent, poolOfEvent, updatePriceRange } from './type-rows.ts';

/** The pool of all guests of an event; null where no plan limits it. */
export async function findPlanPool(db: DbOrTx, scope: EventScope): Promise<string | null> {
	const [pool] = await db
		.select({ id: capacityPools.id })
		.from(capacityPools)
		.where(and(poolOfEvent(scope), eq(capacityPools.isPlan, true)));
	return pool?.id ?? null;
}

/**
 * Holds the guests of an event to the plan of its organisation: a pool that every ticket type takes from beside its own, so that no
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
			greatest(${limit}::int, coalesce(sum(confirmed + held), 0)::int), coalesce(sum(confirmed), 0), coalesce(sum(held), 0),
			coalesce(bool_and(is_closed), false)
		FROM capacity_pools WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND NOT is_shared`);
	await tx.update(ticketTypes).set({ planPoolId: id }).where(ofEvent(scope));
	await raiseGenerations(tx, scope);
}

async function removePool(tx: Tx, scope: EventScope): Promise<void> {
	await tx.update(ticketTypes).set({ planPoolId: null }).where(ofEvent(scope));
	await raiseGenerations(tx, scope);
	await tx.delete(capacityPools).where(and(poolOfEvent(scope), eq(capacityPools.isPlan, true)));
}

const resizePool = (tx: Tx, scope: EventScope, limit: number) =>
	tx
		.update(capacityPools)
		.set({ size: sql`greatest(${limit}::int, ${capacityPools.confirmed} + ${capacityPools.held})` })
		.where(and(poolOfEvent(scope), eq(capacityPools.isPlan, true)));

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
