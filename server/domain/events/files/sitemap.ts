import { listAddresses } from '#server/domain/content/queries.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { canonicalPath } from '#shared/rules/event-paths.ts';
import { listHiddenPaths, listRoutes } from '#shared/rules/routes.ts';
import { answerBytes, documentHeaders, noSuchFile } from './answers.ts';
import { LruCache } from './lru-cache.ts';
import { escapeXml } from './xml.ts';

/** A map may name 50 000 addresses; smaller ones are read again sooner. */
const perMap = 10_000;
const cachedMs = 10 * 60_000;

/** Pages whose words are not in the database. */
const pages = listRoutes(({ isInSitemap }) => isInSitemap === true);

const folders = { page: '', post: '/blog', help: '/help' } as const;

// What was cancelled or put away keeps its page, and search engines should read that it is so.
const isMapped = `visibility = 'public' AND published_at IS NOT NULL AND status <> 'draft'`;

/** The dates of a series that a map names beside it. */
const datesOfSeries = 8;
/** With their dates no more than the addresses of a map. */
const seriesPerMap = 1_000;

/** Dates of a series stand in the maps of series. */
const isMappedAlone = `${isMapped} AND series_id IS NULL`;
const isMappedSeries = `EXISTS (SELECT FROM events e WHERE e.organisation_id = s.organisation_id AND e.series_id = s.id AND ${isMapped})`;

/** Organisers that published something, with a page of their own. */
const isMappedOrganiser = `EXISTS (SELECT FROM events e WHERE e.organisation_id = o.id AND e.visibility = 'public'
	AND e.published_at IS NOT NULL AND e.status <> 'draft')
	AND NOT EXISTS (SELECT FROM organisation_pages p WHERE p.organisation_id = o.id AND NOT p.is_shown)
	AND NOT EXISTS (SELECT FROM organisation_marks k WHERE k.organisation_id = o.id AND k.suspended_at IS NOT NULL)`;

const mapsOf = createDatabaseMemo(() => new LruCache<string>(50));

/** Made once in ten minutes: a crawler that reads all maps costs a few queries. */
function remembered(services: Services, name: string, make: () => Promise<string>): Promise<string> {
	return mapsOf(services).get(`${name} ${Math.floor(services.clock.now().getTime() / cachedMs)}`, make);
}

const answerXml = (request: Request, body: string) =>
	answerBytes(request, {
		body,
		type: 'application/xml; charset=utf-8',
		cacheControl: 'public, max-age=600',
		headers: documentHeaders,
	});

/** GET /sitemap.xml: the index of the maps. */
export async function answerSitemapIndex(services: Services, request: Request): Promise<Response> {
	const body = await remembered(services, 'index', async () => {
		const { rows } = await services.database.pool.query<{ maps: number }>(
			`SELECT ceil(count(*) / ${perMap}.0)::int AS maps FROM events WHERE ${isMappedAlone}`,
		);
		const series = await services.database.pool.query<{ maps: number }>(
			`SELECT ceil(count(*) / ${seriesPerMap}.0)::int AS maps FROM event_series s WHERE ${isMappedSeries}`,
		);
		const organisers = await services.database.pool.query<{ maps: number }>(
			`SELECT ceil(count(*) / ${perMap}.0)::int AS maps FROM organisations o WHERE ${isMappedOrganiser}`,
		);
		const numbered = (kind: string, maps = 0) => Array.from({ length: maps }, (_, i) => `${kind}-${i + 1}`);
		const names = [
			'pages',
			...numbered('events', rows[0]?.maps),
			...numbered('series', series.rows[0]?.maps),
			...numbered('organisers', organisers.rows[0]?.maps),
		];
		const maps = names.map(
			(name) => `<sitemap><loc>${services.config.appUrl}/sitemaps/${name}.xml</loc></sitemap>`,
		);
		return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`;
	});
	return answerXml(request, body);
}

/** GET /sitemaps/{name}.xml: the pages, or ten thousand events in the order they were made. */
export async function answerSitemap(services: Services, request: Request, name: string): Promise<Response> {
	if (name === 'pages.xml') {
		const body = await remembered(services, 'pages', async () => {
			const texts = await listAddresses(services);
			return urlSet(
				[
					...pages.map((path) => ({ path, modified: null })),
					...texts.map(({ kind, slug, modified }) => ({ path: `${folders[kind]}/${slug}`, modified })),
				],
				services,
			);
		});
		return answerXml(request, body);
	}
	const [, kind, place] = /^(events|series|organisers)-([1-9]\d{0,4})\.xml$/.exec(name) ?? [];
	const number = Number(place ?? 0);
	if (number === 0) return noSuchFile();
	if (kind === 'series')
		return answerXml(request, await remembered(services, name, () => seriesMap(services, number)));
	if (kind === 'organisers')
		return answerXml(request, await remembered(services, name, () => organiserMap(services, number)));
	const body = await remembered(services, name, async () => {
		// The one long list that is read by offset: whole, by machines, and cached.
		const { rows } = await services.database.pool.query<{ slug: string; updated_at: Date }>(
			`SELECT slug, updated_at FROM events WHERE ${isMappedAlone} ORDER BY id LIMIT ${perMap} OFFSET $1`,
			[(number - 1) * perMap],
		);
		return urlSet(
			rows.map((row) => ({ path: canonicalPath(row), modified: row.updated_at })),
			services,
		);
	});
	return answerXml(request, body);
}

/** Series with the dates that come next. */
async function seriesMap(services: Services, number: number): Promise<string> {
	const { rows } = await services.database.pool.query<{
		slug: string;
		updated_at: Date | null;
		dates: string[];
	}>(
		`SELECT s.slug, d.updated_at, d.dates FROM (
				SELECT s.organisation_id, s.id, s.slug FROM event_series s WHERE ${isMappedSeries} ORDER BY s.id LIMIT ${seriesPerMap} OFFSET $1
			) s CROSS JOIN LATERAL (
				SELECT max(updated_at) AS updated_at, coalesce(array_agg(slug), '{}') AS dates FROM (
					SELECT slug, updated_at FROM events e WHERE e.organisation_id = s.organisation_id AND e.series_id = s.id
						AND ${isMapped} AND ends_at > $2::timestamptz ORDER BY starts_at, id LIMIT ${datesOfSeries}
				) next
			) d ORDER BY s.id`,
		[(number - 1) * seriesPerMap, services.clock.now().toISOString()],
	);
	return urlSet(
		rows.flatMap(({ slug, updated_at: modified, dates }) =>
			[slug, ...dates].map((name) => ({ path: canonicalPath({ slug: name }), modified })),
		),
		services,
	);
}

async function organiserMap(services: Services, number: number): Promise<string> {
	const { rows } = await services.database.pool.query<{ slug: string }>(
		`SELECT o.slug FROM organisations o WHERE ${isMappedOrganiser} ORDER BY o.id LIMIT ${perMap} OFFSET $1`,
		[(number - 1) * perMap],
	);
	return urlSet(
		rows.map(({ slug }) => ({ path: `/organisers/${slug}`, modified: null })),
		services,
	);
}

function urlSet(urls: { path: string; modified: Date | null }[], services: Services): string {
	const entries = urls.map(
		({ path, modified }) =>
			`<url><loc>${escapeXml(`${services.config.appUrl}${path}`)}</loc>${modified ? `<lastmod>${modified.toISOString()}</lastmod>` : ''}</url>`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** The API, what only people behind a sign-in use or has a secret in it, and further pages of a list. */
const closed = ['/api/', ...listHiddenPaths(), '/*?*cursor='];

/** GET /robots.txt */
export function answerRobots(services: Services, request: Request): Response {
	const body = `User-agent: *\n${closed.map((path) => `Disallow: ${path}`).join('\n')}\n\nSitemap: ${services.config.appUrl}/sitemap.xml\n`;
	return answerBytes(request, {
		body,
		type: 'text/plain; charset=utf-8',
		cacheControl: 'public, max-age=3600',
		headers: documentHeaders,
	});
}
