import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { GiftAidGift } from '#shared/contracts/gift-aid.ts';
import { GIFT_AID_CURRENCY, ORAL_CANCELLATION_DAYS } from '#shared/rules/gift-aid.ts';
import { GIFT_AID_PAST_YEARS } from '#shared/rules/periods.ts';
import type { PageQuery } from '../donation-rows.ts';
import { amountOf, isFreelyGiven, isHeld } from '../donor-years.ts';

export interface DueGift {
	id: string;
	declarationId: string;
	eventId: string;
	event: string;
	donorName: string;
	/** In the United Kingdom. */
	givenOn: string;
	/** Below 0: what went back since it was claimed. */
	amountMinor: number;
	isTest: boolean;
}

/**
 * What a ticket with a fair value counts for beside its donation: all of its price where the value is a benefit that HMRC leaves out of
 * account, which is up to 25 % of a payment of £100, and of larger ones £25 and 5 % of the rest, at most £2,500. The minimum of a donation
 * is no benefit beside a gift, but a price that had to be paid.
 */
const smallBenefit = sql`coalesce((SELECT CASE WHEN b.value <= least(250000,
		CASE WHEN b.value + d.amount_minor - d.refunded_minor <= 10000 THEN (b.value + d.amount_minor - d.refunded_minor) / 4
			ELSE 2500 + (b.value + d.amount_minor - d.refunded_minor - 10000) / 20 END) THEN b.value END
	FROM (SELECT sum(l.gross_minor)::bigint AS value FROM order_lines l
		WHERE l.organisation_id = d.organisation_id AND l.event_id = d.event_id AND l.order_id = d.order_id
			AND l.ticket_type_id = d.ticket_type_id AND l.kind = 'ticket'
			AND NOT EXISTS (SELECT FROM ticket_types t
				WHERE t.organisation_id = d.organisation_id AND t.id = d.ticket_type_id AND t.kind = 'donation')) b WHERE b.value > 0), 0)`;

/** The part of a donation that is a gift today: none once it is refunded in full or charged back. */
const claimable = sql`CASE WHEN d.refunded_minor >= d.amount_minor OR coalesce((SELECT true FROM payments p
		JOIN disputes q ON q.organisation_id = p.organisation_id AND q.payment_id = p.id AND q.state = 'lost'
		WHERE p.organisation_id = d.organisation_id AND p.subject_id = d.order_id LIMIT 1), false) THEN 0
	ELSE ${amountOf} + CASE WHEN d.ticket_type_id IS NULL THEN 0 ELSE ${smallBenefit} END END`;

/** Whether a declaration `x` counts: one that was made with an order does so once that is paid. */
export const isMade = sql`(x.donation_id IS NOT NULL
	OR (SELECT true FROM donations o WHERE o.organisation_id = x.organisation_id AND o.order_id = x.order_id LIMIT 1))`;

/** The day on which a declaration `x` was made, in the United Kingdom. */
export const madeOn = sql`coalesce(x.made_on, (x.created_at AT TIME ZONE 'Europe/London')::date)`;

/** Whether the donor of a declaration `x` by word of mouth may still cancel it from its beginning, on the day in the United Kingdom. */
export const isWaiting = (now: Date) => sql`coalesce(
	x.record_sent_on + ${ORAL_CANCELLATION_DAYS}::int >= (${now.toISOString()}::timestamptz AT TIME ZONE 'Europe/London')::date, false)`;

/** The declaration that covers a donation: its own or its order’s, or the donor’s newest over all gifts. */
const covering = (now: Date) => sql`SELECT x.id FROM gift_aid_declarations x
	WHERE x.organisation_id = d.organisation_id AND x.cancelled_at IS NULL AND NOT ${isWaiting(now)} AND (x.order_id = d.order_id OR x.donation_id = d.id
		OR x.scope = 'all' AND d.donor_email <> '' AND lower(x.email) = lower(d.donor_email)
			AND g.day >= (${madeOn} - make_interval(years => ${GIFT_AID_PAST_YEARS}))::date AND ${isMade})
	ORDER BY coalesce(x.order_id = d.order_id, false) OR coalesce(x.donation_id = d.id, false) DESC, x.id DESC LIMIT 1`;

/**
 * The content of an organisation’s next claim: gifts of the last four years that a declaration covers and no claim has, and what went back
 * of gifts that one has.
 * @param how.order real gifts come before those in test mode, or all in the order of their ids
 */
export async function listDueGifts(
	db: DbOrTx,
	organisationId: string,
	how: { now: Date; limit: number; after?: string | undefined; order: 'id' | 'real-first' },
): Promise<DueGift[]> {
	const now = how.now.toISOString();
	const { rows } = await db.execute<{
		id: string;
		declaration_id: string;
		event_id: string;
		event: string;
		donor_name: string;
		given_on: string;
		minor: string;
		is_test: boolean;
	}>(sql`
		SELECT * FROM (
			SELECT d.id, coalesce(c.declaration_id, a.id) AS declaration_id, d.event_id, e.title AS event, d.donor_name,
				g.day::text AS given_on,
				CASE WHEN c.claimed IS NULL THEN v.minor ELSE least(0, v.minor - c.claimed) END AS minor,
				coalesce((SELECT true FROM payments p WHERE p.organisation_id = d.organisation_id AND p.subject_id = d.order_id
					AND p.gateway = 'test' LIMIT 1), false) AS is_test
			FROM donations d
			JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
			CROSS JOIN LATERAL (
				SELECT coalesce(d.received_on, (d.created_at AT TIME ZONE 'Europe/London')::date) AS day) g
			CROSS JOIN LATERAL (SELECT ${claimable} AS minor) v
			CROSS JOIN LATERAL (SELECT sum(r.amount_minor) AS claimed, min(r.declaration_id::text)::uuid AS declaration_id FROM gift_aid_rows r
				WHERE r.organisation_id = d.organisation_id AND r.donation_id = d.id) c
			LEFT JOIN LATERAL (${covering(how.now)}) a ON c.claimed IS NULL
			WHERE d.organisation_id = ${organisationId} AND d.currency = ${GIFT_AID_CURRENCY} AND ${isFreelyGiven}
				AND (c.claimed IS NOT NULL OR a.id IS NOT NULL AND ${isHeld} AND g.day >= ${now}::date - make_interval(years => ${GIFT_AID_PAST_YEARS}))
				${how.after ? sql`AND d.id > ${how.after}::uuid` : sql``}
		) due WHERE minor <> 0 ORDER BY ${how.order === 'id' ? sql`id` : sql`is_test, id`} LIMIT ${how.limit}`);
	return rows.map((row) => ({
		id: row.id,
		declarationId: row.declaration_id,
		eventId: row.event_id,
		event: row.event,
		donorName: row.donor_name,
		givenOn: row.given_on,
		amountMinor: Number(row.minor),
		isTest: row.is_test,
	}));
}

/** A page of what the next claim says, the oldest donation first. */
export async function listGiftAidGifts(
	services: Services,
	organisationId: string,
	{ limit, cursor }: PageQuery,
): Promise<{ data: GiftAidGift[]; nextCursor: string | null }> {
	const [after] = cursor ? decodeCursor(cursor, 1) : [];
	const now = services.clock.now();
	const rows = await listDueGifts(services.database.db, organisationId, {
		...{ now, limit: limit + 1, after, order: 'id' },
	});
	return pageOf(
		rows,
		limit,
		(row) => row,
		({ id }) => [id],
	);
}
