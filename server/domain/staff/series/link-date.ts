import type { Services } from '#server/services.ts';
import type { SeriesLinkRow } from './series-links.ts';

/** A date as a link of its series opens it. */
export interface LinkDate {
	eventId: string;
	title: string;
	startsAt: Date;
	endsAt: Date;
	timeZone: string;
	opensAt: Date;
	closesAt: Date;
	isOpen: boolean;
}

interface DateRow {
	link_id: string;
	id: string;
	title: string;
	starts_at: Date;
	ends_at: Date;
	time_zone: string;
	opens_at: Date;
	closes_at: Date;
	is_open: boolean;
}

/** Published dates of the series that are not over for the link, and where it was not revoked manually. A date lasts 31 days at most. */
const ahead = `events e
	WHERE e.organisation_id = l.organisation_id AND e.series_id = l.series_id AND e.status = 'published'
		AND e.starts_at > now() - interval '33 days' AND e.ends_at + make_interval(mins => l.closes_after_minutes) > now()
		AND NOT EXISTS (SELECT FROM staff_links s WHERE s.organisation_id = e.organisation_id AND s.series_link_id = l.id
			AND s.event_id = e.id AND s.revoked_at IS NOT NULL)`;

const findDates = {
	name: 'staff.dates-of-series-links',
	text: `
SELECT l.id AS link_id, d.id, d.title, d.starts_at, d.ends_at, d.time_zone, d.is_open,
	d.starts_at - make_interval(mins => l.opens_before_minutes) AS opens_at,
	d.ends_at + make_interval(mins => l.closes_after_minutes) AS closes_at
FROM series_staff_links l CROSS JOIN LATERAL (
	(SELECT e.id, e.title, e.starts_at, e.ends_at, e.time_zone, true AS is_open
		FROM ${ahead} AND e.starts_at <= now() + make_interval(mins => l.opens_before_minutes)
		ORDER BY abs(extract(epoch FROM e.starts_at - now())), e.starts_at, e.id LIMIT 1)
	UNION ALL
	(SELECT e.id, e.title, e.starts_at, e.ends_at, e.time_zone, false
		FROM ${ahead} AND e.starts_at > now() + make_interval(mins => l.opens_before_minutes)
		ORDER BY e.starts_at, e.id LIMIT 1)
	ORDER BY is_open DESC LIMIT 1
) d
WHERE l.organisation_id = $1 AND l.id = ANY ($2::uuid[])`,
};

/**
 * The date that each link opens: of those that are open now the one whose start is nearest, since guests come around the start; else the
 * next one, which is not open yet. By the database's clock.
 * @returns by the ids of the links; nothing for a link without a date ahead
 */
export async function datesOfLinks(
	services: Services,
	organisationId: string,
	links: readonly Pick<SeriesLinkRow, 'id'>[],
): Promise<Map<string, LinkDate>> {
	if (links.length === 0) return new Map();
	const { rows } = await services.database.pool.query<DateRow>({
		...findDates,
		values: [organisationId, links.map(({ id }) => id)],
	});
	return new Map(
		rows.map((row) => [
			row.link_id,
			{
				eventId: row.id,
				title: row.title,
				startsAt: row.starts_at,
				endsAt: row.ends_at,
				timeZone: row.time_zone,
				opensAt: row.opens_at,
				closesAt: row.closes_at,
				isOpen: row.is_open,
			},
		]),
	);
}
