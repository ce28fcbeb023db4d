import { zoneCity } from '#shared/lib/formats.ts';
import { canonicalTimeZone, listTimeZones, offsetOf, type TimeZoneOption } from '#shared/lib/time-zones.ts';

/** A time zone as people look for it. */
export interface TimeZone extends TimeZoneOption {
	/** Further words that find it: its names, large cities that have no zone of their own. */
	keywords: string;
}

/** Where many people live under the name of another city. */
const LARGE_CITIES: Record<string, string> = {
	'America/Chicago': 'Dallas Houston Austin Minneapolis New Orleans',
	'America/Denver': 'Salt Lake City Albuquerque',
	'America/Los_Angeles': 'San Francisco Seattle San Diego Portland Las Vegas',
	'America/New_York': 'Boston Washington Philadelphia Miami Atlanta',
	'America/Sao_Paulo': 'Rio de Janeiro Brasilia',
	'America/Toronto': 'Montreal Ottawa Quebec',
	'America/Vancouver': 'Victoria',
	'Asia/Kolkata': 'Mumbai Delhi Bangalore Bengaluru Chennai Hyderabad Calcutta',
	'Asia/Shanghai': 'Beijing Shenzhen Guangzhou',
	'Asia/Tokyo': 'Osaka Kyoto',
	'Asia/Dubai': 'Abu Dhabi',
	'Asia/Jerusalem': 'Tel Aviv',
	'Australia/Sydney': 'Canberra',
	'Europe/Amsterdam': 'Rotterdam Utrecht',
	'Europe/Berlin': 'Munich München Hamburg Cologne Köln Frankfurt Leipzig',
	'Europe/London': 'Manchester Birmingham Edinburgh Glasgow',
	'Europe/Madrid': 'Barcelona Valencia Sevilla',
	'Europe/Paris': 'Lyon Marseille Toulouse',
	'Europe/Rome': 'Milan Milano Naples Florence',
	'Europe/Warsaw': 'Krakow Kraków Gdansk Wroclaw',
	'Europe/Zurich': 'Geneva Bern Basel',
	'Europe/Istanbul': 'Ankara Izmir',
	'Europe/Kyiv': 'Kiev Lviv Odesa',
	'Africa/Lagos': 'Abuja',
	'Africa/Johannesburg': 'Cape Town Pretoria',
};

/** The name that a zone goes by in a language (`style` longGeneric: `Central European Time`) or in tables (short: `CET`). */
function zoneName(timeZone: string, locale: string, style: 'short' | 'longGeneric', at: Date): string {
	const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style }).formatToParts(at);
	return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function withKeywords(zone: TimeZoneOption, at: Date, locale: string): TimeZone {
	const { timeZone, offset } = zone;
	const words = [
		timeZone.replaceAll(/[/_]/g, ' '),
		zoneName(timeZone, locale, 'longGeneric', at),
		zoneName(timeZone, 'en-US', 'short', at),
		offset,
		// As calendars of other makers write it: `UTC+02:00`.
		offset.replace(/^(UTC.)(\d)(?!\d)/, '$10$2').replace(/^([^:]*)$/, '$1:00'),
		LARGE_CITIES[timeZone],
	];
	return { ...zone, keywords: words.join(' ') };
}

/** One zone by its IANA name, old names too, described at a moment; null when this engine does not know it. */
export function describeZone(name: string, at: Date, locale: string): TimeZone | null {
	const timeZone = canonicalTimeZone(name);
	if (!timeZone) return null;
	return withKeywords({ timeZone, city: zoneCity(timeZone), ...offsetOf(timeZone, at) }, at, locale);
}

/** Every zone that this engine knows, from west to east; `also` is put in when the engine does not list it. */
export function listZones(at: Date, locale: string, also?: string | null): TimeZone[] {
	const zones = listTimeZones(at).map((zone) => withKeywords(zone, at, locale));
	const extra = also ? describeZone(also, at, locale) : null;
	return !extra || zones.some((zone) => zone.timeZone === extra.timeZone) ? zones : [extra, ...zones];
}
