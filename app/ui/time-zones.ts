/** A time zone as people look for it. */
export interface TimeZone {
	/** IANA name. */
	id: string;
	/** The place in the name: `Berlin`, `Ho Chi Minh City`. */
	city: string;
	/** The part of the world in the name: `Europe`, `America`. */
	region: string;
	/** Minutes east of UTC at the moment asked for. */
	offsetMinutes: number;
	/** The same as text: `UTC+1`, `UTC−3:30`. */
	offset: string;
	/** Further words that find it: its long and short names, large cities that have none of their own. */
	keywords: string;
}

/** Names that engines keep for old times' sake, and what they are called today. */
const RENAMED: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Louisville': 'America/Kentucky/Louisville',
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

/** Today's name of a zone. */
export function currentZoneName(id: string): string {
	return RENAMED[id] ?? id;
}

/** The place that a zone is named after. */
export function zoneCity(id: string): string {
	const place = currentZoneName(id).split('/').at(-1)!.replaceAll('_', ' ');
	return place === 'Ho Chi Minh' ? 'Ho Chi Minh City' : place;
}

function namePart(
	id: string,
	locale: string,
	style: 'longOffset' | 'short' | 'longGeneric',
	at: Date,
): string {
	const parts = new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: style }).formatToParts(at);
	return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** `GMT+05:30` as minutes; `GMT` alone is 0. */
function offsetOf(text: string): number {
	const match = /([+\-−])(\d{1,2})(?::(\d{2}))?/.exec(text);
	if (!match) return 0;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
	return match[1] === '+' ? minutes : -minutes;
}

/** `UTC+1`, `UTC−3:30`, `UTC`. */
export function offsetText(minutes: number): string {
	if (minutes === 0) return 'UTC';
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/** One zone, described at a moment: its offset changes with the season. */
export function describeZone(id: string, at: Date, locale: string): TimeZone {
	const offsetMinutes = offsetOf(namePart(id, 'en', 'longOffset', at));
	const offset = offsetText(offsetMinutes);
	const name = currentZoneName(id);
	const words = [name, namePart(id, locale, 'longGeneric', at), namePart(id, 'en-US', 'short', at), offset];
	return {
		id: name,
		city: zoneCity(id),
		region: name.includes('/') ? name.split('/')[0]! : '',
		offsetMinutes,
		offset,
		keywords: `${words.join(' ')} ${LARGE_CITIES[name] ?? ''}`.replaceAll(/[/_]/g, ' '),
	};
}

/** Every zone that this engine knows, from west to east, then by city; `also` is put in when the engine calls it otherwise. */
export function listZones(at: Date, locale: string, also?: string | null): TimeZone[] {
	const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZoneName)]);
	if (also) ids.add(currentZoneName(also));
	const zones: TimeZone[] = [];
	for (const id of ids) {
		try {
			zones.push(describeZone(id, at, locale));
		} catch {
			// A name of tomorrow on an engine of yesterday: not offered.
		}
	}
	const collator = new Intl.Collator(locale);
	return zones.sort((a, b) => a.offsetMinutes - b.offsetMinutes || collator.compare(a.city, b.city));
}
