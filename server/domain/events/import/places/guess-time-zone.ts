import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { cityZones, defaultZones, regionZones } from './zones-of-places.ts';

/** `São José, CA` as `sao-jose-ca`: letters without marks, words joined by hyphens. */
export function normalisePlace(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}|[’'.]/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');
}

/** The zones of a country, as CLDR has them in the engine; empty for an unknown code. */
export function zonesOfCountry(countryCode: string): string[] {
	if (!/^[A-Z]{2}$/.test(countryCode)) return [];
	const zones = new Intl.Locale(`und-${countryCode}`).getTimeZones() ?? [];
	return zones.map((zone) => canonicalTimeZone(zone)).filter((zone) => zone !== null);
}

interface CountryZones {
	only: string | null;
	byRegion: Map<string, string>;
	byCity: Map<string, string>;
	fallback: string | null;
}
const known = new Map<string, CountryZones>();

function zonesIn(countryCode: string): CountryZones {
	let zones = known.get(countryCode);
	if (!zones) {
		const all = zonesOfCountry(countryCode);
		const byCity = new Map<string, string>();
		// A zone bears the name of its largest city.
		for (const zone of all) byCity.set(normalisePlace(zone.slice(zone.lastIndexOf('/') + 1)), zone);
		for (const [zone, cities] of Object.entries(cityZones[countryCode] ?? {})) {
			for (const city of cities.split(' ')) byCity.set(city, zone);
		}
		const byRegion = new Map<string, string>();
		for (const [zone, regions] of Object.entries(regionZones[countryCode] ?? {})) {
			for (const region of regions.split(' ')) byRegion.set(region, zone);
		}
		const only = all.length === 1 ? (all[0] ?? null) : null;
		zones = { only, byRegion, byCity, fallback: defaultZones[countryCode] ?? all[0] ?? null };
		known.set(countryCode, zones);
	}
	return zones;
}

/**
 * The time zone of a place: a country's only one, else by city, by state or province, else the one where most of the country
 * lives. Null for an unknown country.
 */
export function guessTimeZone(place: { countryCode: string; city?: string; region?: string }): string | null {
	const { only, byCity, byRegion, fallback } = zonesIn(place.countryCode);
	if (only) return only;
	const region = byRegion.get((place.region ?? '').trim().toUpperCase());
	const cityName = normalisePlace(place.city ?? '');
	const city = byCity.get(cityName);
	// American cities share names; beside a state only those count that are known to differ from most of it.
	if (city && (!region || place.countryCode !== 'US' || apartFromState.has(cityName))) return city;
	return region ?? fallback;
}

const apartFromState = new Set(
	'el-paso knoxville chattanooga rapid-city pensacola bowling-green evansville coeur-d-alene'.split(' '),
);
