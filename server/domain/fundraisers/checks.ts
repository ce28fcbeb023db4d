import { createQueryCheck } from '../query-check.ts';

/** What fundraisers promise, recomputed from the books and the donations. */
export const fundraiserChecks = [
	createQueryCheck<{ event_id: string; currency: string; given: string; booked: string }>(
		'fundraisers.donations-match-books',
		'The donations of each event with what sponsors add, less what was refunded, are the gifts in its books.',
		`WITH given AS (
			SELECT organisation_id, event_id, currency, sum(minor) AS minor FROM (
				SELECT organisation_id, event_id, currency, amount_minor - refunded_minor AS minor FROM donations
				UNION ALL SELECT organisation_id, event_id, currency, used_minor FROM donation_matches
			) parts GROUP BY 1, 2, 3
		), booked AS (
			SELECT organisation_id, event_id, currency,
				sum(CASE WHEN credit = 'gifts' THEN amount_minor ELSE -amount_minor END) AS minor
			FROM ledger_transfers WHERE 'gifts' IN (debit, credit) GROUP BY 1, 2, 3
		)
		SELECT coalesce(g.event_id, b.event_id) AS event_id, coalesce(g.currency, b.currency) AS currency, coalesce(g.minor, 0) AS given,
			coalesce(b.minor, 0) AS booked
		FROM given g FULL JOIN booked b ON b.organisation_id = g.organisation_id AND b.event_id = g.event_id AND b.currency = g.currency
		WHERE coalesce(g.minor, 0) <> coalesce(b.minor, 0)`,
		(row) =>
			`donations of event ${row.event_id} add up to ${row.given} ${row.currency}, the books say ${row.booked}`,
	),
	createQueryCheck<{ event_id: string; said: string; counted: string }>(
		'fundraisers.thermometers-match-donations',
		'What a fundraiser has raised, and from how many, is what its donations say.',
		`SELECT f.event_id,
			concat_ws(' / ', f.raised_minor, f.offline_minor, f.matched_minor, f.match_received_minor, f.donors) AS said,
			concat_ws(' / ', d.raised + m.received, d.offline, m.matched, m.received, d.donors) AS counted
		FROM fundraisers f CROSS JOIN LATERAL (
			SELECT coalesce(sum(amount_minor - refunded_minor), 0) AS raised,
				coalesce(sum(amount_minor - refunded_minor) FILTER (WHERE source = 'offline'), 0) AS offline,
				count(*) FILTER (WHERE refunded_minor < amount_minor) AS donors
			FROM donations WHERE organisation_id = f.organisation_id AND event_id = f.event_id AND currency = f.currency
		) d CROSS JOIN LATERAL (
			SELECT coalesce(sum(used_minor), 0) AS matched, coalesce(sum(received_minor), 0) AS received FROM donation_matches
			WHERE organisation_id = f.organisation_id AND event_id = f.event_id AND currency = f.currency
		) m
		WHERE (f.raised_minor, f.offline_minor, f.matched_minor, f.match_received_minor, f.donors)
			IS DISTINCT FROM ((d.raised + m.received)::bigint, d.offline::bigint, m.matched::bigint, m.received::bigint, d.donors::int)`,
		(row) =>
			`the fundraiser of event ${row.event_id} says ${row.said} (raised, offline, matched, received of it, donors), its donations say ${row.counted}`,
	),
	createQueryCheck<{ id: string; said: string; counted: string }>(
		'fundraisers.matches-match-donations',
		'What a sponsor adds is the sum over the donations, and what they have not paid yet stands in the books.',
		`SELECT m.id, concat_ws(' / ', m.used_minor, e.promised) AS said, concat_ws(' / ', u.used, e.pledged) AS counted
		FROM donation_matches m
		CROSS JOIN LATERAL (
			SELECT coalesce(sum(u.amount_minor - u.returned_minor), 0) AS used,
				count(*) FILTER (WHERE u.returned_minor <> u.amount_minor
					- floor(u.amount_minor::numeric * (d.amount_minor - d.refunded_minor) / d.amount_minor)) AS wrong
			FROM donation_match_uses u JOIN donations d ON d.organisation_id = u.organisation_id AND d.id = u.donation_id
			WHERE u.organisation_id = m.organisation_id AND u.match_id = m.id
		) u
		CROSS JOIN LATERAL (
			SELECT coalesce(sum(used_minor - received_minor), 0) AS promised,
				(SELECT coalesce(sum(CASE WHEN debit = 'match_pledged' THEN amount_minor ELSE -amount_minor END), 0) FROM ledger_transfers t
					WHERE t.organisation_id = m.organisation_id AND t.event_id = m.event_id AND t.currency = m.currency
						AND 'match_pledged' IN (t.debit, t.credit)) AS pledged
			FROM donation_matches o WHERE o.organisation_id = m.organisation_id AND o.event_id = m.event_id AND o.currency = m.currency
		) e
		WHERE u.used <> m.used_minor OR u.wrong > 0 OR e.pledged <> e.promised`,
		(row) => `sponsor ${row.id} adds ${row.said} (in all, promised), donations and books say ${row.counted}`,
	),
	createQueryCheck<{ id: string; state: string }>(
		'fundraisers.live-take-gifts',
		'An event takes gifts while its fundraiser is live, and only then.',
		`SELECT e.id, coalesce(f.state, 'missing') AS state FROM events e
		LEFT JOIN fundraisers f ON f.organisation_id = e.organisation_id AND f.event_id = e.id
		WHERE e.takes_gifts <> (f.state IS NOT DISTINCT FROM 'live')`,
		(row) => `the fundraiser of event ${row.id} is ${row.state}`,
	),
	createQueryCheck<{ id: string; paid: number; received: number; wrong: number }>(
		'fundraisers.monthly-gifts-match-periods',
		'Each paid month of a monthly donation is a donation of its amount, or was given back because it had ended.',
		`SELECT a.id, p.paid, p.received, p.wrong
		FROM agreements a CROSS JOIN LATERAL (
			SELECT count(*)::int AS paid, count(d.id)::int AS received,
				(count(*) FILTER (WHERE d.id IS NULL AND NOT EXISTS (SELECT FROM payments b
					WHERE b.organisation_id = p.organisation_id AND b.subject_id = p.id AND b.refunded_minor + b.refunding_minor > 0)
					OR d.amount_minor + d.cover_minor <> p.amount_minor OR d.agreement_id <> a.id))::int AS wrong
			FROM agreement_periods p
			LEFT JOIN donations d ON d.organisation_id = p.organisation_id AND d.order_id = p.id AND d.ticket_type_id IS NULL
			WHERE p.organisation_id = a.organisation_id AND p.agreement_id = a.id AND p.state = 'paid'
		) p
		WHERE a.subject_kind = 'gift' AND (p.wrong > 0 OR NOT EXISTS (SELECT FROM donations f
			WHERE f.organisation_id = a.organisation_id AND f.order_id = a.subject_id AND f.agreement_id = a.id))`,
		(row) =>
			`monthly donation ${row.id} has ${row.paid} paid months, ${row.received} donations of them, ${row.wrong} wrong`,
	),
];
