import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createMemo } from '#server/platform/concurrency/memo.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#server/platform/preview-image/render.ts';
import { createPreviewImages } from '#server/platform/preview-image/store.ts';
import type { Services } from '#server/services.ts';
import { makeCover } from '#shared/rules/cover.ts';

/** Pages whose words are not in the database, by their path; the others are content. */
export const fixedPages: Record<string, { title: string; line: string }> = {
	home: {
		title: 'Professional event management made simple',
		line: 'Create, promote and monetize events in minutes',
	},
	events: { title: 'Browse events', line: 'Conferences, meetups, workshops, concerts' },
	blog: { title: 'Plan great events', line: 'Guides for organisers' },
	help: { title: 'Help Center', line: 'Answers for visitors, organisers and door staff' },
	contact: { title: 'Contact', line: 'Write to the people who run this' },
	pricing: { title: 'Pricing', line: 'What is free today, and what comes' },
	status: { title: 'Status', line: 'Measured every minute' },
	'api-docs': { title: 'API Docs', line: 'Every call, with examples to try' },
	login: { title: 'Log in', line: 'Look after your events and guests' },
	signup: { title: 'Sign up', line: 'Publish an event, share it, check in your guests' },
	'create-event': { title: 'Create an event', line: 'A title and a date are enough' },
	feedback: { title: 'Feedback', line: 'Report a bug or request a feature' },
	mobile: { title: 'Foyer on your phone', line: 'Install it, test the camera' },
};

const storeOf = createMemo(
	(services: Services) => services,
	(services) => createPreviewImages(join(services.config.dataDir, 'previews')),
);

export interface ShareImageText {
	/** `home`, `post-first-event`; chooses the drawing. */
	name: string;
	title: string;
	line: string;
}

function hashOf(services: Services, text: ShareImageText): string {
	return createHash('sha256')
		.update(['page-1', text.name, text.title, text.line, services.config.productName].join('\n'))
		.digest('hex')
		.slice(0, 12);
}

/** Where the picture that messengers show beside a link lies; the hash names what it shows. */
export function shareImagePathOf(services: Services, text: ShareImageText): string {
	return `/og/pages/${text.name}-${hashOf(services, text)}.png`;
}

export async function drawShareImage(
	services: Services,
	text: ShareImageText,
): Promise<{ hash: string; body: Buffer }> {
	const hash = hashOf(services, text);
	const body = await storeOf(services).get(hash, async () => ({
		title: text.title,
		date: text.line,
		productName: services.config.productName,
		cover: makeCover({ seed: `page:${text.name}` }, { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT }),
		hue: 35,
	}));
	return { hash, body };
}
