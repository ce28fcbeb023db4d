import { isAdmissionPool } from '#server/db/admissions.ts';
import { type CardRow, cardColumns } from '#server/domain/events/card-rows.ts';
import { presentCardRow } from '#server/domain/events/present.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { SeriesDate } from '#shared/contracts/series.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import { MAX_DATES_AHEAD } from '#shared/rules/series/repeat.ts';
import { readOwnPaths } from './own-values.ts';
import { readSegments, type SeriesScope } from './series-record.ts';

interface DateRow extends CardRow {
	series_key: string;
	confirmed?: number;
	capacity?: number | null;
}

/** Cancelled and postponed dates are marked in the calendar of a series. */
const isPublic = `e.visibility = 'public' AND e.status IN ('published', 'postponed', 'cancelled')`;

const figures = `CROSS JOIN LATERAL (
		SELECT coalesce(sum(confirmed), 0)::int AS confirmed,
			CASE WHEN bool_or(size IS NULL) THEN NULL ELSE coalesce(sum(size), 0)::int END AS capacity
		FROM capacity_pools g
		WHERE organisation_id = e.organisation_id AND event_id = e.id AND NOT is_shared AND ${isAdmissionPool('g')}
	) p`;

/**
 * Dates of a series in order, a page at a time.
 * @param member the caller as a member who sees them all; null: those that are public, with what was cancelled
 * @param filter days in each date’s own zone, the first and the last
 */
export async function listDates(
	services: Services,
	{ organisationId, seriesId }: SeriesScope,
	member: MemberRights | null,
	filter: {
		from?: string | undefined;
		to?: string | undefined;
		cursor?: string | undefined;
		limit: number;
		/** Past dates as well, where `from` does not say it. */
		withPast?: boolean;
		eventId?: string;
	},
): Promise<{ data: SeriesDate[]; nextCursor: string | null }> {
	const hasFigures = member !== null && memberCan(member, 'check_ins.view');
	const [at, id] = filter.cursor ? decodeCursor(filter.cursor, 2) : [null, null];
	const { rows } = await services.database.pool.query<DateRow>(
		`SELECT ${cardColumns}, e.series_key${hasFigures ? ', p.confirmed, p.capacity' : ''}
			FROM events e JOIN organisations o ON o.id = e.organisation_id ${hasFigures ? figures : ''}
			WHERE e.organisation_id = $1 AND e.series_id = $2 ${member ? '' : `AND ${isPublic}`}
				AND e.ends_on >= coalesce($3::date, ${filter.withPast ? `'-infinity'` : '(now() AT TIME ZONE e.time_zone)::date'}) AND ($4::date IS NULL OR e.starts_on <= $4::date)
				AND ($5::timestamptz IS NULL OR (e.starts_at, e.id) > ($5::timestamptz, $6::uuid))
				AND ($8::uuid IS NULL OR e.id = $8::uuid)
			ORDER BY e.starts_at, e.id LIMIT $7`,
		[
			organisationId,
			seriesId,
			filter.from ?? null,
			filter.to ?? null,
			at,
			id,
			filter.limit + 1,
			filter.eventId ?? null,
		],
	);
	const page = rows.slice(0, filter.limit);
	const last = page.at(-1);
	const own = member ? await ownOf(services, { organisationId, seriesId }, page) : null;
	return {
		data: page.map((row) => presentDate(row, own?.get(row.id))),
		nextCursor:
			last && rows.length > page.length ? encodeCursor([last.starts_at.toISOString(), last.id]) : null,
	};
}

/** All dates of a series that was made this moment. */
export async function listAllDates(
	services: Services,
	scope: SeriesScope,
	member: MemberRights,
): Promise<SeriesDate[]> {
	return (await listDates(services, scope, member, { limit: MAX_DATES_AHEAD, withPast: true })).data;
}

/** One date, as a member sees it. */
export async function getDate(
	services: Services,
	scope: SeriesScope,
	eventId: string,
	member: MemberRights,
): Promise<SeriesDate> {
	const [date] = (await listDates(services, scope, member, { limit: 1, withPast: true, eventId })).data;
	if (!date) throw notFound('Event');
	return date;
}

/** The own values of each of these dates. */
async function ownOf(services: Services, scope: SeriesScope, rows: readonly DateRow[]) {
	const { db } = services.database;
	const segments = await readSegments(db, scope);
	const dates = rows.map((row) => ({
		id: row.id,
		key: row.series_key,
		startsAt: row.starts_at,
		endsAt: row.ends_at,
		timeZone: row.time_zone,
	}));
	return readOwnPaths(services, db, scope.organisationId, dates, segments);
}

function presentDate(row: DateRow, own: string[] | undefined): SeriesDate {
	const card = presentCardRow(row);
	return {
		id: card.id,
		slug: card.slug,
		code: card.code,
		key: row.series_key,
		title: card.title,
		startsAt: card.startsAt,
		endsAt: card.endsAt,
		startsAtLocal: wallTimeOf(card.startsAt, card.timeZone),
		endsAtLocal: wallTimeOf(card.endsAt, card.timeZone),
		timeZone: card.timeZone,
		status: card.status,
		isSoldOut: card.isSoldOut,
		minPriceMinor: card.minPriceMinor,
		maxPriceMinor: card.maxPriceMinor,
		currency: card.currency,
		...(own && { own }),
		...(row.confirmed === undefined
			? {}
			: { figures: { confirmed: row.confirmed, capacity: row.capacity ?? null } }),
	};
}
