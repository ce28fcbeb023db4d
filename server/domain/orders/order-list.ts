import { type SQL, sql } from 'drizzle-orm';
import { foldedHasWords } from '#server/db/search-words.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isOfTestCard } from '#server/domain/gift-cards/test-cards.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { Order } from '#shared/contracts/orders.ts';
import type { ListedOrder } from '#shared/contracts/organiser-orders.ts';
import type { OrderFilter } from '#shared/rules/order-money-state.ts';
import { isRefundDue } from './event-money.ts';
import { orderCodeIn } from './order-code.ts';

/** Filters of a list of orders. */
export interface OrderListFilters {
	q?: string | undefined;
	status?: Order['status'] | undefined;
	state?: OrderFilter | undefined;
}

interface Row extends Record<string, unknown> {
	id: string;
	code: string;
	status: Order['status'];
	terms: ListedOrder['terms'];
	buyer_name: string;
	buyer_email: string;
	total_minor: string;
	currency: string;
	expires_at: string | null;
	created_at: string;
	attendee_count: number;
	balance: string | null;
	captured: string;
	refunded: string;
	refunding: string;
	to_send: string;
	is_test: boolean;
	paid_by: ListedOrder['paidBy'];
}

/** A refund of the order `o` that has not failed. */
const hasRefund = sql`EXISTS (SELECT FROM refunds r WHERE r.organisation_id = o.organisation_id AND r.subject_id = o.id
	AND r.state IN ('requested', 'pending', 'succeeded'))`;

/** The condition of each filter on an order `o`. */
const conditions: Record<OrderFilter, (scope: EventScope) => SQL> = {
	paid: () => sql`o.status = 'confirmed' AND o.total_minor > 0 AND NOT ${hasRefund}`,
	free: () => sql`o.status = 'confirmed' AND o.total_minor = 0`,
	pending: () =>
		sql`o.status = 'pending' AND o.terms IS DISTINCT FROM 'transfer' AND o.terms IS DISTINCT FROM 'door'`,
	awaiting_transfer: () => sql`o.status = 'pending' AND o.terms = 'transfer'`,
	pay_at_door: () => sql`o.status = 'pending' AND o.terms = 'door'`,
	awaiting_approval: () => sql`o.status = 'awaiting_approval'`,
	expired: () => sql`o.status = 'expired'`,
	cancelled: () => sql`o.status = 'cancelled'`,
	refunded: (
		scope,
	) => sql`o.id IN (SELECT r.subject_id FROM refunds r WHERE r.organisation_id = ${scope.organisationId}
		AND r.event_id = ${scope.eventId} AND r.state IN ('requested', 'pending', 'succeeded'))`,
	refund_due: (
		scope,
	) => sql`o.id IN (SELECT s.subject_id FROM ledger_subjects s WHERE s.organisation_id = ${scope.organisationId}
		AND s.event_id = ${scope.eventId} AND ${sql.raw(isRefundDue)})`,
};

/**
 * The ids of orders `o` that a search finds, the newest `limit` of each way to be found: every word stands in name or address of the buyer
 * or of a guest (accents, case and order do not matter), or it is the order's code. Buyers are looked up in an index of
 * the orders with a price, those who are about to pay among the holds; buyers of free orders are found as guests.
 */
function searched(q: string, { where, guests }: { where: SQL; guests: SQL }, limit: number): SQL {
	const contains = (text: SQL) => foldedHasWords(text, q);
	const buyer = sql`foyer_fold(o.buyer_name || ' ' || o.buyer_email)`;
	const code = orderCodeIn(q);
	const byCode = code
		? sql`UNION (SELECT o.id FROM orders o WHERE ${where} AND o.code = ${code.code} AND (${code.eventCode}::text IS NULL
			OR EXISTS (SELECT 1 FROM events e WHERE e.organisation_id = o.organisation_id AND e.id = o.event_id AND e.code = ${code.eventCode})))`
		: sql``;
	const newest = sql`ORDER BY o.id DESC LIMIT ${limit}`;
	const priced = sql`${where} AND o.total_minor > 0 AND ${contains(buyer)}`;
	return sql`
		(SELECT o.id FROM orders o WHERE ${priced} AND o.status <> 'pending' AND foyer_found(o.buyer_name) ${newest})
		UNION (SELECT o.id FROM orders o WHERE ${priced} AND o.status = 'pending' ${newest})
		UNION (SELECT DISTINCT a.order_id FROM attendees a
			WHERE ${guests} AND ${contains(sql`a.search_text`)} AND foyer_found(a.search_text) ORDER BY a.order_id DESC LIMIT ${limit})
		${byCode}`;
}

/** A page of the orders of an event, newest first: ids are made in the order of time, so the primary key is the list. */
export async function listOrders(
	services: Services,
	scope: EventScope,
	query: OrderListFilters & { limit: number; cursor?: string | undefined },
): Promise<{ data: ListedOrder[]; nextCursor: string | null }> {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const limit = query.limit + 1;
	const all = (parts: SQL[]) => sql.join(parts, sql` AND `);
	const narrowing = [
		...(query.status ? [sql`o.status = ${query.status}`] : []),
		...(query.state ? [conditions[query.state](scope)] : []),
	];
	const where = all([
		sql`o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId}`,
		...narrowing,
		...(after ? [sql`o.id < ${after}::uuid`] : []),
	]);
	// Hundreds of guests may have a name: their orders are read only where the list is narrowed by what orders say.
	const guests = all([
		sql`a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}`,
		...(narrowing.length > 0
			? [
					sql`EXISTS (SELECT FROM orders o WHERE o.organisation_id = a.organisation_id AND o.event_id = a.event_id
						AND o.id = a.order_id AND ${all(narrowing)})`,
				]
			: []),
		...(after ? [sql`a.order_id < ${after}::uuid`] : []),
	]);
	const found = query.q?.trim()
		? sql`${where} AND o.id IN (${searched(query.q, { where, guests }, limit)})`
		: where;
	const { rows } = await services.database.db.execute<Row>(sql`
		SELECT o.id, o.code, o.status, o.terms, o.buyer_name, o.buyer_email, o.total_minor, o.currency, o.expires_at, o.created_at,
			(SELECT count(*)::int FROM attendees a
				WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id) AS attendee_count,
			s.balance_minor AS balance, p.*
		FROM (SELECT o.* FROM orders o WHERE ${found} ORDER BY o.id DESC LIMIT ${limit}) o
		LEFT JOIN ledger_subjects s ON s.organisation_id = o.organisation_id AND s.subject_id = o.id
		LEFT JOIN LATERAL (
			SELECT coalesce(sum(captured_minor), 0) AS captured, coalesce(sum(refunded_minor), 0) AS refunded,
				coalesce(sum(refunding_minor), 0) AS refunding,
				coalesce(sum(refunding_minor) FILTER (WHERE gateway IS NULL), 0) AS to_send,
				coalesce(bool_or(gateway = 'test' OR ${sql.raw(isOfTestCard('payments'))}), false) AS is_test,
				(array_agg(method ORDER BY id DESC) FILTER (WHERE state = 'succeeded'))[1] AS paid_by
			FROM payments WHERE organisation_id = o.organisation_id AND subject_id = o.id AND o.total_minor > 0
		) p ON true
		ORDER BY o.id DESC`);
	const shown = rows.slice(0, query.limit);
	return {
		data: shown.map((row) => present(row, scope.eventId)),
		nextCursor: rows.length > query.limit ? encodeCursor([shown.at(-1)?.id as string]) : null,
	};
}

function present(row: Row, eventId: string): ListedOrder {
	const totalMinor = Number(row.total_minor);
	const refundedMinor = Number(row.refunded);
	const isOpen = row.status === 'pending';
	return {
		id: row.id,
		code: row.code,
		status: row.status,
		eventId,
		buyer: { name: row.buyer_name, email: row.buyer_email },
		totalMinor,
		currency: row.currency,
		expiresAt:
			(isOpen || row.status === 'awaiting_approval') && row.expires_at
				? new Date(row.expires_at).toISOString()
				: null,
		createdAt: new Date(row.created_at).toISOString(),
		attendeeCount: row.attendee_count,
		terms: row.terms,
		// The books know of an order once it is confirmed; until then what was paid and is not to go back counts.
		dueMinor: Number(row.balance ?? 0) + (isOpen ? totalMinor + Number(row.refunding) : 0),
		paidMinor: Number(row.captured) - refundedMinor,
		refundedMinor,
		refundingMinor: Number(row.refunding),
		toSendMinor: Number(row.to_send),
		isTest: row.is_test,
		paidBy: row.paid_by,
	};
}
