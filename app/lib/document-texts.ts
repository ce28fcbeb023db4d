import { createContext, use, useState } from 'react';
import { documentTextsContext, type LoadContext } from './server-context.ts';

/** The long texts that loaders stored for the document being rendered; null in the browser. */
export const DocumentTexts = createContext<Map<string, string> | null>(null);

/**
 * In a loader: sets HTML aside for the document, so that it is sent once. Show it with `useDocumentText` in an element with the id `key`.
 * @returns what belongs into the loader's data: nothing where a document is rendered, else the HTML
 */
export function setDocumentText(context: LoadContext, key: string, html: string): string {
	const texts = context.get(documentTextsContext);
	if (!texts) return html;
	texts.set(key, html);
	return '';
}

/** The HTML that was stored under a key; in the browser as it stands in the document. @param html what the data holds */
export function useDocumentText(key: string, html: string): string {
	const texts = use(DocumentTexts);
	const [first] = useState(() => ({ key, html: texts?.get(key) ?? textIn(key) }));
	return html || (first.key === key ? first.html : '');
}

function textIn(key: string): string {
	return typeof document === 'undefined' ? '' : (document.getElementById(key)?.innerHTML ?? '');
}
