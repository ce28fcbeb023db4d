import { createQueryCheck } from '../query-check.ts';

/** Invariants of fundraisers, recomputed from the books and the donations. */
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
	createQueryCheck<{ id: string }>(
		'fundraisers.gifts-have-donations',
		'What was given with a confirmed order, beside or in the price of its tickets, is a donation. The job that adds missing ones runs hourly.',
		`SELECT DISTINCT o.id FROM order_lines l
		JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
		WHERE l.kind IN ('gift', 'surplus') AND l.gross_minor > 0 AND o.confirmed_at IS NOT NULL AND NOT EXISTS (SELECT FROM donations d
			WHERE d.organisation_id = l.organisation_id AND d.order_id = l.order_id
				AND d.ticket_type_id IS NOT DISTINCT FROM l.ticket_type_id)`,
		(row) => `order ${row.id} has a gift without a donation`,
	),
	createQueryCheck<{ label: string; said: string; given: string }>(
		'fundraisers.receipts-match-donations',
		'A valid receipt of an offline donation, or over a year, says what its donations are less what was refunded; none has another one.',
		`WITH valid AS (
			SELECT r.* FROM documents r WHERE r.kind = 'gift_receipt' AND NOT EXISTS (SELECT FROM documents c
				WHERE c.organisation_id = r.organisation_id AND c.corrects_id = r.id AND c.kind = 'gift_cancellation')
		), parts AS (
			SELECT organisation_id, id, label, gross_minor, subject_id FROM valid WHERE content->'gift'->>'over' = 'donation'
			UNION ALL
			SELECT v.organisation_id, v.id, v.label, v.gross_minor, p.subject_id FROM valid v
			JOIN gift_receipt_parts p ON p.organisation_id = v.organisation_id AND p.document_id = v.id
		), given AS (
			SELECT p.organisation_id, p.id, p.label, p.gross_minor, sum(CASE WHEN d.order_id IS NULL THEN d.amount_minor - d.refunded_minor
				ELSE (SELECT coalesce(sum(l.gross_minor), 0) FROM order_lines l
					WHERE l.organisation_id = d.organisation_id AND l.event_id = d.event_id AND l.order_id = d.order_id
						AND l.ticket_type_id IS NULL AND l.kind IN ('gift', 'cover')) END) AS minor
			FROM parts p LEFT JOIN donations d ON d.organisation_id = p.organisation_id AND d.ticket_type_id IS NULL
				AND (d.id = p.subject_id OR d.order_id = p.subject_id)
			GROUP BY 1, 2, 3, 4
		)
		SELECT label, gross_minor AS said, coalesce(minor, 0) AS given FROM given WHERE gross_minor IS DISTINCT FROM minor
		UNION ALL
		SELECT min(v.label), count(*), 1 FROM valid v JOIN gift_receipt_parts p ON p.organisation_id = v.organisation_id
			AND (p.document_id = v.id OR p.subject_id = v.subject_id AND v.content->'gift'->>'over' IS DISTINCT FROM 'year'
				AND EXISTS (SELECT FROM valid y WHERE y.organisation_id = p.organisation_id AND y.id = p.document_id))
		GROUP BY p.organisation_id, p.subject_id HAVING count(*) > 1`,
		(row) => `${row.label} says ${row.said}, its donations say ${row.given}`,
	),
	createQueryCheck<{ id: string; said: string; counted: string }>(
		'fundraisers.gift-aid-claims-add-up',
		'A Gift Aid claim says what its rows say, no donation is claimed twice, and no more went back of one than was claimed.',
		`SELECT c.id, concat_ws(' / ', c.gifts, c.amount_minor, c.returned_minor) AS said,
			concat_ws(' / ', r.gifts, r.amount, r.returned) AS counted
		FROM gift_aid_claims c CROSS JOIN LATERAL (
			SELECT count(*) FILTER (WHERE amount_minor > 0) AS gifts, coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS amount,
				coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS returned
			FROM gift_aid_rows WHERE organisation_id = c.organisation_id AND claim_id = c.id
		) r WHERE (c.gifts, c.amount_minor, c.returned_minor) <> (r.gifts, r.amount, r.returned)
		UNION ALL
		SELECT donation_id, '1', count(*) FILTER (WHERE amount_minor > 0)::text FROM gift_aid_rows
		GROUP BY organisation_id, donation_id HAVING count(*) FILTER (WHERE amount_minor > 0) <> 1 OR sum(amount_minor) < 0`,
		(row) => `Gift Aid of ${row.id} is ${row.counted}, not ${row.said}`,
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
	createQueryCheck<{ id: string; said: string; counted: string }>(
		'fundraisers.pages-match-donations',
		'What a page or team of supporters has raised, and from how many, is what the donations that came through it say.',
		`SELECT p.id, concat_ws(' / ', p.raised_minor, p.donors) AS said, concat_ws(' / ', d.raised, d.donors) AS counted
		FROM fundraiser_pages p CROSS JOIN LATERAL (
			SELECT coalesce(sum(amount_minor - refunded_minor), 0)::bigint AS raised,
				(count(*) FILTER (WHERE refunded_minor < amount_minor))::int AS donors
			FROM donations WHERE organisation_id = p.organisation_id AND event_id = p.event_id
				AND (CASE p.kind WHEN 'page' THEN page_id ELSE team_id END) = p.id
		) d
		WHERE (p.raised_minor, p.donors) IS DISTINCT FROM (d.raised, d.donors)
		UNION ALL
		SELECT d.id, 'a page of the event', 'none' FROM donations d
		WHERE EXISTS (SELECT FROM (VALUES (d.page_id, 'page'), (d.team_id, 'team')) AS c (id, kind) WHERE c.id IS NOT NULL
			AND NOT EXISTS (SELECT FROM fundraiser_pages p WHERE p.organisation_id = d.organisation_id AND p.event_id = d.event_id
				AND p.id = c.id AND p.kind = c.kind))`,
		(row) => `page ${row.id} says ${row.said} (raised, donors), its donations say ${row.counted}`,
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
