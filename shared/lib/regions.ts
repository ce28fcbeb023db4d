import { acceptedLanguages, SOURCE_LANGUAGE } from './languages.ts';

/**
 * How English texts write dates and times: `en-US` Nov 22, 2026, 8:00 PM; `en-GB` 22 Nov 2026, 20:00; `en-AU` 22 Nov 2026, 8:00 pm.
 * Few, so that a kept page serves many readers.
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
