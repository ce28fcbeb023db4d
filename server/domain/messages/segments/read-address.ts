import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { foldedHasWords } from '#server/db/search-words.ts';
import type { Services } from '#server/services.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import type { Address } from './addresses.ts';
import { addressColumns, keyOf, keyPerAddress, matchingTickets } from './matching-tickets.ts';
import { readSegment } from './read-segment.ts';

/**
 * One of the addresses of a segment, in their order: the `at`-th, from 0, of those of which a name or the address itself holds every word of
 * `q`, the last one when there are fewer. It is written to as `everyAddress` says.
 * @returns the address with the place that it has; null: there is none
 * @throws BUSINESS_RULE_VIOLATION `segment-too-large`; SERVER_OVERLOADED
 */
export function readAddress(
	services: Pick<Services, 'database'>,
	place: MessagePlace,
	segment: Segment,
	which: { at: number; q: string },
): Promise<{ address: Address; at: number } | null> {
	return readSegment(services, place, async (tx) => {
		const found = await keyAt(tx, place, segment, which);
		if (!found) return null;
		const address = await addressOf(tx, place, segment, found.k);
		return address ? { address, at: found.at } : null;
	});
}

async function keyAt(
	tx: Tx,
	place: MessagePlace,
	segment: Segment,
	{ at, q }: { at: number; q: string },
): Promise<{ k: string; at: number } | null> {
	const words = q.trim();
	const columns = words
		? sql`CASE WHEN ${foldedHasWords(sql`a.search_text`, words)} THEN a.email ELSE '' END AS own,
			CASE WHEN ${foldedHasWords(sql`foyer_fold(o.buyer_name || ' ' || o.buyer_email)`, words)} THEN o.buyer_email ELSE '' END AS buyer,
			a.holder_version IS NOT NULL AS is_transferred`
		: addressColumns;
	const keys = sql`SELECT k FROM (
		SELECT ${keyPerAddress} AS k
		FROM (SELECT ${columns} ${matchingTickets(place, segment)}) t) r WHERE k <> '' GROUP BY k`;
	const { rows } = await tx.execute<{ k: string }>(sql`${keys} ORDER BY k OFFSET ${at} LIMIT 1`);
	if (rows[0]) return { k: rows[0].k, at };
	if (at === 0) return null;
	const last = await tx.execute<{ k: string; n: number }>(
		sql`SELECT max(k) AS k, count(*)::int AS n FROM (${keys}) all_keys HAVING count(*) > 0`,
	);
	return last.rows[0] ? { k: last.rows[0].k, at: last.rows[0].n - 1 } : null;
}

/** How an address is written to: read by itself from its tickets and from those that it bought. */
async function addressOf(
	tx: Tx,
	place: MessagePlace,
	segment: Segment,
	key: string,
): Promise<Address | undefined> {
	const tickets = matchingTickets(place, segment);
	// The second, wider one is that of the indexes.
	const isKey = (email: SQL) => sql`${keyOf(email)} = ${key} AND lower(${email}) = lower(${key})`;
	const row = (email: SQL, name: SQL, attendeeId: SQL) => sql`SELECT ${email} AS email, ${name} AS name,
		d.id AS "eventId", o.id AS "orderId", ${attendeeId} AS "attendeeId", o.locale, d.rank ${tickets}`;
	const { rows } = await tx.execute<Address & Record<string, unknown>>(sql`
		SELECT email, name, "eventId", "orderId", "attendeeId", locale FROM (
			${row(sql`o.buyer_email`, sql`o.buyer_name`, sql`NULL::uuid`)} AND ${isKey(sql`o.buyer_email`)} AND a.holder_version IS NULL
			UNION ALL ${row(sql`a.email`, sql`a.name`, sql`a.id`)} AND ${isKey(sql`a.email`)}
		) either ORDER BY rank, "attendeeId" NULLS FIRST, "orderId" LIMIT 1`);
	return rows[0];
}
