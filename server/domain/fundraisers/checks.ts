import { createQueryCheck } from '../query-check.ts';

/** What fundraisers promise, recomputed from the books and the donations. */
export const fundraiserChecks = [
	createQueryCheck<{ event_id: string; currency: string; given: string; booked: string }>(
		'fundraisers.donations-match-books',
		'The donations of each event, less what was refunded, are the gifts in its books.',
		`WITH given AS (
			SELECT organisation_id, event_id, currency, sum(amount_minor - refunded_minor) AS minor FROM donations GROUP BY 1, 2, 3
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
		`SELECT f.event_id, concat_ws(' / ', f.raised_minor, f.offline_minor, f.donors) AS said,
			concat_ws(' / ', d.raised, d.offline, d.donors) AS counted
		FROM fundraisers f CROSS JOIN LATERAL (
			SELECT coalesce(sum(amount_minor - refunded_minor), 0) AS raised,
				coalesce(sum(amount_minor - refunded_minor) FILTER (WHERE source = 'offline'), 0) AS offline,
				count(*) FILTER (WHERE refunded_minor < amount_minor) AS donors
			FROM donations WHERE organisation_id = f.organisation_id AND event_id = f.event_id AND currency = f.currency
		) d
		WHERE (f.raised_minor, f.offline_minor, f.donors) IS DISTINCT FROM (d.raised::bigint, d.offline::bigint, d.donors::int)`,
		(row) =>
			`the fundraiser of event ${row.event_id} says ${row.said} (raised, offline, donors), its donations say ${row.counted}`,
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
