import { PICTURE, type TextNode } from '#shared/lib/markdown-tree.ts';
import { tryReadMarkdown } from './read-markdown.ts';
import { merge } from './write-inline.ts';
import { writeMarkdown } from './write-markdown.ts';

/** The content of a block as it is shown: blanks at its ends are not, nor are paragraphs without anything else. */
function visible(content: readonly TextNode[]): TextNode[] {
	if (!content.some(({ type }) => type === 'text' || type === PICTURE))
		return content.filter((child) => child.type !== 'paragraph' || visible(child.content ?? []).length > 0);
	const nodes = merge(content);
	const [first] = nodes;
	const last = nodes.at(-1);
	if (first?.type === 'text') first.text = first.text?.trimStart();
	if (last?.type === 'text') last.text = last.text?.trimEnd();
	return nodes.filter(({ text }) => text !== '');
}

/** The tree with marks in one order and without what is not shown. */
function canonical(node: TextNode): unknown {
	const { type, text, attrs = {}, content = [], marks = [] } = node;
	const names = marks.map((mark) => [mark.type, mark.attrs?.href ?? null].join(' ')).sort();
	const { level, start, tight, align, language = null, stem, alt } = attrs;
	const inner = type === 'codeBlock' ? content : visible(content);
	return {
		type,
		text,
		names,
		attrs: { level, start, tight, align, language, stem, alt },
		content: inner.map(canonical),
	};
}

/** True if two trees show the same. */
export const isSameText = (one: TextNode, other: TextNode) =>
	JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

/**
 * A description as the tree of the editor, if what the editor writes of it shows the same; null for all others, which are
 * edited as Markdown.
 * @param load what the editor makes of a tree; throws for a tree that its schema has no place for
 */
export function readForEditor(source: string, load: (tree: TextNode) => TextNode): TextNode | null {
	const tree = tryReadMarkdown(source);
	if (!tree) return null;
	try {
		const loaded = load(tree);
		const back = tryReadMarkdown(writeMarkdown(loaded));
		return back && isSameText(tree, back) ? loaded : null;
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}
