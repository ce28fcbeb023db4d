import { PICTURE, type TextMark, type TextNode } from '#shared/lib/markdown-tree.ts';
import { pictureMarkdown } from '#shared/rules/description-markdown.ts';
import { bareLinkTarget, markdown } from './read-markdown.ts';

/** How careful a text is written: the least that comes back equal is used. */
export interface InlineStyle {
	/** 0: as it is; 1: signs that may mark something are escaped; 2: every punctuation of ASCII is. */
	care: 0 | 1 | 2;
	emphasis: '*' | '_';
	/** Takes signs of punctuation at the ends of a bold or italic text out of it: beside a letter the marks would not count. */
	shrink?: boolean;
	/** Writes an address that is a link by itself as a link all the same: what follows it would become a part of it. */
	isFull?: boolean;
	/** Marks that are written; all, if not given. */
	only?: readonly string[];
}

/** The image of a tree node. */
export const pictureOf = ({ attrs }: TextNode) => ({
	stem: String(attrs?.stem ?? ''),
	alt: String(attrs?.alt ?? ''),
});

const flanking = ['bold', 'italic', 'strike'];
const isPunctuation = (character: string) =>
	markdown.utils.isPunctChar(character) || markdown.utils.isMdAsciiPunct(character.charCodeAt(0));

const sameMark = (a: TextMark, b: TextMark) =>
	a.type === b.type && (a.attrs?.href ?? null) === (b.attrs?.href ?? null);
const has = (node: TextNode, mark: TextMark) => (node.marks ?? []).some((other) => sameMark(other, mark));
const without = (node: TextNode, type: string): TextNode => ({
	...node,
	marks: (node.marks ?? []).filter((mark) => mark.type !== type),
});

/** Text nodes cut where blanks (and signs of punctuation) begin and end, so that these can lose their marks alone. */
function cut(content: readonly TextNode[], style: InlineStyle): TextNode[] {
	const kindOf = (character: string) =>
		/\s/.test(character) ? 1 : style.shrink && isPunctuation(character) ? 2 : 0;
	return content.flatMap((node) => {
		const marks = (node.marks ?? []).filter(({ type }) => style.only?.includes(type) ?? true);
		const isCode = marks.some(({ type }) => type === 'code');
		if (node.type !== 'text' || isCode || !marks.some(({ type }) => flanking.includes(type)))
			return [{ ...node, marks }];
		const pieces: TextNode[] = [];
		let kind = -1;
		for (const character of node.text ?? '') {
			const last = pieces.at(-1);
			if (last && kindOf(character) === kind) last.text += character;
			else pieces.push({ type: 'text', text: character, marks });
			kind = kindOf(character);
		}
		return pieces;
	});
}

/** True for a node that bold, italic or struck text neither begins nor ends with. */
function isLoose(node: TextNode, style: InlineStyle): boolean {
	if (node.type === PICTURE) return style.shrink === true;
	if (node.type !== 'text') return true;
	if ((node.marks ?? []).some(({ type }) => type === 'code')) return false;
	const characters = [...(node.text ?? '')];
	return (
		characters.every((one) => /\s/.test(one)) || (style.shrink === true && characters.every(isPunctuation))
	);
}

/** Nodes as they can be written: marks begin and end at words, breaks have no marks of their own. */
function tidy(content: readonly TextNode[], style: InlineStyle): TextNode[] {
	const nodes = cut(content, style);
	for (const type of flanking) {
		const marked = (node: TextNode | undefined) => (node?.marks ?? []).some((mark) => mark.type === type);
		for (let at = 0; at < nodes.length; at += 1) {
			if (!marked(nodes[at])) continue;
			let end = at;
			while (marked(nodes[end + 1])) end += 1;
			let first = at;
			let last = end;
			while (first <= end && isLoose(nodes[first] as TextNode, style)) {
				nodes[first] = without(nodes[first] as TextNode, type);
				first += 1;
			}
			while (last > first && isLoose(nodes[last] as TextNode, style)) {
				nodes[last] = without(nodes[last] as TextNode, type);
				last -= 1;
			}
			at = end;
		}
	}
	return merge(nodes);
}

/** Neighbours with the same marks as one node. */
export function merge(nodes: readonly TextNode[]): TextNode[] {
	const found: TextNode[] = [];
	for (const node of nodes) {
		const last = found.at(-1);
		const marks = node.marks ?? [];
		if (
			last?.type === 'text' &&
			node.type === 'text' &&
			marks.length === (last.marks ?? []).length &&
			marks.every((mark) => has(last, mark))
		)
			last.text = `${last.text}${node.text}`;
		else found.push({ ...node });
	}
	return found;
}

const signsOf = (mark: TextMark, style: InlineStyle) =>
	({ bold: '**', italic: style.emphasis, strike: '~~' })[mark.type] ?? '';

/** How many nodes from `at` on have the mark. */
function reach(nodes: readonly TextNode[], at: number, mark: TextMark): number {
	let end = at;
	while (end < nodes.length && has(nodes[end] as TextNode, mark)) end += 1;
	return end - at;
}

/**
 * Writes the content of a paragraph, a heading or a cell.
 * @returns the Markdown, and what it is meant to be read as
 */
export function writeInline(
	content: readonly TextNode[],
	style: InlineStyle,
): { text: string; intended: TextNode[] } {
	const nodes = tidy(content, style);
	const open: TextMark[] = [];
	let text = '';
	const closeTo = (length: number) => {
		while (open.length > length) {
			const mark = open.pop() as TextMark;
			text +=
				mark.type === 'link' ? `](${writeTarget(String(mark.attrs?.href ?? ''))})` : signsOf(mark, style);
		}
	};
	nodes.forEach((node, at) => {
		const marks = (node.marks ?? []).filter(({ type }) => type !== 'code');
		const ended = open.findIndex((mark) => !marks.some((other) => sameMark(mark, other)));
		if (ended >= 0) closeTo(ended);
		if (node.type === 'hardBreak') {
			// An empty line would end the paragraph.
			text += text === '' || text.endsWith('\n') ? '\\\n' : '\n';
			return;
		}
		const bare = node.type === 'text' ? marks.find(({ type }) => type === 'link') : undefined;
		const isBare =
			bare !== undefined &&
			!style.isFull &&
			reach(nodes, at, bare) === 1 &&
			!open.some((mark) => sameMark(mark, bare)) &&
			bareLinkTarget(node.text ?? '') === bare.attrs?.href;
		const opening = marks
			.filter((mark) => !open.some((other) => sameMark(mark, other)) && !(isBare && mark.type === 'link'))
			.sort((a, b) => reach(nodes, at, b) - reach(nodes, at, a));
		for (const mark of opening) {
			text += mark.type === 'link' ? '[' : signsOf(mark, style);
			open.push(mark);
		}
		if (node.type === PICTURE) {
			text += pictureMarkdown(pictureOf(node), style.care === 2);
			return;
		}
		const isCode = (node.marks ?? []).some(({ type }) => type === 'code');
		text += isCode ? writeCode(node.text ?? '') : isBare ? node.text : escapeText(node.text ?? '', style);
	});
	closeTo(0);
	return { text: escapeLines(text, style), intended: nodes };
}

function writeCode(text: string): string {
	const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const isPadded = /^`|`$|^ (?! *$).* $/.test(text);
	return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function writeTarget(href: string): string {
	const safe = href.replace(/&(?=#?\w+;)/g, '&amp;');
	return /[()]/.test(safe) ? `<${safe}>` : safe;
}

function escapeText(text: string, { care }: InlineStyle): string {
	if (care === 0) return text;
	if (care === 2) return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
	return text
		.replace(/[\\`*[\]<]/g, '\\$&')
		.replace(/~(?=~)/g, '\\~')
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
		.replace(/&(?=#?\w+;)/g, '\\&');
}

/** Signs that make of a line something else than a line of a paragraph. */
function escapeLines(text: string, { care }: InlineStyle): string {
	if (care !== 1) return text;
	return text
		.split('\n')
		.map((line) => line.replace(/^([#>+=|:-])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2'))
		.join('\n');
}
