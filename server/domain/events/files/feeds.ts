import type { Services } from '#server/services.ts';
import { canonicalPath } from '#shared/rules/event-paths.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { eventCalendar } from '../calendar.ts';
import { inCalendar } from '../calendar-dates.ts';
import { descriptionHtml } from '../description-html.ts';
import { type EventRow, eventColumnsSql } from '../event-rows.ts';
import { answerBytes, documentHeaders, noSuchFile } from './answers.ts';
import { escapeXml } from './xml.ts';

const inFeed = 100;

const ofSeries = `SELECT d.id FROM events d WHERE d.organisation_id = e.organisation_id AND d.series_id = e.series_id
	AND d.visibility = 'public' AND d.status IN ('published', 'postponed', 'cancelled')`;

/** SQL: of a series the next date alone, or the last once all are over. Each date that becomes the next is an entry. */
const isNextOfSeries = `(e.series_id IS NULL OR e.id = coalesce(
	(${ofSeries} AND d.ends_at > $2::timestamptz ORDER BY d.starts_at, d.id LIMIT 1),
	(${ofSeries} ORDER BY d.starts_at DESC, d.id DESC LIMIT 1)))`;

interface Organiser {
	id: string;
	name: string;
	slug: string;
}

async function findOrganiser(services: Services, slug: string): Promise<Organiser | null> {
	const { rows } = await services.database.pool.query<Organiser>({
		name: 'events.feed-organiser',
		text: 'SELECT id, name, slug FROM organisations WHERE slug = $1 AND sandbox_of IS NULL',
		values: [slug],
	});
	return rows[0] ?? null;
}

/**
 * GET /feeds/{organiser}.atom and .ics: what an organiser puts on. The calendar holds what is ahead and what was called off,
 * so that a subscriber's calendar follows.
 */
export async function answerFeed(services: Services, request: Request, name: string): Promise<Response> {
	const match = /^([a-z0-9-]{1,120})\.(atom|ics)$/.exec(name);
	const organiser = match ? await findOrganiser(services, match[1] as string) : null;
	if (!match || !organiser) return noSuchFile();
	return match[2] === 'atom'
		? answerAtom(services, request, organiser)
		: answerCalendar(services, request, organiser);
}

async function answerCalendar(services: Services, request: Request, organiser: Organiser): Promise<Response> {
	const { rows } = await services.database.pool.query<EventRow>({
		name: 'events.feed-calendar',
		text: `SELECT ${eventColumnsSql} FROM events e
			WHERE e.organisation_id = $1 AND e.visibility = 'public' AND e.status IN ('published', 'postponed', 'cancelled')
				AND e.starts_at >= $2::timestamptz
			ORDER BY e.starts_at, e.id LIMIT ${inCalendar}`,
		values: [organiser.id, new Date(services.clock.now().getTime() - 30 * 86_400_000).toISOString()],
	});
	return answerBytes(request, {
		body: eventCalendar(
			services,
			rows.map((row) => ({ ...row, organiserName: organiser.name })),
			{ name: organiser.name },
		),
		type: 'text/calendar; charset=utf-8',
		cacheControl: 'public, max-age=900',
		headers: documentHeaders,
	});
}

async function answerAtom(services: Services, request: Request, organiser: Organiser): Promise<Response> {
	const { rows } = await services.database.pool.query<EventRow>({
		name: 'events.feed-atom',
		text: `SELECT ${eventColumnsSql} FROM events e
			WHERE e.organisation_id = $1 AND e.visibility = 'public' AND e.status IN ('published', 'postponed', 'cancelled')
				AND ${isNextOfSeries}
			ORDER BY e.published_at DESC, e.id DESC LIMIT ${inFeed}`,
		values: [organiser.id, services.clock.now().toISOString()],
	});
	const { appUrl } = services.config;
	const self = `${appUrl}/feeds/${organiser.slug}.atom`;
	const changed = rows.reduce(
		(latest, row) => (row.updatedAt > latest ? row.updatedAt : latest),
		new Date(0),
	);
	const entries = await Promise.all(rows.map((row) => entryOf(row, appUrl)));
	const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(self)}</id>
<title>${escapeXml(organiser.name)}</title>
<updated>${changed.toISOString()}</updated>
<author><name>${escapeXml(organiser.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${appUrl}/organisers/${organiser.slug}`)}"/>
${entries.join('\n')}
</feed>
`;
	return answerBytes(request, {
		body,
		type: 'application/atom+xml; charset=utf-8',
		cacheControl: 'public, max-age=900',
		headers: documentHeaders,
	});
}

async function entryOf(row: EventRow, appUrl: string): Promise<string> {
	const when = `${wallTimeOf(row.startsAt, row.timeZone).replace('T', ' ')} (${row.timeZone})`;
	const place = [row.venueName, row.city].filter(Boolean).join(', ');
	const state = row.status === 'cancelled' ? 'Cancelled: ' : row.status === 'postponed' ? 'Postponed: ' : '';
	const html = `<p>${escapeXml([when, place].filter(Boolean).join(' · '))}</p>${await descriptionHtml(row.description)}`;
	return `<entry>
<id>urn:uuid:${row.id}</id>
<title>${escapeXml(`${state}${row.title}`)}</title>
<published>${(row.publishedAt ?? row.createdAt).toISOString()}</published>
<updated>${row.updatedAt.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${escapeXml(`${appUrl}${canonicalPath(row)}`)}"/>
<content type="html">${escapeXml(html)}</content>
</entry>`;
}
