import { and, eq } from 'drizzle-orm';
import { capacityPools } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { type PoolRow, poolOfEvent } from './type-rows.ts';

/** Shared places as members see them. */
export function presentPool(pool: PoolRow) {
	return { id: pool.id, name: pool.name, size: pool.size, confirmed: pool.confirmed, held: pool.held };
}

/** The shared places of an event, oldest first. */
export async function listSharedPools(services: Services, scope: EventScope) {
	const rows = await services.database.db
		.select()
		.from(capacityPools)
		.where(and(poolOfEvent(scope), eq(capacityPools.isShared, true), eq(capacityPools.isPlan, false)))
		.orderBy(capacityPools.id);
	return rows.map(presentPool);
}
