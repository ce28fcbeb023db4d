import { z } from '#shared/lib/z.ts';

const optionalText = z.string().nullish();

/** A conference as confs.tech lists it: days without times, a place in words, links. */
export const conferenceRecord = z.looseObject({
	id: z.string().min(1).max(200),
	name: z.string(),
	startDate: z.string(),
	endDate: optionalText,
	url: optionalText,
	city: optionalText,
	country: optionalText,
	online: z.boolean().nullish(),
	locales: optionalText,
	cfpUrl: optionalText,
	cfpEndDate: optionalText,
	cocUrl: optionalText,
	offersSignLanguageOrCC: z.boolean().nullish(),
	twitter: optionalText,
	mastodon: optionalText,
	bluesky: optionalText,
	topics: z.array(z.string()).nullish(),
	otherNames: z.array(z.string()).nullish(),
});
export type ConferenceRecord = z.output<typeof conferenceRecord>;
