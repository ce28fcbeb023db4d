import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { pickLanguage, SOURCE_LANGUAGE } from '#shared/lib/languages.ts';
import { formatLocale } from '#shared/lib/regions.ts';

/**
 * English stands in the source and needs no catalogue. Another language is one file `app/locales/{tag}.po`; this table of
 * loaders is made from the folder at build time.
 */
const catalogues = import.meta.glob<{ messages: Messages }>(['../locales/*.po', '!../locales/en.po']);

export const LANGUAGE_COOKIE = 'lang';

const byTag = new Map(Object.entries(catalogues).map(([file, load]) => [tagOf(file), load]));

/** Every language that can be shown, English first. */
export const locales: readonly string[] = [SOURCE_LANGUAGE, ...byTag.keys()];

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ur', 'yi']);

/** Direction of writing of a language, for the `dir` attribute. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.has(locale.split('-')[0]!) ? 'rtl' : 'ltr';
}

function tagOf(file: string): string {
	return file.slice(file.lastIndexOf('/') + 1, -'.po'.length);
}

/** The language of a request: `?lang=`, else the cookie that the language switch set, else the browser's wishes. */
export function pickLocale(request: { url: string; headers: Headers }): string {
	if (locales.length === 1) return SOURCE_LANGUAGE;
	return pickLanguage(locales, {
		requested: new URL(request.url).searchParams.get('lang'),
		cookie: request.headers.get('cookie'),
		acceptLanguage: request.headers.get('accept-language'),
	});
}

/** How a request's dates, times and numbers are written; see `formatLocale`. The document's `lang`. */
export function pickFormatLocale(request: { url: string; headers: Headers }): string {
	return formatLocale(pickLocale(request), request.headers.get('accept-language') ?? '');
}

/** A message layer of its own for one request or one browser, with the catalogue of `locale` loaded. */
export async function createI18n(locale: string): Promise<I18n> {
	const load = byTag.get(locale);
	const messages = load ? (await load()).messages : {};
	return setupI18n({
		locale: load ? locale : SOURCE_LANGUAGE,
		messages: { [load ? locale : SOURCE_LANGUAGE]: messages },
	});
}
