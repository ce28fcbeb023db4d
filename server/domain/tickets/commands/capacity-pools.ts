import { and, eq } from 'drizzle-orm';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { saveGrowth } from '../places.ts';
import { stockStore } from '../stock-store.ts';
import { holdEvent, lockPools, ofEvent, type PoolRow, poolOfEvent } from '../type-rows.ts';
import { checkCapacity } from '../type-rules.ts';

/** Makes a number of places that ticket types may share. */
export async function createCapacityPool(
	services: Services,
	scope: EventScope,
	input: { name: string; size: number | null },
	by: Author = bySystem,
): Promise<PoolRow> {
	return services.database.transaction(async (tx) =>
		withHistory(services, tx, scope, by, async () => {
			const event = await holdEvent(tx, scope);
			requireEdits([{ change: 'ticket.add' }], await readEditState(services, tx, event));
			const [row] = await tx
				.insert(capacityPools)
				.values({
					id: newId(),
					organisationId: scope.organisationId,
					eventId: scope.eventId,
					...input,
					isShared: true,
					isClosed: event.status !== 'published',
				})
				.returning();
			return row as PoolRow;
		}),
	);
}

/** Renames or resizes shared places; never below what is taken. */
export async function updateCapacityPool(
	services: Services,
	scope: EventScope,
	poolId: string,
	input: { name?: string | undefined; size?: number | null | undefined },
	by: Author = bySystem,
): Promise<PoolRow> {
	const updated = await services.database.transaction(async (tx) =>
		withHistory(services, tx, scope, by, async () => {
			const state = await readEditState(services, tx, await holdEvent(tx, scope));
			requireEdits([{ change: 'ticket.terms' }], state);
			const pool = (await lockPools(tx, scope, [poolId])).get(poolId);
			if (!pool?.isShared || pool.isPlan) throw notFound('Shared capacity');
			const size = input.size === undefined ? pool.size : input.size;
			checkCapacity(size, pool, 'size');
			const [row] = await tx
				.update(capacityPools)
				.set({ name: input.name ?? pool.name, size })
				.where(and(poolOfEvent(scope), eq(capacityPools.id, poolId)))
				.returning();
			await saveGrowth(tx, scope, pool, size);
			return row as PoolRow;
		}),
	);
	stockStore(services).forget(scope.eventId);
	return updated;
}

/** Takes shared places away that no ticket type uses any more. */
export async function deleteCapacityPool(
	services: Services,
	scope: EventScope,
	poolId: string,
	by: Author = bySystem,
): Promise<void> {
	await services.database.transaction(async (tx) =>
		withHistory(services, tx, scope, by, async () => {
			await holdEvent(tx, scope);
			const pool = (await lockPools(tx, scope, [poolId])).get(poolId);
			if (!pool?.isShared || pool.isPlan) throw notFound('Shared capacity');
			const users = await tx
				.select({ name: ticketTypes.name })
				.from(ticketTypes)
				.where(and(ofEvent(scope), eq(ticketTypes.sharedPoolId, poolId)));
			if (users.length > 0) {
				const names = users.map((type) => `"${type.name}"`).join(', ');
				throw ruleViolation(
					'capacity-in-use',
					message`${names} still uses this capacity. Remove it there first.`,
				);
			}
			await tx.delete(capacityPools).where(and(poolOfEvent(scope), eq(capacityPools.id, poolId)));
		}),
	);
	stockStore(services).forget(scope.eventId);
}
