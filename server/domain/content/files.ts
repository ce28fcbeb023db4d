import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { errorResponse } from '#server/http/errors.ts';
import { newRequestId, pathOf } from '#server/http/request.ts';
import type { Services } from '#server/services.ts';
import { fillIn, richTextHtml } from '#shared/rules/rich-text.ts';
import { getOperator, placeholdersOf } from './operator.ts';
import { type PublishedRow, publishedColumns, publishedSql, shareTextOf } from './queries.ts';
import { drawShareImage, fixedPages, shareImagePathOf } from './share-image.ts';
import { ensureShipped } from './shipped.ts';

const inFeed = 50;
const forEver = 'public, max-age=31536000, immutable';

const escapeXml = (text: string) =>
	text
		// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
		.replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

function textResponse(request: Request, body: string, type: string, maxAge: number): Response {
	const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
	const headers: Record<string, string> = {
		'Cache-Control': `public, max-age=${maxAge}`,
		ETag: etag,
		'X-Content-Type-Options': 'nosniff',
	};
	if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
	return new Response(request.method === 'HEAD' ? null : body, {
		headers: { ...headers, 'Content-Type': type },
	});
}

/** GET /blog.atom: the posts, newest first, whole. */
async function answerFeed(services: Services, request: Request): Promise<Response> {
	await ensureShipped(services);
	const { appUrl, productName } = services.config;
	const words = await placeholdersOf(services);
	const { rows } = await services.database.pool.query<PublishedRow>(
		`SELECT ${publishedColumns} ${publishedSql} AND i.kind = 'post' ORDER BY i.published_at DESC, i.id DESC LIMIT ${inFeed}`,
	);
	const changed = rows.reduce(
		(latest, row) => (row.revisedAt > latest ? row.revisedAt : latest),
		new Date(0),
	);
	const entries = rows.map((row) => {
		const link = `${appUrl}/blog/${row.slug}`;
		// Readers of feeds stand elsewhere: paths become addresses.
		const html = richTextHtml(row.body, words)
			.replaceAll(/ srcset="[^"]*" sizes="[^"]*"/g, '')
			.replaceAll(/ (href|src)="\//g, ` $1="${appUrl}/`);
		return `<entry>
<id>urn:uuid:${row.id}</id>
<title>${escapeXml(fillIn(row.title, words))}</title>
<published>${row.publishedAt.toISOString()}</published>
<updated>${row.revisedAt.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${escapeXml(link)}"/>
${row.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')}
<summary>${escapeXml(fillIn(row.summary, words))}</summary>
<content type="html">${escapeXml(html)}</content>
</entry>`;
	});
	const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(`${appUrl}/blog.atom`)}</id>
<title>${escapeXml(`${productName}: Plan great events`)}</title>
<updated>${changed.toISOString()}</updated>
<author><name>${escapeXml(productName)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${appUrl}/blog.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${appUrl}/blog`)}"/>
${entries.join('\n')}
</feed>
`;
	return textResponse(request, body, 'application/atom+xml; charset=utf-8', 900);
}

/** GET /og/pages/{name}-{hash}.png: the picture beside a link to a page. An old hash leads to the picture of today. */
async function answerShareImage(services: Services, request: Request, file: string): Promise<Response> {
	const [, name = '', hash = ''] = /^([a-z0-9-]{1,120})-([0-9a-f]{12})\.png$/.exec(file) ?? [];
	const text = await findShareText(services, name);
	if (!text) {
		return new Response('Not found\n', {
			status: 404,
			headers: { 'Content-Type': 'text/plain; charset=utf-8' },
		});
	}
	const path = shareImagePathOf(services, text);
	if (!path.endsWith(`-${hash}.png`)) {
		return new Response(null, {
			status: 302,
			headers: { Location: path, 'Cache-Control': 'public, max-age=300' },
		});
	}
	const { body } = await drawShareImage(services, text);
	return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
		headers: {
			'Content-Type': 'image/png',
			'Cache-Control': forEver,
			'X-Content-Type-Options': 'nosniff',
			'Cross-Origin-Resource-Policy': 'cross-origin',
		},
	});
}

async function findShareText(services: Services, name: string) {
	const fixed = Object.hasOwn(fixedPages, name) ? fixedPages[name] : undefined;
	if (fixed) return { name, ...fixed };
	const [, kind = '', slug = ''] = /^(page|post|help)-(.+)$/.exec(name) ?? [];
	if (!kind) return null;
	await ensureShipped(services);
	const { rows } = await services.database.pool.query<PublishedRow>(
		`SELECT ${publishedColumns} ${publishedSql} AND i.kind = $1 AND i.slug = $2`,
		[kind, slug],
	);
	const [row] = rows;
	if (!row) return null;
	const words = await placeholdersOf(services);
	return shareTextOf(row.kind, row.slug, fillIn(row.title, words), words);
}

/** GET /.well-known/security.txt (RFC 9116): where to report a vulnerability. */
async function answerSecurityText(services: Services, request: Request): Promise<Response> {
	const { appUrl, isSupportEmailSet, supportEmail } = services.config;
	const operator = await getOperator(services);
	const contact =
		operator.securityContact || operator.email || (isSupportEmailSet ? supportEmail : `${appUrl}/contact`);
	const target = /^(?:https?:|mailto:|tel:)/.test(contact) ? contact : `mailto:${contact}`;
	// Stated for a quarter, from the first of the month on, so that the text is the same for a while.
	const now = services.clock.now();
	const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 4, 1)).toISOString();
	const body = `Contact: ${target}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${appUrl}/.well-known/security.txt\nPolicy: ${appUrl}/contact\n`;
	return textResponse(request, body, 'text/plain; charset=utf-8', 3600);
}

export function mountContentFiles(app: Hono, services: Services): void {
	const mount = (path: string, answer: (request: Request, name: string) => Promise<Response>) => {
		app.get(path, async (c) => {
			try {
				return await answer(c.req.raw, c.req.param('name') ?? '');
			} catch (error) {
				const request = { requestId: newRequestId(), method: c.req.method, path: pathOf(c.req.url) };
				return errorResponse(error, request, services, { 'Cache-Control': 'no-store' });
			}
		});
	};
	mount('/blog.atom', (request) => answerFeed(services, request));
	mount('/og/pages/:name', (request, name) => answerShareImage(services, request, name));
	mount('/.well-known/security.txt', (request) => answerSecurityText(services, request));
}
