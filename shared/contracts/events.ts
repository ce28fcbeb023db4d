import { z } from '../lib/z.ts';
import { eventCategories } from '../rules/event-categories.ts';
import { seriesBookings } from '../rules/series/repeat.ts';
import { waitlistModes } from '../rules/waitlist.ts';
import { changeRules } from './change-rules.ts';
import { currency, httpUrl, instant, localDateTime, text, timeZone, uuid } from './common.ts';
import { endpoint, eventAccess, publicAccess } from './endpoint.ts';
import { refundRules } from './refund-rules.ts';
import { repeat } from './repeat.ts';
import { resaleRules } from './resale-rules.ts';

export const eventFormats = ['in_person', 'online', 'hybrid'] as const;

export const eventStatuses = ['draft', 'published', 'cancelled', 'postponed', 'archived'] as const;

/** Least characters of a new event password. */
export const EVENT_PASSWORD_LENGTH = 8;

/** Most characters of the alt text of a picture in a description. Here, as public pages load this file, and not how a description is read. */
export const MAX_PICTURE_ALT = 300;

export const feeBearers = ['organiser', 'buyer'] as const;

export const eventVisibilities = ['public', 'unlisted', 'password', 'invite_only'] as const;

/** Why a saved time is not quite what was typed. */
export const eventWarnings = ['time-skipped', 'time-doubled', 'starts-in-past'] as const;

/** An event by id, slug or code. */
export const eventParams = z.object({ event: z.string().min(1).max(200) });

const venue = z.object({
	name: z.string(),
	address: z.string(),
	city: z.string(),
	region: z.string(),
	countryCode: z.string(),
	latitude: z.number().nullable(),
	longitude: z.number().nullable(),
});

const cover = z.object({
	/** Where the picture is: an uploaded file, or the generated cover at /covers/{id}.svg. */
	url: z.string(),
	/** Widths of an uploaded picture, as the attribute of the same name; empty for a generated one. */
	srcSet: z.string(),
	alt: z.string(),
	isGenerated: z.boolean(),
});

const shown = z.object({
	id: uuid(),
	slug: z.string(),
	code: z.string(),
	title: z.string(),
	summary: z.string(),
	category: z.enum(eventCategories),
	format: z.enum(eventFormats),
	status: z.enum(eventStatuses),
	city: z.string(),
	countryCode: z.string(),
	venueName: z.string(),
	timeZone: z.string(),
	startsAt: z.string(),
	endsAt: z.string(),
	isAllDay: z.boolean(),
	cover,
	/** Degrees of OKLCH, 0 to 360; 400 (`NO_HUE`) for a picture without colour. */
	themeHue: z.number(),
	/** Without add-ons and hidden tickets; a list passes over what is sold out or no longer on sale, as long as something else can be had. */
	minPriceMinor: z.number().nullable().meta({
		description:
			'Lowest price of a ticket with all taxes and fees, in minor units: the price to show. Null if no tickets are on sale here.',
	}),
	maxPriceMinor: z.number().nullable().meta({
		description: 'Highest price of a ticket, with all taxes and fees. Null if no tickets are on sale here.',
	}),
	currency: z.string(),
	isExternal: z.boolean(),
	organiser: z.object({ name: z.string(), slug: z.string() }),
});

/** The summary of an event for lists. */
export const eventCard = shown
	.extend({
		/** It takes registrations here, and every ticket that can be had now is taken. */
		isSoldOut: z.boolean(),
		/**
		 * The series of which it is a date, and how many more of its dates there are (up to 400): those that follow, or in lists of what is over
		 * those before; 0 in lists that show every date. Null: it stands alone.
		 */
		series: z.object({ id: uuid(), slug: z.string(), moreDates: z.int() }).nullable(),
	})
	.meta({ id: 'EventCard' });

export type EventCard = z.output<typeof eventCard>;

/** The public view of one event. */
export const publicEvent = shown
	.extend({
		organiser: z.object({
			name: z.string(),
			slug: z.string(),
			logoUrl: z.string().nullable(),
			/** Where guests reach them, which mails name as Reply-To; empty when they gave none. */
			contactEmail: z.string(),
		}),
		/** The operator has checked who organises it. */
		isOrganiserVerified: z.boolean(),
		/** Of a sandbox: nothing of it is real, and no list shows it. */
		isSandbox: z.boolean(),
		/** Markdown as typed. */
		description: z.string(),
		/** The description as safe HTML, made and sanitised by the server. */
		descriptionHtml: z.string(),
		tags: z.array(z.string()),
		venue,
		externalUrl: z.string(),
		visibility: z.enum(eventVisibilities),
		/** As guests read it; in English where it is written from the rules. */
		refundPolicy: z.string(),
		/** The refund rules as data; null: the policy is in the organiser’s own words. */
		refundRules: refundRules.nullable(),
		/** How buyers change their tickets; null: they do not. */
		changeRules: changeRules.nullable(),
		/** The same as guests read it, in English; empty: no changes. */
		changePolicy: z.string(),
		/** Whether guests transfer their tickets to others. */
		allowsTransfers: z.boolean(),
		/** How guests resell tickets to the next on the waitlist; null: they do not. */
		resaleRules: resaleRules.nullable(),
		/** The same as guests read it, in English; empty: no resale. */
		resalePolicy: z.string(),
		/** How freed tickets reach the waitlist: automatically, by a member who offers them, or there is none. */
		waitlistMode: z.enum(waitlistModes),
		/** How long an offer of the waitlist holds its tickets, at most; less when the event is near. Hours of the night do not count. */
		waitlistOfferHours: z.int(),
		/** A fundraiser is live: its page is /register/{event}. */
		takesGifts: z.boolean(),
		startsAtLocal: z.string(),
		endsAtLocal: z.string(),
		publishedAt: z.string().nullable(),
		updatedAt: z.string(),
		/** Raised by each change; the ETag. */
		version: z.int(),
		/** Where the picture for link previews is: 1200 x 630 PNG, its name changes with its content. */
		shareImageUrl: z.string(),
		/** The organiser’s note on the cancellation or postponement. */
		statusMessage: z.string(),
		/** The start that was announced before the event was moved; null when it was never moved. */
		previousStartsAt: z.string().nullable(),
		/** The place that guests knew before, in a line. */
		previousPlace: z.string().nullable(),
		/** The series of which it is a date; null: it stands alone. */
		series: z
			.object({
				id: uuid(),
				slug: z.string(),
				key: z.string(),
				/** Whether guests book one date at a time, several at once (`POST /api/series/{series}/orders`), or all that are ahead. */
				booking: z.enum(seriesBookings).optional(),
			})
			.nullable(),
		/** What a save did that its author should know; only in the answer to that save. */
		warnings: z
			.array(z.object({ field: z.string(), code: z.enum(eventWarnings), message: z.string() }))
			.optional(),
		/** Only for members of the organisation. */
		organisation: z
			.object({
				id: uuid(),
				role: z.string(),
				permissions: z.array(z.string()),
				onlineUrl: z.string(),
				hasPassword: z.boolean(),
				feeBearer: z.enum(feeBearers),
				pricesIncludeTax: z.boolean(),
				/** The password is from before they took 8 characters; seen when a guest uses it. */
				hasShortPassword: z.boolean(),
				/** Seed of a shuffled cover. */
				coverSeed: z.string().nullable(),
				/** When the draft is published by itself; null: not planned. */
				publishAt: z.string().nullable(),
				/** How the draft repeats once it is published; null: it does not. */
				repeat: repeat.nullable(),
			})
			.optional(),
	})
	.meta({ id: 'Event' });

export type PublicEvent = z.output<typeof publicEvent>;

/** Fields that are set when an event is made, and changed later. */
export const editable = {
	title: text({ max: 200, min: 1 }),
	summary: text({ max: 500, lines: true }),
	description: text({ max: 50_000, lines: true }),
	category: z.enum(eventCategories),
	tags: z.array(text({ max: 40, min: 1 })).max(20),
	format: z.enum(eventFormats),
	venueName: text({ max: 200 }),
	address: text({ max: 500, lines: true }),
	city: text({ max: 120 }),
	region: text({ max: 120 }),
	countryCode: z
		.string()
		.regex(/^([A-Z]{2})?$/, 'Please choose a country.')
		.meta({ examples: ['DE'] }),
	latitude: z.number().min(-90).max(90).nullable(),
	longitude: z.number().min(-180).max(180).nullable(),
	onlineUrl: httpUrl(),
	externalUrl: httpUrl(),
	timeZone: timeZone(),
	startsAt: instant(),
	/** Wall time in the event's zone; given instead of startsAt. */
	startsAtLocal: localDateTime(),
	endsAt: instant(),
	endsAtLocal: localDateTime(),
	isAllDay: z.boolean(),
	/** How a draft repeats: publishing it makes the further dates. */
	repeat: repeat.nullable(),
	coverAlt: text({ max: 300 }),
	coverSeed: text({ max: 60 }).nullable(),
	visibility: z.enum(eventVisibilities),
	refundPolicy: text({ max: 5_000, lines: true }),
	/** Instead of words of one’s own, which take them away. Once tickets are taken they can only become more generous. */
	refundRules: refundRules.nullable(),
	/** How buyers change their tickets. Once tickets are taken it can only become more generous. */
	changeRules: changeRules.nullable(),
	/** Whether guests transfer their tickets to others. */
	allowsTransfers: z.boolean(),
	/** How guests resell tickets to the next on the waitlist; it needs the waitlist. Once tickets are taken it can only become more generous. */
	resaleRules: resaleRules.nullable(),
	/** How freed tickets reach the waitlist: automatically, by a member who offers them, or there is none. */
	waitlistMode: z.enum(waitlistModes),
	/** How long an offer of the waitlist holds its tickets, at most. */
	waitlistOfferHours: z.int().min(1).max(168),
	currency: currency(),
	/** Who pays the platform's fee. Like the next one, it can’t be changed once tickets with a price are taken. */
	feeBearer: z.enum(feeBearers),
	/** Whether prices hold their tax, or it is added to them. */
	pricesIncludeTax: z.boolean(),
	/** Needed while visibility is "password"; null takes it away. Never answered. */
	password: text({ min: EVENT_PASSWORD_LENGTH, max: 200 }).nullable(),
};

/** Fields of an event that can be changed; those that are left out stay. */
export const eventEdit = z.strictObject({ ...editable, slug: text({ max: 80, min: 3 }) }).partial();

export const updateEvent = endpoint({
	id: 'events.updateEvent',
	method: 'PATCH',
	path: '/api/events/{event}',
	summary:
		'Update fields of an event. Send If-Match with the version you read to avoid overwriting someone else’s changes.',
	access: eventAccess('events.edit'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	maxBodyBytes: 300_000,
	body: eventEdit,
	output: publicEvent,
	errors: ['RESOURCE_ALREADY_EXISTS', 'BUSINESS_RULE_VIOLATION'],
});

export const getEvent = endpoint({
	id: 'events.getEvent',
	method: 'GET',
	path: '/api/events/{event}',
	summary:
		'Get an event by id, slug or code. Drafts are visible to members of the organisation only. The slug of a series returns its next date, or its last if all are over.',
	access: publicAccess,
	limit: 'read',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['RESOURCE_ACCESS_DENIED'],
});

/** Header that carries what `unlockEvent` gave, on every call about an event behind a password. */
export const EVENT_ACCESS_HEADER = 'x-event-access';

export const unlockEvent = endpoint({
	id: 'events.unlockEvent',
	method: 'POST',
	path: '/api/events/{event}/unlock',
	summary:
		'Unlock a password-protected event. Send the token as the X-Event-Access header with further calls.',
	access: publicAccess,
	limit: 'signIn',
	params: eventParams,
	body: z.object({ password: z.string().min(1, 'This field is required.').max(200) }),
	output: z.object({ accessToken: z.string() }),
	errors: ['RESOURCE_ACCESS_DENIED', 'RATE_LIMIT_TOO_MANY_REQUESTS'],
});

export const getEventCalendar = endpoint({
	id: 'events.getEventCalendar',
	method: 'GET',
	path: '/api/events/{event}/calendar.ics',
	summary:
		'Get the event as an iCalendar file. The slug of a series returns all its upcoming dates, up to 500, each as an entry of its own.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	output: { contentType: 'text/calendar', description: 'iCalendar (RFC 5545), METHOD:PUBLISH' },
});

export const previewDescription = endpoint({
	id: 'events.previewDescription',
	method: 'POST',
	path: '/api/description-preview',
	summary: 'Render a description as event pages show it. Nothing is stored.',
	access: publicAccess,
	// Anybody may send much text, which is work.
	limit: 'upload',
	maxBodyBytes: 300_000,
	body: z.strictObject({
		description: text({ max: 50_000, lines: true }),
		/** Whose pictures the text may show: an event by id, slug or code. */
		event: eventParams.shape.event.optional(),
	}),
	output: z.object({ html: z.string() }),
});
