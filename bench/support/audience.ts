import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import type { Stage } from './stage.ts';

/**
 * One event with guests of its own: orders of two tickets, of which the first is the buyer’s and the second in three of four orders that of
 * a guest with an address of their own. One address in twenty is also in another order, in capitals.
 * @param guests tickets, an even number
 */
export async function makeAudience({ database }: Stage, guests: number): Promise<SellingEvent> {
	const event = await insertSellingEvent(database);
	const values = [event.organisationId, event.eventId];
	const half = guests / 2;
	await database.pool.query(
		`INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, locale, source, came_by,
			confirmed_at, created_at)
		SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, 'B' || n, 'confirmed', 'Buyer ' || n,
			CASE WHEN n % 20 = 0 THEN 'BUYER' || n / 2 ELSE 'buyer' || n END || '@example.org', 'EUR',
			CASE WHEN n % 3 = 0 THEN 'de' ELSE 'en' END, CASE WHEN n % 50 = 0 THEN 'door' ELSE 'web' END,
			CASE WHEN n % 7 = 0 THEN 'newsletter|email||spring' END, now() - n * interval '1 second', now() - n * interval '1 second'
		FROM generate_series(1, ${half}) AS n`,
		values,
	);
	await database.pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status, created_at)
		SELECT ('01900000-0000-7000-9000-' || lpad(to_hex(n * 2 + i), 12, '0'))::uuid, $1, $2,
			('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $3, 'Guest ' || n * 2 + i,
			CASE WHEN i = 0 THEN CASE WHEN n % 20 = 0 THEN 'BUYER' || n / 2 ELSE 'buyer' || n END || '@example.org'
				WHEN n % 4 = 0 THEN '' ELSE 'guest' || n || '@mail.example.net' END,
			'A' || n * 2 + i, 'active', now() - n * interval '1 second'
		FROM generate_series(1, ${half}) AS n CROSS JOIN generate_series(0, 1) AS i`,
		[...values, event.ticketTypeId],
	);
	await database.pool.query('VACUUM ANALYZE orders, attendees');
	return event;
}
