import { type I18n, type Messages, setupI18n } from '@lingui/core';

/**
 * English stands in the source and needs no catalogue. Another language is one file `app/locales/{tag}.po`; this table of
 * loaders is made from the folder at build time.
 */
const catalogues = import.meta.glob<{ messages: Messages }>(['../locales/*.po', '!../locales/en.po']);

export const SOURCE_LOCALE = 'en';
/** Made of English by `npm run i18n:pseudo`; reached by ?lang= only, never chosen for a visitor. */
export const PSEUDO_LOCALE = 'en-XA';
export const LANGUAGE_COOKIE = 'lang';

const byTag = new Map(Object.entries(catalogues).map(([file, load]) => [tagOf(file), load]));

/** Every language that can be shown, English first. */
export const locales: readonly string[] = [SOURCE_LOCALE, ...byTag.keys()];

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ur', 'yi']);

/** Direction of writing of a language, for the `dir` attribute. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.has(locale.split('-')[0]!) ? 'rtl' : 'ltr';
}

function tagOf(file: string): string {
	return file.slice(file.lastIndexOf('/') + 1, -'.po'.length);
}

function match(wanted: string): string | undefined {
	const tag = wanted.trim().toLowerCase();
	const exact = locales.find((locale) => locale.toLowerCase() === tag);
	if (exact) return exact;
	const language = tag.split('-')[0];
	return locales.find(
		(locale) => locale !== PSEUDO_LOCALE && locale.toLowerCase().split('-')[0] === language,
	);
}

/** Languages of an Accept-Language header, most wanted first; what is unreadable or refused (q=0) is left out. */
function accepted(header: string): string[] {
	return header
		.split(',')
		.map((part) => {
			const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
			const quality = parameters.find((parameter) => parameter.startsWith('q='));
			return { tag, quality: quality ? Number(quality.slice(2)) : 1 };
		})
		.filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
		.sort((a, b) => b.quality - a.quality)
		.map(({ tag }) => tag);
}

/** The language of a request: `?lang=`, else the cookie that the language switch set, else the browser's wishes. */
export function pickLocale(request: { url: string; headers: Headers }): string {
	if (locales.length === 1) return SOURCE_LOCALE;
	const asked = new URL(request.url).searchParams.get('lang');
	const cookie = /(?:^|;\s*)lang=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
	for (const wish of [asked, cookie]) {
		const locale = wish ? match(wish) : undefined;
		if (locale) return locale;
	}
	for (const wish of accepted(request.headers.get('accept-language') ?? '')) {
		const locale = match(wish);
		if (locale && locale !== PSEUDO_LOCALE) return locale;
	}
	return SOURCE_LOCALE;
}

/** A message layer of its own for one request or one browser, with the catalogue of `locale` loaded. */
export async function createI18n(locale: string): Promise<I18n> {
	const load = byTag.get(locale);
	const messages = load ? (await load()).messages : {};
	return setupI18n({
		locale: load ? locale : SOURCE_LOCALE,
		messages: { [load ? locale : SOURCE_LOCALE]: messages },
	});
}
