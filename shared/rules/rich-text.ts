import type { ImageNode, RichBlock, RichInline, RichText } from '../contracts/rich-text.ts';

/** Words that stand for what the operator set: `{{product}}`, `{{operator}}`, `{{support_email}}`. */
export type Placeholders = Readonly<Record<string, string>>;

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] as string);

/** Puts the operator's words in; one that is not known stays as it is written. */
export function fillIn(text: string, words: Placeholders): string {
	return text.replaceAll(/\{\{([a-z_]+)\}\}/g, (whole, name: string) => words[name] ?? whole);
}

/** A name for a heading that links can lead to. */
export function anchorOf(text: string): string {
	const anchor = text
		.normalize('NFKD')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
		.replaceAll(/^-|-$/g, '');
	return anchor || 'part';
}

const safeTarget = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i;

function inlineText(content: RichInline[] | undefined): string {
	return (content ?? []).map((node) => (node.type === 'text' ? node.text : '\n')).join('');
}

function writeInline(content: RichInline[] | undefined, words: Placeholders): string {
	return (content ?? [])
		.map((node) => {
			if (node.type === 'hardBreak') return '<br>';
			let html = escapeHtml(fillIn(node.text, words)).replaceAll('\n', '<br>');
			for (const mark of node.marks ?? []) {
				if (mark.type === 'bold') html = `<strong>${html}</strong>`;
				else if (mark.type === 'italic') html = `<em>${html}</em>`;
				else if (mark.type === 'strike') html = `<s>${html}</s>`;
				else if (mark.type === 'code') html = `<code>${html}</code>`;
				else {
					const href = fillIn(mark.attrs.href, words);
					const rel = /^https?:/i.test(href) ? ' rel="noopener"' : '';
					// Checked here as well: a placeholder may have brought something else.
					if (safeTarget.test(href)) html = `<a href="${escapeHtml(href)}"${rel}>${html}</a>`;
				}
			}
			return html;
		})
		.join('');
}

/** Widths of the copies that the server makes of a picture in a text; smaller pictures are not enlarged. */
export const textImageWidths = [640, 1280] as const;

/** Where a copy of a picture in a text lies. */
export const textImagePath = (stem: string, width: number = textImageWidths[1]) =>
	`/files/${stem}-${width}.webp`;

/** A stored picture as HTML: its space is known before it is there, and it is fetched when it is about to be seen. */
export function textImageHtml({ stem, width, height, alt }: ImageNode['attrs']): string {
	const [small] = textImageWidths;
	const copies = textImageWidths.map((one) => `${textImagePath(stem, one)} ${Math.min(one, width)}w`);
	const choice = width > small ? ` srcset="${copies.join(', ')}" sizes="(width < 48rem) 100vw, 42rem"` : '';
	return `<img src="${textImagePath(stem)}"${choice} width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async">`;
}

/** The first picture of a text, which stands for it elsewhere. */
export function firstImage(text: RichText): ImageNode['attrs'] | null {
	const find = (blocks: RichBlock[]): ImageNode['attrs'] | null => {
		for (const block of blocks) {
			if (block.type === 'image') return block.attrs;
			const inner =
				block.type === 'bulletList' || block.type === 'orderedList'
					? find(block.content.flatMap((item) => item.content))
					: block.type === 'blockquote'
						? find(block.content)
						: null;
			if (inner) return inner;
		}
		return null;
	};
	return find(text.content);
}

function writeBlock(block: RichBlock, words: Placeholders, anchors: Map<string, number>): string {
	switch (block.type) {
		case 'paragraph':
			return `<p>${writeInline(block.content, words)}</p>`;
		case 'heading': {
			const name = anchorOf(fillIn(inlineText(block.content), words));
			const count = anchors.get(name) ?? 0;
			anchors.set(name, count + 1);
			const id = count === 0 ? name : `${name}-${count + 1}`;
			const tag = `h${block.attrs.level}`;
			return `<${tag} id="${escapeHtml(id)}">${writeInline(block.content, words)}</${tag}>`;
		}
		case 'codeBlock':
			return `<pre><code>${escapeHtml(inlineText(block.content))}</code></pre>`;
		case 'horizontalRule':
			return '<hr>';
		case 'image':
			return textImageHtml(block.attrs);
		case 'blockquote':
			return `<blockquote>${writeBlocks(block.content, words, anchors)}</blockquote>`;
		default: {
			const tag = block.type === 'bulletList' ? 'ul' : 'ol';
			const start =
				block.type === 'orderedList' && (block.attrs?.start ?? 1) !== 1
					? ` start="${block.attrs?.start}"`
					: '';
			const items = block.content.map((item) => `<li>${writeItem(item.content, words, anchors)}</li>`);
			return `<${tag}${start}>${items.join('')}</${tag}>`;
		}
	}
}

/** An item of one paragraph is written without it, as people write lists. */
function writeItem(content: RichBlock[], words: Placeholders, anchors: Map<string, number>): string {
	const [first, ...rest] = content;
	if (first?.type !== 'paragraph') return writeBlocks(content, words, anchors);
	return `${writeInline(first.content, words)}${writeBlocks(rest, words, anchors)}`;
}

const writeBlocks = (content: RichBlock[], words: Placeholders, anchors: Map<string, number>) =>
	content.map((block) => writeBlock(block, words, anchors)).join('');

/** The text as HTML that is safe to put into any page. */
export function richTextHtml(text: RichText, words: Placeholders = {}): string {
	return writeBlocks(text.content, words, new Map());
}

/** The words alone, one block a line. */
export function richTextWords(text: RichText, words: Placeholders = {}): string {
	const lines: string[] = [];
	const visit = (blocks: RichBlock[]): void => {
		for (const block of blocks) {
			if (block.type === 'bulletList' || block.type === 'orderedList') {
				for (const item of block.content) visit(item.content);
			} else if (block.type === 'blockquote') visit(block.content);
			else if (block.type === 'paragraph' || block.type === 'heading' || block.type === 'codeBlock') {
				lines.push(inlineText(block.content));
			} else if (block.type === 'image') lines.push(block.attrs.alt);
		}
	};
	visit(text.content);
	return fillIn(lines.filter((line) => line.trim() !== '').join('\n'), words);
}

/** The headings of the first level with the anchors that `richTextHtml` gives them. */
export function richTextHeadings(text: RichText, words: Placeholders = {}): { id: string; text: string }[] {
	const anchors = new Map<string, number>();
	return text.content.flatMap((block) => {
		if (block.type !== 'heading') return [];
		const title = fillIn(inlineText(block.content), words);
		const name = anchorOf(title);
		const count = anchors.get(name) ?? 0;
		anchors.set(name, count + 1);
		return block.attrs.level === 2 ? [{ id: count === 0 ? name : `${name}-${count + 1}`, text: title }] : [];
	});
}

/** Minutes that an ordinary reader takes; at least one. */
export function readingMinutes(text: RichText): number {
	const count = richTextWords(text).split(/\s+/).filter(Boolean).length;
	return Math.max(1, Math.round(count / 220));
}
