import type { InvariantCheck } from '#server/domain/module.ts';
import { createQueryCheck as check } from '#server/domain/query-check.ts';

/** Invariants of bookings of several dates and of moved guests that foreign keys cannot express. */
export const seriesOrderChecks: InvariantCheck[] = [
	check<{ id: string; event_id: string; order_id: string }>(
		'orders.bookings-belong-together',
		'The orders of a booking of several dates exist, each of a date of its own.',
		`SELECT d.series_order_id AS id, d.event_id, d.order_id FROM series_order_dates d
		LEFT JOIN orders o ON o.organisation_id = d.organisation_id AND o.event_id = d.event_id AND o.id = d.order_id
		WHERE o.id IS NULL OR EXISTS (
			SELECT FROM series_order_dates t WHERE t.organisation_id = d.organisation_id AND t.series_order_id = d.series_order_id
				AND t.event_id = d.event_id AND t.order_id <> d.order_id)
		LIMIT 200`,
		(row) =>
			`order ${row.order_id} of event ${row.event_id} in booking ${row.id} is not there, or its date is in it twice`,
	),
	check<{ id: string }>(
		'orders.bookings-not-empty',
		'A booking of several dates has orders.',
		`SELECT s.id FROM series_orders s WHERE NOT EXISTS (
			SELECT FROM series_order_dates d WHERE d.organisation_id = s.organisation_id AND d.series_order_id = s.id) LIMIT 200`,
		(row) => `booking ${row.id} has no orders`,
	),
	check<{ attendee_id: string; event_id: string }>(
		'orders.moves-lead-to-tickets',
		'The ticket of a guest who was moved is cancelled, and there is one on the other date.',
		`SELECT m.attendee_id, m.event_id FROM moved_tickets m
		LEFT JOIN attendees a ON a.organisation_id = m.organisation_id AND a.event_id = m.event_id AND a.id = m.attendee_id
		LEFT JOIN attendees t ON t.organisation_id = m.organisation_id AND t.event_id = m.to_event_id AND t.id = m.to_attendee_id
		WHERE a.status IS DISTINCT FROM 'cancelled' OR t.order_id IS DISTINCT FROM m.to_order_id LIMIT 200`,
		(row) =>
			`ticket ${row.attendee_id} of event ${row.event_id} was moved, but is still valid or has no successor`,
	),
];
