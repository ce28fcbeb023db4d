import { sql } from 'drizzle-orm';
import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Tx } from '#server/db/client.ts';
import { bindStatement, type Statement } from '#server/db/statement.ts';
import { costAccounts, taxableAccounts } from '#shared/rules/ledger-accounts.ts';
import { type DayScope, dayRows, type sourceKeys } from './day-record.ts';

/** What SQL answers for a day and a source. */
export interface Counted extends DayScope, Record<(typeof sourceKeys)[number], string> {
	kind: 'seen' | 'sold' | 'unpaid' | 'entered' | 'money';
	currency: string;
	numbers: number[];
}

const names = (values: readonly string[]) => `ARRAY[${values.map((value) => `'${value}'`).join(', ')}]`;
const sides = names([...taxableAccounts, 'tax']);
const costs = names(costAccounts);
const sum = (condition: string) => `coalesce(sum(amount_minor) FILTER (WHERE ${condition}), 0)`;

const of = 'd.organisation_id, d.scope_id, d.on_day';
const match = (table: string) =>
	`${table}.organisation_id = d.organisation_id AND ${table}.event_id = d.scope_id`;
const isIn = (column: string) => `${column} >= d.from_at AND ${column} < d.to_at`;
const cameBy = [1, 2, 3, 4].map((part) => `split_part(came_by, '|', ${part})`).join(', ');
const days = dayRows(1);

/** SQL: guests of `organisation`, `event` who came in, by their first entry: at whichever list, not taken back. */
export const firstEntries = (organisation: string, event: string) => `
	SELECT c.attendee_id, min(c.occurred_at) AS at FROM check_ins c
	WHERE c.organisation_id = ${organisation} AND c.event_id = ${event} AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND c.visit = 0
	GROUP BY c.attendee_id`;

/** SQL: orders with a price that ended without being paid. What still waits for its money is neither registered nor lost. */
export const isUnpaid = (order: string) =>
	`${order}.status <> 'confirmed' AND ${order}.status IN ('expired', 'cancelled') AND ${order}.confirmed_at IS NULL AND ${order}.total_minor > 0`;

/**
 * Counts days of events from the rows. Ids of orders are made in the order of time, and an order that was not confirmed at once has
 * an index of its own, so that a day does not read all orders of its event. Orders and entries are read once for all days of an event and
 * put into their days; the days of an event may have gaps, so the end of each day is compared too. Tickets are those that let somebody in.
 */
const countStatement: Statement = {
	name: 'analytics.count-days',
	text: `
WITH d AS MATERIALIZED (
	SELECT e.organisation_id, e.id AS scope_id, d.on_day::date AS on_day, foyer_day_start(d.on_day::date, e.time_zone) AS from_at,
		foyer_day_start(d.on_day::date + 1, e.time_zone) AS to_at
	FROM ${days.from} JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.scope_id
), spans AS MATERIALIZED (
	SELECT organisation_id, scope_id, min(from_at) AS from_at, max(to_at) AS to_at,
		array_agg(on_day ORDER BY from_at) AS days, array_agg(from_at ORDER BY from_at) AS starts
	FROM d GROUP BY organisation_id, scope_id
), placed AS MATERIALIZED (
	SELECT d.organisation_id, d.scope_id, d.days[width_bucket(o.confirmed_at, d.starts)] AS on_day, o.id, coalesce(o.came_by, '') AS came_by, o.source,
		o.confirmed_at AS at
	FROM spans d CROSS JOIN LATERAL (
		SELECT id, came_by, source, confirmed_at FROM orders o
		WHERE ${match('o')} AND confirmed_at = created_at AND ${isIn('confirmed_at')} AND id >= foyer_first_id(d.from_at - interval '1 day')
		UNION ALL
		SELECT id, came_by, source, confirmed_at FROM orders o WHERE ${match('o')} AND confirmed_at <> created_at AND ${isIn('confirmed_at')}
	) AS o
), bought AS MATERIALIZED (
	SELECT ${of}, o.id, o.came_by, o.source FROM placed o JOIN d USING (organisation_id, scope_id, on_day) WHERE o.at < d.to_at
), tickets AS MATERIALIZED (
	SELECT b.organisation_id, b.scope_id, b.on_day, b.came_by, count(*) AS tickets, count(*) FILTER (WHERE a.status = 'cancelled') AS cancelled,
		count(*) FILTER (WHERE e.has_entered) AS attended, count(*) FILTER (WHERE b.source = 'web' AND a.status <> 'cancelled') AS web_tickets,
		count(*) FILTER (WHERE b.source = 'web' AND e.has_entered) AS web_attended
	FROM bought b JOIN attendees a ON a.organisation_id = b.organisation_id AND a.event_id = b.scope_id AND a.order_id = b.id AND ${isAdmissionTicket('a')}
	CROSS JOIN LATERAL (SELECT a.status = 'active' AND EXISTS (
		SELECT FROM check_ins c WHERE c.attendee_id = a.id AND c.organisation_id = a.organisation_id AND c.event_id = a.event_id
			AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND c.visit = 0) AS has_entered) AS e
	GROUP BY 1, 2, 3, 4
), seen AS MATERIALIZED (
	SELECT ${of}, v.source, v.medium, v.campaign, v.link, v.step, v.visitor
	FROM d JOIN page_views v ON ${match('v')} AND ${isIn('v.viewed_at')}
)
SELECT 'sold' AS kind, o.organisation_id, o.scope_id, o.on_day, ${cameBy}, '' AS currency,
	ARRAY[o.orders, coalesce(t.tickets, 0), coalesce(t.cancelled, 0), coalesce(t.attended, 0),
		o.web, coalesce(t.web_tickets, 0), coalesce(t.web_attended, 0), o.imported, o.manual, o.door]::float8[] AS numbers
FROM (
	SELECT organisation_id, scope_id, on_day, came_by, count(*) AS orders, ${['web', 'import', 'manual', 'door'].map((source) => `count(*) FILTER (WHERE source = '${source}') AS ${source === 'import' ? 'imported' : source}`).join(', ')}
	FROM bought GROUP BY 1, 2, 3, 4
) AS o
LEFT JOIN tickets t USING (organisation_id, scope_id, on_day, came_by)
UNION ALL
SELECT 'unpaid', ${of}, '', '', '', '', '', ARRAY[count(*), count(*) FILTER (WHERE o.source = 'web')]::float8[]
FROM (
	SELECT d.organisation_id, d.scope_id, d.days[width_bucket(o.created_at, d.starts)] AS on_day, o.created_at, o.source
	FROM spans d JOIN orders o ON ${match('o')} AND ${isUnpaid('o')} AND ${isIn('o.created_at')}
		AND o.id >= foyer_first_id(d.from_at - interval '1 day')
) AS o JOIN d USING (organisation_id, scope_id, on_day) WHERE o.created_at < d.to_at
GROUP BY ${of}
UNION ALL
SELECT 'entered', ${of}, '', '', '', '', '', ARRAY[count(*)]::float8[]
FROM (
	SELECT d.organisation_id, d.scope_id, d.days[width_bucket(f.at, d.starts)] AS on_day, f.attendee_id, f.at
	FROM spans d CROSS JOIN LATERAL (${firstEntries('d.organisation_id', 'd.scope_id')}) AS f WHERE ${isIn('f.at')}
) AS f JOIN d USING (organisation_id, scope_id, on_day)
JOIN attendees a ON ${match('a')} AND a.id = f.attendee_id AND a.status = 'active' AND ${isAdmissionTicket('a')}
WHERE f.at < d.to_at
GROUP BY ${of}
UNION ALL
SELECT 'money', t.organisation_id, t.scope_id, t.on_day, ${cameBy}, currency,
	ARRAY[${sum(`credit = ANY (${sides})`)}, ${sum(`debit = ANY (${sides})`)}, ${sum(`credit = 'tax'`)} - ${sum(`debit = 'tax'`)},
		${sum(`debit = ANY (${costs})`)} - ${sum(`credit = ANY (${costs})`)}]::float8[]
FROM (
	SELECT ${of}, t.currency, t.credit, t.debit, t.amount_minor, coalesce(o.came_by, '') AS came_by
	FROM d JOIN ledger_transfers t ON ${match('t')} AND ${isIn('t.occurred_at')}
	LEFT JOIN orders o ON ${match('o')} AND o.id = t.subject_id
) AS t
GROUP BY t.organisation_id, t.scope_id, t.on_day, came_by, currency
UNION ALL
SELECT 'seen', organisation_id, scope_id, on_day, source, medium, campaign, link, CASE WHEN GROUPING(source) = 1 THEN 'all' ELSE '' END,
	ARRAY[count(*) FILTER (WHERE step = 'view'), count(DISTINCT visitor), count(DISTINCT visitor) FILTER (WHERE step = 'form')]::float8[]
FROM seen
GROUP BY GROUPING SETS ((organisation_id, scope_id, on_day), (organisation_id, scope_id, on_day, source, medium, campaign, link))`,
};

/**
 * Figures of days of events, counted from the rows. A row of kind `seen` with the currency 'all' is of the whole day: somebody who came twice, from
 * two places, is one visitor of the day.
 */
export async function countDays(tx: Tx, scopes: readonly DayScope[]): Promise<Counted[]> {
	const { rows } = await tx.execute<{
		kind: Counted['kind'];
		organisation_id: string;
		scope_id: string;
		on_day: string;
		split_part: string;
		currency: string;
		numbers: number[];
	}>(sql`SELECT kind, organisation_id, scope_id, on_day::text, source, medium, campaign, link, currency, numbers
		FROM (${bindStatement(countStatement, days.values(scopes))})
		AS c(kind, organisation_id, scope_id, on_day, source, medium, campaign, link, currency, numbers)`);
	return (rows as unknown as (Counted & { organisation_id: string; scope_id: string; on_day: string })[]).map(
		({ organisation_id: organisationId, scope_id: scopeId, on_day: onDay, ...row }) => ({
			...{ organisationId, scopeId, onDay },
			kind: row.kind,
			currency: row.currency,
			numbers: row.numbers,
			source: row.source ?? '',
			medium: row.medium ?? '',
			campaign: row.campaign ?? '',
			link: row.link ?? '',
		}),
	);
}
