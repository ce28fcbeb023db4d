import type { Hono } from 'hono';
import { errorResponse } from '#server/http/errors.ts';
import { newRequestId, pathOf } from '#server/http/request.ts';
import type { Services } from '#server/services.ts';
import type { Incident } from '#shared/contracts/status.ts';
import { currentIncidents } from './incidents.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] as string);

function feedOf(services: Services, incidents: Incident[]): string {
	const { appUrl, productName } = services.config;
	const entries = incidents.flatMap((incident) => incident.updates.map((update) => ({ incident, update })));
	const newest = entries.reduce(
		(last, { update }) => (update.createdAt > last ? update.createdAt : last),
		new Date(0).toISOString(),
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${appUrl}/status.atom</id>
<title>${escapeXml(`${productName}: Status`)}</title>
<updated>${newest}</updated>
<author><name>${escapeXml(productName)}</name></author>
<link rel="self" type="application/atom+xml" href="${appUrl}/status.atom"/>
<link rel="alternate" type="text/html" href="${appUrl}/status"/>
${entries
	.map(
		({ incident, update }) => `<entry>
<id>urn:uuid:${update.id}</id>
<title>${escapeXml(`${incident.title} (${update.state})`)}</title>
<updated>${update.createdAt}</updated>
<link rel="alternate" type="text/html" href="${appUrl}/status#${incident.id}"/>
<content type="text">${escapeXml(update.message)}</content>
</entry>`,
	)
	.join('\n')}
</feed>
`;
}

/** GET /status.atom: what administrators publish about outages and planned work. */
export function mountStatusFeed(app: Hono, services: Services): void {
	app.get('/status.atom', async (c) => {
		try {
			const body = feedOf(services, await currentIncidents(services.database.db));
			return c.body(body, 200, {
				'Content-Type': 'application/atom+xml; charset=utf-8',
				'Cache-Control': 'public, max-age=60',
				'X-Content-Type-Options': 'nosniff',
			});
		} catch (error) {
			const request = { requestId: newRequestId(), method: c.req.method, path: pathOf(c.req.url) };
			return errorResponse(error, request, services, { 'Cache-Control': 'no-store' });
		}
	});
}
