import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { orderChanges } from '#server/db/tables/orders.ts';
import type { PoolReserve } from '#server/domain/tickets/places.ts';
import * as reservations from '#server/domain/tickets/reservations.ts';
import { newId } from '#shared/lib/ids.ts';
import type { OrderChangeState, WantedChange } from '#shared/rules/order-changes.ts';
import { CHANGE_MINUTES, MEMBER_CHANGE_HOURS } from '#shared/rules/periods.ts';
import type { OrderScope } from '../order-record.ts';
import type { PlannedChange } from './plan-change.ts';

export type OrderChangeRow = typeof orderChanges.$inferSelect;

/** A change that is noted. */
export interface NewChange {
	wanted: WantedChange;
	plan: PlannedChange;
	/** The member who makes it; null: the buyer. */
	madeBy: string | null;
	/** The places that it holds while it waits; null: it is applied at once. */
	reserved: PoolReserve[] | null;
	startsAt?: Date;
}

const isChange = (organisationId: string, id: string) =>
	and(eq(orderChanges.organisationId, organisationId), eq(orderChanges.id, id));

/** Notes a change. One that waits holds the places that it takes more than it gives back. */
export async function insertChange(
	tx: Tx,
	scope: OrderScope,
	{ wanted, plan, madeBy, reserved, startsAt }: NewChange,
): Promise<OrderChangeRow> {
	const { organisationId, eventId, orderId } = scope;
	const isWaiting = reserved !== null;
	const shortest = sql`now() + make_interval(mins => ${CHANGE_MINUTES})`;
	const expiresAt =
		madeBy && startsAt
			? sql`least(now() + make_interval(hours => ${MEMBER_CHANGE_HOURS}), greatest(${startsAt.toISOString()}::timestamptz, ${shortest}))`
			: shortest;
	const [row] = await tx
		.insert(orderChanges)
		.values({
			...{ id: newId(), organisationId, eventId, orderId, wanted, madeBy },
			state: isWaiting ? 'awaiting_payment' : 'applied',
			...{
				hash: plan.hash,
				lines: plan.lines,
				differenceMinor: plan.differenceMinor,
				feeMinor: plan.feeMinor,
			},
			expiresAt: isWaiting ? expiresAt : null,
			appliedAt: isWaiting ? null : sql`now()`,
		})
		.returning();
	const change = row as OrderChangeRow;
	await reservations.insertReservations(tx, scope, { purpose: 'change', refId: change.id }, reserved ?? []);
	return change;
}

/** Holds a change until the transaction ends; undefined: there is none of this order. */
export async function lockChange(
	tx: Tx,
	{ organisationId, orderId }: OrderScope,
	changeId: string,
): Promise<OrderChangeRow | undefined> {
	const [row] = await tx
		.select()
		.from(orderChanges)
		.where(and(isChange(organisationId, changeId), eq(orderChanges.orderId, orderId)))
		.for('update');
	return row;
}

export async function writeState(
	tx: Tx,
	{ organisationId, id }: OrderChangeRow,
	state: Exclude<OrderChangeState, 'awaiting_payment'>,
): Promise<void> {
	await tx
		.update(orderChanges)
		.set({ state, expiresAt: null, appliedAt: state === 'applied' ? sql`now()` : null })
		.where(isChange(organisationId, id));
}

/** The places that a change holds. */
export const readReserved = (db: DbOrTx, { organisationId, id }: OrderChangeRow): Promise<PoolReserve[]> =>
	reservations.readReservations(db, organisationId, id);

export const endReservations = (
	tx: Tx,
	{ organisationId, id }: OrderChangeRow,
	state: 'used' | 'released',
): Promise<void> => reservations.endReservations(tx, organisationId, id, state);

/** How many changes its buyer made of an order, with one that waits. */
export async function countChanges(db: DbOrTx, { organisationId, orderId }: OrderScope): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(sql`
		SELECT count(*)::int AS count FROM order_changes
		WHERE organisation_id = ${organisationId} AND order_id = ${orderId} AND state IN ('awaiting_payment', 'applied') AND made_by IS NULL`);
	return rows[0]?.count ?? 0;
}
