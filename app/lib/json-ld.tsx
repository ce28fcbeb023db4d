import { createContext, use } from 'react';
import { jsonForScript } from './json-text.ts';

/** JSON-LD for the head of the document that the server renders; null in the browser. */
export const DocumentHead = createContext<Set<string> | null>(null);

/**
 * Structured data for search engines, which read the document as the server made it: React never sees the element, and a
 * page reached inside the application has none (nobody would read it, and script text may not be written by script). Write
 * `{import.meta.env.SSR ? <JsonLd data={…} /> : null}`, so that what makes the data is not sent to browsers either.
 */
export function JsonLd({ data }: { data: object }) {
	use(DocumentHead)?.add(`<script type="application/ld+json">${jsonForScript(data)}</script>`);
	return null;
}
