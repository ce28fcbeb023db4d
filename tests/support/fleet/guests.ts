import type { Database } from '#server/db/client.ts';
import { insertStaffLink } from '#tests/factories/staff.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';

export interface FleetEvent {
	event: SellingEvent;
	/** A way to its door for every device. */
	token: string;
	/** Ticket codes, by number of the guest. */
	code(guest: number): string;
	/** Ids, by number of the guest. */
	ids: string[];
}

const prefix = '5'.padEnd(18, '0');
const first = 10_000_000;

/** An event that lasts as long as the simulation, with that many guests, brought in at once. */
export async function insertFleetEvent(database: Database, guests: number): Promise<FleetEvent> {
	const { pool } = database;
	const startsAt = new Date();
	const event = await insertSellingEvent(database, null, {
		event: { startsAt, endsAt: new Date(startsAt.getTime() + 72 * 3_600_000) },
	});
	const of = [event.organisationId, event.eventId, event.ticketTypeId, guests];
	await pool.query(
		`WITH made AS (SELECT uuidv7() AS id, n FROM generate_series(0, $4::int - 1) AS n),
		o AS (
			INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, confirmed_at)
			SELECT id, $1, $2, 'B' || n, 'confirmed', 'Ada Lovelace', 'ada@example.org', 'EUR', now() FROM made
		), i AS (
			INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
			SELECT $1, $2, id, $3, 1, 1, 0 FROM made
		)
		INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT id, $1, $2, id, $3, 'Guest ' || n, 'guest' || n || '@example.org', '${prefix}' || ${first} + n, 'active' FROM made`,
		of,
	);
	await pool.query('UPDATE capacity_pools SET confirmed = $2 WHERE id = $1', [event.poolId, guests]);
	await pool.query('VACUUM ANALYZE orders, order_items, attendees');
	const { rows } = await pool.query<{ id: string }>(
		'SELECT id FROM attendees WHERE organisation_id = $1 AND event_id = $2 ORDER BY ticket_code',
		of.slice(0, 2),
	);
	return {
		event,
		token: await insertStaffLink(database, event),
		code: (guest) => `${prefix}${first + guest}`,
		ids: rows.map(({ id }) => id),
	};
}
