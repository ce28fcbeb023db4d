import { descriptionExcerpt } from '#server/domain/events/description.ts';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { z } from '#shared/lib/z.ts';
import { type EventDraft, type ImportWarning, makeDraft, RowProblem } from '../draft.ts';
import { guessCategory } from '../guess-category.ts';
import { findCountryCode } from '../places/country-names.ts';
import { guessTimeZone, zonesOfCountry } from '../places/guess-time-zone.ts';
import { oneLine } from '../texts.ts';
import { zoneWithOffset } from '../zones/zone-with-offset.ts';

const optionalText = z.string().nullish();

const venueRecord = z.looseObject({
	name: optionalText,
	address: optionalText,
	city: optionalText,
	state: optionalText,
	country: optionalText,
	lat: z.number().nullish(),
	lon: z.number().nullish(),
	postalCode: optionalText,
	online: z.boolean().nullish(),
});

/** A meeting of a group as meetup.com exports it: an instant with offset, a length, venues, a group with a place of its own. */
export const meetupRecord = z.looseObject({
	id: z.union([z.string().min(1).max(200), z.number().transform(String)]),
	title: z.string(),
	startsAt: z.string(),
	duration: optionalText,
	description: optionalText,
	status: optionalText,
	url: optionalText,
	group: optionalText,
	groupCity: optionalText,
	groupCountry: optionalText,
	timezone: optionalText,
	venues: z.array(venueRecord).nullish(),
});
export type MeetupRecord = z.output<typeof meetupRecord>;

export function draftOfMeetup(record: MeetupRecord, defaults: { timeZone: string }): EventDraft {
	const warnings: ImportWarning[] = [];
	const place = placeOf(record, warnings);
	const start = readStart(record.startsAt);
	const timeZone = zoneOf(record, { place, start, defaults, warnings });
	const title = oneLine(record.title);
	const description = record.description ?? '';
	const group = oneLine(record.group ?? '');
	return makeDraft({
		sourceName: 'meetups',
		sourceId: record.id,
		title,
		summary: descriptionExcerpt(description, 200),
		description,
		category: guessCategory([title, group], 'community'),
		tags: group === '' ? [] : [group],
		...place,
		externalUrl: record.url ?? '',
		timeZone,
		start: { instant: start.instant },
		end: endOf(record.duration, start.instant),
		status: /^cancel/i.test(record.status ?? '') ? 'cancelled' : 'published',
		warnings,
	});
}

function placeOf(record: MeetupRecord, warnings: ImportWarning[]) {
	const venues = record.venues ?? [];
	const venue = venues.find((candidate) => !candidate.online);
	const isOnline = venues.some((candidate) => candidate.online);
	const format: EventDraft['format'] = isOnline ? (venue ? 'hybrid' : 'online') : 'in_person';
	if (!venue) {
		if (isOnline) return { format };
		warnings.push({ code: 'place-from-group', detail: oneLine(record.groupCity ?? '') });
		return {
			format,
			city: record.groupCity ?? '',
			countryCode: findCountryCode(record.groupCountry ?? '') ?? '',
		};
	}
	const name = oneLine(venue.name ?? '');
	const street = oneLine(venue.address ?? '');
	return {
		format,
		venueName: name === street ? '' : name,
		address: [street, oneLine(venue.postalCode ?? '')].filter((part) => part !== '').join(', '),
		city: venue.city ?? '',
		region: venue.state ?? '',
		countryCode: findCountryCode(venue.country ?? '') ?? '',
		latitude: venue.lat ?? null,
		longitude: venue.lon ?? null,
	};
}

interface Start {
	instant: string;
	offsetMinutes: number;
}

function readStart(text: string): Start {
	const match = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|([+-])(\d{2}):?(\d{2}))$/.exec(
		text.trim(),
	);
	const ms = match ? Date.parse(text.trim()) : Number.NaN;
	if (!match || Number.isNaN(ms)) {
		throw new RowProblem('bad-date', `“${oneLine(text).slice(0, 40)}” is not a time with an offset.`);
	}
	const minutes = Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
	return { instant: new Date(ms).toISOString(), offsetMinutes: match[2] === '-' ? -minutes : minutes };
}

/**
 * The zone of the group where its clock shows the given offset; else one of the venue's or the group's country whose clock
 * does. What people read then is the time that the file shows.
 */
function zoneOf(
	record: MeetupRecord,
	facts: {
		place: { countryCode?: string; city?: string; region?: string };
		start: Start;
		defaults: { timeZone: string };
		warnings: ImportWarning[];
	},
): string {
	const { place, start, defaults, warnings } = facts;
	const given = canonicalTimeZone(record.timezone ?? '');
	const shows = (zone: string) => zoneWithOffset(start.instant, start.offsetMinutes, [zone]) === zone;
	if (given && shows(given)) return given;

	const countryCode = place.countryCode || findCountryCode(record.groupCountry ?? '') || '';
	const guessed = guessTimeZone({ ...place, countryCode });
	const candidates = [guessed, ...zonesOfCountry(countryCode), defaults.timeZone].filter(
		(zone) => zone !== null,
	);
	const found = zoneWithOffset(start.instant, start.offsetMinutes, candidates);
	if (given) warnings.push({ code: 'zone-differs', detail: `${given} → ${found}` });
	else warnings.push({ code: countryCode === '' ? 'zone-assumed' : 'zone-guessed', detail: found });
	return found;
}

function endOf(duration: string | null | undefined, start: string): { instant: string } | null {
	if (!duration) return null;
	try {
		const length = Temporal.Duration.from(duration);
		return {
			instant: Temporal.Instant.from(start)
				.add({ milliseconds: length.total('milliseconds') })
				.toString(),
		};
	} catch {
		return null;
	}
}
