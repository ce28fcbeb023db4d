import { type SQL, sql } from 'drizzle-orm';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import { segmentSql } from './segment-sql.ts';

/**
 * The dates `d` of a place. `rank` says by which of several an address is written to: the next one ahead that is not cancelled, else the one
 * that began last.
 */
const datesOf = (place: MessagePlace): SQL =>
	place.eventId === null
		? sql`(SELECT e.id, row_number() OVER (ORDER BY f.is_ahead DESC, CASE WHEN f.is_ahead THEN e.starts_at END, e.starts_at DESC, e.id) AS rank
			FROM events e CROSS JOIN LATERAL (SELECT e.ends_at > now() AND e.status <> 'cancelled' AS is_ahead) f
			WHERE e.organisation_id = ${place.organisationId} AND e.series_id = ${place.seriesId} AND e.status <> 'archived')`
		: sql`(SELECT ${place.eventId}::uuid AS id, 1 AS rank)`;

/**
 * Tickets of a segment: `FROM` and `WHERE` over dates d, orders o and attendees a, with the organisation and the id of the event, for one
 * event a constant, stated of both tables, so that each is read by its primary key.
 */
export function matchingTickets(place: MessagePlace, segment: Segment): SQL {
	const { joins, where } = segmentSql(place, segment);
	return sql`FROM ${datesOf(place)} d
		JOIN orders o ON o.organisation_id = ${place.organisationId} AND o.event_id = d.id
		JOIN attendees a ON a.organisation_id = ${place.organisationId} AND a.event_id = d.id AND a.order_id = o.id
		${joins} WHERE ${where}`;
}

/**
 * Of each ticket t the addresses that it is written to, as one value per address: the own address of its holder and, unless it was
 * transferred, that of the buyer. Of a ticket of which both are written alike there is that of the buyer alone.
 * @param values of the own address, of the buyer’s, and where there is none
 */
export const perAddress = (values: { own: SQL; buyer: SQL; none: SQL }): SQL => sql`unnest(CASE
	WHEN t.is_transferred OR t.buyer = '' THEN CASE WHEN t.own = '' THEN ARRAY[${values.none}] ELSE ARRAY[${values.own}] END
	WHEN t.own IN ('', t.buyer) THEN ARRAY[${values.buyer}] ELSE ARRAY[${values.own}, ${values.buyer}] END)`;

/**
 * An address as it is compared: ASCII letters in lower case, in the order of bytes. Other letters are compared as they are written, and in
 * the end by `emailKey`: databases have rules of their own for their lower case, by which two people may be one.
 */
export const keyOf = (email: SQL): SQL => sql`lower(${email} COLLATE "C")`;

export const keyPerAddress = perAddress({
	own: keyOf(sql`t.own`),
	buyer: keyOf(sql`t.buyer`),
	none: sql`''`,
});

/** The addresses of a ticket; empty: none. Lower case is left to where they are used, since it costs more than all else. */
export const addressColumns = sql`a.email AS own, o.buyer_email AS buyer, a.holder_version IS NOT NULL AS is_transferred`;

/** An address that may be another spelling of one with other letters: an international domain, as such or encoded. */
export const mayBeSpelled = (key: SQL): SQL =>
	sql`(octet_length(${key}) <> length(${key}) OR strpos(${key}, 'xn--') > 0)`;
/** The same of an address in lower case. */
export const mayBeSpelledOtherwise = (key: string): boolean => /[^\0-\x7f]|xn--/.test(key);
