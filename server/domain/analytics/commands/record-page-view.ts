import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';
import { findDateOfSeries, findEvent } from '#server/domain/events/queries.ts';
import { reservedSlugs } from '#server/domain/events/reserved-slugs.ts';
import type { Services } from '#server/services.ts';
import type { PageView } from '#shared/contracts/analytics.ts';
import { newId } from '#shared/lib/ids.ts';
import { type CameBy, hostOf, readLabels } from '#shared/rules/came-by.ts';
import { redactPath, redactSearch } from '#shared/rules/page-address.ts';
import { markViewed } from '../figures/marks.ts';

const markBytes = 8;

/**
 * Distinguishes the visitors of one day without a cookie: a keyed hash over the day, the address and the browser, which nobody
 * can turn back without the instance's key, which differs from day to day, and which is cleared after two days (jobs.ts).
 */
function visitorMark(secret: Buffer, visit: { now: Date; address: string; userAgent: string }): Buffer {
	return createHmac('sha256', secret)
		.update(`page-view\0${visit.now.toISOString().slice(0, 10)}\0${visit.address}\0${visit.userAgent}`)
		.digest()
		.subarray(0, markBytes);
}

/** The network details of a page view. */
export interface Visit {
	address: string;
	userAgent: string;
	/** Do Not Track or Global Privacy Control was sent. */
	asksNotToBeCounted: boolean;
}

/** The product's own tracker sends at most 5 a minute; a browser with several tabs may come to more. */
export const MOST_VIEWS_A_MINUTE = 20;
const eventPath = /^\/(?:events?|register)\/([^/]+)$/;
const rootEventPath = /^\/([^/]+)$/;

const insertView = {
	name: 'analytics.record-page-view',
	text: `
		INSERT INTO page_views (id, viewed_at, path, organisation_id, event_id, source, device, visitor, medium, campaign, link, step)
		SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce((SELECT code FROM tracking_links
			WHERE organisation_id = $4 AND code = $11 AND ended_at IS NULL), ''), $12
		WHERE (SELECT count(*) FROM page_views WHERE visitor = $8 AND viewed_at > $2::timestamptz - interval '1 minute')
			< ${MOST_VIEWS_A_MINUTE}`,
};

/** Counts a view of a page; leaves out bots and visitors who ask not to be counted. Time and browser are those of the call. */
export async function recordPageView(
	services: Services,
	{ name, properties }: PageView,
	visit: Visit,
): Promise<void> {
	if (visit.asksNotToBeCounted || visit.userAgent === '' || isbot(visit.userAgent)) return;
	const now = services.clock.now();
	const { path, scope } = await placeOf(services, properties.path);
	const isForm = name === 'registration_opened';
	if (isForm && !scope) return;
	const labels = labelsOf(services, properties);
	const { rowCount } = await services.database.pool.query({
		...insertView,
		values: [
			newId(),
			now,
			path,
			scope?.organisationId ?? null,
			scope?.eventId ?? null,
			labels.source,
			/Mobi|Android/i.test(visit.userAgent) ? 'mobile' : 'desktop',
			visitorMark(services.secret, { now, address: visit.address, userAgent: visit.userAgent }),
			labels.medium,
			labels.campaign,
			labels.link,
			isForm ? 'form' : 'view',
		],
	});
	if (rowCount && scope) await markViewed(services, scope, now);
}

/** Which page it was; an event is one page by whatever address. */
async function placeOf(services: Services, sent: string) {
	const path = redactPath(sent.startsWith('/') ? sent.split(/[?#]/, 1)[0]! : '/');
	const root = rootEventPath.exec(path)?.[1];
	const reference = eventPath.exec(path)?.[1] ?? (root && !reservedSlugs.has(root) ? root : undefined);
	if (!reference || reference === 'create') return { path, scope: null };
	const name = decode(reference);
	const scope = (await findEvent(services, name)) ?? (await findNextDate(services, name));
	if (!scope) return { path: '/[unknown]', scope: null };
	return { path: path.startsWith('/register/') ? '/register/:event' : '/events/:event', scope };
}

/** The page of a series is that of its next date. */
async function findNextDate(services: Services, name: string) {
	const date = await findDateOfSeries(services, name);
	return date && { organisationId: date.organisationId, eventId: date.id };
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

function labelsOf({ config }: Services, { search, referrer }: PageView['properties']): CameBy {
	const labels = readLabels(redactSearch(search));
	if (labels.source || !URL.canParse(referrer)) return labels;
	return { ...labels, source: hostOf(referrer, new URL(config.appUrl).host) };
}
