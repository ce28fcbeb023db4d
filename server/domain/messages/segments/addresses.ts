import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { emailKey } from '#server/domain/accounts/email-identity.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import {
	addressColumns,
	keyPerAddress,
	matchingTickets,
	mayBeSpelledOtherwise,
	perAddress,
} from './matching-tickets.ts';
import { planAsEver, readLargely } from './read-segment.ts';

/** A recipient address of a message, with the order or ticket whose details the message uses. */
export interface Address {
	email: string;
	/** Of the guest, or of the buyer. */
	name: string;
	eventId: string;
	orderId: string;
	/** The ticket of a guest with an address of their own; null: the buyer. */
	attendeeId: string | null;
	locale: string;
}

/** Rows read at a time. */
const page = 1_000;

let cursors = 0;

/**
 * Every address that a segment names, each once whatever its capitals and the spelling of its domain, in one snapshot: who holds a matching
 * ticket, by their own address and by that of the buyer, unless the ticket was transferred. An address that is a buyer’s is written to by
 * their order, the first by id, another by its ticket, the first by id; in a series by those of the next date ahead that the address holds,
 * else of the latest one. By address, in pages, from one cursor: memory for one page and for the addresses with international domains. The
 * first page of a million tickets takes some seconds; of a large event that the database has not counted since it was filled (autovacuum does,
 * within a minute or two) it may take longer than a statement may, and is to be tried again.
 */
export async function* everyAddress(
	tx: Tx,
	place: MessagePlace,
	segment: Segment,
): AsyncGenerator<Address[]> {
	const { organisationId } = place;
	cursors += 1;
	const cursor = sql.identifier(`segment_${cursors}`);
	await readLargely(tx, place);
	// Names are read as pages are, by primary key: `LIMIT` has them looked up one by one.
	await tx.execute(sql`DECLARE ${cursor} NO SCROLL CURSOR FOR
		WITH t AS (SELECT a.id, a.order_id, d.id AS event_id, d.rank, ${addressColumns} ${matchingTickets(place, segment)}),
		r AS (SELECT ${keyPerAddress} AS k,
			${perAddress({ own: sql`t.id`, buyer: sql`NULL::uuid`, none: sql`NULL::uuid` })} AS attendee_id, t.order_id, t.event_id, t.rank FROM t),
		p AS (SELECT DISTINCT ON (k) k, event_id, order_id, attendee_id FROM r WHERE k <> ''
			ORDER BY k, rank, attendee_id NULLS FIRST, order_id)
		SELECT coalesce(a.email, o.buyer_email) AS email, coalesce(a.name, o.buyer_name) AS name, p.event_id AS "eventId",
			p.order_id AS "orderId", p.attendee_id AS "attendeeId", o.locale
		FROM p CROSS JOIN LATERAL (SELECT buyer_email, buyer_name, locale FROM orders
			WHERE organisation_id = ${organisationId} AND event_id = p.event_id AND id = p.order_id LIMIT 1) o
		LEFT JOIN LATERAL (SELECT email, name FROM attendees
			WHERE organisation_id = ${organisationId} AND event_id = p.event_id AND id = p.attendee_id LIMIT 1) a ON true
		ORDER BY p.k`);
	await planAsEver(tx);
	const spelled = new Set<string>();
	for (;;) {
		const { rows } = await tx.execute<Address & Record<string, unknown>>(
			sql`FETCH ${sql.raw(String(page))} FROM ${cursor}`,
		);
		const fresh = rows.filter(({ email }) => isFresh(email, spelled));
		if (fresh.length > 0) yield fresh;
		if (rows.length < page) break;
	}
	await tx.execute(sql`CLOSE ${cursor}`);
}

/** Whether an address is not another spelling of one that came before. */
function isFresh(email: string, spelled: Set<string>): boolean {
	if (!mayBeSpelledOtherwise(email.toLowerCase())) return true;
	const key = emailKey(email);
	if (spelled.has(key)) return false;
	spelled.add(key);
	return true;
}
