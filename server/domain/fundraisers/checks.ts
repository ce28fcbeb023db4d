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
];
