import type { Services } from '#server/services.ts';
import { placesSql } from '../groups/open-places.ts';

/** An event in a message: the public details of its page. */
export async function readEvent(
	{ database, config }: Services,
	scope: { organisationId: string; eventId: string },
) {
	const { rows } = await database.pool.query<{
		id: string;
		slug: string;
		title: string;
		status: string;
		startsAt: Date;
		endsAt: Date;
		timeZone: string;
		venueName: string;
		city: string;
		series: { id: string; slug: string; key: string } | null;
		version: number;
	}>({
		name: 'integrations.event',
		text: `SELECT e.id, e.slug, e.title, e.status, e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.time_zone AS "timeZone",
				e.venue_name AS "venueName", e.city, e.version,
				CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'slug', s.slug, 'key', e.series_key) END AS series
			FROM events e LEFT JOIN event_series s ON s.organisation_id = e.organisation_id AND s.id = e.series_id
			WHERE e.organisation_id = $1 AND e.id = $2`,
		values: [scope.organisationId, scope.eventId],
	});
	const [event] = rows;
	if (!event) return null;
	return {
		...event,
		startsAt: event.startsAt.toISOString(),
		endsAt: event.endsAt.toISOString(),
		url: `${config.appUrl}/events/${event.slug}`,
	};
}

/** An order in a message: never its buyer. */
export async function readOrder(
	{ database }: Services,
	scope: { organisationId: string; eventId: string; orderId: string },
) {
	const { rows } = await database.pool.query<{
		id: string;
		code: string;
		status: string;
		source: string;
		currency: string;
		totalMinor: number;
		tickets: number;
		createdAt: Date;
		confirmedAt: Date | null;
		cancelledAt: Date | null;
	}>({
		name: 'integrations.order',
		text: `SELECT o.id, o.code, o.status, o.source, o.currency, o.total_minor::float8 AS "totalMinor",
				coalesce((SELECT sum(i.places)::int FROM order_items i
					WHERE i.organisation_id = o.organisation_id AND i.event_id = o.event_id AND i.order_id = o.id), 0) AS tickets,
				o.created_at AS "createdAt", o.confirmed_at AS "confirmedAt", o.cancelled_at AS "cancelledAt"
			FROM orders o WHERE o.organisation_id = $1 AND o.event_id = $2 AND o.id = $3`,
		values: [scope.organisationId, scope.eventId, scope.orderId],
	});
	const [order] = rows;
	if (!order) return null;
	return {
		...order,
		createdAt: order.createdAt.toISOString(),
		confirmedAt: order.confirmedAt?.toISOString() ?? null,
		cancelledAt: order.cancelledAt?.toISOString() ?? null,
	};
}

/** The amount of a payment or refund. */
export async function readAmount(
	{ database }: Services,
	table: 'payments' | 'refunds',
	scope: { organisationId: string; id: string },
) {
	const text =
		table === 'payments'
			? `SELECT id, captured_minor::float8 AS "amountMinor", method FROM payments WHERE organisation_id = $1 AND id = $2`
			: `SELECT id, amount_minor::float8 AS "amountMinor", reason, state, failure FROM refunds WHERE organisation_id = $1 AND id = $2`;
	const { rows } = await database.pool.query<{ id: string; amountMinor: number }>({
		name: `integrations.${table}`,
		text,
		values: [scope.organisationId, scope.id],
	});
	return rows[0] ?? null;
}

/** The gifts of an order, in minor units: donations, and what ticket prices have above their fair value or the minimum. */
export async function readGivenMinor(
	{ database }: Services,
	scope: { organisationId: string; eventId: string; orderId: string },
): Promise<number> {
	const { rows } = await database.pool.query<{ minor: number }>({
		name: 'integrations.given',
		text: `SELECT coalesce(sum(gross_minor), 0)::float8 AS minor FROM order_lines
			WHERE organisation_id = $1 AND event_id = $2 AND order_id = $3 AND kind IN ('gift', 'surplus') AND gross_minor > 0`,
		values: [scope.organisationId, scope.eventId, scope.orderId],
	});
	return rows[0]?.minor ?? 0;
}

/** An entry of a waitlist, and an offer of it: never who waits. */
export async function readEntry(
	{ database }: Services,
	scope: { organisationId: string; entryId: string; offerId: string | undefined },
) {
	const { rows } = await database.pool.query<{
		entry: { id: string; state: string; party: number };
		offer: { id: string; ticketTypeId: string; quantity: number; state: string; expiresAt: string } | null;
	}>({
		name: 'integrations.waitlist-entry',
		text: `SELECT json_build_object('id', w.id, 'state', w.state, 'party', w.party) AS entry,
				CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'ticketTypeId', o.ticket_type_id, 'quantity', o.quantity, 'state', o.state,
					'expiresAt', to_char(o.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS offer
			FROM waitlist_entries w LEFT JOIN waitlist_offers o ON o.organisation_id = w.organisation_id AND o.entry_id = w.id AND o.id = $3
			WHERE w.organisation_id = $1 AND w.id = $2`,
		values: [scope.organisationId, scope.entryId, scope.offerId ?? null],
	});
	return rows[0] ?? null;
}

/** A ticket that a guest offers for resale or has resold: never who sells or buys it. */
export async function readResale(
	{ database }: Services,
	scope: { organisationId: string; listingId: string },
) {
	const { rows } = await database.pool.query<{
		id: string;
		state: string;
		attendeeId: string;
		ticketTypeId: string;
		priceMinor: number;
		keepMinor: number;
		buyerOrderId: string | null;
	}>({
		name: 'integrations.resale',
		text: `SELECT id, state, attendee_id AS "attendeeId", ticket_type_id AS "ticketTypeId", price_minor::float8 AS "priceMinor",
				keep_minor::float8 AS "keepMinor", CASE WHEN state = 'sold' THEN buyer_order_id END AS "buyerOrderId"
			FROM resale_listings WHERE organisation_id = $1 AND id = $2`,
		values: [scope.organisationId, scope.listingId],
	});
	return rows[0] ?? null;
}

/** A group: never what it is called, who leads it or who is invited. */
export async function readGroup(
	{ database }: Services,
	scope: { organisationId: string; eventId: string; groupId: string },
) {
	const { rows } = await database.pool.query<{
		id: string;
		pays: string;
		state: string;
		orderId: string | null;
		ticketTypeId: string | null;
		places: number;
		taken: number;
		deadlineAt: Date | null;
	}>({
		name: 'integrations.group',
		text: `SELECT g.id, g.pays, g.state, g.order_id AS "orderId", g.ticket_type_id AS "ticketTypeId", n.places, n.taken,
				g.deadline_at AS "deadlineAt"
			FROM group_bookings g CROSS JOIN LATERAL (${placesSql}) n WHERE g.organisation_id = $1 AND g.event_id = $2 AND g.id = $3`,
		values: [scope.organisationId, scope.eventId, scope.groupId],
	});
	const [group] = rows;
	return group ? { ...group, deadlineAt: group.deadlineAt?.toISOString() ?? null } : null;
}

/** The group, whose guests pay for themselves, that an order is a claim of; null: of none. */
export async function findGroupOfOrder(
	{ database }: Services,
	scope: { organisationId: string; eventId: string; orderId: string },
) {
	const { rows } = await database.pool.query<{ groupId: string; attendeeIds: string[] }>({
		name: 'integrations.group-of-order',
		text: `SELECT g.id AS "groupId", array_agg(a.id ORDER BY a.id) AS "attendeeIds"
			FROM attendees a JOIN group_bookings g ON g.organisation_id = a.organisation_id AND g.event_id = a.event_id AND g.id = a.group_id
			WHERE a.organisation_id = $1 AND a.event_id = $2 AND a.order_id = $3 AND g.pays = 'each' GROUP BY g.id`,
		values: [scope.organisationId, scope.eventId, scope.orderId],
	});
	return rows[0] ?? null;
}

/** A request for a refund: never the words of the guest or the organiser. */
export async function readRefundRequest(
	{ database }: Services,
	scope: { organisationId: string; orderId: string; requestId: string },
) {
	const { rows } = await database.pool.query<{ id: string; attendeeIds: string[]; createdAt: Date }>({
		name: 'integrations.refund-request',
		text: `SELECT id, state, attendee_ids AS "attendeeIds", wanted_minor::float8 AS "wantedMinor", created_at AS "createdAt"
			FROM refund_requests WHERE organisation_id = $1 AND order_id = $2 AND id = $3`,
		values: [scope.organisationId, scope.orderId, scope.requestId],
	});
	return rows[0] ?? null;
}

/** A consent to news by email: never who gave it. */
export async function readConsent({ database }: Services, { organisationId, id }: Own) {
	const { rows } = await database.pool.query<{
		id: string;
		state: string;
		cameFrom: string;
		text: string;
		consentedAt: Date;
		confirmedAt: Date | null;
		endedAt: Date | null;
		endedBy: string | null;
		eventId: string | null;
	}>({
		name: 'integrations.consent',
		text: `SELECT id, state, came_from AS "cameFrom", consent_text AS text, consented_at AS "consentedAt", confirmed_at AS "confirmedAt",
				left_at AS "endedAt", left_by AS "endedBy", event_id AS "eventId"
			FROM followers WHERE organisation_id = $1 AND id = $2`,
		values: [organisationId, id],
	});
	return rows[0] ?? null;
}

interface Own {
	organisationId: string;
	id: string;
}

/** A payout to the bank: never its account. */
async function readPayout({ database }: Services, { organisationId, id }: Own) {
	const { rows } = await database.pool.query<{ arrivesAt: Date }>({
		name: 'integrations.payout',
		text: `SELECT id, amount_minor::float8 AS "amountMinor", currency, arrives_at AS "arrivesAt"
			FROM payouts WHERE organisation_id = $1 AND id = $2`,
		values: [organisationId, id],
	});
	return rows[0] ?? null;
}

/** A gift card: never its code, who bought it or whom it is for. */
async function readGiftCard({ database }: Services, { organisationId, id }: Own) {
	const { rows } = await database.pool.query<{ issuedAt: Date | null }>({
		name: 'integrations.gift-card',
		text: `SELECT id, last4, origin, state, currency, issued_minor::float8 AS "issuedMinor", balance_minor::float8 AS "balanceMinor",
				expires_on::text AS "expiresOn", is_test AS "isTest", issued_at AS "issuedAt"
			FROM gift_cards WHERE organisation_id = $1 AND id = $2 AND state <> 'ordered'`,
		values: [organisationId, id],
	});
	return rows[0] ?? null;
}

/** A withdrawal: never who stated it. */
async function readWithdrawal({ database }: Services, { organisationId, id }: Own) {
	const { rows } = await database.pool.query<{ receivedAt: Date }>({
		name: 'integrations.withdrawal',
		text: `SELECT id, state, subject_kind AS "subjectKind", subject_id AS "subjectId", event_id AS "eventId",
				attendee_ids AS "attendeeIds", refund_minor::float8 AS "refundMinor", currency, received_at AS "receivedAt"
			FROM withdrawals WHERE organisation_id = $1 AND id = $2`,
		values: [organisationId, id],
	});
	return rows[0] ?? null;
}

/** A message to guests: never who got it. */
async function readMessage({ database }: Services, { organisationId, id }: Own) {
	const { rows } = await database.pool.query<{ sentAt: Date | null }>({
		name: 'integrations.message',
		text: `SELECT id, event_id AS "eventId", series_id AS "seriesId", category, subject, total AS recipients, sent_at AS "sentAt"
			FROM guest_messages WHERE organisation_id = $1 AND id = $2`,
		values: [organisationId, id],
	});
	return rows[0] ?? null;
}

/** The file of a report: never what is in it. */
async function readReport({ database }: Services, { organisationId, id }: Own) {
	const { rows } = await database.pool.query<{ expiresAt: Date | null }>({
		name: 'integrations.report',
		text: `SELECT id, report_id AS "reportId", name, format, rows, bytes::float8 AS bytes, expires_at AS "expiresAt"
			FROM report_runs WHERE organisation_id = $1 AND id = $2`,
		values: [organisationId, id],
	});
	return rows[0] ?? null;
}

/** What an organisation has that belongs to no event. */
export const readOwn = {
	payout: readPayout,
	giftCard: readGiftCard,
	withdrawal: readWithdrawal,
	message: readMessage,
	report: readReport,
};
