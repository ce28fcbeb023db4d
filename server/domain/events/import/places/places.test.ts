import { describe, expect, it } from 'vitest';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { findCountryCode } from './country-names.ts';
import { guessTimeZone, zonesOfCountry } from './guess-time-zone.ts';
import { cityZones, defaultZones, regionZones } from './zones-of-places.ts';

describe('findCountryCode', () => {
	it.each([
		['U.S.A.', 'US'],
		['USA', 'US'],
		['U.K.', 'GB'],
		['Scotland', 'GB'],
		['The Netherlands', 'NL'],
		['Holland', 'NL'],
		['Czech Republic', 'CZ'],
		['Czechia', 'CZ'],
		['Turkey', 'TR'],
		['Türkiye', 'TR'],
		['Korea', 'KR'],
		['South Korea', 'KR'],
		['Kosovo', 'XK'],
		['Hong Kong', 'HK'],
		['Bosnia and Herzegovina', 'BA'],
		['North Macedonia', 'MK'],
		['Ivory Coast', 'CI'],
		['Côte d’Ivoire', 'CI'],
		['Vietnam', 'VN'],
		['Deutschland', 'DE'],
		['España', 'ES'],
		['Россия', 'RU'],
		['日本', 'JP'],
		['us', 'US'],
		['Georgia', 'GE'],
	])('%s is %s', (name, code) => {
		expect(findCountryCode(name)).toBe(code);
	});

	it.each(['', 'Atlantis', 'ZZ', 'Online', 'EU'])('knows no %j', (name) => {
		expect(findCountryCode(name)).toBeNull();
	});
});

describe('guessTimeZone', () => {
	it.each([
		[{ countryCode: 'DE', city: 'Berlin' }, 'Europe/Berlin'],
		[{ countryCode: 'XK', city: 'Pristina' }, 'Europe/Belgrade'],
		[{ countryCode: 'US', city: 'San Francisco', region: 'CA' }, 'America/Los_Angeles'],
		[{ countryCode: 'US', city: 'Portland', region: 'ME' }, 'America/New_York'],
		[{ countryCode: 'US', city: 'Portland' }, 'America/Los_Angeles'],
		[{ countryCode: 'US', city: 'El Paso', region: 'TX' }, 'America/Denver'],
		[{ countryCode: 'US', city: 'Phoenix', region: 'AZ' }, 'America/Phoenix'],
		[{ countryCode: 'CA', city: 'Vancouver' }, 'America/Vancouver'],
		[{ countryCode: 'CA', city: 'St. John’s' }, 'America/St_Johns'],
		[{ countryCode: 'CA', city: 'Montreal' }, 'America/Toronto'],
		[{ countryCode: 'AU', city: 'Gold Coast' }, 'Australia/Brisbane'],
		[{ countryCode: 'BR', city: 'São Paulo' }, 'America/Sao_Paulo'],
		[{ countryCode: 'BR', city: 'Belém' }, 'America/Belem'],
		[{ countryCode: 'PT', city: 'Funchal' }, 'Atlantic/Madeira'],
		[{ countryCode: 'ES', city: 'Gran Canaria' }, 'Atlantic/Canary'],
		[{ countryCode: 'RU', city: 'Novosibirsk' }, 'Asia/Novosibirsk'],
		[{ countryCode: 'ID', city: 'Bali' }, 'Asia/Makassar'],
		[{ countryCode: 'IN' }, 'Asia/Kolkata'],
		[{ countryCode: 'AR', city: 'Buenos Aires' }, 'America/Argentina/Buenos_Aires'],
	])('%j is at %s', (place, zone) => {
		expect(guessTimeZone(place)).toBe(zone);
	});

	it('knows no zone of no country', () => {
		expect(guessTimeZone({ countryCode: '', city: 'Berlin' })).toBeNull();
	});

	it('knows only zones that exist, each in its own country', () => {
		for (const table of [cityZones, regionZones]) {
			for (const [country, zones] of Object.entries(table)) {
				for (const zone of Object.keys(zones))
					expect(zonesOfCountry(country), `${country} ${zone}`).toContain(zone);
			}
		}
		for (const [country, zone] of Object.entries(defaultZones)) {
			expect(canonicalTimeZone(zone)).toBe(zone);
			if (country !== 'XK') expect(zonesOfCountry(country)).toContain(zone);
		}
	});
});
