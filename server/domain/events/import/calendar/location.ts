import type { EventPlace } from '../draft.ts';
import { findCountryCode } from '../places/country-names.ts';
import { guessTimeZone } from '../places/guess-time-zone.ts';
import { regionZones } from '../places/zones-of-places.ts';
import { oneLine } from '../texts.ts';
import { zoneOffsetAt } from '../zones/zone-with-offset.ts';
import { type Component, find, findAll } from './components.ts';
import { readText } from './content-lines.ts';

const onlineWords =
	/\b(online|virtual|webinar|zoom|google meet|teams meeting|microsoft teams|jitsi|skype|remote|livestream|youtube|twitch)\b/i;

const conferenceProperties = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];

/** Where an entry takes place: what LOCATION says in words, what conference links and coordinates add. */
export function readPlace(event: Component): EventPlace {
	const lines = readText(find(event, 'LOCATION')?.value ?? '')
		.split('\n')
		.map((line) => oneLine(line).replace(/,$/, ''))
		.filter((line) => line !== '');
	const text = lines.join(', ');
	const links = conferenceProperties
		.flatMap((name) => findAll(event, name))
		.map((property) => property.value.trim())
		.filter((value) => /^https?:\/\//i.test(value));
	const [url] = /https?:\/\/\S+/i.exec(text) ?? [];
	const words = text.replace(/https?:\/\/\S+/gi, '').replace(/^[\s,:-]+|[\s,:-]+$/g, '');
	const isOnlineOnly = words === '' || (onlineWords.test(words) && words.length < 60);
	const onlineUrl = links[0] ?? url ?? '';

	if (isOnlineOnly) {
		const isOnline = onlineUrl !== '' || words !== '';
		return { ...nowhere, format: isOnline ? 'online' : 'in_person', onlineUrl };
	}
	const place = addressOf(url ? [words] : lines);
	return {
		...place,
		...pointOf(event, guessTimeZone(place)),
		format: onlineUrl === '' ? 'in_person' : 'hybrid',
		onlineUrl,
	};
}

const nowhere: EventPlace = {
	format: 'in_person',
	venueName: '',
	address: '',
	city: '',
	region: '',
	countryCode: '',
	latitude: null,
	longitude: null,
	onlineUrl: '',
};

/** `Open Source Project (1415 E University Dr., Tempe, AZ 85281)`, `Stadthalle, Am Markt 1, 12345 Ort, Germany`, `Room 5`. */
function addressOf(lines: string[]): EventPlace {
	const whole = lines.join(', ');
	const bracket = /^([^()]{2,120}?)\s*\((.{8,})\)$/.exec(whole);
	const parts = bracket
		? [bracket[1] as string, ...splitAtCommas(bracket[2] as string)]
		: splitAtCommas(whole);
	const place: EventPlace = { ...nowhere };

	const country = parts.length > 1 ? findCountryCode(parts.at(-1) as string) : null;
	if (country && (parts.at(-1) as string).length > 2) {
		place.countryCode = country;
		parts.pop();
	}
	const last = parts.at(-1) ?? '';
	const american = /^([A-Z]{2})\s+\d{5}(?:-\d{4})?$/.exec(last);
	const postal = /^(?:[A-Z]{1,2}-)?(\d{4,5})\s+(\p{L}[\p{L}\s.'-]{1,60})$/u.exec(last);
	if (american && isAmericanState(american[1] as string) && parts.length > 2) {
		place.region = american[1] as string;
		place.countryCode = 'US';
		place.city = parts.at(-2) ?? '';
	} else if (postal && parts.length > 1) {
		place.city = postal[2] as string;
	}
	const [name = '', ...rest] = parts;
	// A street with its number is an address, not the name of a venue.
	const isStreet = rest.length > 0 && /^\d+\s|\s\d+[a-z]?$/i.test(name) && place.city !== '';
	return isStreet
		? { ...place, address: parts.join(', ') }
		: { ...place, venueName: name, address: rest.join(', ') };
}

function splitAtCommas(text: string): string[] {
	return text
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

function isAmericanState(code: string): boolean {
	return Object.values(regionZones.US ?? {}).some((codes) => codes.split(' ').includes(code));
}

/**
 * GEO, or the `geo:` address of Apple's structured location. Some programs write longitude first; where the clock of the
 * country is far from the sun at one order and near at the other, the other is meant.
 */
function pointOf(event: Component, zone: string | null): Pick<EventPlace, 'latitude' | 'longitude'> {
	const text =
		find(event, 'GEO')?.value.replace(';', ',') ??
		/^geo:(.*)$/i.exec(find(event, 'X-APPLE-STRUCTURED-LOCATION')?.value.trim() ?? '')?.[1] ??
		'';
	const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)/.exec(text);
	if (!match) return { latitude: null, longitude: null };
	const [latitude, longitude] = [Number(match[1]), Number(match[2])];
	// Four minutes of clock to a degree.
	const noon = zone === null ? null : zoneOffsetAt('2020-01-01T00:00:00Z', zone) / 4;
	const isFar = (degrees: number) => noon !== null && Math.abs(degrees - noon) > 35;
	const isSwapped = isFar(longitude) && !isFar(latitude) && Math.abs(longitude) <= 90;
	return isSwapped ? { latitude: longitude, longitude: latitude } : { latitude, longitude };
}
