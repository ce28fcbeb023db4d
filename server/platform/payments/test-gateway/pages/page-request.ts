// By its path: under its other name the tests' build takes it for a macro.
import { languageFor, type Translator, translateFor } from '#server/platform/messages.ts';

/** What every page reads from its request. */
export interface PageRequest {
	url: URL;
	/** The language of the page around the frame (`?lang=`), else of the browser. */
	language: string;
	translate: Translator;
	/** `?scheme=`; null: as the device. */
	scheme: 'light' | 'dark' | null;
	now: Date;
}

export function readPageRequest(request: Request, now: Date): PageRequest {
	const url = new URL(request.url);
	const requested = url.searchParams.get('lang') ?? request.headers.get('accept-language') ?? '';
	const scheme = url.searchParams.get('scheme');
	const language = languageFor(requested);
	return {
		url,
		language,
		translate: translateFor(language),
		scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
		now,
	};
}
