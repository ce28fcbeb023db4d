import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { cashDrawers } from '#server/db/tables/door-sales.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { post } from '#server/domain/ledger/post.ts';
import type { Services } from '#server/services.ts';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { Seller } from './seller.ts';

/*
 * The cash of a device, from one count to the next. What should be in a drawer is what was counted at its opening and the cash of its sales. The
 * drawer is held by whoever puts cash in and whoever closes it, so no sale falls between its count and its closing.
 */

export type DrawerRow = typeof cashDrawers.$inferSelect;

const ofEvent = (scope: EventScope) => isOfEvent(cashDrawers, scope);

const ofDevice = (seller: Seller) =>
	and(ofEvent(seller), eq(cashDrawers.holderId, seller.holderId), eq(cashDrawers.deviceId, seller.deviceId));

/** Cash that was paid into a drawer. */
interface DrawerSales {
	sales: number;
	soldMinor: number;
}

const noSales: DrawerSales = { sales: 0, soldMinor: 0 };

/** What was paid into drawers, by their ids. */
async function readSales(
	db: DbOrTx,
	organisationId: string,
	drawerIds: readonly string[],
): Promise<Map<string, DrawerSales>> {
	if (drawerIds.length === 0) return new Map();
	const { rows } = await db.execute<{ id: string; sales: number; sold: string }>(sql`
		SELECT drawer_id AS id, count(*)::int AS sales, sum(due_minor) AS sold FROM door_sales
		WHERE organisation_id = ${organisationId} AND drawer_id IS NOT NULL AND drawer_id = ANY(${plainArray(drawerIds)}::uuid[])
		GROUP BY 1`);
	return new Map(rows.map((row) => [row.id, { sales: row.sales, soldMinor: Number(row.sold) }]));
}

/** Drawers as devices and organisers see them, in the same order. */
export async function presentDrawers(db: DbOrTx, rows: readonly DrawerRow[]): Promise<CashDrawer[]> {
	const [first] = rows;
	if (!first) return [];
	const sales = await readSales(
		db,
		first.organisationId,
		rows.map(({ id }) => id),
	);
	return rows.map((row) => present(row, sales.get(row.id) ?? noSales));
}

function present(row: DrawerRow, { sales, soldMinor }: DrawerSales): CashDrawer {
	const expectedMinor = row.openedMinor + soldMinor;
	return {
		...{ id: row.id, device: row.device, currency: row.currency },
		...{ openedMinor: row.openedMinor, openedBy: row.openedBy, openedAt: row.openedAt.toISOString() },
		...{ expectedMinor, sales, soldMinor },
		closed:
			row.closedAt === null || row.countedMinor === null
				? null
				: {
						at: row.closedAt.toISOString(),
						by: row.closedBy ?? '',
						countedMinor: row.countedMinor,
						differenceMinor: row.countedMinor - expectedMinor,
						note: row.note,
					},
	};
}

async function presentDrawer(db: DbOrTx, row: DrawerRow): Promise<CashDrawer> {
	const [drawer] = await presentDrawers(db, [row]);
	return drawer as CashDrawer;
}

/** The open drawer of a device; null: none. */
export async function findOpenDrawer(db: DbOrTx, seller: Seller): Promise<CashDrawer | null> {
	const [row] = await db
		.select()
		.from(cashDrawers)
		.where(and(ofDevice(seller), isNull(cashDrawers.closedAt)));
	return row ? presentDrawer(db, row) : null;
}

/** A drawer that was opened before the event's currency was changed takes none of the new one: it is closed, and another one opened. */
const isOfCurrency = ({ organisationId, eventId }: EventScope) =>
	sql`${cashDrawers.currency} = (SELECT currency FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId})`;

const drawerNotOpen = () =>
	ruleViolation(
		'drawer-not-open',
		message`The cash drawer of this device is not open. Count the cash and open it first.`,
	);

/**
 * Holds the drawer that cash of a sale goes into until the transaction ends, before the places of the event and before the order. Without an id the open one of the device.
 * A drawer that was closed meanwhile takes only what was sold without a network before (`mayBeClosed`).
 * @throws `drawer-not-open`; not-found for a drawer of another device
 */
export async function lockDrawer(
	tx: Tx,
	seller: Seller,
	{ drawerId, mayBeClosed = false }: { drawerId?: string | undefined; mayBeClosed?: boolean },
): Promise<DrawerRow> {
	const [row] = await tx
		.select()
		.from(cashDrawers)
		.where(
			and(
				ofDevice(seller),
				isOfCurrency(seller),
				drawerId === undefined ? isNull(cashDrawers.closedAt) : eq(cashDrawers.id, drawerId),
			),
		)
		.for('update');
	if (!row) throw drawerId === undefined ? drawerNotOpen() : notFound('Cash drawer');
	if (row.closedAt !== null && !mayBeClosed) throw drawerNotOpen();
	return row;
}

/** Books cash that was sold into a drawer before it was closed and arrived after: what was counted had it already. Nothing for an open drawer. */
export async function bookLateCash(
	tx: Tx,
	drawer: DrawerRow,
	{ id, dueMinor }: { id: string; dueMinor: number },
): Promise<void> {
	if (drawer.closedAt === null || dueMinor === 0) return;
	const { organisationId, eventId, id: subjectId, currency } = drawer;
	await tx
		.update(cashDrawers)
		.set({ lateMinor: sql`${cashDrawers.lateMinor} + ${dueMinor}` })
		.where(and(ofEvent(drawer), eq(cashDrawers.id, subjectId)));
	// What its closing booked as too much, or did not book as missing, is the cash of this sale.
	await post(tx, [
		{
			...{ organisationId, eventId, subjectId, currency, sourceKind: 'late_cash', sourceId: id },
			...{ madeBy: drawer.closedUserId, note: drawer.closedBy ?? '' },
			transfers: [{ kind: 'late_cash', debit: 'cash_differences', credit: 'cash', amountMinor: dueMinor }],
		},
	]);
}

/** What was counted, by whom. */
interface Count {
	countedMinor: number;
	name: string;
	note: string;
	userId: string | null;
}

/** Opens or closes the drawer of a device. Closing it once more with the same count is the same closing. @throws `drawer-open`, `drawer-not-open` */
export async function countCash(
	services: Services,
	seller: Seller,
	{ action, ...count }: { action: 'open' | 'close'; countedMinor: number; name: string; note: string },
): Promise<CashDrawer> {
	return services.database.transaction(async (tx) => {
		if (action === 'open') return presentDrawer(tx, await openDrawer(tx, seller, count));
		const [row] = await tx
			.select()
			.from(cashDrawers)
			.where(and(ofDevice(seller), isNull(cashDrawers.closedAt)))
			.for('update');
		const counted = { ...count, userId: seller.userId };
		return presentDrawer(
			tx,
			row ? await closeLocked(services, tx, row, counted) : await findClosed(tx, seller, counted),
		);
	});
}

async function openDrawer(
	tx: Tx,
	seller: Seller,
	count: { countedMinor: number; name: string; note: string },
): Promise<DrawerRow> {
	const { organisationId, eventId, holderId, deviceId, device } = seller;
	const [row] = await tx
		.insert(cashDrawers)
		.values({
			...{ id: newId(), organisationId, eventId, holderId, deviceId, device },
			...{ openedMinor: count.countedMinor, openedBy: count.name, note: count.note },
			currency: sql<string>`(SELECT currency FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId})`,
		})
		.onConflictDoNothing()
		.returning();
	if (!row)
		throw ruleViolation(
			'drawer-open',
			message`The cash drawer of this device is open already. Count it and close it before you open another one.`,
		);
	return row;
}

const isSameCount = (row: DrawerRow, count: Count) =>
	row.countedMinor === count.countedMinor && row.closedBy === count.name && row.note === count.note;

/** The drawer that a device closed last, when it was by this count: its answer was lost. @throws `drawer-not-open` */
async function findClosed(tx: Tx, seller: Seller, count: Count): Promise<DrawerRow> {
	const [row] = await tx
		.select()
		.from(cashDrawers)
		.where(ofDevice(seller))
		.orderBy(desc(cashDrawers.id))
		.limit(1);
	if (!row || !isSameCount(row, count)) throw drawerNotOpen();
	return row;
}

/** Closes a drawer that is held, and books what was counted beside what should have been there. */
async function closeLocked(services: Services, tx: Tx, row: DrawerRow, count: Count): Promise<DrawerRow> {
	const { organisationId, eventId, id, currency } = row;
	const { soldMinor } = (await readSales(tx, organisationId, [id])).get(id) ?? noSales;
	const expectedMinor = row.openedMinor + soldMinor;
	const [closed] = await tx
		.update(cashDrawers)
		.set({
			...{ countedMinor: count.countedMinor, expectedMinor, closedBy: count.name, note: count.note },
			...{ closedUserId: count.userId, closedAt: sql`now()` },
		})
		.where(and(ofEvent(row), eq(cashDrawers.id, id)))
		.returning();
	const differenceMinor = count.countedMinor - expectedMinor;
	const isMore = differenceMinor > 0;
	await post(tx, [
		{
			...{ organisationId, eventId, subjectId: id, currency, sourceKind: 'cash_drawer', sourceId: id },
			...{ madeBy: count.userId, note: count.name },
			transfers: [
				{
					kind: 'cash_difference',
					debit: isMore ? 'cash' : 'cash_differences',
					credit: isMore ? 'cash_differences' : 'cash',
					amountMinor: Math.abs(differenceMinor),
				},
			],
		},
	]);
	const name = 'door-sales.drawer-closed' as const;
	await services.facts.publish(tx, { name, organisationId, eventId, payload: { drawerId: id } }, services);
	return closed as DrawerRow;
}

/**
 * Closes a drawer for its device. Once more with the same count is the same closing.
 * @throws `drawer-not-open` where it was closed by another count; not-found
 */
export async function closeDrawer(
	services: Services,
	scope: EventScope,
	drawerId: string,
	count: Count,
): Promise<CashDrawer> {
	return services.database.transaction(async (tx) => {
		const [row] = await tx
			.select()
			.from(cashDrawers)
			.where(and(ofEvent(scope), eq(cashDrawers.id, drawerId)))
			.for('update');
		if (!row) throw notFound('Cash drawer');
		if (row.closedAt === null) return presentDrawer(tx, await closeLocked(services, tx, row, count));
		if (isSameCount(row, count)) return presentDrawer(tx, row);
		throw ruleViolation(
			'drawer-not-open',
			message`This cash drawer has been closed. Reload the list to see the count.`,
		);
	});
}
