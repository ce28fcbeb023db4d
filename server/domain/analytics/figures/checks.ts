import { isAdmissionTicket } from '#server/db/admissions.ts';
import { committedSince } from '#server/db/commits.ts';
import type { InvariantCheck } from '#server/domain/module.ts';
import { createQueryCheck as check } from '#server/domain/query-check.ts';
import { costAccounts, taxableAccounts } from '#shared/rules/ledger-accounts.ts';
import { countColumns, moneyColumns, sourceCounts } from './day-record.ts';

/** Days that are recounted: any, chosen anew each time. */
const sampleSize = 200;

const names = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`;
const sides = names([...taxableAccounts, 'tax']);
const costs = names(costAccounts);
const ofEvent = (table: string) =>
	`${table}.organisation_id = f.organisation_id AND ${table}.event_id = f.scope_id`;
const isOnDay = (instant: string) => `foyer_day(${instant}, f.time_zone) = f.on_day`;
const isEntry = `c.verdict = 'accepted' AND c.annulled_at IS NULL AND c.visit = 0`;
/** Figures are counted some seconds after the change; until then a day is expected to differ. */
const isWaiting = `
	EXISTS (SELECT FROM figure_marks m WHERE m.organisation_id = f.organisation_id AND m.scope_id = f.scope_id AND m.on_day = f.on_day)
	OR EXISTS (SELECT FROM facts x WHERE x.dispatched_at IS NULL AND x.event_id = f.scope_id)
	OR NOT EXISTS (SELECT FROM figure_feed)
	OR EXISTS (SELECT FROM figure_feed w CROSS JOIN LATERAL (
		SELECT FROM check_ins c WHERE c.event_id = f.scope_id AND ${committedSince('c.transaction_id', 'w.snapshot::pg_snapshot')}
		UNION ALL
		SELECT FROM door_changes c WHERE c.event_id = f.scope_id AND ${committedSince('c.transaction_id', 'w.snapshot::pg_snapshot')}
		UNION ALL
		SELECT FROM ledger_transfers t WHERE ${ofEvent('t')} AND ${committedSince('t.transaction_id', 'w.snapshot::pg_snapshot')}
	) AS changed)`;
const sample = (condition: string) => `
WITH f AS MATERIALIZED (
	SELECT f.*, e.time_zone FROM event_day_figures f JOIN events e ON e.organisation_id = f.organisation_id AND e.id = f.scope_id
	WHERE ${condition} ORDER BY random() LIMIT ${sampleSize}
)`;

const orders = `FROM orders o WHERE ${ofEvent('o')} AND ${isOnDay('o.confirmed_at')}`;
const unpaid = `FROM orders o WHERE ${ofEvent('o')} AND ${isOnDay('o.created_at')} AND o.confirmed_at IS NULL AND o.total_minor > 0
		AND o.status NOT IN ('pending', 'awaiting_approval')`;
const tickets = `FROM orders o JOIN attendees a ON a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
		WHERE ${ofEvent('o')} AND ${isOnDay('o.confirmed_at')} AND ${isAdmissionTicket('a')}`;
const views = `FROM page_views v WHERE ${ofEvent('v')} AND ${isOnDay('v.viewed_at')}`;
/** Views can be counted by visitor while the marks of visitors are there. */
const isFresh = `foyer_day_start(f.on_day, f.time_zone) >= (date_trunc('day', now() AT TIME ZONE 'UTC') - interval '1 day') AT TIME ZONE 'UTC'`;

interface Difference extends Record<string, unknown> {
	scope_id: string;
	on_day: string;
	said: string;
	counted: string;
}
const describe = (row: Difference) =>
	`${row.scope_id} on ${row.on_day}: the figures are ${row.said}, the rows say ${row.counted}`;

/** Sums of an organisation's day beside the sums of its events. */
const wholeDays = (table: string, columns: readonly string[]) => `
WITH days AS MATERIALIZED (
	SELECT DISTINCT organisation_id, on_day FROM event_day_figures f
	WHERE scope_id <> organisation_id AND NOT EXISTS (SELECT FROM figure_marks m WHERE m.organisation_id = f.organisation_id AND m.on_day = f.on_day)
), sums AS (
	SELECT d.organisation_id, d.on_day, t.scope_id = t.organisation_id AS is_whole, t.currency,
		concat_ws(' ', ${columns.map((column) => `sum(t.${column})`).join(', ')}) AS numbers
	FROM (SELECT * FROM days ORDER BY random() LIMIT ${sampleSize}) AS d
	JOIN ${table} t ON t.organisation_id = d.organisation_id AND t.on_day = d.on_day
	GROUP BY 1, 2, 3, 4
)
SELECT organisation_id AS scope_id, on_day::text, a.numbers AS said, b.numbers AS counted
FROM (SELECT * FROM sums WHERE is_whole) AS a FULL JOIN (SELECT * FROM sums WHERE NOT is_whole) AS b USING (organisation_id, on_day, currency)
WHERE a.numbers IS DISTINCT FROM b.numbers`;

/** Figures that were written by the roll-up, counted again from the rows in another way. */
export const figureChecks: InvariantCheck[] = [
	check<Difference>(
		'analytics.days-match-rows',
		'The counts of an event’s day are those of its orders, tickets, check-ins and views.',
		`${sample("f.currency = ''")}
		SELECT f.scope_id, f.on_day::text, said, counted FROM f CROSS JOIN LATERAL (
			SELECT concat_ws(' ', f.orders, f.unpaid, f.tickets, f.cancelled, f.attended, f.checked_in,
					CASE WHEN ${isFresh} THEN concat_ws(' ', f.views, f.visitors, f.forms) END) AS said,
				concat_ws(' ', (SELECT count(*) ${orders}), (SELECT count(*) ${unpaid}), (SELECT count(*) ${tickets}), (SELECT count(*) ${tickets} AND a.status = 'cancelled'),
					(SELECT count(*) ${tickets} AND a.status = 'active' AND a.id IN (SELECT c.attendee_id FROM check_ins c WHERE ${ofEvent('c')} AND ${isEntry})),
					(SELECT count(*) FROM (
						SELECT min(c.occurred_at) AS at FROM check_ins c JOIN attendees a ON a.organisation_id = c.organisation_id
							AND a.event_id = c.event_id AND a.id = c.attendee_id AND a.status = 'active' AND ${isAdmissionTicket('a')}
						WHERE ${ofEvent('c')} AND ${isEntry} GROUP BY c.attendee_id) AS first WHERE ${isOnDay('first.at')}),
					CASE WHEN ${isFresh} THEN concat_ws(' ', (SELECT count(*) ${views} AND v.step = 'view'), (SELECT count(DISTINCT v.visitor) ${views}),
						(SELECT count(DISTINCT v.visitor) ${views} AND v.step = 'form')) END) AS counted
		) AS numbers
		WHERE said <> counted AND NOT (${isWaiting})`,
		describe,
	),
	check<Difference>(
		'analytics.money-matches-books',
		'The money of an event’s day is that of its books.',
		`${sample("f.currency <> ''")}
		SELECT f.scope_id, f.on_day::text, said, counted FROM f CROSS JOIN LATERAL (
			SELECT concat_ws(' ', f.sold_minor - f.refunded_minor, f.tax_minor, f.fees_minor) AS said,
				concat_ws(' ', sum(CASE WHEN t.credit IN ${sides} THEN t.amount_minor ELSE 0 END - CASE WHEN t.debit IN ${sides} THEN t.amount_minor ELSE 0 END),
					sum(CASE WHEN t.credit = 'tax' THEN t.amount_minor ELSE 0 END - CASE WHEN t.debit = 'tax' THEN t.amount_minor ELSE 0 END),
					sum(CASE WHEN t.debit IN ${costs} THEN t.amount_minor ELSE 0 END - CASE WHEN t.credit IN ${costs} THEN t.amount_minor ELSE 0 END)) AS counted
			FROM ledger_transfers t WHERE ${ofEvent('t')} AND t.currency = f.currency AND ${isOnDay('t.occurred_at')}
		) AS numbers
		WHERE said <> counted AND NOT (${isWaiting})`,
		describe,
	),
	check<Difference>(
		'analytics.organisations-are-sums',
		'The figures of an organisation’s day are the sums of its events.',
		wholeDays('event_day_figures', [...countColumns, ...moneyColumns]),
		describe,
	),
	check<Difference>(
		'analytics.sources-are-sums',
		'The sources of an organisation’s day are the sums of its events.',
		wholeDays('event_day_sources', sourceCounts),
		describe,
	),
	check<Difference>(
		'analytics.sources-match-days',
		'Registrations by source are all registrations of the day.',
		`SELECT f.scope_id, f.on_day::text, f.orders::text AS said, s.orders::text AS counted FROM event_day_figures f
		JOIN (SELECT organisation_id, scope_id, on_day, sum(orders) AS orders FROM event_day_sources WHERE currency = '' GROUP BY 1, 2, 3) AS s
			USING (organisation_id, scope_id, on_day)
		WHERE f.currency = '' AND f.orders <> s.orders AND f.scope_id <> f.organisation_id`,
		describe,
	),
];
