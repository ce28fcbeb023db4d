import type { Services } from '#server/services.ts';
import type {
	Comparison,
	FigureCounts,
	FigureDay,
	FigureMoney,
	FigurePeriod,
	Figures,
	SourceFigures,
	SourceGroup,
} from '#shared/contracts/figures.ts';
import { MOST_DAYS } from '#shared/contracts/figures.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { countColumns, type FigureRow, moneyColumns } from './day-record.ts';

/** Whose figures: of the whole organisation, or of these events. */
export interface FigureScope {
	organisationId: string;
	/** Null: all events. */
	eventIds: string[] | null;
	maySeeMoney: boolean;
}

export interface Range {
	from: string;
	to: string;
}

const dayMs = 86_400_000;
const addDays = (day: string, days: number) =>
	new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const lengthOf = ({ from, to }: Range) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/**
 * The requested range of days, by default the last 30.
 * @throws AppError VALIDATION_FAILED for a range that ends before it begins, or is too long
 */
export function checkRange(
	services: Services,
	requested: { from?: string | undefined; to?: string | undefined },
): Range {
	const to = requested.to ?? services.clock.now().toISOString().slice(0, 10);
	const range = { from: requested.from ?? addDays(to, -29), to };
	const days = lengthOf(range);
	if (days < 1) throw fieldError('to', message`Choose a day after the first.`);
	if (days > MOST_DAYS) throw fieldError('to', message`Choose at most ${MOST_DAYS} days.`);
	return range;
}

/** The period before, or the same days a year before. */
export function comparedRange(range: Range, compare: Comparison): Range | null {
	if (compare === 'none' || compare === 'event') return null;
	if (compare === 'before') {
		const days = lengthOf(range);
		return { from: addDays(range.from, -days), to: addDays(range.to, -days) };
	}
	const yearBefore = (day: string) => {
		const [year, month, date] = day.split('-').map(Number) as [number, number, number];
		// The 29th of February is compared with the 28th.
		const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
		return new Date(Date.UTC(year - 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10);
	};
	return { from: yearBefore(range.from), to: yearBefore(range.to) };
}

/** The days of another event that were as far from its start as those of a range from the start of the event. */
export async function alignedRange(
	services: Services,
	organisationId: string,
	{ from, to }: Range,
	{ event, other }: { event: string; other: string },
): Promise<Range> {
	const { rows } = await services.database.pool.query<{ days: number }>({
		name: 'analytics.days-between-starts',
		text: `SELECT o.starts_on - e.starts_on AS days FROM events e JOIN events o ON o.organisation_id = e.organisation_id AND o.id = $3
			WHERE e.organisation_id = $1 AND e.id = $2`,
		values: [organisationId, event, other],
	});
	const days = rows[0]?.days ?? 0;
	return { from: addDays(from, days), to: addDays(to, days) };
}

/** The organisation's own row is the sum of its events; members of chosen events get theirs added up. */
export const scopesOf = ({ organisationId, eventIds }: FigureScope) => eventIds ?? [organisationId];

const sums = [...countColumns, ...moneyColumns]
	.map((column) => `sum(${column})::float8 AS ${column}`)
	.join(', ');
const readDays = {
	name: 'analytics.read-days',
	text: `
SELECT on_day::text AS "onDay", currency, ${sums}, max(made_at) AS "madeAt"
FROM event_day_figures
WHERE organisation_id = $1 AND scope_id = ANY ($2::uuid[]) AND on_day BETWEEN $3::date AND $4::date
GROUP BY on_day, currency ORDER BY on_day, currency`,
};

type DayRow = FigureRow & { madeAt: Date };

const countsOf = (row?: FigureRow): FigureCounts => ({
	views: row?.views ?? 0,
	visitors: row?.visitors ?? 0,
	forms: row?.forms ?? 0,
	registrations: row?.orders ?? 0,
	unpaid: row?.unpaid ?? 0,
	tickets: row?.tickets ?? 0,
	cancelled: row?.cancelled ?? 0,
	attended: row?.attended ?? 0,
	checkedIn: row?.checked_in ?? 0,
});

const moneyOf = (row: FigureRow): FigureMoney => ({
	currency: row.currency,
	soldMinor: row.sold_minor,
	refundedMinor: row.refunded_minor,
	taxMinor: row.tax_minor,
	feesMinor: row.fees_minor,
	netMinor: row.sold_minor - row.refunded_minor - row.tax_minor - row.fees_minor,
});

/** The days of rows that are sorted by day, each with its counts and its money. */
function presentDays(rows: readonly DayRow[], maySeeMoney: boolean): FigureDay[] {
	return [...Map.groupBy(rows, (row) => row.onDay)].map(([day, ofDay]) => ({
		day,
		...countsOf(ofDay.find((row) => row.currency === '')),
		net: maySeeMoney
			? ofDay.flatMap((row) => {
					const { currency, netMinor } = moneyOf(row);
					return currency === '' ? [] : [{ currency, netMinor }];
				})
			: [],
	}));
}

function periodOf(range: Range, rows: DayRow[], maySeeMoney: boolean): FigurePeriod {
	const inRange = rows.filter((row) => row.onDay >= range.from && row.onDay <= range.to);
	const byDay = new Map(presentDays(inRange, maySeeMoney).map((day) => [day.day, day]));
	const days = Array.from({ length: lengthOf(range) }, (_, at) => {
		const day = addDays(range.from, at);
		return byDay.get(day) ?? { day, ...countsOf(), net: [] };
	});
	const totals = countsOf();
	for (const day of days)
		for (const key of Object.keys(totals) as (keyof FigureCounts)[]) totals[key] += day[key];
	const money = new Map<string, FigureMoney>();
	for (const row of maySeeMoney ? inRange : []) {
		if (row.currency === '') continue;
		const sum = money.get(row.currency);
		const one = moneyOf(row);
		if (!sum) money.set(row.currency, one);
		else
			for (const key of ['soldMinor', 'refundedMinor', 'taxMinor', 'feesMinor', 'netMinor'] as const)
				sum[key] += one[key];
	}
	return { ...range, totals, money: [...money.values()], days };
}

async function rowsOf(services: Services, scope: FigureScope, range: Range): Promise<DayRow[]> {
	const { rows } = await services.database.pool.query<DayRow>({
		...readDays,
		values: [scope.organisationId, scopesOf(scope), range.from, range.to],
	});
	return rows;
}

const newest = (rows: readonly DayRow[]) =>
	rows.reduce<string | null>((last, { madeAt }) => {
		const at = madeAt.toISOString();
		return last && last > at ? last : at;
	}, null);

/** Figures of a range of days, beside those of another, and of another event. */
export async function readFigures(
	services: Services,
	scope: FigureScope,
	range: Range,
	compared: Range | null,
	comparedScope = scope,
): Promise<Figures> {
	const [rows, before] = await Promise.all([
		rowsOf(services, scope, range),
		compared ? rowsOf(services, comparedScope, compared) : [],
	]);
	return {
		madeAt: newest(rows),
		current: periodOf(range, rows, scope.maySeeMoney),
		compared: compared && periodOf(compared, before, scope.maySeeMoney),
	};
}

/** Earlier dates of a series that an event is compared with. */
const mostEarlierDates = 4;

/** Days of an event on which something happened, oldest first; of more than a thousand the newest. */
export async function readEventDays(services: Services, scope: FigureScope & { eventId: string }) {
	const { pool } = services.database;
	const values = [scope.organisationId, scope.eventId];
	const [{ rows: events }, { rows }] = await Promise.all([
		pool.query<{
			startsOn: string;
			capacity: number | null;
			seriesId: string | null;
			earlierDates: string[];
		}>({
			name: 'analytics.event-of-days',
			text: `SELECT starts_on::text AS "startsOn", (SELECT CASE WHEN bool_or(size IS NULL) THEN NULL ELSE coalesce(sum(size), 0)::int END
				FROM capacity_pools p WHERE p.organisation_id = e.organisation_id AND p.event_id = e.id AND NOT p.is_shared) AS capacity,
				series_id AS "seriesId", ARRAY(SELECT id FROM events s WHERE s.organisation_id = e.organisation_id AND s.series_id = e.series_id
					AND s.starts_at < e.starts_at AND s.ends_at < now() AND s.status IN ('published', 'archived')
					AND ($3::uuid[] IS NULL OR s.id = ANY ($3::uuid[])) ORDER BY s.starts_at DESC, s.id DESC LIMIT ${mostEarlierDates}) AS "earlierDates"
			FROM events e WHERE organisation_id = $1 AND id = $2`,
			values: [...values, scope.eventIds],
		}),
		pool.query<DayRow>({
			name: 'analytics.days-of-event',
			text: `SELECT on_day::text AS "onDay", currency, ${sums}, max(made_at) AS "madeAt" FROM event_day_figures
				WHERE organisation_id = $1 AND scope_id = $2 AND on_day IN (
					SELECT on_day FROM event_day_figures WHERE organisation_id = $1 AND scope_id = $2 AND currency = ''
					ORDER BY on_day DESC LIMIT 1000)
				GROUP BY on_day, currency ORDER BY on_day, currency`,
			values,
		}),
	]);
	const [event] = events;
	return {
		madeAt: newest(rows),
		startsOn: event?.startsOn ?? '1970-01-01',
		capacity: event?.capacity ?? null,
		seriesId: event?.seriesId ?? null,
		earlierDates: event?.earlierDates ?? [],
		data: presentDays(rows, scope.maySeeMoney),
	};
}

const mostSources = 100;

/** Where visitors and registrations of a range came from; those that brought the most registrations and views first. */
export async function readSources(
	services: Services,
	scope: FigureScope,
	range: Range,
	by: SourceGroup,
): Promise<{ madeAt: string | null; data: SourceFigures[]; hasMore: boolean }> {
	const { rows } = await services.database.pool.query<
		Omit<SourceFigures, 'net'> & { net: { currency: string; netMinor: number }[] | null; madeAt: Date | null }
	>({
		name: `analytics.sources-by-${by}`,
		text: `
SELECT s.name, l.label, views, visitors, forms, orders AS registrations, tickets, net,
	(SELECT max(made_at) FROM event_day_figures
		WHERE organisation_id = $1 AND scope_id = ANY ($2::uuid[]) AND on_day BETWEEN $3::date AND $4::date) AS "madeAt"
FROM (
	SELECT name, sum(views)::float8 AS views, sum(visitors)::float8 AS visitors, sum(forms)::float8 AS forms, sum(orders)::float8 AS orders,
		sum(tickets)::float8 AS tickets,
		json_agg(json_build_object('currency', currency, 'netMinor', net_minor) ORDER BY currency) FILTER (WHERE currency <> '') AS net
	FROM (
		SELECT ${by} AS name, currency, sum(views) AS views, sum(visitors) AS visitors, sum(forms) AS forms, sum(orders) AS orders,
			sum(tickets) AS tickets, sum(net_minor) AS net_minor
		FROM event_day_sources
		WHERE organisation_id = $1 AND scope_id = ANY ($2::uuid[]) AND on_day BETWEEN $3::date AND $4::date ${by === 'link' ? "AND link <> ''" : ''}
		GROUP BY ${by}, currency
	) AS sums GROUP BY name
) AS s LEFT JOIN tracking_links l ON ${by === 'link' ? 'l.organisation_id = $1 AND l.code = s.name' : 'false'}
ORDER BY orders DESC, views DESC, name LIMIT ${mostSources + 1}`,
		values: [scope.organisationId, scopesOf(scope), range.from, range.to],
	});
	return {
		madeAt: rows[0]?.madeAt?.toISOString() ?? null,
		data: rows.slice(0, mostSources).map(({ madeAt: _, net, ...row }) => ({
			...row,
			net: scope.maySeeMoney ? (net ?? []) : [],
		})),
		hasMore: rows.length > mostSources,
	};
}

const mostEvents = 50;
/** Of an organisation that checks nobody in, so many events are looked at. */
const mostLookedAt = 5_000;

interface TypeRow {
	name: string;
	tickets: number;
	attended: number;
}

/** Valid tickets whose guests did not come, of events that ended in a range; of one event by ticket type as well. */
export async function readNoShows(services: Services, scope: FigureScope, range: Range) {
	const { pool } = services.database;
	const { rows } = await pool.query<{
		eventId: string;
		title: string;
		starts_at: Date;
		timeZone: string;
		tickets: number;
		attended: number;
	}>({
		// Without a name: planned for its dates, or it reads the days of all events before it takes the newest.
		text: `
SELECT e.id AS "eventId", e.title, e.starts_at, e.time_zone AS "timeZone", f.tickets, f.attended
FROM (
	SELECT * FROM events
	WHERE organisation_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[])) AND ends_on BETWEEN $3::date AND $4::date
		AND starts_at < $4::date + interval '2 days' AND ends_at < now() AND status IN ('published', 'archived')
	ORDER BY starts_at DESC, id DESC LIMIT ${mostLookedAt}
) AS e CROSS JOIN LATERAL (
	SELECT (sum(tickets) - sum(cancelled))::int AS tickets, sum(attended)::int AS attended FROM event_day_figures
	WHERE organisation_id = e.organisation_id AND scope_id = e.id AND currency = ''
) AS f
WHERE f.attended > 0
ORDER BY e.starts_at DESC, e.id DESC LIMIT ${mostEvents + 1}`,
		values: [scope.organisationId, scope.eventIds, range.from, range.to],
	});
	const [only] = scope.eventIds?.length === 1 ? rows : [];
	const types = only
		? await pool.query<TypeRow>({
				name: 'analytics.no-shows-of-types',
				text: `
SELECT t.name, count(*)::int AS tickets, count(*) FILTER (WHERE EXISTS (SELECT FROM check_ins c WHERE c.organisation_id = a.organisation_id
	AND c.event_id = a.event_id AND c.attendee_id = a.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND c.visit = 0))::int AS attended
FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id
WHERE a.organisation_id = $1 AND a.event_id = $2 AND a.status = 'active' AND t.is_admission
GROUP BY t.organisation_id, t.event_id, t.id, t.name, t.position ORDER BY t.position, t.id LIMIT 200`,
				values: [scope.organisationId, only.eventId],
			})
		: null;
	const missing = <Row extends { tickets: number; attended: number }>(row: Row) => ({
		...row,
		noShows: row.tickets - row.attended,
	});
	return {
		data: rows.slice(0, mostEvents).map(({ starts_at: startsAt, ...row }) => ({
			...missing(row),
			startsAt: startsAt.toISOString(),
		})),
		hasMore: rows.length > mostEvents,
		types: (types?.rows ?? []).map((row) => missing(row)),
	};
}
