import type { MailEvent } from '#server/emails/kit/event-facts.ts';
import type { Services } from '#server/services.ts';
import { NO_HUE } from '#shared/rules/cover/hues.ts';
import { canonicalPath } from '#shared/rules/event-paths.ts';

/** At most so many events are listed in one email; the page has the rest. */
const maxEvents = 10;

/**
 * SQL: a date of the same series that the email names already, or that followers were notified of before: of a series they hear once,
 * by its first date, and not each time that it goes on.
 */
const earlierOrTold = `SELECT FROM events d WHERE d.organisation_id = e.organisation_id AND d.series_id = e.series_id AND d.id <> e.id
	AND CASE WHEN d.id = ANY ($2::uuid[])
		THEN d.visibility = 'public' AND d.status = 'published' AND d.starts_at > now() AND (d.starts_at, d.id) < (e.starts_at, e.id)
		ELSE EXISTS (SELECT FROM follower_news n WHERE n.organisation_id = d.organisation_id AND n.event_id = d.id AND n.sent_at IS NOT NULL)
	END`;

/** Events that followers may be notified of: public, published and ahead, also when the email is written. */
export async function listFollowedEvents(
	services: Services,
	organisationId: string,
	eventIds: string[],
): Promise<MailEvent[]> {
	const { rows } = await services.database.pool.query<Omit<MailEvent, 'url'> & { slug: string }>({
		name: 'organisers.followed-events',
		text: `SELECT e.title, e.slug, e.starts_at AS "startsAt", e.ends_at AS "endsAt", e.time_zone AS "timeZone",
				e.is_all_day AS "isAllDay", e.venue_name AS "venueName", '' AS address, e.city, '' AS region, '' AS "countryCode",
				'' AS "onlineUrl", o.name AS "organiserName", 
				coalesce(e.theme_hue, CASE WHEN e.cover_file IS NULL THEN 250 ELSE ${NO_HUE} END) AS hue
			FROM events e JOIN organisations o ON o.id = e.organisation_id
			WHERE e.organisation_id = $1 AND e.id = ANY ($2::uuid[]) AND e.visibility = 'public' AND e.status = 'published'
				AND e.starts_at > now() AND NOT e.is_demo AND (e.series_id IS NULL OR NOT EXISTS (${earlierOrTold}))
			ORDER BY e.starts_at, e.id LIMIT ${maxEvents}`,
		values: [organisationId, eventIds],
	});
	return rows.map(({ slug, ...event }) => ({
		...event,
		url: `${services.config.appUrl}${canonicalPath({ slug })}`,
	}));
}
