import { sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';

/** An order whose buyer can be written to. */
export interface ReachableOrder {
	orderId: string;
	buyerEmail: string;
	locale: string;
}

const batchSize = 500;

/** The confirmed orders of an event that have an address, some hundred at a time, oldest first. */
export async function* reachableOrders(
	services: Services,
	scope: { organisationId: string; eventId: string },
): AsyncGenerator<ReachableOrder[]> {
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const { rows } = await services.database.db.execute<ReachableOrder & Record<string, unknown>>(sql`
			SELECT id AS "orderId", buyer_email AS "buyerEmail", locale FROM orders
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id > ${after}::uuid
				AND status = 'confirmed' AND buyer_email <> ''
			ORDER BY id LIMIT ${batchSize}`);
		if (rows.length > 0) yield rows;
		const last = rows.at(-1);
		if (!last || rows.length < batchSize) return;
		after = last.orderId;
	}
}

/** Somebody who holds tickets: a buyer, or a guest with an address of their own (`attendeeId`), who is never led to the order. */
export interface ReachableGuest {
	orderId: string;
	attendeeId: string | null;
	email: string;
	locale: string;
	/** The ticket was transferred to them: it is theirs alone. */
	isHolder: boolean;
	/** Whether tickets are left to a buyer who has handed some on. */
	hasTickets: boolean;
}

/** Everybody with an address who holds tickets of an event, order by order; one address may come more than once. */
export async function* reachableGuests(
	services: Services,
	scope: { organisationId: string; eventId: string },
): AsyncGenerator<ReachableGuest[]> {
	let after = '00000000-0000-0000-0000-000000000000';
	for (;;) {
		const { rows } = await services.database.db.execute<{
			orderId: string;
			buyerEmail: string;
			locale: string;
			hasTickets: boolean;
			guests: { id: string; email: string; isHolder: boolean }[] | null;
		}>(sql`
			SELECT o.id AS "orderId", o.buyer_email AS "buyerEmail", o.locale, t.guests, t."hasTickets"
			FROM orders o CROSS JOIN LATERAL (
				SELECT json_agg(json_build_object('id', a.id, 'email', a.email, 'isHolder', a.holder_version IS NOT NULL) ORDER BY a.id)
						FILTER (WHERE a.email <> '' AND (a.holder_version IS NOT NULL OR lower(a.email) <> lower(o.buyer_email))) AS guests,
					coalesce(bool_or(a.holder_version IS NULL), true) AS "hasTickets"
				FROM attendees a
				WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id AND a.status = 'active'
			) t
			WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.id > ${after}::uuid
				AND o.status = 'confirmed'
			ORDER BY o.id LIMIT ${batchSize}`);
		const guests = rows.flatMap(({ orderId, buyerEmail, locale, hasTickets, guests }) => [
			...(buyerEmail === ''
				? []
				: [{ orderId, attendeeId: null, email: buyerEmail, locale, isHolder: false, hasTickets }]),
			...(guests ?? []).map(({ id, email, isHolder }) => ({
				...{ orderId, attendeeId: id, email, locale, isHolder, hasTickets: true },
			})),
		]);
		if (guests.length > 0) yield guests;
		const last = rows.at(-1);
		if (!last || rows.length < batchSize) return;
		after = last.orderId;
	}
}

/** Which of these orders exist and have an email address, in any state. */
export async function findReachable(
	services: Services,
	refs: readonly { organisationId: string; eventId: string; orderId: string }[],
): Promise<Map<string, ReachableOrder>> {
	const { rows } = await services.database.pool.query<ReachableOrder>({
		name: 'orders.find-reachable',
		text: `
SELECT o.id AS "orderId", o.buyer_email AS "buyerEmail", o.locale
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS w(organisation_id, event_id, id)
JOIN orders o ON o.organisation_id = w.organisation_id AND o.event_id = w.event_id AND o.id = w.id
WHERE o.buyer_email <> ''`,
		values: [
			plainArray(refs.map((ref) => ref.organisationId)),
			plainArray(refs.map((ref) => ref.eventId)),
			plainArray(refs.map((ref) => ref.orderId)),
		],
	});
	return new Map(rows.map((row) => [row.orderId, row]));
}

/** What an email address holds at one event: an order, or a ticket of another buyer’s order. */
export interface Holding {
	organisationId: string;
	eventId: string;
	orderId: string;
	attendeeId?: string;
}

/** Most orders and tickets that one email lists. */
const mostHoldings = 400;

/** Orders and tickets of events that an address has, in the order of their dates: of each event the first one. */
export async function findHoldings(
	services: Services,
	organisationId: string,
	eventIds: readonly string[],
	email: string,
): Promise<Holding[]> {
	const ids = plainArray(eventIds);
	const address = email.toLowerCase();
	const { rows } = await services.database.db.execute<{
		eventId: string;
		orderId: string;
		attendeeId: string | null;
	}>(sql`
		SELECT DISTINCT ON (e.starts_at, h.event_id) h.event_id AS "eventId", h.order_id AS "orderId", h.attendee_id AS "attendeeId"
		FROM (
			SELECT o.event_id, o.id AS order_id, NULL::uuid AS attendee_id FROM orders o
			WHERE o.organisation_id = ${organisationId} AND o.event_id = ANY(${ids}::uuid[]) AND o.status = 'confirmed'
				AND lower(o.buyer_email) = ${address}
				AND coalesce((SELECT bool_or(a.holder_version IS NULL) FROM attendees a
					WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id AND a.status = 'active'), true)
			UNION ALL
			SELECT a.event_id, a.order_id, a.id FROM attendees a
			WHERE a.organisation_id = ${organisationId} AND a.event_id = ANY(${ids}::uuid[]) AND a.status = 'active'
				AND lower(a.email) = ${address}
		) h JOIN events e ON e.organisation_id = ${organisationId} AND e.id = h.event_id
		ORDER BY e.starts_at, h.event_id, h.attendee_id NULLS FIRST, h.order_id LIMIT ${mostHoldings}`);
	return rows.map(({ attendeeId, ...held }) => ({
		organisationId,
		...held,
		...(attendeeId && { attendeeId }),
	}));
}
