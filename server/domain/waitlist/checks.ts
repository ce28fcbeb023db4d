import type { InvariantCheck } from '../module.ts';
import { createQueryCheck as check } from '../query-check.ts';

/** How long what came free may wait until it is offered or released: the worker may be busy. */
const slack = `interval '2 minutes'`;

/** Invariants of waitlists, recomputed from rows. */
export const waitlistChecks: InvariantCheck[] = [
	check<{ id: string }>(
		'waitlist.offers-hold-places',
		'An open offer is of an entry that is offered something, and holds its places in each pool with a limit of its type; one of tickets that guests resell holds none.',
		`SELECT o.id FROM waitlist_offers o
		JOIN ticket_types t ON t.organisation_id = o.organisation_id AND t.id = o.ticket_type_id
		WHERE o.state = 'open' AND (
			NOT EXISTS (SELECT FROM waitlist_entries w WHERE w.organisation_id = o.organisation_id AND w.id = o.entry_id AND w.state = 'offered')
			OR EXISTS (SELECT FROM place_reservations r WHERE r.organisation_id = o.organisation_id AND r.ref_id = o.id
				AND (r.state <> 'live' OR o.is_resale OR r.places <> o.quantity * t.admits))
			OR NOT o.is_resale AND NOT EXISTS (SELECT FROM place_reservations r WHERE r.organisation_id = o.organisation_id AND r.ref_id = o.id)
				AND EXISTS (SELECT FROM capacity_pools p WHERE p.organisation_id = o.organisation_id AND p.size IS NOT NULL
					AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)))`,
		(row) => `the open offer ${row.id} does not hold its places, or its entry is not offered anything`,
	),
	check<{ id: string; quantity: number; listed: number }>(
		'waitlist.resale-offers-have-listings',
		'An open offer of tickets that guests resell has as many as it says, or loses them within ten minutes.',
		`SELECT o.id, o.quantity, count(l.id)::int AS listed FROM waitlist_offers o
		LEFT JOIN resale_listings l ON l.organisation_id = o.organisation_id AND l.event_id = o.event_id AND l.offer_id = o.id
			AND l.buyer_order_id IS NULL AND l.ticket_type_id = o.ticket_type_id
			AND (l.state = 'listed' OR l.ended_at > now() - interval '10 minutes')
		WHERE o.state = 'open' AND o.is_resale GROUP BY o.organisation_id, o.id, o.quantity HAVING count(l.id) <> o.quantity`,
		(row) =>
			`the open offer ${row.id} is of ${row.quantity} tickets that guests resell, and has ${row.listed}`,
	),
	check<{ id: string; state: string }>(
		'waitlist.listings-name-live-offers',
		'A ticket for resale names an offer of its type that is open, or that the order took which pays for it.',
		`SELECT l.id, coalesce(o.state, 'gone') AS state FROM resale_listings l
		LEFT JOIN waitlist_offers o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.offer_id
			AND o.is_resale AND o.ticket_type_id = l.ticket_type_id
		WHERE l.state = 'listed' AND (l.offer_id IS NOT NULL OR l.buyer_order_id IS NOT NULL) AND NOT coalesce(
			CASE WHEN l.buyer_order_id IS NULL THEN o.state = 'open' ELSE o.state = 'taken' AND o.order_id = l.buyer_order_id END, false)`,
		(row) => `the ticket for resale ${row.id} names an offer that is ${row.state}`,
	),
	check<{ id: string; state: string }>(
		'waitlist.held-places-have-offers',
		'Places that are held for an offer belong to one that is open.',
		`SELECT r.id, coalesce(o.state, 'gone') AS state FROM place_reservations r
		LEFT JOIN waitlist_offers o ON o.organisation_id = r.organisation_id AND o.id = r.ref_id
		WHERE r.purpose = 'offer' AND r.state = 'live' AND o.state IS DISTINCT FROM 'open'`,
		(row) => `the reservation ${row.id} holds places for an offer that is ${row.state}`,
	),
	check<{ id: string }>(
		'waitlist.offered-entries-have-offers',
		'An entry that is offered something has an open offer.',
		`SELECT w.id FROM waitlist_entries w WHERE w.state = 'offered' AND NOT EXISTS (
			SELECT FROM waitlist_offers o WHERE o.organisation_id = w.organisation_id AND o.entry_id = w.id AND o.state = 'open')`,
		(row) => `the entry ${row.id} is offered something, and has no open offer`,
	),
	check<{ id: string; places: number }>(
		'waitlist.savings-are-awaited',
		'Places are saved of pools only that somebody waits for, or they are released at once.',
		`SELECT p.id, r.places FROM place_reservations r JOIN capacity_pools p ON p.organisation_id = r.organisation_id AND p.id = r.pool_id
		WHERE r.purpose = 'saving' AND r.state = 'live' AND NOT p.is_awaited AND (r.due_at IS NULL OR r.due_at < now() - ${slack})`,
		(row) => `pool ${row.id} saves ${row.places} places that nobody waits for`,
	),
	check<{ id: string }>(
		'waitlist.awaited-pools-have-entries',
		'A pool is awaited only while somebody waits for a ticket type that takes from it.',
		`SELECT p.id FROM capacity_pools p WHERE p.is_awaited AND NOT EXISTS (
			SELECT FROM ticket_types t JOIN waitlist_entries w ON w.organisation_id = t.organisation_id AND w.event_id = t.event_id
				AND w.state = 'waiting' AND t.id = ANY (w.ticket_type_ids)
			WHERE t.organisation_id = p.organisation_id AND t.event_id = p.event_id AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id))`,
		(row) => `pool ${row.id} saves what comes free, and nobody waits for it`,
	),
	check<{ id: string }>(
		'waitlist.places-never-idle',
		'Nobody waits for one ticket of one type that is saved for longer than two minutes.',
		`SELECT w.id FROM waitlist_entries w
		JOIN events e ON e.organisation_id = w.organisation_id AND e.id = w.event_id AND e.waitlist_mode = 'auto' AND e.status = 'published'
			AND e.ends_at > now()
		JOIN ticket_types t ON t.organisation_id = w.organisation_id AND t.id = w.ticket_type_ids[1] AND NOT t.is_closed AND NOT t.is_hidden
			AND t.shared_pool_id IS NULL AND t.plan_pool_id IS NULL AND t.admits = 1 AND t.min_per_order = 1
			AND coalesce(t.sales_start_at, now()) <= now() AND coalesce(t.sales_end_at, e.ends_at) > now()
		JOIN place_reservations r ON r.organisation_id = t.organisation_id AND r.pool_id = t.pool_id AND r.purpose = 'saving'
			AND r.state = 'live' AND r.due_at < now() - ${slack}
		WHERE w.state = 'waiting' AND w.party = 1`,
		(row) => `the entry ${row.id} waits for a ticket that is saved`,
	),
];
