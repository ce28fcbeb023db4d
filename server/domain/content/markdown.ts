import MarkdownIt, { type Token } from 'markdown-it';
import type { RichBlock, RichInline, RichText } from '#shared/contracts/rich-text.ts';

type Mark = NonNullable<Extract<RichInline, { type: 'text' }>['marks']>[number];

const markdown = new MarkdownIt({ html: false, linkify: false });
// Placeholders and paths stand in shipped texts; the schema of rich text judges the result.
markdown.validateLink = () => true;

const markOf: Record<string, Mark> = {
	strong: { type: 'bold' },
	em: { type: 'italic' },
	s: { type: 'strike' },
};

function inlines(tokens: Token[]): RichInline[] {
	const found: RichInline[] = [];
	const open: Mark[] = [];
	const put = (text: string, extra?: Mark) => {
		if (text === '') return;
		const marks = extra ? [...open, extra] : [...open];
		found.push({ type: 'text', text, ...(marks.length > 0 && { marks }) });
	};
	for (const token of tokens) {
		const name = token.tag;
		if (token.type === 'text') put(token.content);
		else if (token.type === 'code_inline') put(token.content, { type: 'code' });
		else if (token.type === 'softbreak') put(' ');
		else if (token.type === 'hardbreak') found.push({ type: 'hardBreak' });
		else if (token.type === 'link_open') {
			open.push({ type: 'link', attrs: { href: decodeURI(String(token.attrGet('href') ?? '')) } });
		} else if (token.type === 'link_close')
			open.splice(
				open.findLastIndex(({ type }) => type === 'link'),
				1,
			);
		else if (token.nesting === 1 && markOf[name]) open.push(markOf[name]);
		else if (token.nesting === -1 && markOf[name]) {
			open.splice(
				open.findLastIndex(({ type }) => type === markOf[name]?.type),
				1,
			);
		}
	}
	return found;
}

/** Markdown as our shipped texts are written, as rich text. */
export function richTextFromMarkdown(source: string): RichText {
	const tokens = markdown.parse(source, {});
	let at = 0;
	function blocks(until: string | null): RichBlock[] {
		const found: RichBlock[] = [];
		while (at < tokens.length) {
			const token = tokens[at] as Token;
			at += 1;
			if (token.type === until) return found;
			if (token.type === 'paragraph_open') {
				found.push({ type: 'paragraph', content: inlines(tokens[at]?.children ?? []) });
				at += 2;
			} else if (token.type === 'heading_open') {
				const level = token.tag === 'h2' ? 2 : 3;
				found.push({ type: 'heading', attrs: { level }, content: inlines(tokens[at]?.children ?? []) });
				at += 2;
			} else if (token.type === 'bullet_list_open') {
				found.push({ type: 'bulletList', content: items('bullet_list_close') });
			} else if (token.type === 'ordered_list_open') {
				found.push({ type: 'orderedList', content: items('ordered_list_close') });
			} else if (token.type === 'blockquote_open') {
				found.push({ type: 'blockquote', content: blocks('blockquote_close') });
			} else if (token.type === 'hr') found.push({ type: 'horizontalRule' });
			else if (token.type === 'fence' || token.type === 'code_block') {
				found.push({ type: 'codeBlock', content: [{ type: 'text', text: token.content.trimEnd() || ' ' }] });
			}
		}
		return found;
	}
	function items(until: string): { type: 'listItem'; content: RichBlock[] }[] {
		const found: { type: 'listItem'; content: RichBlock[] }[] = [];
		while (at < tokens.length) {
			const token = tokens[at] as Token;
			at += 1;
			if (token.type === until) return found;
			if (token.type === 'list_item_open')
				found.push({ type: 'listItem', content: blocks('list_item_close') });
		}
		return found;
	}
	return { type: 'doc', content: blocks(null) };
}
