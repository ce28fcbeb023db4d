/** English stands in the source. */
export const SOURCE_LANGUAGE = 'en';
/** Made of English by `npm run i18n:pseudo`; reached by asking for it only, never chosen for a visitor. */
export const PSEUDO_LANGUAGE = 'en-XA';

/** The language preferences of a request. */
export interface LanguageWishes {
	/** `?lang=` of the address. */
	requested?: string | null | undefined;
	/** The header Cookie: the language switch sets `lang`. */
	cookie?: string | null | undefined;
	/** The header Accept-Language. */
	acceptLanguage?: string | null | undefined;
}

/** The language of an answer: the one requested, else that of the cookie, else the browser's wishes, else English. */
export function pickLanguage(languages: readonly string[], wishes: LanguageWishes): string {
	const cookie = /(?:^|;\s*)lang=([\w-]+)/.exec(wishes.cookie ?? '')?.[1];
	for (const wish of [wishes.requested, cookie]) {
		const language = wish ? match(languages, wish) : undefined;
		if (language) return language;
	}
	for (const wish of acceptedLanguages(wishes.acceptLanguage ?? '')) {
		const language = match(languages, wish);
		if (language && language !== PSEUDO_LANGUAGE) return language;
	}
	return SOURCE_LANGUAGE;
}

function match(languages: readonly string[], wanted: string): string | undefined {
	const tag = wanted.trim().toLowerCase();
	const exact = languages.find((language) => language.toLowerCase() === tag);
	if (exact) return exact;
	const family = tag.split('-')[0];
	return languages.find(
		(language) => language !== PSEUDO_LANGUAGE && language.toLowerCase().split('-')[0] === family,
	);
}

/** Languages of an Accept-Language header, most wanted first; what is unreadable or refused (q=0) is left out. */
export function acceptedLanguages(header: string): string[] {
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
