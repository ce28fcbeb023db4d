import MarkdownIt from 'markdown-it';
import { markdownTree, type TextNode, UnreadableMarkdown } from '#shared/lib/markdown-tree.ts';
import {
	descriptionMarkdownOptions,
	prepareDescriptionMarkdown,
} from '#shared/rules/description-markdown.ts';

/** As the server renders descriptions. */
export const markdown = prepareDescriptionMarkdown(new MarkdownIt(descriptionMarkdownOptions));

const options = {
	softBreak: 'break' as const,
	// The page has the title of the event as its only h1: `#` is a heading of level 2 there, and in the editor.
	headingLevel: (signs: number) => Math.min(6, signs + 1),
};

/**
 * A description as the tree of the editor.
 * @throws UnreadableMarkdown
 */
export function readMarkdown(source: string): TextNode {
	return markdownTree(markdown.parse(source, {}), options);
}

/** Like `readMarkdown`, or null for what the editor has no node for. */
export function tryReadMarkdown(source: string): TextNode | null {
	try {
		return readMarkdown(source);
	} catch (error) {
		if (error instanceof UnreadableMarkdown) return null;
		throw error;
	}
}

/**
 * The address that the page gives a text by itself, without the marks of a link; null for a text that is not an address.
 */
export function bareLinkTarget(text: string): string | null {
	if (text === '' || /\s/.test(text)) return null;
	const [link, ...more] = markdown.linkify.match(text) ?? [];
	if (!link || more.length > 0 || link.index !== 0 || link.lastIndex !== text.length) return null;
	return markdown.normalizeLink(link.url);
}
