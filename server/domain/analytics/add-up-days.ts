import { type FairWork, findOnce, runFairly } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { markViewsOfEvent } from './figures/marks.ts';
import { recountMarked } from './figures/recount.ts';

/** Pages that no event owns are counted for the most looked at; invented addresses fall out. */
const mostPagesADay = 1_000;
/** Events that are looked for in one statement. */
const eventsAtOnce = 1_000;
/** Views whose marks are cleared in one statement. */
const clearedAtOnce = 5_000;

/** Views of an event, or of pages that no event owns, between two midnights (UTC). */
interface Views {
	event: { organisationId: string; eventId: string } | null;
	from: Date;
	to: Date;
}

/** Finished days that may still have marks: from the last one that was added up, or the day before yesterday. */
const readRange = `
	SELECT coalesce(CASE WHEN added_up IS NULL THEN first_viewed ELSE least(added_up, today - 2) END, today)::timestamp AT TIME ZONE 'UTC' AS "from",
		today::timestamp AT TIME ZONE 'UTC' AS "to"
	FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today, (SELECT max(viewed_on) FROM page_view_days) AS added_up,
		(SELECT (min(viewed_at) AT TIME ZONE 'UTC')::date FROM page_views) AS first_viewed) AS days`;

/** Events in the order of their keys, each found by one step in the index, and whether they were viewed in a stretch of time. */
const findEvents = {
	name: 'analytics.viewed-events',
	text: `
	WITH RECURSIVE viewed AS (
		(SELECT organisation_id, event_id FROM page_views
			WHERE event_id IS NOT NULL AND (organisation_id, event_id) > ($1::uuid, $2::uuid)
			ORDER BY organisation_id, event_id LIMIT 1)
		UNION ALL
		SELECT following.* FROM viewed CROSS JOIN LATERAL (
			SELECT v.organisation_id, v.event_id FROM page_views v
			WHERE v.event_id IS NOT NULL AND (v.organisation_id, v.event_id) > (viewed.organisation_id, viewed.event_id)
			ORDER BY v.organisation_id, v.event_id LIMIT 1) AS following
	)
	SELECT organisation_id AS "organisationId", event_id AS "eventId", EXISTS (
		SELECT FROM page_views v WHERE v.organisation_id = viewed.organisation_id AND v.event_id = viewed.event_id
			AND v.viewed_at >= $3 AND v.viewed_at < $4) AS "isDue"
	FROM viewed LIMIT ${eventsAtOnce}`,
};

/** What was added up with more of the marks stays. */
const addToRow = `ON CONFLICT (viewed_on, path, event_id, source) DO UPDATE SET
		views = greatest(page_view_days.views, excluded.views), visitors = greatest(page_view_days.visitors, excluded.visitors)`;

/** Adds up views of an event with marks by day, page and source. */
const addUpEvent = {
	name: 'analytics.add-up-event',
	text: `
	INSERT INTO page_view_days (id, viewed_on, path, organisation_id, event_id, source, views, visitors)
	SELECT gen_random_uuid(), (viewed_at AT TIME ZONE 'UTC')::date, path, organisation_id, event_id, source,
		count(*)::int, count(DISTINCT visitor)::int
	FROM page_views
	WHERE visitor IS NOT NULL AND step = 'view' AND viewed_at >= $1 AND viewed_at < $2 AND organisation_id = $3 AND event_id = $4
	GROUP BY 2, 3, 4, 5, 6
	${addToRow}`,
};

/**
 * The site has as many views as all of its visitors make: they are counted by the first byte of the visitor’s mark, one part in a statement.
 * Visitors of different parts are different, so their numbers add up.
 */
const partsOfSite = 64;
/** Of the pages of a part: far more than are stored, so that what is cut here is not among them. */
const mostPagesAPart = 4 * mostPagesADay;
const countSite = {
	name: 'analytics.count-site',
	text: `
	SELECT path, source, count(*)::int AS views, count(DISTINCT visitor)::int AS visitors FROM page_views
	WHERE event_id IS NULL AND visitor >= $3 AND ($4::bytea IS NULL OR visitor < $4) AND step = 'view' AND viewed_at >= $1 AND viewed_at < $2
	GROUP BY 1, 2 ORDER BY views DESC, path LIMIT ${mostPagesAPart}`,
};
const storeSite = {
	name: 'analytics.store-site',
	text: `
	INSERT INTO page_view_days (id, viewed_on, path, source, views, visitors)
	SELECT gen_random_uuid(), ($1::timestamptz AT TIME ZONE 'UTC')::date, * FROM unnest($2::text[], $3::text[], $4::int[], $5::int[])
	${addToRow}`,
};

interface SiteViews {
	path: string;
	source: string;
	views: number;
	visitors: number;
}

/** Adds up one day of pages that no event owns; the most looked at are stored. */
async function addUpSite({ database: { pool } }: Services, from: Date, to: Date): Promise<void> {
	const total = new Map<string, SiteViews>();
	for (let part = 0; part < partsOfSite; part += 1) {
		const edge = (at: number) => Buffer.of((at * 256) / partsOfSite);
		const end = part + 1 === partsOfSite ? null : edge(part + 1);
		const { rows } = await pool.query<SiteViews>({ ...countSite, values: [from, to, edge(part), end] });
		for (const row of rows) {
			const key = `${row.path}\n${row.source}`;
			const known = total.get(key);
			if (known) {
				known.views += row.views;
				known.visitors += row.visitors;
			} else total.set(key, row);
		}
	}
	const stored = [...total.values()]
		.sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1))
		.slice(0, mostPagesADay);
	if (stored.length === 0) return;
	const column = <Name extends keyof SiteViews>(name: Name) => stored.map((row) => row[name]);
	await pool.query({
		...storeSite,
		values: [from, column('path'), column('source'), column('views'), column('visitors')],
	});
}

async function listViews({ database: { pool } }: Services): Promise<Views[]> {
	const { rows } = await pool.query<{ from: Date; to: Date }>(readRange);
	const [range] = rows;
	if (!range) return [];
	const { from, to } = range;
	const found: Views[] = [];
	for (let day = from; day < to; ) {
		const next = new Date(day.getTime() + 86_400_000);
		found.push({ event: null, from: day, to: next });
		day = next;
	}
	const nobody = '00000000-0000-0000-0000-000000000000';
	let last = { organisationId: nobody, eventId: nobody };
	for (;;) {
		const page = await pool.query<typeof last & { isDue: boolean }>({
			...findEvents,
			values: [last.organisationId, last.eventId, from, to],
		});
		for (const { isDue, ...event } of page.rows) if (isDue) found.push({ event, from, to });
		const end = page.rows.at(-1);
		if (!end || page.rows.length < eventsAtOnce) return found;
		last = end;
	}
}

const work: Omit<FairWork<Views>, 'find'> = {
	name: 'analytics.add-up-days',
	ownerOf: ({ event }) => event?.organisationId ?? 'site',
	organisationOf: ({ event }) => event?.organisationId ?? null,
	keyOf: ({ event, from }) => event?.eventId ?? from.toISOString(),
	atOnce: 1,
	async run(services, [{ event, from, to }]) {
		const { pool } = services.database;
		if (event === null) await addUpSite(services, from, to);
		else {
			await markViewsOfEvent(services, { ...event, from });
			await pool.query({ ...addUpEvent, values: [from, to, event.organisationId, event.eventId] });
		}
		return 1;
	},
};

/** Forgets who saw what before yesterday, some views at a time in the order of their marks. */
async function clearMarks({ database: { pool } }: Services): Promise<void> {
	let after: Buffer = Buffer.alloc(0);
	for (;;) {
		const { rows } = await pool.query<{ visitor: Buffer }>({
			name: 'analytics.clear-marks',
			text: `
				WITH old AS (
					SELECT id, visitor FROM page_views
					WHERE visitor >= $1 AND viewed_at < date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'
					ORDER BY visitor, viewed_at LIMIT ${clearedAtOnce}
				), cleared AS (UPDATE page_views v SET visitor = NULL FROM old WHERE v.id = old.id)
				SELECT visitor FROM old ORDER BY visitor DESC LIMIT 1`,
			values: [after],
		});
		const [last] = rows;
		if (!last) return;
		after = last.visitor;
	}
}

/**
 * Adds up every finished day that still has its marks, event by event in turns, then clears the marks. Doing it twice gives the same: a day
 * is counted from its rows while the marks are there, and never after.
 */
export async function addUpDays(services: Services): Promise<void> {
	const { signal } = new AbortController();
	const find = findOnce(listViews);
	while ((await runFairly(services, { ...work, find }, signal)) > 0);
	// Without the marks, visitors of events can no longer be counted.
	await recountMarked(services);
	await clearMarks(services);
}
