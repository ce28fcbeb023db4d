import { sql } from 'drizzle-orm';
import type { Order } from '#shared/contracts/orders.ts';
import { plainArray } from '../../db/statement.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { createDatabaseBatcher } from '../../platform/concurrency/request-batcher.ts';
import type { Services } from '../../services.ts';
import { type ManageClaim, readManageToken } from './manage-token.ts';

/** The order behind a signed link: the signature, then the version, which a changed address raises. */
export async function findOrderByToken(
	services: Services,
	token: string,
): Promise<{ orderId: string; organisationId: string; eventId: string } | null> {
	const claim = readManageToken(services.secret, token);
	return claim && findClaimed(services, claim);
}

const claimed = {
	name: 'orders.by-token',
	text: `
SELECT w.place, o.organisation_id FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[]) AS w(place, event_id, id, version)
JOIN names n ON n.kind = 'event' AND n.name = w.event_id::text
JOIN orders o ON o.organisation_id = n.organisation_id AND o.event_id = w.event_id AND o.id = w.id AND o.manage_version = w.version`,
};

const findClaimed = createDatabaseBatcher(500, async (services: Services, claims: ManageClaim[]) => {
	const { rows } = await services.database.pool.query<{ place: number; organisation_id: string }>({
		...claimed,
		values: [
			plainArray(claims.map((_, index) => index)),
			plainArray(claims.map((claim) => claim.eventId)),
			plainArray(claims.map((claim) => claim.orderId)),
			plainArray(claims.map((claim) => claim.version)),
		],
	});
	const found = new Map(rows.map((row) => [row.place, row.organisation_id]));
	return claims.map(({ eventId, orderId }, index) => {
		const organisationId = found.get(index);
		return organisationId === undefined ? null : { orderId, eventId, organisationId };
	});
});

interface ListedOrder extends Record<string, unknown> {
	id: string;
	code: string;
	status: Order['status'];
	buyer_name: string;
	buyer_email: string;
	total_minor: string;
	currency: string;
	expires_at: string | null;
	created_at: string;
	attendee_count: number;
}

/** The orders of an event, newest first: ids are made in the order of time, so the primary key is the list. */
export async function listOrders(
	services: Services,
	scope: { organisationId: string; eventId: string },
	query: { status?: Order['status'] | undefined; limit: number; cursor?: string | undefined },
) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const { rows } = await services.database.db.execute<ListedOrder>(sql`
		SELECT o.id, o.code, o.status, o.buyer_name, o.buyer_email, o.total_minor, o.currency, o.expires_at, o.created_at,
			(SELECT count(*)::int FROM attendees a
				WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id) AS attendee_count
		FROM orders o
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId}
			${query.status ? sql`AND o.status = ${query.status}` : sql``}
			${after ? sql`AND o.id < ${after}::uuid` : sql``}
		ORDER BY o.id DESC LIMIT ${query.limit + 1}`);
	const shown = rows.slice(0, query.limit);
	return {
		data: shown.map((row) => ({
			id: row.id,
			code: row.code,
			status: row.status,
			eventId: scope.eventId,
			buyer: { name: row.buyer_name, email: row.buyer_email },
			totalMinor: Number(row.total_minor),
			currency: row.currency,
			expiresAt: row.status === 'pending' && row.expires_at ? new Date(row.expires_at).toISOString() : null,
			createdAt: new Date(row.created_at).toISOString(),
			attendeeCount: row.attendee_count,
		})),
		nextCursor: rows.length > query.limit ? encodeCursor([shown.at(-1)?.id as string]) : null,
	};
}
