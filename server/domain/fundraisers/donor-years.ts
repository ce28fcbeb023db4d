import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';

/** A donor’s gifts to an organisation in a year (UTC), for the email about it. */
export interface DonorYear {
	organisationId: string;
	year: number;
	/** One of their donations: it leads to their address, which is gone once they are erased. */
	donationId: string;
}

export interface YearDonation {
	/** Noon of the day, in UTC. */
	givenAt: Date;
	event: string;
	currency: string;
	/** With the card fees that the donor paid, less what was refunded. */
	amountMinor: number;
	/** The number of its receipt; null: none is valid. */
	receipt: string | null;
}

const givenOn = sql`coalesce(d.received_on, (d.created_at AT TIME ZONE 'UTC')::date)`;

// No EXISTS below: beside an OR the planner may read all rows of all organisations for it.

/** Not while its payment is in dispute, or once that is lost. */
export const isHeld = sql`coalesce((SELECT false FROM payments p
	WHERE p.organisation_id = d.organisation_id AND p.subject_id = d.order_id AND p.contested_minor > 0 LIMIT 1), true)`;

/** Beside what a ticket is worth: a ticket whose whole price is a donation counts as its price. */
export const isFreelyGiven = sql`(d.ticket_type_id IS NULL OR coalesce((
	SELECT true FROM order_lines l WHERE l.organisation_id = d.organisation_id AND l.event_id = d.event_id AND l.order_id = d.order_id
		AND l.line = d.line AND l.kind = 'surplus' LIMIT 1), false))`;

/** What a donor gave beside what a ticket is worth, and is not refunded. */
export const isGiven = sql`d.refunded_minor < d.amount_minor AND ${isHeld} AND ${isFreelyGiven}`;

/** With the card fees that the donor paid, less what was refunded. */
export const amountOf = sql`CASE WHEN d.order_id IS NULL OR d.ticket_type_id IS NOT NULL THEN d.amount_minor - d.refunded_minor ELSE (
				SELECT coalesce(sum(l.gross_minor), 0) FROM order_lines l
				WHERE l.organisation_id = d.organisation_id AND l.event_id = d.event_id AND l.order_id = d.order_id
					AND l.ticket_type_id IS NULL AND l.kind IN ('gift', 'cover')) END`;

/** Of the valid receipt of a donation: its own, or the one over a year that it is part of. */
const receiptOf = (column: SQL) => sql`(SELECT ${column} FROM documents r
	WHERE r.organisation_id = d.organisation_id AND r.kind = 'gift_receipt'
		AND (r.subject_id = coalesce(d.order_id, d.id) AND r.content->'gift'->>'over' IS DISTINCT FROM 'year'
			OR r.id IN (SELECT g.document_id FROM gift_receipt_parts g
				WHERE g.organisation_id = d.organisation_id AND g.subject_id = coalesce(d.order_id, d.id)))
		AND NOT EXISTS (SELECT FROM documents c WHERE c.organisation_id = r.organisation_id AND c.corrects_id = r.id
			AND c.kind = 'gift_cancellation')
	ORDER BY r.id DESC LIMIT 1)`;

/** Donors of the year whose organisations send summaries, in the order of organisation and address: `after` is the last one of the page before. */
export async function listDonorYears(
	db: DbOrTx,
	{
		year,
		after,
		limit,
	}: { year: number; after: { organisationId: string; email: string } | null; limit: number },
): Promise<(DonorYear & { email: string; locale: string })[]> {
	const { rows } = await db.execute<{
		organisation_id: string;
		email: string;
		donation_id: string;
		locale: string | null;
	}>(sql`
		SELECT d.organisation_id, lower(d.donor_email) AS email, max(d.id::text) AS donation_id, max(o.locale) AS locale
		FROM gift_receipt_settings s
		JOIN donations d ON d.organisation_id = s.organisation_id
		JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id AND NOT e.is_demo
		LEFT JOIN orders o ON o.organisation_id = d.organisation_id AND o.event_id = d.event_id AND o.id = d.order_id
		WHERE s.sends_summary AND d.donor_email <> '' AND ${isGiven}
			AND ${givenOn} BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)
			${after ? sql`AND (d.organisation_id, lower(d.donor_email)) > (${after.organisationId}::uuid, ${after.email})` : sql``}
		GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit}`);
	return rows.map((row) => ({
		organisationId: row.organisation_id,
		year,
		donationId: row.donation_id,
		email: row.email,
		locale: row.locale ?? 'en',
	}));
}

/** The donations of a donor's year, oldest first; empty once the donor is erased or all was refunded. */
export async function readDonorYear(
	db: DbOrTx,
	{ organisationId, year, donationId }: DonorYear,
): Promise<YearDonation[]> {
	const { rows } = await db.execute<{
		given_on: string;
		event: string;
		currency: string;
		amount: string;
		receipt: string | null;
	}>(sql`
		SELECT ${givenOn}::text AS given_on, e.title AS event, d.currency,
			${amountOf} AS amount,
			${receiptOf(sql`r.label`)} AS receipt
		FROM donations named
		JOIN donations d ON d.organisation_id = named.organisation_id AND lower(d.donor_email) = lower(named.donor_email)
		JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
		WHERE named.organisation_id = ${organisationId} AND named.id = ${donationId} AND named.donor_email <> '' AND ${isGiven}
			AND ${givenOn} BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)
		ORDER BY 1, d.id`);
	return rows.map(({ given_on, amount, ...row }) => ({
		givenAt: new Date(`${given_on}T12:00:00Z`),
		event: row.event,
		currency: row.currency,
		amountMinor: Number(amount),
		receipt: row.receipt,
	}));
}

/** A donation of a donor's year that was given freely: not the price of a ticket. */
export interface DonorYearPart {
	donationId: string;
	orderId: string | null;
	/** `2026-01-31` */
	givenOn: string;
	event: string;
	currency: string;
	amountMinor: number;
	/** The valid receipt that it has or is part of. */
	receiptId: string | null;
	isTest: boolean;
}

/** A donor’s gifts in a year, oldest first. */
export async function listDonorYearParts(
	db: DbOrTx,
	{ organisationId, year, donationId }: DonorYear,
): Promise<DonorYearPart[]> {
	const { rows } = await db.execute<{
		id: string;
		order_id: string | null;
		given_on: string;
		event: string;
		currency: string;
		amount: string;
		receipt: string | null;
		is_test: boolean;
	}>(sql`
		SELECT d.id, d.order_id, ${givenOn}::text AS given_on, e.title AS event, d.currency, ${amountOf} AS amount,
			${receiptOf(sql`r.id`)} AS receipt,
			EXISTS (SELECT FROM payments p
				WHERE p.organisation_id = d.organisation_id AND p.subject_id = d.order_id AND p.gateway = 'test') AS is_test
		FROM donations named
		JOIN donations d ON d.organisation_id = named.organisation_id AND lower(d.donor_email) = lower(named.donor_email)
		JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
		WHERE named.organisation_id = ${organisationId} AND named.id = ${donationId} AND named.donor_email <> ''
			AND d.ticket_type_id IS NULL AND d.refunded_minor < d.amount_minor AND ${isHeld}
			AND ${givenOn} BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)
		ORDER BY 3, d.id LIMIT 1000`);
	return rows.map((row) => ({
		donationId: row.id,
		orderId: row.order_id,
		givenOn: row.given_on,
		event: row.event,
		currency: row.currency,
		amountMinor: Number(row.amount),
		receiptId: row.receipt,
		isTest: row.is_test,
	}));
}
