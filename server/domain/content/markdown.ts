import MarkdownIt from 'markdown-it';
import { markdownTree } from '#shared/lib/markdown-tree.ts';

const markdown = new MarkdownIt({ html: false, linkify: false });
// Placeholders and paths stand in shipped texts; the schema of rich text judges the result.
markdown.validateLink = () => true;

/** Markdown as our shipped texts are written, as a tree that the schema of rich text judges. */
export function richTextFromMarkdown(source: string): unknown {
	return markdownTree(markdown.parse(source, {}), {
		softBreak: 'space',
		headingLevel: (signs) => (signs === 2 ? 2 : 3),
		linkTarget: decodeURI,
	});
}
