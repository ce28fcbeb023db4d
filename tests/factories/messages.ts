import { randomInt } from 'node:crypto';
import type { Services } from '#server/services.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';

/** An event of an organisation with guests who have an order each: guest0@example.org, guest1@example.org … */
export async function insertEventWithGuests(
	{ database }: Pick<Services, 'database'>,
	organisationId: string,
	guests: number,
): Promise<SellingEvent> {
	const { pool } = database;
	const { rows } = await pool.query<{ name: string }>('SELECT name FROM organisations WHERE id = $1', [
		organisationId,
	]);
	const organiserName = rows[0]?.name ?? '';
	const event = await insertSellingEvent(database, null, { event: { organisationId, organiserName } });
	const prefix = `7${randomInt(1e8, 1e9 - 1)}${randomInt(1e8, 1e9 - 1)}`;
	await pool.query(
		`WITH made AS MATERIALIZED (SELECT uuidv7() AS id, n FROM generate_series(0, $4::int - 1) AS n),
		o AS (
			INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, confirmed_at)
			SELECT id, $1, $2, 'M' || n, 'confirmed', 'Guest ' || n, 'guest' || n || '@example.org', 'EUR', now() FROM made
		), i AS (
			INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
			SELECT $1, $2, id, $3, 1, 1, 0 FROM made
		)
		INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT id, $1, $2, id, $3, 'Guest ' || n, 'guest' || n || '@example.org', '${prefix}' || 10000000 + n, 'active' FROM made`,
		[event.organisationId, event.eventId, event.ticketTypeId, guests],
	);
	await pool.query('UPDATE capacity_pools SET confirmed = $2 WHERE id = $1', [event.poolId, guests]);
	return event;
}

/** Lifts the limits of new organisers. */
export async function verifyOrganisation(
	{ database }: Pick<Services, 'database'>,
	organisationId: string,
): Promise<void> {
	await database.pool.query(
		`INSERT INTO organisation_marks (organisation_id, verified_at) VALUES ($1, now())
		ON CONFLICT (organisation_id) DO UPDATE SET verified_at = now()`,
		[organisationId],
	);
}
