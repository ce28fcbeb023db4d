import { offsetText, zoneCity } from './formats.ts';

/**
 * Zones that the engine still reports under a retired name, with the name of today. Both mean the same; people should read
 * the new one, since the zone's city is shown beside times.
 */
const renamed: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Catamarca': 'America/Argentina/Catamarca',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Cordoba': 'America/Argentina/Cordoba',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Jujuy': 'America/Argentina/Jujuy',
	'America/Louisville': 'America/Kentucky/Louisville',
	'America/Mendoza': 'America/Argentina/Mendoza',
	'Asia/Calcutta': 'Asia/Kolkata',
	'Asia/Katmandu': 'Asia/Kathmandu',
	'Asia/Rangoon': 'Asia/Yangon',
	'Asia/Saigon': 'Asia/Ho_Chi_Minh',
	'Atlantic/Faeroe': 'Atlantic/Faroe',
	'Europe/Kiev': 'Europe/Kyiv',
	'Pacific/Enderbury': 'Pacific/Kanton',
	'Pacific/Ponape': 'Pacific/Pohnpei',
	'Pacific/Truk': 'Pacific/Chuuk',
};

/** Names for the one zone without a place. */
const utcNames = /^(Etc\/)?(UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu)$/i;

const canonicalNames = new Map<string, string | null>();

/**
 * The IANA name of today for a zone, whatever its case or age: `us/pacific` is `America/Los_Angeles`, `Europe/Kiev` is
 * `Europe/Kyiv`. Null for what is no IANA name: offsets (`+02:00`), abbreviations of one's own, Windows names.
 */
export function canonicalTimeZone(name: string): string | null {
	let canonical = canonicalNames.get(name);
	if (canonical === undefined) {
		canonical = findCanonical(name);
		// Names come from outside: remember those that exist, which are few.
		if (canonical !== null) canonicalNames.set(name, canonical);
	}
	return canonical;
}

function findCanonical(name: string): string | null {
	if (utcNames.test(name)) return 'UTC';
	if (!/^[A-Za-z]/.test(name) || name.length > 64) return null;
	try {
		const found = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
		return renamed[found] ?? found;
	} catch {
		return null;
	}
}

export interface TimeZoneOption {
	/** IANA name. */
	timeZone: string;
	/** `Buenos Aires` */
	city: string;
	/** Minutes east of UTC at the given instant. */
	offsetMinutes: number;
	/** `UTC+2` */
	offset: string;
}

/** All zones of the engine with their offset at an instant, from west to east, then by name; UTC is among them. */
export function listTimeZones(at: Date): TimeZoneOption[] {
	const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)]);
	return [...names]
		.map((timeZone) => {
			return { timeZone, city: zoneCity(timeZone), ...offsetOf(timeZone, at) };
		})
		.sort((a, b) => a.offsetMinutes - b.offsetMinutes || (a.timeZone < b.timeZone ? -1 : 1));
}

/** A format that is used once: one for each of hundreds of zones is not cached. */
const formatOnce = (locale: string, options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat(locale, options);

/** How far a zone's clock is from UTC at an instant, as a number and as people read it. */
export function offsetOf(timeZone: string, at: Date): Pick<TimeZoneOption, 'offset' | 'offsetMinutes'> {
	const offset = offsetText(timeZone, at, formatOnce);
	const [, sign, hours, minutes] = /([+−])(\d+)(?::(\d+))?/.exec(offset) ?? [];
	const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
	return { offset, offsetMinutes: sign === '−' ? -size : size };
}

/** Minutes east of UTC that a zone's clock is at an instant. Needs no Temporal. */
export const offsetMinutesOf = (timeZone: string, at: Date): number => offsetOf(timeZone, at).offsetMinutes;
