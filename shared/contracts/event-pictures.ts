import { z } from '../lib/z.ts';
import { PICTURE_MB } from '../rules/file-sizes.ts';
import { text } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams, MAX_PICTURE_ALT, publicEvent } from './events.ts';

export const uploadCover = endpoint({
	id: 'events.uploadCover',
	method: 'POST',
	path: '/api/events/{event}/cover',
	summary: 'Upload a cover image. It is re-encoded and its metadata is removed.',
	access: eventAccess('events.edit'),
	limit: 'upload',
	hasVersion: true,
	params: eventParams,
	upload: {
		field: 'file',
		maxBytes: PICTURE_MB * 1_000_000,
		description: `JPEG, PNG, WebP, AVIF or GIF, up to ${PICTURE_MB} MB`,
	},
	output: publicEvent,
});

export const removeCover = endpoint({
	id: 'events.removeCover',
	method: 'DELETE',
	path: '/api/events/{event}/cover',
	summary: 'Remove the cover image and use the generated cover.',
	access: eventAccess('events.edit'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
});

export const addPicture = endpoint({
	id: 'events.addPicture',
	method: 'POST',
	path: '/api/events/{event}/pictures',
	summary:
		'Upload a picture for the description, which then shows it as `![alt text](picture:{stem})`. It is re-encoded and its metadata is removed.',
	access: eventAccess('events.edit'),
	limit: 'upload',
	params: eventParams,
	/** Alternative text for people who cannot see the picture. */
	query: z.object({ alt: text({ min: 1, max: MAX_PICTURE_ALT }) }),
	upload: { field: 'file', maxBytes: 10_000_000, description: 'JPEG, PNG, WebP, AVIF or GIF, up to 10 MB' },
	output: z.object({
		stem: z.string(),
		/** In pixels, as it was uploaded. */
		width: z.number(),
		height: z.number(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
