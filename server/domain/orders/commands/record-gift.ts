import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import type { Services } from '#server/services.ts';
import { ORDER_CODE_BYTES, orderCode } from '../order-code.ts';
import { takeRandomBytes } from '../sale/sale-statement.ts';
import { postSales } from '../sale-entries.ts';

/** A gift whose money has come without an order: one of those that a donor gives each month. */
export interface ReceivedGift {
	organisationId: string;
	eventId: string;
	/** Of the order that is written: what its payment names. */
	orderId: string;
	/** The order with which the donor began: whose gift it is, and what they said of it. */
	firstOrderId: string;
	amountMinor: number;
	/** What the donor adds for the card fees; 0: nothing. */
	coverMinor: number;
	currency: string;
}

/**
 * Writes the order of a gift that is paid already, in the transaction in which its money came: lines, books, and the facts that follow from
 * a confirmed order with a gift. The donor is written to by whoever knows of the monthly gift. A second time changes nothing.
 */
export async function recordGift(services: Services, tx: Tx, gift: ReceivedGift): Promise<void> {
	const { organisationId, eventId, orderId, firstOrderId, amountMinor, coverMinor } = gift;
	const scope = { organisationId, eventId };
	// A fundraiser that is being made counts what was given before: it waits for this, or this for it.
	await takeTurn(tx, scope);
	const { rows } = await tx.execute<{ id: string }>(sql`
		WITH made AS (
			INSERT INTO orders (id, organisation_id, event_id, code, status, source, buyer_name, buyer_email, currency, locale, total_minor,
				terms, confirmed_at)
			SELECT ${orderId}::uuid, organisation_id, event_id, ${orderCode(takeRandomBytes(ORDER_CODE_BYTES))}, 'confirmed', 'web', buyer_name,
				buyer_email, ${gift.currency}, locale, ${amountMinor + coverMinor}::bigint, 'card', now()
			FROM orders WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ${firstOrderId}
			ON CONFLICT (organisation_id, event_id, id) DO NOTHING
			RETURNING id
		), lines AS (
			INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, quantity, unit_minor, net_minor, tax_minor,
				gross_minor, tax_basis_points, details)
			SELECT ${organisationId}::uuid, ${eventId}::uuid, made.id, l.line, l.kind, NULL, 1, l.minor, l.minor, 0, l.minor, 0, l.details
			FROM made CROSS JOIN LATERAL (
				-- What the donor said was said once.
				SELECT 0 AS line, 'gift' AS kind, ${amountMinor}::bigint AS minor, f.details || '{"message": ""}' AS details
				FROM order_lines f WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.order_id = ${firstOrderId}
					AND f.kind = 'gift' AND f.ticket_type_id IS NULL AND f.gross_minor > 0
				UNION ALL SELECT 1, 'cover', ${coverMinor}::bigint, NULL WHERE ${coverMinor}::bigint > 0
			) AS l
		)
		SELECT id FROM made`);
	if (rows.length === 0) return;
	await postSales(tx, scope, [orderId]);
	await services.facts.publishAll(
		tx,
		[
			{ ...scope, name: 'orders.gifts-received', payload: { orderId } },
			{ ...scope, name: 'orders.order-confirmed', payload: { orderId, notify: false } },
		],
		services,
	);
}
