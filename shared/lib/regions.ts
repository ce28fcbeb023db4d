import { acceptedLanguages, SOURCE_LANGUAGE } from './languages.ts';

/**
 * How English texts write dates and times: `en-US` Nov 22, 2026, 8:00 PM; `en-GB` 22 Nov 2026, 20:00; `en-AU` 22 Nov 2026, 8:00 pm.
 * Few, so that a cached page serves many readers.
 */
export const englishRegions = ['en-US', 'en-GB', 'en-AU'] as const;
export type EnglishRegion = (typeof englishRegions)[number];

/** Write the month first, and have a clock of twelve hours. */
const MONTH_FIRST = new Set(['US', 'CA', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

/**
 * The tag that dates, times and numbers of a page or mail follow: the language of its texts, and for English one of three ways of
 * writing, by the region of the reader's first language.
 * @param wishes an Accept-Language header, or one tag; empty: `en-US`
 */
export function formatLocale(language: string, wishes: string): string {
	if (language !== SOURCE_LANGUAGE) return language;
	let region = cachedRegions.get(wishes);
	if (!region) {
		region = englishRegion(wishes);
		if (cachedRegions.size >= MAX_CACHED) cachedRegions.clear();
		if (wishes.length <= MAX_CACHED_LENGTH) cachedRegions.set(wishes, region);
	}
	return region;
}

/** Browsers send few different headers, and Intl takes longer over one than the rest of a cached page. */
const cachedRegions = new Map<string, EnglishRegion>();
const MAX_CACHED = 200;
const MAX_CACHED_LENGTH = 300;

function englishRegion(wishes: string): EnglishRegion {
	const [first = SOURCE_LANGUAGE] = acceptedLanguages(wishes);
	let locale: Intl.Locale;
	try {
		locale = new Intl.Locale(first).maximize();
	} catch {
		return 'en-US';
	}
	const { region = 'US' } = locale;
	if (MONTH_FIRST.has(region)) return 'en-US';
	const [cycle = 'h23'] = new Intl.Locale(`und-${region}`).getHourCycles();
	return cycle === 'h12' ? 'en-AU' : 'en-GB';
}
