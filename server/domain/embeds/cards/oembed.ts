import { html } from 'hono/html';
import { fixedPages, shareImagePathOf } from '#server/domain/content/share-image.ts';
import { answerBytes } from '#server/domain/events/files/answers.ts';
import { escapeXml } from '#server/domain/events/files/xml.ts';
import { shareImagePath } from '#server/domain/events/present.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#server/platform/preview-image/render.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { eventCardSize, organiserCardSize, readMost, type Size } from './card-size.ts';
import { readPageAddress } from './page-address.ts';
import { readShownEvent, readShownOrganiser } from './read-card.ts';

/** How long a consumer may show what it was answered, in seconds. */
const cacheAge = 3_600;

/** Any site may read it: it holds nothing that a visitor without an account does not see. */
export const openHeaders = {
	'Access-Control-Allow-Origin': '*',
	'Cross-Origin-Resource-Policy': 'cross-origin',
	'X-Content-Type-Options': 'nosniff',
};

/** The data by which a page’s card is discovered. */
interface Announced {
	title: string;
	authorName: string;
	authorUrl: string;
	/** Of the page and of its card. */
	pageUrl: string;
	cardUrl: string;
	/** Of the share image. */
	imageUrl: string;
	size: Size;
}

/**
 * GET /oembed?url=…&maxwidth=…&maxheight=…&format=json|xml: what a site shows for a pasted link, oEmbed 1.0 (oembed.com). 400 without
 * url, 401 behind a password, 404 for what is no public page of an event or organiser here, 501 for another format.
 * @param base origin that addresses are made with
 * @param origins that a page may be named by
 */
export async function answerOembed(
	services: Services,
	request: Request,
	{ base, origins }: { base: string; origins: readonly string[] },
): Promise<Response> {
	const query = new URL(request.url).searchParams;
	const format = query.get('format') ?? 'json';
	if (format !== 'json' && format !== 'xml')
		return refuse(501, 'This format is not supported. Use json or xml.');
	const url = query.get('url');
	if (!url) return refuse(400, 'Send the address of an event or of an organiser as url.');
	const most = {
		width: readMost(query.get('maxwidth') ?? undefined),
		height: readMost(query.get('maxheight') ?? undefined),
	};
	const bounds = Object.fromEntries(Object.entries(most).filter(([, value]) => value !== undefined));
	try {
		const announced = await announce(services, { url, base, origins, bounds });
		if (!announced) return refuse(404, 'No event and no organiser has this address.');
		const values = await valuesOf(announced, bounds, { name: services.config.productName, base });
		const isXml = format === 'xml';
		return answerBytes(request, {
			body: isXml ? toXml(values) : JSON.stringify(values),
			type: isXml ? 'text/xml; charset=utf-8' : 'application/json; charset=utf-8',
			cacheControl: 'public, max-age=300',
			headers: openHeaders,
		});
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		if (error.code === 'RESOURCE_ACCESS_DENIED') return refuse(401, 'This event is private.');
		if (error.code === 'RESOURCE_NOT_FOUND')
			return refuse(404, 'No event and no organiser has this address.');
		throw error;
	}
}

async function announce(
	services: Services,
	request: { url: string; base: string; origins: readonly string[]; bounds: Partial<Size> },
): Promise<Announced | null> {
	const { base, bounds } = request;
	const page = readPageAddress(request.url, request.origins);
	if (!page) return null;
	if (page.kind === 'organiser') {
		const { name, slug, events } = await readShownOrganiser(services, page.slug);
		const pageUrl = `${base}/organisers/${slug}`;
		const image = shareImagePathOf(services, { name: 'events', ...fixedPages.events! });
		return {
			...{ title: name, authorName: name, authorUrl: pageUrl, pageUrl },
			cardUrl: `${base}/embed/organisers/${slug}`,
			imageUrl: `${base}${image}`,
			size: organiserCardSize(events.length, bounds),
		};
	}
	const { event, slug } = await readShownEvent(services, page.reference);
	return {
		title: event.title,
		authorName: event.organiserName,
		authorUrl: `${base}/organisers/${event.organiserSlug}`,
		pageUrl: `${base}/events/${slug}`,
		cardUrl: `${base}/embed/${slug}`,
		imageUrl: `${base}${shareImagePath(event)}`,
		size: eventCardSize(bounds),
	};
}

type Values = Record<string, string | number>;

/** WordPress accepts of a stranger's HTML a blockquote with links, and a frame with these attributes (`wp_filter_oembed_result`). */
async function valuesOf(
	{ title, authorName, authorUrl, pageUrl, cardUrl, imageUrl, size }: Announced,
	bounds: Partial<Size>,
	provider: { name: string; base: string },
): Promise<Values> {
	const markup =
		await html`<blockquote><a href="${pageUrl}">${title}</a></blockquote><iframe src="${cardUrl}" title="${title}" width="${size.width}" height="${size.height}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`;
	// A thumbnail has the same bounds.
	const hasThumbnail =
		PREVIEW_WIDTH <= (bounds.width ?? PREVIEW_WIDTH) && PREVIEW_HEIGHT <= (bounds.height ?? PREVIEW_HEIGHT);
	return {
		...{ version: '1.0', type: 'rich', title },
		...{ author_name: authorName, author_url: authorUrl },
		...{ provider_name: provider.name, provider_url: provider.base },
		cache_age: cacheAge,
		...(hasThumbnail
			? { thumbnail_url: imageUrl, thumbnail_width: PREVIEW_WIDTH, thumbnail_height: PREVIEW_HEIGHT }
			: {}),
		...{ html: String(markup), width: size.width, height: size.height },
	};
}

function toXml(values: Values): string {
	const lines = Object.entries(values).map(
		([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
	);
	return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${lines.join('\n')}\n</oembed>\n`;
}

function refuse(status: number, text: string): Response {
	return new Response(`${text}\n`, {
		status,
		headers: {
			...openHeaders,
			'Content-Type': 'text/plain; charset=utf-8',
			'Cache-Control': 'public, max-age=60',
		},
	});
}
