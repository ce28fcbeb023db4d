import { join } from 'node:path';
import type { MessageDescriptor } from '@lingui/core';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import { messagesOf, msg } from '#server/platform/messages.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, type PreviewInput } from '#server/platform/preview-image/render.ts';
import { createPreviewImages } from '#server/platform/preview-image/store.ts';
import type { Services } from '#server/services.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { makeCover } from '#shared/rules/cover.ts';
import { existsForPublic } from '../access.ts';
import { coverSeedOf, themeHueOf } from '../cover-of.ts';
import type { EventWithOrganiser } from '../event-rows.ts';
import { shareImageHash, shareImagePath } from '../present.ts';
import { findWholeEvent } from '../queries.ts';
import { answerBytes, FOR_EVER, noSuchFile } from './answers.ts';

const storeOf = createMemo(
	(services: Services) => services,
	(services) => createPreviewImages(join(services.config.dataDir, 'previews')),
);

/**
 * GET /og/{id}-{hash}.png: what messengers show beside a link to the event. The hash names the content; an old one leads to
 * the picture of today. Drafts (those taken back too), invitations and events behind a password have none: the picture shows
 * what their pages do not.
 */
export async function answerShareImage(
	services: Services,
	request: Request,
	name: string,
): Promise<Response> {
	const [, id = '', hash = ''] = /^(.{36})-([0-9a-f]{12})\.png$/.exec(name) ?? [];
	const event = isUuid(id) ? await findWholeEvent(services, id) : null;
	if (!event || !existsForPublic(event) || event.visibility === 'password') return noSuchFile();
	if (hash !== shareImageHash(event)) {
		const headers = { Location: shareImagePath(event), 'Cache-Control': 'public, max-age=300' };
		return new Response(null, { status: 302, headers });
	}
	const body = await storeOf(services).get(hash, () => readPreview(services, event));
	return answerBytes(request, { body, type: 'image/png', cacheControl: FOR_EVER, etag: `"${hash}"` });
}

async function readPreview(services: Services, event: EventWithOrganiser): Promise<PreviewInput> {
	const i18n = messagesOf('en');
	const t = (text: MessageDescriptor) => i18n._(text.id, undefined, { message: text.message });
	const formats = formatsFor(i18n.locale);
	const when = formats.when({ ...event, startsAt: event.startsAt, endsAt: event.endsAt });
	const { month, day } = formats.tile(event.startsAt, event.timeZone);
	const place = [event.venueName, event.city].filter(Boolean).join(', ');
	const notices = {
		cancelled: t(msg({ message: 'Cancelled', comment: 'State of an event' })),
		postponed: t(msg({ message: 'Postponed', comment: 'State of an event' })),
	};
	return {
		title: event.title,
		date: when.date,
		time: when.time === '' ? undefined : `${when.time} ${formats.zone(event.startsAt, event.timeZone)}`,
		place: event.format === 'online' ? t(msg({ message: 'Online' })) : place || undefined,
		tile: { month, day },
		notice: event.status in notices ? notices[event.status as keyof typeof notices] : undefined,
		productName: services.config.productName,
		cover: await readCover(services, event),
		hue: themeHueOf(event),
	};
}

async function readCover(services: Services, event: EventWithOrganiser): Promise<string | Uint8Array> {
	const file = event.coverFile ? await services.files.find(`${event.coverFile}-960.webp`) : null;
	if (file) return new Uint8Array(await new Response(file.stream()).arrayBuffer());
	return makeCover(coverSeedOf(event), { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT });
}
