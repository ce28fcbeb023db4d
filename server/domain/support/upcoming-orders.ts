import type { Services } from '#server/services.ts';
import { emailKey } from '../accounts/email-identity.ts';

export interface UpcomingOrder {
	organisationId: string;
	eventId: string;
	orderId: string;
}

/**
 * Confirmed orders of an address for events that are not over, the soonest first. Orders have no index by address, since
 * every sale would pay for it: this is read by the worker, event by event along the primary key, and seldom.
 */
export async function upcomingOrdersOf(services: Services, email: string): Promise<UpcomingOrder[]> {
	const { rows } = await services.database.pool.query<UpcomingOrder>(
		`SELECT o.organisation_id AS "organisationId", o.event_id AS "eventId", o.id AS "orderId"
		FROM events e JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id
		WHERE e.ends_at > now() - interval '1 day' AND e.status IN ('published', 'postponed', 'cancelled')
			AND o.status = 'confirmed' AND lower(o.buyer_email) = ANY($1)
		ORDER BY e.starts_at, o.id LIMIT 20`,
		[[...new Set([email.toLowerCase(), emailKey(email)])]],
	);
	return rows;
}
