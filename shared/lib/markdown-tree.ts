/** A text as a tree: the form of TipTap's JSON, and of `shared/contracts/rich-text.ts`, which allows less. */
export interface TextNode {
	type: string;
	attrs?: Record<string, unknown>;
	content?: TextNode[];
	text?: string;
	marks?: TextMark[];
}
export interface TextMark {
	type: string;
	attrs?: Record<string, unknown>;
}

/** A token of markdown-it, as far as it is read here. */
interface Token {
	type: string;
	tag: string;
	nesting: number;
	content: string;
	children: Token[] | null;
	info: string;
	markup: string;
	hidden: boolean;
	attrGet(name: string): string | number | null;
}

/** The type of a picture: of the token, where `src` is its stem and the content its alt text, and of the node. */
export const PICTURE = 'picture';

interface ReadOptions {
	/** What a line break inside a paragraph is: a space, or a break. */
	softBreak: 'space' | 'break';
	/** Level of a heading of the tree, by the number of its signs. */
	headingLevel: (signs: number) => number;
	/** The address of a link, as markdown-it encoded it. */
	linkTarget?: (href: string) => string;
}

/** A construct that the tree has no node for. */
export class UnreadableMarkdown extends Error {}

const markOf: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strike' };

/** Blocks that contain blocks. */
const containers: Record<string, string> = {
	bullet_list_open: 'bulletList',
	ordered_list_open: 'orderedList',
	list_item_open: 'listItem',
	blockquote_open: 'blockquote',
	table_open: 'table',
	tr_open: 'tableRow',
};

/**
 * What markdown-it read, as a tree. Lists have `tight`: no blank lines between their items.
 * @throws UnreadableMarkdown for a token that has no node
 */
export function markdownTree(tokens: readonly Token[], options: ReadOptions): TextNode {
	let at = 0;
	function blocks(until: string | null): TextNode[] {
		const found: TextNode[] = [];
		while (at < tokens.length) {
			const token = tokens[at] as Token;
			at += 1;
			if (token.type === until) return found;
			found.push(...block(token));
		}
		return found;
	}
	function inline(): TextNode[] {
		const content = readInline(tokens[at]?.children ?? [], options);
		at += 2;
		return content;
	}
	function block(token: Token): TextNode[] {
		const container = containers[token.type];
		if (container) {
			const first = at;
			const content = blocks(token.type.replace('_open', '_close'));
			if (container === 'listItem' && content.length === 0) content.push({ type: 'paragraph', content: [] });
			const attrs = container.endsWith('List') ? listAttributes(token, tokens.slice(first, at)) : undefined;
			return [{ type: container, ...(attrs && { attrs }), content }];
		}
		switch (token.type) {
			case 'paragraph_open':
				return [{ type: 'paragraph', content: inline() }];
			case 'heading_open':
				return [
					{
						type: 'heading',
						attrs: { level: options.headingLevel(Number(token.tag.slice(1))) },
						content: inline(),
					},
				];
			case 'hr':
				return [{ type: 'horizontalRule' }];
			case 'fence':
			case 'code_block': {
				const text = token.content.replace(/\n$/, '');
				const language = token.info.trim() || null;
				return [
					{ type: 'codeBlock', attrs: { language }, content: text === '' ? [] : [{ type: 'text', text }] },
				];
			}
			case 'th_open':
			case 'td_open': {
				const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null;
				const type = token.type === 'th_open' ? 'tableHeader' : 'tableCell';
				return [{ type, attrs: { align }, content: [{ type: 'paragraph', content: inline() }] }];
			}
			case 'thead_open':
			case 'thead_close':
			case 'tbody_open':
			case 'tbody_close':
				return [];
			default:
				throw new UnreadableMarkdown(token.type);
		}
	}
	return { type: 'doc', content: blocks(null) };
}

function listAttributes(open: Token, inside: readonly Token[]): Record<string, unknown> {
	let depth = 0;
	let tight = true;
	for (const token of inside) {
		// Level 1 is the item: only paragraphs of the list itself count, not those of lists within it.
		if (depth === 1 && token.type === 'paragraph_open' && !token.hidden) tight = false;
		depth += token.nesting;
	}
	const start = open.attrGet('start');
	return { tight, ...(open.type === 'ordered_list_open' && { start: start === null ? 1 : Number(start) }) };
}

/** `****text****` opens the same mark twice. */
const distinct = (marks: readonly TextMark[]) =>
	marks.filter((mark, index) => marks.findIndex(({ type }) => type === mark.type) === index);

function readInline(tokens: readonly Token[], options: ReadOptions): TextNode[] {
	const found: TextNode[] = [];
	const open: TextMark[] = [];
	const put = (text: string, extra?: TextMark) => {
		if (text === '') return;
		const marks = distinct([...open, ...(extra ? [extra] : [])]);
		const last = found.at(-1);
		if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) {
			last.text += text;
		} else found.push({ type: 'text', text, ...(marks.length > 0 && { marks }) });
	};
	const close = (type: string) =>
		open.splice(
			open.findLastIndex((mark) => mark.type === type),
			1,
		);
	for (const token of tokens) {
		const mark = markOf[token.tag];
		if (token.type === 'text' || token.type === 'image') put(token.content);
		else if (token.type === PICTURE) {
			const attrs = { stem: String(token.attrGet('src') ?? ''), alt: token.content };
			found.push({ type: PICTURE, attrs, ...(open.length > 0 && { marks: distinct(open) }) });
		} else if (token.type === 'code_inline') put(token.content, { type: 'code' });
		else if (token.type === 'softbreak' && options.softBreak === 'space') put(' ');
		else if (token.type === 'softbreak' || token.type === 'hardbreak') found.push({ type: 'hardBreak' });
		else if (token.type === 'link_open') {
			const href = String(token.attrGet('href') ?? '');
			open.push({ type: 'link', attrs: { href: options.linkTarget?.(href) ?? href } });
		} else if (token.type === 'link_close') close('link');
		else if (mark && token.nesting === 1) open.push({ type: mark });
		else if (mark && token.nesting === -1) close(mark);
		else throw new UnreadableMarkdown(token.type);
	}
	return found;
}
