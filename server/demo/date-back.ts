import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { arrayRows, bindStatement } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';

/** Days between a sale and its refund, at the most. */
const refundDays = 5;

/** When the n-th order of an event was placed, counted from 1. */
export interface DatedOrder {
	eventId: string;
	n: number;
	at: Date;
}

const datedRows = arrayRows<DatedOrder>(2, 'm', [
	['event_id', 'uuid', ({ eventId }) => eventId],
	['n', 'int', ({ n }) => n],
	['at', 'instant', ({ at }) => at.toISOString()],
]);
const findOrders = {
	name: 'demo.date-orders',
	text: `
CREATE TEMPORARY TABLE demo_orders ON COMMIT DROP AS
SELECT o.id, o.event_id, m.at, least(m.at + interval '2 minutes', now()) AS paid_at,
	least(m.at + interval '1 hour' + ${refundDays} * interval '1 day' * (hashtext(o.buyer_email) & 1023) / 1024, now()) AS refunded_at
FROM (SELECT id, event_id, buyer_email, row_number() OVER (PARTITION BY event_id ORDER BY id)::int AS n
	FROM orders WHERE organisation_id = $1::uuid) AS o
JOIN ${datedRows.from} USING (event_id, n)`,
};

/**
 * Gives the orders of an organisation that was filled just now the moments at which they would have come, with their tickets, payments,
 * refunds, donations and transfers in the books. Its events were made before the first of their guests came.
 */
export async function dateBack(tx: Tx, organisationId: string, orders: readonly DatedOrder[]): Promise<void> {
	await tx.execute(bindStatement(findOrders, [organisationId, ...datedRows.values(orders)]));
	const of = (table: string) => sql.raw(`${table}.organisation_id = '${organisationId}'`);
	for (const statement of [
		sql`ANALYZE demo_orders`,
		sql`UPDATE orders o SET created_at = d.at, updated_at = d.paid_at,
			cancelled_at = CASE WHEN o.cancelled_at IS NOT NULL THEN d.refunded_at END,
			confirmed_at = CASE WHEN o.confirmed_at IS NULL THEN NULL WHEN o.total_minor > 0 THEN d.paid_at ELSE d.at END
			FROM demo_orders d WHERE ${of('o')} AND o.event_id = d.event_id AND o.id = d.id`,
		sql`UPDATE attendees a SET created_at = d.at, cancelled_at = CASE WHEN a.cancelled_at IS NOT NULL THEN d.refunded_at END
			FROM demo_orders d WHERE ${of('a')} AND a.event_id = d.event_id AND a.order_id = d.id`,
		sql`UPDATE payment_attempts a SET created_at = d.paid_at FROM payments p, demo_orders d
			WHERE ${of('a')} AND ${of('p')} AND a.payment_id = p.id AND p.subject_id = d.id`,
		sql`UPDATE payments p SET created_at = d.paid_at, settled_at = d.paid_at, updated_at = d.paid_at FROM demo_orders d
			WHERE ${of('p')} AND p.subject_id = d.id`,
		sql`UPDATE refunds r SET created_at = d.refunded_at, settled_at = d.refunded_at, updated_at = d.refunded_at FROM demo_orders d
			WHERE ${of('r')} AND r.subject_id = d.id`,
		sql`UPDATE donations g SET created_at = d.paid_at FROM demo_orders d WHERE ${of('g')} AND g.order_id = d.id`,
		sql`UPDATE events e SET created_at = f.at - interval '3 days',
			published_at = CASE WHEN e.published_at IS NOT NULL THEN f.at - interval '2 days' END
			FROM (SELECT event_id, min(at) AS at FROM demo_orders GROUP BY 1) AS f WHERE ${of('e')} AND e.id = f.event_id`,
		// Transfers are never changed; those that nobody has seen are written anew.
		sql`SET LOCAL foyer.removes_organisation = 'on'`,
		sql`CREATE TEMPORARY TABLE demo_transfers ON COMMIT DROP AS
			SELECT t.* FROM ledger_transfers t JOIN demo_orders d ON d.id = t.subject_id WHERE ${of('t')}`,
		sql`DELETE FROM ledger_transfers t USING demo_transfers d
			WHERE ${of('t')} AND t.source_id = d.source_id AND t.source_kind = d.source_kind AND t.kind = d.kind AND t.line = d.line`,
		sql`UPDATE demo_transfers t SET occurred_at = CASE WHEN t.source_kind IN ('refund', 'order_cancelled') THEN d.refunded_at ELSE d.paid_at END
			FROM demo_orders d WHERE d.id = t.subject_id`,
		sql`INSERT INTO ledger_transfers SELECT * FROM demo_transfers`,
		sql`SET LOCAL foyer.removes_organisation = 'off'`,
	])
		await tx.execute(statement);
}

/** Moves an event that sold its tickets ahead of its start to where it belongs, which may be in the past; it is over then. */
export async function moveEvent(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	{ startsAt, endsAt }: { startsAt: string; endsAt: string },
): Promise<void> {
	await tx.execute(sql`
		UPDATE events e SET starts_at = t.starts_at, ends_at = t.ends_at, starts_on = foyer_day(t.starts_at, e.time_zone),
			ends_on = foyer_day(t.ends_at - interval '1 millisecond', e.time_zone)
		FROM (SELECT ${startsAt}::timestamptz AS starts_at, ${endsAt}::timestamptz AS ends_at) t
		WHERE e.organisation_id = ${organisationId} AND e.id = ${eventId}`);
}
