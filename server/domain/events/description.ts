import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { PICTURE } from '#shared/lib/markdown-tree.ts';
import {
	descriptionMarkdownOptions,
	prepareDescriptionMarkdown,
} from '#shared/rules/description-markdown.ts';
import { textImageHtml, textImagePath } from '#shared/rules/rich-text.ts';

/** Uploaded pictures that a text may show, by their stem: width, height, and the alt text where the text has none. */
export type DescriptionPictures = Readonly<
	Record<string, readonly [width: number, height: number, alt: string]>
>;

/**
 * What an organiser may write in a description: paragraphs, headings, emphasis, lists, quotations, code, tables, rules and
 * links, and pictures that were uploaded for it. HTML is shown as typed text, any other picture as its alternative text. The renderer never emits anything else; the
 * allow-list behind it holds even if a future release of the renderer does.
 */
const markdown = prepareDescriptionMarkdown(new MarkdownIt(descriptionMarkdownOptions));

// The page has the event's title as its only h1.
const shiftHeading = (tag: string) => `h${Math.min(6, Number(tag.slice(1)) + 1)}`;
markdown.renderer.rules.heading_open = (tokens, index) => `<${shiftHeading(tokens[index]?.tag ?? 'h1')}>`;
markdown.renderer.rules.heading_close = (tokens, index) => `</${shiftHeading(tokens[index]?.tag ?? 'h1')}>\n`;
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '');
markdown.renderer.rules[PICTURE] = (tokens, index, _options, env) => {
	const { pictures } = env as { pictures: DescriptionPictures };
	const { content = '' } = tokens[index] ?? {};
	const stem = String(tokens[index]?.attrGet('src') ?? '');
	const known = Object.hasOwn(pictures, stem) ? pictures[stem] : undefined;
	if (!known) return markdown.utils.escapeHtml(content);
	const [width, height, alt] = known;
	return textImageHtml({ stem, width, height, alt: content || alt });
};

const isStoredPicture = ({ src = '' }: sanitizeHtml.Attributes) => {
	const [, stem] = /^\/files\/([0-9a-z]{26})-\d+\.webp$/.exec(src) ?? [];
	return stem !== undefined && src === textImagePath(stem);
};

const allowed: sanitizeHtml.IOptions = {
	allowedTags: [
		...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'ul', 'ol', 'li'],
		...['blockquote', 'code', 'pre', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img'],
	],
	allowedAttributes: {
		a: ['href', 'rel'],
		ol: ['start'],
		img: ['src', 'srcset', 'sizes', 'width', 'height', 'alt', 'loading', 'decoding'],
	},
	exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isStoredPicture(attribs),
	allowedSchemes: ['http', 'https', 'mailto'],
	allowProtocolRelative: false,
	disallowedTagsMode: 'discard',
	transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener ugc' }) },
};

/** No more of HTML comes of a description, whatever its marks and characters grow to. In bytes. */
const MAX_HTML_BYTES = 150_000;

/**
 * Markdown as typed to HTML that is safe to put into any page. Long texts take up to half a second: `descriptionHtml` renders them in a thread.
 * @param source at most 50,000 characters; the edge sees to it
 * @param pictures those that the text may show; any other is its alt text
 * @returns at most 150,000 bytes; what would be more is shown as it was typed, cut where it is full
 */
export function renderDescription(source: string, pictures: DescriptionPictures = {}): string {
	const full = sanitizeHtml(markdown.render(source, { pictures }), allowed).trim();
	return Buffer.byteLength(full) <= MAX_HTML_BYTES ? full : plainHtml(source);
}

/** A text as typed, in one paragraph, as much of it as fits. */
export function plainHtml(source: string): string {
	let html = '';
	let bytes = Buffer.byteLength('<p>…</p>');
	for (const character of source) {
		const escaped = markdown.utils.escapeHtml(character);
		bytes += Buffer.byteLength(escaped);
		if (bytes > MAX_HTML_BYTES) return `<p>${html}…</p>`;
		html += escaped;
	}
	return `<p>${html}</p>`;
}

/** The words of a Markdown text, without marks, links' targets and line breaks inside paragraphs. */
export function descriptionText(source: string): string {
	const lines: string[] = [];
	for (const token of markdown.parse(source, {})) {
		if (token.type === 'inline') lines.push(inlineText(token.children ?? []));
		else if (token.type === 'fence' || token.type === 'code_block') lines.push(token.content.trimEnd());
	}
	return lines.filter((line) => line.trim() !== '').join('\n');
}

function inlineText(tokens: Token[]): string {
	return tokens
		.map((token) => {
			if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
			return token.type === 'text' ||
				token.type === 'code_inline' ||
				token.type === 'image' ||
				token.type === PICTURE
				? token.content
				: '';
		})
		.join('');
}

/**
 * The beginning of a description as one line of plain text, for summaries and `<meta>` descriptions. Cut after a word, or
 * between two characters where the script has no blanks; never inside a character.
 * @param length most characters (code units), the ellipsis included
 */
export function descriptionExcerpt(source: string, length = 200): string {
	// Enough of the source for the excerpt even when most of it is marks and link targets.
	const text = descriptionText(source.slice(0, length * 20).replace(/[\ud800-\udbff]$/, ''))
		.replace(/\s+/g, ' ')
		.trim();
	if (text.length <= length) return text;
	let cut = 0;
	for (const { index, segment } of new Intl.Segmenter('und').segment(text)) {
		if (index + segment.length > length - 1) break;
		cut = index + segment.length;
	}
	const blank = text.lastIndexOf(' ', cut);
	const end = text[cut] === ' ' || blank < length / 2 ? cut : blank;
	return `${text.slice(0, end).replace(/[\s,;:–—-]+$/, '')}…`;
}
