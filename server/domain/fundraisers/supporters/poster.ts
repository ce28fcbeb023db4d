import { buffer } from 'node:stream/consumers';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { messagesOf, msg } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { supporterPath } from '#shared/rules/event-paths.ts';
import { findFundraiser } from '../rows.ts';
import { drawPoster } from './draw-poster.ts';
import { findPage, type PageScope } from './page-record.ts';

/**
 * The poster of a page or team as a PDF: what /fundraiser-pages/{token}/poster shows. Its QR code leads to the public page: the sheet holds
 * no secret.
 * @throws not-found, also for a page that was removed
 */
export async function posterFile(services: Services, scope: PageScope): Promise<Response> {
	const { database, config, files, clock } = services;
	const [page, event, fundraiser] = await Promise.all([
		findPage(database.db, scope),
		getWholeEvent(services, scope),
		findFundraiser(database.db, scope),
	]);
	if (!page || page.state === 'removed' || !fundraiser) throw notFound('Page');
	const picture = page.pictureFile && (await files.find(`${page.pictureFile}.jpg`));
	const i18n = messagesOf(config.mailLocale);
	const goal = formatsFor(config.mailLocale).money(page.goalMinor, fundraiser.currency);
	const texts = {
		event: event.title,
		name: page.name,
		goal: i18n._({ ...msg({ message: 'Help raise {goal}' }), values: { goal } }),
		story: page.story,
		scan: i18n._(msg({ message: 'Scan to donate' })),
		link: `${config.appUrl}${supporterPath(event, page)}`,
		title: `${i18n._(msg({ message: 'Poster' }))}: ${page.name}`,
		organiser: event.organiserName,
		language: config.mailLocale,
	};
	const file = await drawPoster(texts, picture ? await buffer(picture.stream()) : null, clock.now());
	return new Response(new Uint8Array(file), {
		headers: {
			'Content-Type': 'application/pdf',
			'Content-Disposition': `attachment; filename="poster-${page.slug}.pdf"`,
			'Cache-Control': 'private, no-store',
		},
	});
}
