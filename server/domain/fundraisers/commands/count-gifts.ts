import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { newIdSql } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { takeTurn } from '#server/domain/tickets/places.ts';
import { lockFundraiser } from '../rows.ts';
import { matchDonations, returnMatches } from './match-donations.ts';

/** An order whose gifts came or went back. */
type GiftOrder = EventScope & { orderId: string };

/**
 * Makes donations of the gifts of an order that is being confirmed, and counts them. Who gives as the price of a ticket has not said that
 * they may be named, so they are anonymous in public. Gifts that are there stay as they are. Sponsors add theirs while the fundraiser is live.
 */
export async function receiveGifts(tx: Tx, { organisationId, eventId, orderId }: GiftOrder): Promise<void> {
	const scope = { organisationId, eventId };
	const fundraiser = await lockFundraiser(tx, scope);
	const { rows } = await tx.execute<{ id: string; minor: string; currency: string }>(sql`
		WITH made AS (
			INSERT INTO donations (id, organisation_id, event_id, source, order_id, line, agreement_id, ticket_type_id, currency, amount_minor,
				cover_minor, donor_name, donor_email, is_anonymous, message, dedication_kind, dedication_name)
			SELECT ${sql.raw(newIdSql)}, l.organisation_id, l.event_id, 'online', l.order_id, l.line,
				(SELECT p.agreement_id FROM agreement_periods p WHERE p.organisation_id = l.organisation_id AND p.id = l.order_id),
				l.ticket_type_id, o.currency,
				l.gross_minor,
				CASE WHEN l.ticket_type_id IS NULL THEN coalesce((SELECT sum(c.gross_minor) FROM order_lines c
					WHERE c.organisation_id = l.organisation_id AND c.event_id = l.event_id AND c.order_id = l.order_id
						AND c.kind = 'cover'), 0) ELSE 0 END,
				o.buyer_name, o.buyer_email, coalesce((l.details->>'anonymous')::bool, true), coalesce(l.details->>'message', ''),
				l.details->'honour'->>'kind', coalesce(l.details->'honour'->>'name', '')
			FROM order_lines l JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
			WHERE l.organisation_id = ${organisationId} AND l.event_id = ${eventId} AND l.order_id = ${orderId}
				AND l.kind = 'gift' AND l.gross_minor > 0
			ON CONFLICT DO NOTHING
			RETURNING id, amount_minor, currency
		), counted AS (
		UPDATE fundraisers f SET raised_minor = f.raised_minor + m.minor, donors = f.donors + m.donors
		FROM (SELECT currency, sum(amount_minor) AS minor, count(*)::int AS donors FROM made GROUP BY 1) m
		WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.currency = m.currency
		)
		SELECT id, amount_minor AS minor, currency FROM made ORDER BY id`);
	if (fundraiser?.state !== 'live') return;
	const made = rows.map(({ id, minor, currency }) => ({ id, amountMinor: Number(minor), currency }));
	await matchDonations(tx, scope, made);
}

/** Takes what went back of an order's gifts out of its donations and the thermometer, as the lines of the order say. */
export async function returnGifts(tx: Tx, { organisationId, eventId, orderId }: GiftOrder): Promise<void> {
	// A fundraiser that is being made counts what was given before: it waits for this, or this for it.
	const scope = { organisationId, eventId };
	await takeTurn(tx, scope);
	await lockFundraiser(tx, scope);
	const { rows } = await tx.execute<{ id: string }>(sql`
		WITH back AS (
			SELECT ticket_type_id, -sum(gross_minor) AS minor FROM order_lines
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND order_id = ${orderId}
				AND kind = 'gift' AND gross_minor < 0
			GROUP BY 1
		), before AS (
			SELECT d.id, d.currency, d.amount_minor, d.refunded_minor, b.minor
			FROM donations d JOIN back b ON b.ticket_type_id IS NOT DISTINCT FROM d.ticket_type_id
			WHERE d.organisation_id = ${organisationId} AND d.order_id = ${orderId} AND d.refunded_minor <> b.minor
			FOR UPDATE OF d
		), changed AS (
			UPDATE donations d SET refunded_minor = b.minor FROM before b
			WHERE d.organisation_id = ${organisationId} AND d.id = b.id
			RETURNING d.id, b.currency, b.minor - b.refunded_minor AS minor, b.minor >= b.amount_minor AS is_whole
		), counted AS (
		UPDATE fundraisers f SET raised_minor = f.raised_minor - c.minor, donors = f.donors - c.donors
		FROM (SELECT currency, sum(minor) AS minor, (count(*) FILTER (WHERE is_whole))::int AS donors FROM changed GROUP BY 1) c
		WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.currency = c.currency
		)
		SELECT id FROM changed ORDER BY id`);
	await returnMatches(
		tx,
		scope,
		rows.map(({ id }) => id),
	);
}
