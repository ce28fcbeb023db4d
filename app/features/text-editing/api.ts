import { api } from '#app/lib/api-client.ts';
import * as eventPictures from '#shared/contracts/event-pictures.ts';

/** Stores a picture for the description of an event. */
export const addPicture = (
	event: string,
	picture: { file: File; alt: string; key: string; signal: AbortSignal },
) =>
	api.call(eventPictures.addPicture, {
		params: { event },
		query: { alt: picture.alt },
		file: picture.file,
		idempotencyKey: picture.key,
		signal: picture.signal,
		timeoutMs: 120_000,
	});
