import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { newIdSql } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { lockFundraiser } from '../rows.ts';
import { matchDonations, returnMatches } from './match-donations.ts';

/** An order whose gifts came or went back. */
type GiftOrder = EventScope & { orderId: string };

/** Adds donations to the pages and teams that they came through. @param given rows of page_id, team_id, minor and donors */
export const creditPages = (organisationId: string, given: SQL): SQL => sql`
	UPDATE fundraiser_pages p SET raised_minor = p.raised_minor + g.minor, donors = p.donors + g.donors
	FROM (SELECT id, sum(minor) AS minor, sum(donors)::int AS donors
		FROM (${given}) given CROSS JOIN LATERAL (VALUES (page_id), (team_id)) AS credited (id) WHERE id IS NOT NULL GROUP BY 1) g
	WHERE p.organisation_id = ${organisationId} AND p.id = g.id`;

/**
 * Makes donations of the gifts of an order that is being confirmed, and counts them: one for what is given beside tickets, one for each
 * ticket type whose price is a gift or has one in it. Who gives with the price of a ticket has not said that they may be named, so they are
 * anonymous in public. What came through the page of a supporter counts for it, whatever its state: it may have been hidden while the donor
 * paid. Gifts that are there stay as they are. Sponsors add theirs while the fundraiser is live.
 */
export async function receiveGifts(tx: Tx, { organisationId, eventId, orderId }: GiftOrder): Promise<void> {
	const scope = { organisationId, eventId };
	const fundraiser = await lockFundraiser(tx, scope);
	const { rows } = await tx.execute<{ id: string; minor: string; currency: string }>(sql`
		WITH made AS (
			INSERT INTO donations (id, organisation_id, event_id, source, order_id, line, agreement_id, page_id, team_id, ticket_type_id,
				currency, amount_minor, cover_minor, donor_name, donor_email, is_anonymous, message, dedication_kind, dedication_name, wants_updates)
			SELECT ${sql.raw(newIdSql)}, l.organisation_id, l.event_id, 'online', l.order_id, l.line,
				(SELECT p.agreement_id FROM agreement_periods p WHERE p.organisation_id = l.organisation_id AND p.id = l.order_id),
				CASE s.kind WHEN 'page' THEN s.id END, CASE s.kind WHEN 'team' THEN s.id ELSE s.team_id END,
				l.ticket_type_id, o.currency,
				l.gross_minor,
				CASE WHEN l.ticket_type_id IS NULL THEN coalesce((SELECT sum(c.gross_minor) FROM order_lines c
					WHERE c.organisation_id = l.organisation_id AND c.event_id = l.event_id AND c.order_id = l.order_id
						AND c.kind = 'cover'), 0) ELSE 0 END,
				o.buyer_name, o.buyer_email, coalesce((l.details->>'anonymous')::bool, true), coalesce(l.details->>'message', ''),
				l.details->'honour'->>'kind', coalesce(l.details->'honour'->>'name', ''),
				coalesce((l.details->>'updates')::bool, false)
			FROM (
				SELECT organisation_id, event_id, order_id, ticket_type_id, min(line) AS line, sum(gross_minor)::bigint AS gross_minor,
					(array_agg(details ORDER BY line))[1] AS details
				FROM order_lines
				WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND order_id = ${orderId}
					AND kind IN ('gift', 'surplus') AND gross_minor > 0
				GROUP BY 1, 2, 3, 4
			) l JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
			LEFT JOIN fundraiser_pages s ON s.organisation_id = l.organisation_id AND s.event_id = l.event_id
				AND s.id = (l.details->>'pageId')::uuid
			ON CONFLICT DO NOTHING
			RETURNING id, amount_minor, currency, page_id, team_id
		), counted AS (
			UPDATE fundraisers f SET raised_minor = f.raised_minor + m.minor, donors = f.donors + m.donors
			FROM (SELECT currency, sum(amount_minor) AS minor, count(*)::int AS donors FROM made GROUP BY 1) m
			WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.currency = m.currency
		), credited AS (
			${creditPages(organisationId, sql`SELECT page_id, team_id, amount_minor AS minor, 1 AS donors FROM made`)}
		)
		SELECT id, amount_minor AS minor, currency FROM made ORDER BY id`);
	if (fundraiser?.state !== 'live') return;
	const made = rows.map(({ id, minor, currency }) => ({ id, amountMinor: Number(minor), currency }));
	await matchDonations(tx, scope, made);
}

/**
 * Takes what went back of an order's gifts out of its donations and the thermometer, as the lines of the order say. An earlier version made
 * a donation of each line: then the first lines of a ticket type go back first.
 */
export async function returnGifts(tx: Tx, { organisationId, eventId, orderId }: GiftOrder): Promise<void> {
	// A fundraiser that is being made counts what was given before: it waits for this, or this for it.
	const scope = { organisationId, eventId };
	await takeTurn(tx, scope);
	await lockFundraiser(tx, scope);
	const { rows } = await tx.execute<{ id: string }>(sql`
		WITH back AS (
			SELECT ticket_type_id, -sum(gross_minor) AS minor FROM order_lines
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND order_id = ${orderId}
				AND kind IN ('gift', 'surplus') AND gross_minor < 0
			GROUP BY 1
		), held AS (
			SELECT d.id, d.line, d.ticket_type_id, d.currency, d.amount_minor, d.refunded_minor, b.minor
			FROM donations d JOIN back b ON b.ticket_type_id IS NOT DISTINCT FROM d.ticket_type_id
			WHERE d.organisation_id = ${organisationId} AND d.order_id = ${orderId}
			FOR UPDATE OF d
		), spread AS (
			SELECT id, currency, amount_minor, refunded_minor, least(amount_minor, greatest(0, minor - coalesce(sum(amount_minor) OVER (
				PARTITION BY ticket_type_id ORDER BY line ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::bigint AS minor
			FROM held
		), before AS (
			SELECT * FROM spread WHERE refunded_minor <> minor
		), changed AS (
			UPDATE donations d SET refunded_minor = b.minor FROM before b
			WHERE d.organisation_id = ${organisationId} AND d.id = b.id
			RETURNING d.id, d.page_id, d.team_id, b.currency, b.minor - b.refunded_minor AS minor, b.minor >= b.amount_minor AS is_whole
		), counted AS (
			UPDATE fundraisers f SET raised_minor = f.raised_minor - c.minor, donors = f.donors - c.donors
			FROM (SELECT currency, sum(minor) AS minor, (count(*) FILTER (WHERE is_whole))::int AS donors FROM changed GROUP BY 1) c
			WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.currency = c.currency
		), credited AS (
			${creditPages(organisationId, sql`SELECT page_id, team_id, -minor AS minor, -is_whole::int AS donors FROM changed`)}
		)
		SELECT id FROM changed ORDER BY id`);
	await returnMatches(
		tx,
		scope,
		rows.map(({ id }) => id),
	);
}
