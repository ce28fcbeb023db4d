import { sql } from 'drizzle-orm';
import { foldedHasWords } from '#server/db/search-words.ts';
import { type DoorCaller, seesNames } from '#server/domain/check-in/door-caller.ts';
import type { Services } from '#server/services.ts';
import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';

const mostFound = 20;

/** Unpaid orders by code, guest name or email, newest first. A caller who may not see names can only search by the full code. */
export async function findUnpaid(services: Services, door: DoorCaller, q: string): Promise<UnpaidOrder[]> {
	const { organisationId, eventId } = door;
	const mayName = seesNames(door);
	const byName = mayName && q.length >= 2 ? foldedHasWords(sql`a.search_text`, q) : sql`false`;
	const { rows } = await services.database.db.execute<UnpaidOrder & Record<string, unknown>>(sql`
		SELECT DISTINCT ON (o.id) o.code AS "orderCode", a.id AS "guestId", CASE WHEN ${mayName} THEN a.name ELSE '' END AS "guestName",
			(o.total_minor - (SELECT coalesce(sum(p.captured_minor - p.refunded_minor - p.refunding_minor), 0) FROM payments p
				WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id AND p.state = 'succeeded'))::text AS "totalMinor", o.currency, count(*) OVER (PARTITION BY o.id)::int AS tickets
		FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.status = 'held' AND o.status = 'pending'
			AND o.total_minor > 0 AND (o.code = ${q.toUpperCase()} OR ${byName})
		ORDER BY o.id DESC, a.id LIMIT ${mostFound}`);
	return rows.map((row) => ({ ...row, totalMinor: Number(row.totalMinor) }));
}
