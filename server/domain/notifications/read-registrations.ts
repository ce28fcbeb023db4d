import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Services } from '#server/services.ts';
import { memberMaySql } from '../accounts/member-may.ts';
import { isSandboxSql } from '../accounts/sandbox.ts';

export interface RegistrationsOfEvent {
	eventId: string;
	title: string;
	orders: number;
	guests: number;
}

/** Who requested the daily summary, with the registrations at events that their role reaches; or one of them. */
export async function readRegistrations(
	services: Services,
	window: { from: Date; to: Date },
	userId: string | null = null,
): Promise<{ userId: string; email: string; events: RegistrationsOfEvent[] }[]> {
	const { rows } = await services.database.pool.query({
		name: 'notifications.registrations',
		text: `WITH fresh AS (
				SELECT o.organisation_id, o.event_id, count(*)::int AS orders, sum((SELECT count(*) FROM attendees a
					WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
						AND a.status = 'active' AND ${isAdmissionTicket('a')}))::int AS guests
				FROM orders o WHERE o.status = 'confirmed' AND o.confirmed_at >= $1 AND o.confirmed_at < $2
				GROUP BY o.organisation_id, o.event_id)
			SELECT u.id AS "userId", u.email, json_agg(json_build_object('eventId', e.id, 'title', e.title,
				'orders', f.orders, 'guests', f.guests) ORDER BY f.guests DESC, e.id) AS events
			FROM notification_choices c JOIN users u ON u.id = c.user_id
			JOIN memberships m ON m.user_id = u.id AND ${memberMaySql('orders.view')}
			JOIN fresh f ON f.organisation_id = m.organisation_id AND (m.event_ids IS NULL OR f.event_id = ANY (m.event_ids))
			JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.event_id AND NOT e.is_demo
				AND NOT ${isSandboxSql('f.organisation_id')}
			WHERE c.kind = 'registrations' AND c.channel = 'mail' AND c.is_on AND u.disabled_at IS NULL
				AND u.email_verified_at IS NOT NULL AND ($3::uuid IS NULL OR u.id = $3)
			GROUP BY u.id, u.email`,
		values: [window.from, window.to, userId],
	});
	return rows as { userId: string; email: string; events: RegistrationsOfEvent[] }[];
}
