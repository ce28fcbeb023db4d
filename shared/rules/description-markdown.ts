import { PICTURE } from '../lib/markdown-tree.ts';

/** What `prepareDescriptionMarkdown` sets up: an instance of markdown-it, of which shared/ knows only these parts. */
interface Renderer {
	linkify: {
		set(options: { fuzzyLink: boolean; fuzzyIP: boolean; fuzzyEmail: boolean }): unknown;
		add(
			schema: string,
			rule: {
				validate: (text: string, position: number) => number;
				normalize: (match: { url: string; raw: string }) => void;
			},
		): unknown;
	};
	inline: {
		ruler: {
			before(name: string, added: string, rule: (state: InlineState, silent: boolean) => boolean): void;
		};
	};
	validateLink: (url: string) => boolean;
}

/** Where markdown-it is in a paragraph. */
interface InlineState {
	src: string;
	pos: number;
	posMax: number;
	md: {
		helpers: { parseLinkLabel(state: never, start: number, disableNested: boolean): number };
		utils: { unescapeMd(text: string): string };
	};
	push(type: string, tag: string, nesting: 0): { attrs: [string, string | number][] | null; content: string };
}

/** Most pictures that an event has room for. */
export const MAX_EVENT_PICTURES = 50;

export const isPictureStem = (text: string): boolean => /^[0-9a-z]{26}$/.test(text);

/** Stems that a text may show pictures of, each once; also where the text has it as code or escaped. */
export function pictureStems(source: string): string[] {
	if (!source.includes('](picture:')) return [];
	return [
		...new Set([...source.matchAll(/\]\(picture:([0-9a-z]{26})\)/g)].map(([, found]) => found as string)),
	];
}

/**
 * A picture as a description names it: `![alt](picture:stem)`.
 * @param isCareful escapes every punctuation of ASCII, not only what may end the alt text
 */
export function pictureMarkdown(picture: { stem: string; alt: string }, isCareful = false): string {
	const alt = picture.alt.replace(/\s+/g, ' ').trim();
	return `![${alt.replace(isCareful ? /[!-/:-@[-`{-~]/g : /[\\`[\]<]/g, '\\$&')}](picture:${picture.stem})`;
}

/**
 * Reads an uploaded picture, before markdown-it's own rule, for which `picture:` is no address. The token has the stem as `src` and
 * the alt text as its content, without marks.
 */
function readPicture(state: InlineState, silent: boolean): boolean {
	if (!state.src.startsWith('![', state.pos)) return false;
	const start = state.pos + 2;
	const end = state.md.helpers.parseLinkLabel(state as never, start - 1, false);
	if (end < 0) return false;
	const target = /\]\(picture:([0-9a-z]{26})\)/y;
	target.lastIndex = end;
	const found = target.exec(state.src);
	if (!found || target.lastIndex > state.posMax) return false;
	if (!silent) {
		const token = state.push(PICTURE, 'img', 0);
		token.attrs = [['src', found[1] as string]];
		token.content = state.md.utils.unescapeMd(state.src.slice(start, end)).replace(/\s+/g, ' ').trim();
	}
	state.pos = target.lastIndex;
	return true;
}

/** Options of markdown-it for descriptions: HTML is text, a line break is a line break. */
export const descriptionMarkdownOptions = {
	html: false,
	linkify: true,
	breaks: true,
	maxNesting: 40,
} as const;

/**
 * Which links and pictures descriptions may have. The server renders with an instance prepared like this, and the editor reads with one, so
 * that what the editor shows is what the page shows.
 */
export function prepareDescriptionMarkdown<T extends Renderer>(markdown: T): T {
	// A bare name like "setup.py" or "README.md" is a file more often than an address; addresses start with http, https or www.
	markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
	markdown.linkify.add('www.', {
		validate: (text, position) => {
			const end = /^[\p{L}\p{N}][\p{L}\p{N}.-]{0,250}\.[\p{L}]{2,24}/u.exec(text.slice(position));
			if (!end) return 0;
			const path = /^(?:[/?#][^\s<>"'()[\]]*)?/.exec(text.slice(position + end[0].length));
			return `${end[0]}${path?.[0] ?? ''}`.replace(/[.,;:!?]+$/, '').length;
		},
		normalize: (match) => {
			match.url = `https://${match.raw}`;
		},
	});
	markdown.inline.ruler.before('image', PICTURE, readPicture);
	/** Links lead to web pages and mail programs, nowhere else; the typed text of any other link stays as it is. */
	markdown.validateLink = (url) => /^(https?:\/\/|mailto:)[^\s]/i.test(url.trim());
	return markdown;
}
