import type { Services } from '#server/services.ts';
import { type PastType, pastLimits } from '#shared/rules/past-messages.ts';
import { currentType, type FormerType } from '#shared/rules/webhook-types.ts';
import { type CheckInMessageRow, checkInMessageColumns, checkInNews, isRefused } from './find-check-ins.ts';
import type { News } from './make-messages.ts';
import {
	amountOf,
	consentOf,
	donationOf,
	entryOf,
	eventOf,
	orderOf,
	ownOf,
	refundRequestOf,
	sources,
	takenOfferOf,
} from './news.ts';
import { readEvent } from './read-objects.ts';

/** Which past messages to read: those of an organisation that a connection subscribes to, from `since` up to but excluding `until`. */
export interface PastScope {
	organisationId: string;
	connectionId: string;
	eventIds: string[] | null;
	since: Date;
	until: Date;
}

/** Something of the past, by which its messages are found. */
interface PastRow {
	eventId: string | null;
	id: string;
	orderId: string | null;
	/** Of an offer of a waitlist. */
	entryId: string | null;
	at: Date;
}

export type PastNews = News & { id: string; at: Date };

/** The first of all: what is looked at comes after it. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

interface PastTable {
	from: string;
	at: string;
	where: string;
	/** Absent: rows of this table belong to no event, and only connections to all events receive it. */
	eventId?: string;
	orderId?: string;
	entryId?: string;
	/** Walked by its key: by event and id, else by id alone. */
	isByEvent?: true;
}

const gaveSomething = `EXISTS (SELECT FROM order_lines l WHERE l.organisation_id = r.organisation_id AND l.event_id = r.event_id
	AND l.order_id = r.id AND l.kind IN ('gift', 'surplus') AND l.gross_minor > 0)`;
const ofOrder = {
	from: 'orders r',
	at: 'r.confirmed_at',
	eventId: 'r.event_id',
	orderId: 'r.id',
	isByEvent: true,
} as const;

const ofRefund = { from: 'refunds r', eventId: 'r.event_id', orderId: 'r.subject_id' } as const;

/** Past types as they are called now. */
type CurrentPastType = Exclude<PastType, FormerType>;

/** Where each type is stored; `$7` is the connection. */
const pastTables: Record<CurrentPastType, PastTable> = {
	'event.published': {
		from: 'events r',
		at: 'r.published_at',
		eventId: 'r.id',
		// It may have been published several times; who was notified since needs no more.
		where: `r.status <> 'draft' AND NOT EXISTS (SELECT FROM outbound_messages m
			JOIN outbound_deliveries d ON d.organisation_id = m.organisation_id AND d.message_id = m.id
			WHERE m.organisation_id = r.organisation_id AND m.type = 'event.published' AND m.event_id = r.id
				AND d.connection_id = $7)`,
	},
	'registration.created': { ...ofOrder, where: 'true' },
	'donation.received': { ...ofOrder, where: gaveSomething },
	'order.paid': {
		from: 'payments r',
		at: 'r.settled_at',
		eventId: 'r.event_id',
		orderId: 'r.subject_id',
		where: `r.subject_kind = 'order' AND r.captured_minor > 0 AND r.event_id IS NOT NULL`,
	},
	'refund.requested': {
		from: 'refund_requests r',
		at: 'r.created_at',
		eventId: 'r.event_id',
		orderId: 'r.order_id',
		where: 'true',
	},
	'refund.created': {
		...ofRefund,
		at: 'r.created_at',
		where: `r.state IN ('pending', 'succeeded') AND r.event_id IS NOT NULL`,
	},
	'refund.succeeded': {
		...ofRefund,
		at: 'r.settled_at',
		where: `r.state = 'succeeded' AND r.event_id IS NOT NULL`,
	},
	'refund.failed': {
		...ofRefund,
		at: 'r.updated_at',
		where: `r.state = 'failed' AND r.event_id IS NOT NULL`,
	},
	'waitlist.joined': { from: 'waitlist_entries r', at: 'r.created_at', eventId: 'r.event_id', where: 'true' },
	'waitlist.accepted': {
		from: 'waitlist_offers r',
		at: 'r.ended_at',
		eventId: 'r.event_id',
		orderId: 'r.order_id',
		entryId: 'r.entry_id',
		where: `r.state = 'taken'`,
	},
	'waitlist.left': {
		from: 'waitlist_entries r',
		at: 'r.ended_at',
		eventId: 'r.event_id',
		where: `r.state IN ('left', 'removed', 'closed')`,
	},
	'payout.paid': { from: 'payouts r', at: 'r.made_at', where: `r.state = 'paid'` },
	'gift_card.issued': { from: 'gift_cards r', at: 'r.issued_at', where: `r.state <> 'ordered'` },
	'check_in.created': {
		from: 'check_ins r',
		at: 'r.occurred_at',
		eventId: 'r.event_id',
		where: `r.verdict = 'accepted' AND r.direction = 'in' AND r.annulled_at IS NULL AND r.attendee_id IS NOT NULL`,
	},
	'check_in.refused': {
		from: 'check_ins r',
		at: 'r.occurred_at',
		eventId: 'r.event_id',
		where: isRefused.replaceAll('i.', 'r.'),
	},
	'consent.given': { from: 'followers r', at: 'r.confirmed_at', where: `r.state = 'confirmed'` },
};

/** $1 organisation, $2 events (null: all), $3 since, $4 until, $5 event and $6 id after which it goes on, $7 connection, $8 at most */
function statementOf(type: PastType): string {
	const { from, at, where, eventId, orderId, entryId, isByEvent } =
		pastTables[currentType<PastType>(type) as CurrentPastType];
	const key = isByEvent ? `${eventId}, r.id` : 'r.id';
	return `SELECT ${eventId ?? 'NULL::uuid'} AS "eventId", r.id, ${orderId ?? 'NULL::uuid'} AS "orderId",
			${entryId ?? 'NULL::uuid'} AS "entryId", ${at} AS at
		FROM ${from}
		WHERE r.organisation_id = $1 AND ($2::uuid[] IS NULL${eventId ? ` OR ${eventId} = ANY($2)` : ''})
			AND ${at} >= $3 AND ${at} < $4 AND $5::uuid IS NOT NULL AND $7::uuid IS NOT NULL
			AND ${isByEvent ? `(${key}) > ($5, $6::uuid)` : `${key} > $6::uuid`} AND ${where}
		ORDER BY ${key} LIMIT $8`;
}

const valuesOf = (scope: PastScope, after: { eventId: string; id: string }, limit: number) => [
	...[scope.organisationId, scope.eventIds, scope.since, scope.until],
	...[after.eventId, after.id, scope.connectionId, limit],
];

/** How many there are of these types; above the limit no further than one more. */
export async function countPast(
	{ database }: Services,
	scope: PastScope,
	types: readonly PastType[],
): Promise<number> {
	let count = 0;
	for (const type of types) {
		const rest = pastLimits.messages + 1 - count;
		const { rows } = await database.pool.query<{ count: number }>({
			name: `integrations.count-past-${type}`,
			text: `SELECT count(*)::int AS count FROM (${statementOf(type)}) AS past`,
			values: valuesOf(scope, { eventId: beforeAll, id: beforeAll }, rest),
		});
		count += rows[0]?.count ?? 0;
	}
	return count;
}

/** Reads the next past messages of one type in the order of their keys. Fewer than requested means that there are no more. */
export async function readPast(
	services: Services,
	scope: PastScope,
	type: PastType,
	after: { eventId: string; id: string },
	limit: number,
): Promise<PastNews[]> {
	const { organisationId } = scope;
	const { pool } = services.database;
	const { rows } = await pool.query<PastRow>({
		name: `integrations.past-${type}`,
		text: statementOf(type),
		values: valuesOf(scope, after, limit),
	});
	const current = currentType<PastType>(type) as CurrentPastType;
	if (current === 'check_in.created' || current === 'check_in.refused') {
		const found = await pool.query<CheckInMessageRow>({
			name: 'integrations.past-check-ins',
			text: `SELECT ${checkInMessageColumns} WHERE i.organisation_id = $1 AND i.id = ANY($2::uuid[]) ORDER BY i.id`,
			values: [organisationId, rows.map(({ id }) => id)],
		});
		const readOnce = (of: { organisationId: string; eventId: string }) => readEvent(services, of);
		return found.rows.map((row) => ({
			...checkInNews(row, readOnce),
			type,
			id: row.checkInId,
			at: row.occurredAt,
		}));
	}
	return rows.map(({ id, eventId, orderId, entryId, at }) => {
		const order = { organisationId, eventId: eventId ?? '', orderId: orderId ?? '' };
		const refund = () => ({
			source: sources.refund(id),
			read: amountOf(services, 'refund', { ...order, id }),
		});
		const entry = () => ({
			source: sources.waitlist(id),
			read: entryOf(services, { ...order, entryId: id, offerId: undefined }),
		});
		const how: Record<Exclude<CurrentPastType, `check_in.${string}`>, () => Pick<News, 'source' | 'read'>> = {
			'event.published': () => ({
				source: `event:${id}`,
				read: eventOf(services, { organisationId, eventId: id }),
			}),
			'registration.created': () => ({ source: sources.order(id), read: orderOf(services, order) }),
			'donation.received': () => ({ source: sources.order(id), read: donationOf(services, order) }),
			'order.paid': () => ({
				source: sources.payment(id),
				read: amountOf(services, 'payment', { ...order, id }),
			}),
			'refund.requested': () => ({
				source: sources.refundRequest(id),
				read: refundRequestOf(services, { ...order, requestId: id }),
			}),
			'refund.created': refund,
			'refund.succeeded': refund,
			'refund.failed': refund,
			'waitlist.joined': entry,
			'waitlist.accepted': () => ({
				source: sources.waitlist(id),
				read: takenOfferOf(services, { ...order, entryId: entryId ?? '', offerId: id }),
			}),
			'waitlist.left': entry,
			'consent.given': () => ({
				source: sources.consentGiven(id, at),
				read: consentOf(services, { organisationId, followerId: id, change: 'given' }),
			}),
			'payout.paid': () => ({
				source: sources.payout(id),
				read: ownOf(services, 'payout', { organisationId, id }),
			}),
			'gift_card.issued': () => ({
				source: sources.giftCard(id),
				read: ownOf(services, 'giftCard', { organisationId, id }),
			}),
		};
		return { organisationId, eventId, type, id, at, ...how[current]() };
	});
}
