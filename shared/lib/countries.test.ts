import { expect, it } from 'vitest';
import { countryCodes, isCountryCode, listCountries } from './countries.ts';

it('names every country in a language, none by its bare code', () => {
	for (const locale of ['en', 'de', 'ja']) {
		const countries = listCountries(locale);
		expect(countries).toHaveLength(countryCodes.length);
		expect(countries.filter(({ code, name }) => name === code)).toEqual([]);
	}
});

it('sorts as readers of the language do', () => {
	const names = listCountries('de').map((country) => country.name);
	expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
});

it('has each code once, and no retired or exceptional one', () => {
	expect(new Set(countryCodes).size).toBe(250);
	expect(isCountryCode('XK')).toBe(true);
	for (const code of ['UK', 'EU', 'SU', 'ZZ', 'AN', 'de']) expect(isCountryCode(code)).toBe(false);
});
