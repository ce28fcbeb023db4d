import { getColumns, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { jsonObject, plainArray } from '#server/db/statement.ts';
import { orders } from '#server/db/tables/orders.ts';
import { taxRateOf } from '#server/db/tax-rate.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { Order } from '#shared/contracts/orders.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { ticketColumns } from './attendee-columns.ts';

/** Which order; every question about one states all three. */
export interface OrderScope {
	organisationId: string;
	eventId: string;
	orderId: string;
}

/** A ticket of an order. */
export interface AttendeeRecord extends Pick<Attendee, keyof typeof ticketColumns> {
	cancelledAt: Date | null;
	/** Version of the link of whoever it was transferred to; null: the buyer holds it. */
	holderVersion: number | null;
	/** Whether it lets somebody in; add-ons do not. */
	isAdmission: boolean;
	/** Whether its buyer can withdraw from the contract within 14 days. */
	hasWithdrawal: boolean;
	/** The group that its guest comes with; null: none. */
	groupId: string | null;
	/** Whom it is offered to, perhaps for too long; null: to nobody. */
	offer: { name: string; email: string; expiresAt: Date } | null;
	/** How it is or was resold; null: it is not for sale. */
	resale: TicketResale | null;
}

/** A ticket that its buyer offers for resale, or has resold. */
export interface TicketResale {
	state: 'listed' | 'sold';
	priceMinor: number;
	keepMinor: number;
	/** An offer of the waitlist or an order that waits for its payment has it. */
	isTaken: boolean;
	/** The order that pays for it, or has bought it. */
	buyerOrderId: string | null;
}

/** A line of an order with a price. */
export type OrderLine = ManagedOrder['lines'][number] & { line: number };

// Who bought is one field of the record; the others are for the statements that place orders and count them.
const { buyerName, buyerEmail, idempotencyKey, requestHash, cameBy, createdBy, heldFrom, ...readable } =
	getColumns(orders);
type OrderRow = { [K in keyof typeof readable]: (typeof orders.$inferSelect)[K] };

/** An order with its tickets, for answers, mails and other modules: the columns of its row, and what belongs to it. */
export interface OrderRecord extends OrderRow {
	buyer: { name: string; email: string };
	/** The message with its gift; null: it has none beside its tickets. */
	gift: ManagedOrder['gift'];
	/** Its gift is given each month. */
	isMonthly: boolean;
	/** The code that it was placed with; null: none. */
	discount: ManagedOrder['discount'];
	/** A change that waits for its payment; null: none. */
	change: ManagedOrder['change'];
	/** The group whose leader is its buyer; null: it is no group. */
	group: { id: string; name: string } | null;
	/** The orders whose buyers resell, or have resold, the tickets of this one. Of one without a price: none. */
	boughtFrom: string[];
	lines: OrderLine[];
	/** In the order of the request. */
	attendees: AttendeeRecord[];
}

/** A ticket of an order whose guest is written to themself: it was transferred to them, or they have another email than the buyer. */
export function findOwnAddress(order: OrderRecord, attendeeId: string): AttendeeRecord | undefined {
	return order.attendees.find(
		({ id, email, holderVersion }) =>
			id === attendeeId &&
			email !== '' &&
			(holderVersion !== null || email.toLowerCase() !== order.buyer.email.toLowerCase()),
	);
}

interface Row {
	order: Omit<OrderRecord, 'attendees' | InstantKey> & Record<InstantKey, string | null>;
	attendees:
		| (Omit<AttendeeRecord, 'cancelledAt' | 'offer'> & {
				cancelledAt: string | null;
				offer: { name: string; email: string; expiresAt: string } | null;
		  })[]
		| null;
}
type InstantKey = { [K in keyof OrderRow]: Date extends OrderRow[K] ? K : never }[keyof OrderRow];

const instant = (text: string | null) => (text === null ? null : new Date(text));

/** The subject of the payment; orders without a price are not looked up. */
const linesOf = `CASE WHEN o.total_minor = 0 THEN '[]'::json ELSE (
		SELECT coalesce(json_agg(${jsonObject({
			line: 'l.line',
			kind: 'l.kind',
			ticketTypeId: 'l.ticket_type_id',
			tierName: 'l.tier_name',
			quantity: 'l.quantity',
			unitMinor: 'l.unit_minor',
			netMinor: 'l.net_minor',
			taxMinor: 'l.tax_minor',
			grossMinor: 'l.gross_minor',
			taxBasisPoints: taxRateOf('l'),
			attendeeId: 'l.attendee_id',
		} satisfies Record<keyof OrderLine, string>)} ORDER BY l.line), '[]'::json)
		FROM order_lines l WHERE l.organisation_id = o.organisation_id AND l.event_id = o.event_id AND l.order_id = o.id) END`;

// Not EXISTS, for which the planner may read all lines of all organisations at once.
const isMonthly = `CASE WHEN o.total_minor = 0 THEN false ELSE coalesce((SELECT true FROM order_lines l
	WHERE l.organisation_id = o.organisation_id AND l.event_id = o.event_id AND l.order_id = o.id AND l.kind = 'gift'
		AND l.details->>'monthly' = 'true' LIMIT 1), false) END`;

// An erased gift has no details.
const giftOf = `CASE WHEN o.total_minor = 0 THEN NULL ELSE (SELECT ${jsonObject({
	anonymous: `coalesce((l.details->>'anonymous')::bool, true)`,
	message: `coalesce(l.details->>'message', '')`,
	honour: `CASE WHEN l.details->'honour'->>'name' <> '' THEN l.details->'honour' END`,
} satisfies Record<keyof NonNullable<ManagedOrder['gift']>, string>)} FROM order_lines l
	WHERE l.organisation_id = o.organisation_id AND l.event_id = o.event_id AND l.order_id = o.id AND l.kind = 'gift'
		AND l.ticket_type_id IS NULL ORDER BY l.line LIMIT 1) END`;

const discountOf = `(SELECT ${jsonObject({
	code: 'c.code',
	savedMinor: 'u.saved_minor',
} satisfies Record<keyof NonNullable<ManagedOrder['discount']>, string>)} FROM code_uses u
	JOIN codes c ON c.organisation_id = u.organisation_id AND c.id = u.code_id
	WHERE u.organisation_id = o.organisation_id AND u.event_id = o.event_id AND u.order_id = o.id)`;

const changeOf = `(SELECT ${jsonObject({
	id: 'c.id',
	lines: 'c.lines',
	ticketTypes: `(SELECT coalesce(json_agg(json_build_object('id', n.id, 'name', n.name)), '[]'::json) FROM ticket_types n
		WHERE n.organisation_id = c.organisation_id AND n.id IN (SELECT (l ->> 'ticketTypeId')::uuid FROM jsonb_array_elements(c.lines) l))`,
	differenceMinor: 'c.difference_minor',
	hash: 'c.hash',
	expiresAt: 'c.expires_at',
} satisfies Record<keyof NonNullable<ManagedOrder['change']>, string>)} FROM order_changes c
	WHERE c.organisation_id = o.organisation_id AND c.order_id = o.id AND c.state = 'awaiting_payment')`;

const groupOf = `(SELECT ${jsonObject({
	id: 'g.id',
	name: 'g.name',
} satisfies Record<keyof NonNullable<OrderRecord['group']>, string>)} FROM group_bookings g
	WHERE g.organisation_id = o.organisation_id AND g.order_id = o.id AND g.state = 'open')`;

const boughtFrom = `CASE WHEN o.total_minor = 0 THEN '[]'::json ELSE (SELECT coalesce(json_agg(DISTINCT r.order_id), '[]'::json)
	FROM resale_listings r WHERE r.organisation_id = o.organisation_id AND r.buyer_order_id = o.id) END`;

// One that was listed again after it was withdrawn is the listing that is open.
const resaleOf = `CASE WHEN o.total_minor > 0 THEN (SELECT ${jsonObject({
	state: 'r.state',
	priceMinor: 'r.price_minor',
	keepMinor: 'r.keep_minor',
	isTaken: 'r.offer_id IS NOT NULL OR r.buyer_order_id IS NOT NULL',
	buyerOrderId: 'r.buyer_order_id',
} satisfies Record<keyof TicketResale, string>)} FROM resale_listings r
	WHERE r.organisation_id = o.organisation_id AND r.order_id = o.id AND r.attendee_id = a.id AND r.state IN ('listed', 'sold')
	ORDER BY r.id DESC LIMIT 1) END`;

const orderColumns: Record<keyof Row['order'], string> = {
	...(Object.fromEntries(Object.entries(readable).map(([field, { name }]) => [field, `o.${name}`])) as Record<
		keyof OrderRow,
		string
	>),
	buyer: jsonObject({ name: 'o.buyer_name', email: 'o.buyer_email' }),
	gift: giftOf,
	isMonthly,
	discount: discountOf,
	change: changeOf,
	group: groupOf,
	boughtFrom,
	lines: linesOf,
};
const attendeeColumns: Record<keyof AttendeeRecord, string> = {
	...ticketColumns,
	cancelledAt: 'a.cancelled_at',
	holderVersion: 'a.holder_version',
	isAdmission: 't.is_admission',
	hasWithdrawal: 't.has_withdrawal',
	groupId: 'a.group_id',
	offer: `CASE WHEN a.status = 'active' THEN (SELECT ${jsonObject({
		name: 'f.to_name',
		email: 'f.to_email',
		expiresAt: 'f.expires_at',
	} satisfies Record<keyof NonNullable<AttendeeRecord['offer']>, string>)} FROM ticket_transfers f
		WHERE f.organisation_id = a.organisation_id AND f.event_id = a.event_id AND f.attendee_id = a.id AND f.state = 'offered') END`,
	resale: resaleOf,
};

const byScope = {
	name: 'orders.by-scope',
	text: `
SELECT ${jsonObject(orderColumns)} AS order,
	(SELECT json_agg(${jsonObject(attendeeColumns)} ORDER BY a.id)
		FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id) AS attendees
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS w(organisation_id, event_id, id)
JOIN orders o ON o.organisation_id = w.organisation_id AND o.event_id = w.event_id AND o.id = w.id`,
};

/**
 * The order with all its tickets, cancelled ones too; null when there is none of this event and organisation. All who ask meanwhile
 * are answered by one question.
 */
export const findOrder = createDatabaseBatcher(
	200,
	async (services: Services, scopes: OrderScope[]): Promise<(OrderRecord | null)[]> => {
		const requested = [...new Map(scopes.map((scope) => [keyOf(scope), scope])).values()];
		const { rows } = await services.database.pool.query<Row>({
			...byScope,
			values: [
				plainArray(requested.map((scope) => scope.organisationId)),
				plainArray(requested.map((scope) => scope.eventId)),
				plainArray(requested.map((scope) => scope.orderId)),
			],
		});
		const found = new Map(rows.map((row) => [keyOf({ ...row.order, orderId: row.order.id }), row]));
		return scopes.map((scope) => {
			const row = found.get(keyOf(scope));
			return row ? toRecord(row) : null;
		});
	},
);

const keyOf = ({ organisationId, eventId, orderId }: OrderScope) =>
	`${organisationId} ${eventId} ${orderId}`.toLowerCase();

const instants = (Object.keys(readable) as (keyof OrderRow)[]).filter(
	(field) => readable[field].dataType === 'object date',
);

function toRecord({ order, attendees }: Row): OrderRecord {
	const dates = Object.fromEntries(
		instants.map((field) => [field, instant(order[field] as string | null)]),
	) as Pick<OrderRow, InstantKey>;
	return {
		...order,
		...dates,
		attendees: (attendees ?? []).map((one) => ({
			...one,
			cancelledAt: instant(one.cancelledAt),
			offer: one.offer && { ...one.offer, expiresAt: new Date(one.offer.expiresAt) },
		})),
	};
}

/** The same for an order that must be there. */
export async function getOrder(services: Services, scope: OrderScope): Promise<OrderRecord> {
	const order = await findOrder(services, scope);
	if (!order) throw notFound('Order');
	return order;
}

/** The data of an order for a change, with the row locked until the transaction ends. */
export interface LockedOrder {
	status: Order['status'];
	buyerEmail: string;
	holdExtensions: number;
	manageVersion: number;
	totalMinor: number;
	currency: string;
}

/**
 * Locks an order for the rest of the transaction.
 * @throws not-found
 */
export async function lockOrder(tx: Tx, scope: OrderScope): Promise<LockedOrder> {
	const { rows } = await tx.execute<{
		status: Order['status'];
		buyer_email: string;
		hold_extensions: number;
		manage_version: number;
		total_minor: string;
		currency: string;
	}>(sql`
		SELECT status, buyer_email, hold_extensions, manage_version, total_minor, currency FROM orders
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}
		FOR UPDATE`);
	const row = rows[0];
	if (!row) throw notFound('Order');
	return {
		status: row.status,
		buyerEmail: row.buyer_email,
		holdExtensions: row.hold_extensions,
		manageVersion: row.manage_version,
		totalMinor: Number(row.total_minor),
		currency: row.currency,
	};
}
