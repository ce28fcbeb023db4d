import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { cashDrawers, doorAllotments, doorSales } from '#server/db/tables/door-sales.ts';
import { orders } from '#server/db/tables/orders.ts';
import { ticketTypes } from '#server/db/tables/tickets.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { ListedAllotment } from '#shared/contracts/door-allotments.ts';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import { presentDrawers } from './drawers.ts';
import { presentSaleRow } from './sale-view.ts';

interface PageQuery {
	limit: number;
	cursor?: string | undefined;
}

interface Page<Shown> {
	data: Shown[];
	nextCursor: string | null;
}

/** The condition that a list, the newest first, goes on after its cursor. */
function before(query: PageQuery, id: AnyPgColumn): SQL | undefined {
	const [last] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return last === undefined ? undefined : lt(id, sql`${last}::uuid`);
}

/** A page of what was sold and paid at the door, of one drawer or in all, the newest first. */
export async function listSales(
	services: Services,
	scope: EventScope,
	query: PageQuery & { drawer?: string | undefined },
): Promise<Page<ReturnType<typeof presentSaleRow>>> {
	const rows = await services.database.db
		.select({
			sale: doorSales,
			order: { code: orders.code, status: orders.status, expiresAt: orders.expiresAt },
		})
		.from(doorSales)
		.innerJoin(orders, and(isOfEvent(orders, doorSales), eq(orders.id, doorSales.orderId)))
		.where(
			and(
				isOfEvent(doorSales, scope),
				query.drawer === undefined ? undefined : eq(doorSales.drawerId, query.drawer),
				before(query, doorSales.id),
			),
		)
		.orderBy(desc(doorSales.id))
		.limit(query.limit + 1);
	return pageOf(
		rows,
		query.limit,
		({ sale, order }) => presentSaleRow(sale, order),
		({ sale }) => [sale.id],
	);
}

/** A page of the cash drawers of an event, the newest first. */
export async function listDrawers(
	services: Services,
	scope: EventScope,
	query: PageQuery,
): Promise<Page<CashDrawer>> {
	const { db } = services.database;
	const rows = await db
		.select()
		.from(cashDrawers)
		.where(and(isOfEvent(cashDrawers, scope), before(query, cashDrawers.id)))
		.orderBy(desc(cashDrawers.id))
		.limit(query.limit + 1);
	const page = pageOf(
		rows,
		query.limit,
		(row) => row,
		({ id }) => [id],
	);
	return { ...page, data: await presentDrawers(db, page.data) };
}

/** A page of what is reserved for devices, the newest first. */
export async function listAllotments(
	services: Services,
	scope: EventScope,
	query: PageQuery,
): Promise<Page<ListedAllotment>> {
	const rows = await services.database.db
		.select({ row: doorAllotments, name: ticketTypes.name })
		.from(doorAllotments)
		.leftJoin(
			ticketTypes,
			and(isOfEvent(ticketTypes, doorAllotments), eq(ticketTypes.id, doorAllotments.ticketTypeId)),
		)
		.where(
			and(
				isOfEvent(doorAllotments, scope),
				eq(doorAllotments.state, 'live'),
				before(query, doorAllotments.id),
			),
		)
		.orderBy(desc(doorAllotments.id))
		.limit(query.limit + 1);
	return pageOf(
		rows,
		query.limit,
		({ row, name }) => ({
			...{ id: row.id, device: row.device, quantity: row.quantity, updatedAt: row.updatedAt.toISOString() },
			ticketType: { id: row.ticketTypeId, name: name ?? '' },
		}),
		({ row }) => [row.id],
	);
}
