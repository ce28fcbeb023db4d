import { sql } from 'drizzle-orm';
import type { Services } from '../../services.ts';

/** An order whose buyer can be written to. */
export interface ReachableOrder {
	orderId: string;
	buyerEmail: string;
	locale: string;
}

const batchSize = 500;

/** The confirmed orders of an event that have an address, some hundred at a time, oldest first. */
export async function* reachableOrders(
	services: Services,
	scope: { organisationId: string; eventId: string },
): AsyncGenerator<ReachableOrder[]> {
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const { rows } = await services.database.db.execute<ReachableOrder & Record<string, unknown>>(sql`
			SELECT id AS "orderId", buyer_email AS "buyerEmail", locale FROM orders
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id > ${after}::uuid
				AND status = 'confirmed' AND buyer_email <> ''
			ORDER BY id LIMIT ${batchSize}`);
		if (rows.length > 0) yield rows;
		const last = rows.at(-1);
		if (!last || rows.length < batchSize) return;
		after = last.orderId;
	}
}
