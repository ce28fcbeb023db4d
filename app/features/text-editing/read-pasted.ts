import { DOMParser, type Schema, type Slice } from '@tiptap/pm/model';
import { parseInert } from '#app/lib/sanitised-html.tsx';

const marksOf: [RegExp, string][] = [
	[/font-weight:\s*(?:bold|[6-9]00)/i, 'strong'],
	[/font-style:\s*italic/i, 'em'],
	[/text-decoration[^;]*line-through/i, 's'],
];

/** Word processors write marks as styles. The policy of the page refuses style attributes and handlers, also where nothing would run. */
function marksFromStyles(page: Document): void {
	for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
		const style = element.dataset.style ?? '';
		// Google Docs wraps all that it copies in a <b> that is not bold.
		if (element.tagName === 'B' && /font-weight:\s*normal/i.test(style)) {
			element.replaceWith(...element.childNodes);
			continue;
		}
		if (element.tagName !== 'SPAN') continue;
		for (const [pattern, tag] of marksOf) {
			if (!pattern.test(style)) continue;
			const mark = page.createElement(tag);
			mark.append(...element.childNodes);
			element.append(mark);
		}
	}
}

/** A cell has one line: its blocks become words with blanks between. */
function flattenCells(page: Document): void {
	for (const block of page.querySelectorAll(
		'td :is(p, div, li, ul, ol, br), th :is(p, div, li, ul, ol, br)',
	)) {
		block.replaceWith(...block.childNodes, ' ');
	}
}

/** A picture that was copied from a page comes as a file, and as HTML that has nothing but its address. */
export const isWordless = (html: string): boolean => parseInert(html).body.textContent?.trim() === '';

/**
 * Pasted HTML as a part of a document: the schema is the list of what may come in, everything else becomes its words.
 */
export function readPasted(html: string, schema: Schema): Slice {
	const page = parseInert(
		html.replace(/<[a-z][^<>]*>/gi, (tag) =>
			tag.replace(/\sstyle\s*=/gi, ' data-style=').replace(/\son\w+\s*=/gi, ' data-handler='),
		),
	);
	marksFromStyles(page);
	flattenCells(page);
	return DOMParser.fromSchema(schema).parseSlice(page.body);
}
