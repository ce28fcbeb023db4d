import { PICTURE, type TextMark, type TextNode } from '#shared/lib/markdown-tree.ts';
import { bareLinkTarget, tryReadMarkdown } from './read-markdown.ts';
import { type InlineStyle, merge, pictureOf, writeInline } from './write-inline.ts';

/** From the least careful to the plain words: the first that is read as it is meant is used. */
const styles: readonly InlineStyle[] = [
	{ care: 0, emphasis: '*' },
	{ care: 1, emphasis: '*' },
	{ care: 1, emphasis: '*', isFull: true },
	{ care: 1, emphasis: '_' },
	{ care: 1, emphasis: '*', shrink: true },
	{ care: 1, emphasis: '_', shrink: true },
	{ care: 2, emphasis: '*' },
	{ care: 2, emphasis: '_', shrink: true, isFull: true },
	{ care: 2, emphasis: '*', isFull: true, only: ['link', 'code'] },
	{ care: 2, emphasis: '*', only: [] },
];

type Place = 'paragraph' | 'cell' | number;

/** Written contents by what they are made of: while somebody types in one paragraph, the others are not tried again. */
const written = new Map<string, string>();
const MOST_CACHED = 2_000;

/** The content of a paragraph, a cell or a heading of the given level. */
function inlineText(content: readonly TextNode[], place: Place): string {
	const key = JSON.stringify([place, content]);
	const known = written.get(key);
	if (known !== undefined) return known;
	// Headings of the first two levels may have several lines: underlined, as in `headingText`.
	const clean = trimmed(content, place === 'paragraph' || (place !== 'cell' && place <= 3));
	let text = '';
	for (const style of styles) {
		const tried = writeInline(clean, style);
		text = place === 'cell' ? tried.text.replaceAll('|', '\\|') : tried.text;
		const back = readBack(text, place);
		if (back && sameInline(tried.intended, back)) break;
	}
	if (written.size >= MOST_CACHED) written.clear();
	written.set(key, text);
	return text;
}

/** Without blanks and breaks at its ends, and in headings and cells with a blank for each break. */
function trimmed(content: readonly TextNode[], hasBreaks: boolean): TextNode[] {
	const nodes = merge(
		content.map((node) =>
			node.type === 'hardBreak' && !hasBreaks ? { type: 'text', text: ' ' } : { ...node },
		),
	);
	for (const [end, blanks] of [
		[0, /^\s+/],
		[-1, /\s+$/],
	] as const) {
		for (let node = nodes.at(end); node; node = nodes.at(end)) {
			if (node.type === 'text' && !isCode(node)) node.text = node.text?.replace(blanks, '');
			if (node.type === PICTURE || (node.type === 'text' && node.text !== '')) break;
			nodes.splice(end, 1);
		}
	}
	// Blanks beside a break are not shown, and Markdown has no place for them.
	nodes.forEach((node, at) => {
		if (node.type !== 'text' || isCode(node)) return;
		if (nodes[at - 1]?.type === 'hardBreak') node.text = node.text?.replace(/^[ \t]+/, '');
		if (nodes[at + 1]?.type === 'hardBreak') node.text = node.text?.replace(/[ \t]+$/, '');
	});
	return nodes.filter((node) => node.text !== '');
}

const isCode = (node: TextNode) => (node.marks ?? []).some(({ type }) => type === 'code');

/** What stands at the place when the text is read again. */
function readBack(text: string, place: Place): TextNode[] | null {
	const source =
		place === 'cell' ? `| ${text} |\n| --- |` : place === 'paragraph' ? text : headingText(place, text);
	const blocks = tryReadMarkdown(source)?.content ?? null;
	if (text === '') return [];
	if (blocks?.length !== 1) return null;
	const [block] = blocks as [TextNode];
	if (place === 'cell') return block.content?.[0]?.content?.[0]?.content?.[0]?.content ?? null;
	if (place === 'paragraph') return block.type === 'paragraph' ? (block.content ?? []) : null;
	return block.type === 'heading' && block.attrs?.level === place ? (block.content ?? []) : null;
}

/** The same words with the same marks, in whatever order; addresses may have become links by themselves. */
function sameInline(intended: readonly TextNode[], back: readonly TextNode[]): boolean {
	const one = flat(intended);
	const other = flat(back);
	if (one.length !== other.length) return false;
	return one.every((piece, at) => {
		const found = other[at] as Piece;
		if (piece.text !== found.text || piece.marks !== found.marks) return false;
		return piece.href === found.href || (piece.href === null && found.isBare);
	});
}

interface Piece {
	text: string;
	marks: string;
	href: string | null;
	isBare: boolean;
}

function flat(nodes: readonly TextNode[]): Piece[] {
	return nodes.flatMap((node) => {
		const link = node.marks?.find(({ type }) => type === 'link') as TextMark | undefined;
		const marks = (node.marks ?? [])
			.map(({ type }) => type)
			.filter((type) => type !== 'link')
			.sort()
			.join();
		const href = link ? String(link.attrs?.href ?? '') : null;
		const isBare = href !== null && bareLinkTarget(node.text ?? '') === href;
		if (node.type === 'hardBreak') return [{ text: '\n', marks: '', href: null, isBare: false }];
		if (node.type === PICTURE) {
			const { stem, alt } = pictureOf(node);
			return [{ text: `${stem} ${alt}`, marks, href, isBare: false }];
		}
		return [...(node.text ?? '')].map((text) => ({ text, marks, href, isBare }));
	});
}

function headingText(level: number, text: string): string {
	if (text.includes('\n')) return `${text}\n${level === 2 ? '===' : '---'}`;
	return `${'#'.repeat(Math.max(1, level - 1))} ${text}`.trimEnd();
}

/** The tree of the editor as Markdown. Words are never lost; marks that Markdown cannot say at their place are. */
export function writeMarkdown(doc: TextNode): string {
	return writeBlocks(doc.content ?? [], false);
}

function writeBlocks(blocks: readonly TextNode[], isTight: boolean): string {
	const filled = blocks.filter((block) => !isEmptyParagraph(block));
	let text = '';
	/** The mark of the list before, if the block before is a list: the next list needs another one. */
	let mark = '';
	filled.forEach((block, at) => {
		const before = filled[at - 1];
		if (before) text += isTight && mayFollow(before, block) ? '\n' : '\n\n';
		if (block.type === 'bulletList' || block.type === 'orderedList') {
			const marks = block.type === 'bulletList' ? ['-', '*'] : ['.', ')'];
			mark = (before?.type === block.type && mark === marks[0] ? marks[1] : marks[0]) as string;
			text += writeList(block, mark);
		} else text += writeBlock(block);
	});
	return text;
}

const isEmptyParagraph = (block: TextNode) =>
	block.type === 'paragraph' && inlineText(block.content ?? [], 'paragraph') === '';

/** True where a block may stand in the line after another one, without an empty line between. */
function mayFollow(before: TextNode, block: TextNode): boolean {
	if (before.type === 'heading' || before.type === 'codeBlock' || before.type === 'horizontalRule')
		return true;
	if (before.type !== 'paragraph') return false;
	if (block.type === 'orderedList' && (block.attrs?.start ?? 1) !== 1) return false;
	const first = block.content?.[0]?.content?.find((inner) => !isEmptyParagraph(inner));
	if (block.type === 'bulletList' || block.type === 'orderedList') return first !== undefined;
	return block.type === 'heading' || block.type === 'codeBlock' || block.type === 'blockquote';
}

function writeBlock(block: TextNode): string {
	const content = block.content ?? [];
	switch (block.type) {
		case 'heading': {
			const level = Number(block.attrs?.level ?? 2);
			return headingText(level, inlineText(content, level));
		}
		case 'codeBlock':
			return writeCodeBlock(block);
		case 'horizontalRule':
			return '***';
		case 'blockquote':
			return indent(writeBlocks(content, false), '> ', '> ');
		case 'table':
			return writeTable(content);
		default:
			return inlineText(content, 'paragraph');
	}
}

function indent(text: string, first: string, rest: string): string {
	return text
		.split('\n')
		.map((line, at) => {
			const start = at === 0 ? first : rest;
			return line === '' ? start.trimEnd() : `${start}${line}`;
		})
		.join('\n');
}

function writeList(list: TextNode, mark: string): string {
	const isTight = list.attrs?.tight !== false;
	const start = Number(list.attrs?.start ?? 1);
	const items = (list.content ?? []).map((item, at) => {
		const first = list.type === 'bulletList' ? `${mark} ` : `${start + at}${mark} `;
		return indent(writeBlocks(item.content ?? [], isTight), first, ' '.repeat(first.length));
	});
	return items.join(isTight ? '\n' : '\n\n');
}

function writeCodeBlock(block: TextNode): string {
	const text = (block.content ?? []).map((node) => node.text ?? '').join('');
	const info = String(block.attrs?.language ?? '');
	const sign = info.includes('`') ? '~' : '`';
	const longest = Math.max(2, ...[...text.matchAll(/`+|~+/g)].map(([run]) => run.length));
	const fence = sign.repeat(longest + 1);
	return `${fence}${info}\n${text === '' ? '' : `${text}\n`}${fence}`;
}

function writeTable(rows: readonly TextNode[]): string {
	const width = Math.max(1, ...rows.map((row) => row.content?.length ?? 0));
	const lines = rows.map((row) => {
		const cells = Array.from({ length: width }, (_, at) =>
			inlineText(
				(row.content?.[at]?.content ?? []).flatMap((block) => block.content ?? []),
				'cell',
			),
		);
		return `| ${cells.join(' | ')} |`;
	});
	const marks = { left: ':--', right: '--:', center: ':-:' } as Record<string, string>;
	const [head, ...body] = lines;
	const aligned = Array.from(
		{ length: width },
		(_, at) => marks[String(rows[0]?.content?.[at]?.attrs?.align ?? '')] ?? '---',
	);
	return [head, `| ${aligned.join(' | ')} |`, ...body].join('\n');
}
