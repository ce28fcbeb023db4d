import type { Services } from '#server/services.ts';
import { emailKey } from '../accounts/email-identity.ts';

export interface UpcomingOrder {
	organisationId: string;
	eventId: string;
	orderId: string;
	/** The ticket of it that was transferred to them; they have no link to the order. */
	attendeeId?: string;
}

/**
 * Confirmed orders of an address for events that are not over, the soonest first, and tickets that were transferred to it. Orders have no
 * index by address, since every sale would pay for it: this is read by the worker, event by event along the primary key, and seldom.
 */
export async function upcomingOrdersOf(services: Services, email: string): Promise<UpcomingOrder[]> {
	const { pool } = services.database;
	const addresses = [[...new Set([email.toLowerCase(), emailKey(email)])]];
	const isAhead = `e.ends_at > now() - interval '1 day' AND e.status IN ('published', 'postponed', 'cancelled')`;
	const { rows: orders } = await pool.query<UpcomingOrder>(
		`SELECT o.organisation_id AS "organisationId", o.event_id AS "eventId", o.id AS "orderId"
		FROM events e JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id
		WHERE ${isAhead} AND o.status = 'confirmed' AND lower(o.buyer_email) = ANY($1)
		ORDER BY e.starts_at, o.id LIMIT 20`,
		addresses,
	);
	const { rows: tickets } = await pool.query<UpcomingOrder>(
		`SELECT f.organisation_id AS "organisationId", f.event_id AS "eventId", f.order_id AS "orderId", f.attendee_id AS "attendeeId"
		FROM ticket_transfers f JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.event_id
		JOIN attendees a ON a.organisation_id = f.organisation_id AND a.event_id = f.event_id AND a.id = f.attendee_id
			AND a.holder_version = f.holder_version
		WHERE lower(f.to_email) = ANY($1) AND f.state = 'accepted' AND a.status = 'active' AND ${isAhead}
		ORDER BY e.starts_at, f.id LIMIT 20`,
		addresses,
	);
	return [...orders, ...tickets];
}
