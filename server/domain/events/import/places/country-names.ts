import { countryCodes } from '#shared/lib/countries.ts';

/** Names that people write and no list of countries has, or has otherwise. Compared after `normalise`. */
const aliases: Record<string, string> = {
	US: 'usa | u s a | u s | united states of america | america | the states',
	GB: 'uk | u k | great britain | britain | england | scotland | wales | northern ireland | united kingdom of great britain',
	AE: 'uae | u a e | emirates',
	BA: 'bosnia | bosnia herzegovina',
	BO: 'plurinational state of bolivia',
	BN: 'brunei darussalam',
	CD: 'democratic republic of the congo | dr congo | drc | congo kinshasa | zaire',
	CG: 'republic of the congo | congo brazzaville | congo',
	CI: 'ivory coast | cote divoire',
	CN: 'prc | peoples republic of china | mainland china',
	CV: 'cape verde',
	CZ: 'czech republic | czechoslovakia',
	FM: 'micronesia',
	GM: 'gambia',
	HK: 'hong kong | hong kong sar',
	IR: 'islamic republic of iran | persia',
	KR: 'korea | south korea | republic of korea | korea south',
	KP: 'north korea | dprk | korea north',
	LA: 'lao pdr',
	MD: 'republic of moldova',
	MK: 'macedonia | fyrom',
	MM: 'burma | myanmar',
	MO: 'macau | macao',
	NL: 'holland | netherlands',
	PS: 'palestine | state of palestine',
	RU: 'russian federation',
	SY: 'syrian arab republic',
	SZ: 'swaziland',
	TL: 'east timor',
	TR: 'turkey',
	TW: 'taiwan r o c | chinese taipei | republic of china',
	TZ: 'united republic of tanzania',
	VA: 'vatican | holy see',
	VE: 'bolivarian republic of venezuela',
	VN: 'viet nam',
};

/** Languages in which files name countries; where two languages use one name for two countries, the first wins. */
const languages = [
	'en',
	'de',
	'fr',
	'es',
	'pt',
	'it',
	'nl',
	'pl',
	'sv',
	'da',
	'nb',
	'fi',
	'cs',
	'hu',
	'ro',
	'tr',
	'ru',
	'uk',
	'el',
	'ja',
	'zh',
	'ko',
	'ar',
];

function normalise(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replaceAll('&', ' and ')
		.replace(/[’'`´]/g, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.replace(/^the /, '');
}

let byName: Map<string, string> | null = null;

function namesToCodes(): Map<string, string> {
	const found = new Map<string, string>();
	const add = (name: string | undefined, code: string) => {
		const key = normalise(name ?? '');
		if (key !== '' && !found.has(key)) found.set(key, code);
	};
	for (const [code, names] of Object.entries(aliases)) for (const name of names.split('|')) add(name, code);
	for (const language of languages) {
		const long = new Intl.DisplayNames(language, { type: 'region' });
		const short = new Intl.DisplayNames(language, { type: 'region', style: 'short' });
		for (const code of countryCodes) {
			add(long.of(code), code);
			add(short.of(code), code);
			// "Myanmar (Burma)", "Hong Kong SAR China": the first part is what people write.
			add(long.of(code)?.replace(/ ?\([^()]*\)|\sSAR\s.*$/g, ''), code);
		}
	}
	return found;
}

/**
 * The code of a country from its name in any of some twenty languages, or from its two letters; null when there is none.
 * The names are CLDR's, from the engine.
 */
export function findCountryCode(name: string): string | null {
	const code = name.trim().toUpperCase();
	if (code.length === 2 && countryCodes.includes(code)) return code;
	byName ??= namesToCodes();
	return byName.get(normalise(name)) ?? null;
}
