import MarkdownIt from 'markdown-it';
import type { Block } from '#server/emails/kit/content.ts';
import { oneLine, withoutLinks } from '#server/emails/kit/escape.ts';
import { type ProseNode, type ProseSpan, type ProseText, proseText } from '#server/emails/kit/prose.ts';
import { markdownTree, PICTURE, type TextNode } from '#shared/lib/markdown-tree.ts';
import {
	descriptionMarkdownOptions,
	prepareDescriptionMarkdown,
} from '#shared/rules/description-markdown.ts';
import { splitPlaceholders } from '#shared/rules/messages/placeholders.ts';

/** Values of placeholders, for one reader. */
export interface PlaceholderValues {
	firstName: string;
	eventTitle: string;
	/** Date, time and zone, in the reader's language. */
	eventDate: string;
	organiser: string;
	/** Where the tickets are; null: left out, since a secret of another person. */
	ticketLink: string | null;
	/** The words of that link where the text has none. */
	ticketLabel: string;
}

const markdown = prepareDescriptionMarkdown(new MarkdownIt(descriptionMarkdownOptions)).disable('table');
const mayLink = markdown.validateLink;
const isTicketLink = (href: string) => /^(?:\{|%7b)ticket_link(?:\}|%7d)$/i.test(href.trim());
markdown.validateLink = (url) => mayLink(url) || isTicketLink(url);

/** Texts whose trees are at hand: a message goes to very many, and reading its Markdown takes longest. */
const mostTrees = 20;
const trees = new Map<string, TextNode>();

function treeOf(source: string): TextNode {
	const found = trees.get(source);
	if (found) return found;
	const tree = markdownTree(markdown.parse(source, {}), {
		softBreak: 'break',
		headingLevel: (signs) => signs,
	});
	if (trees.size >= mostTrees) trees.delete(trees.keys().next().value as string);
	trees.set(source, tree);
	return tree;
}

/** Plain words for a placeholder: one line, from which no mail program makes a link. */
function wordsFor(name: string, values: PlaceholderValues): string {
	switch (name) {
		case 'first_name':
			return withoutLinks(values.firstName);
		case 'event_title':
			return withoutLinks(oneLine(values.eventTitle, 300));
		case 'event_date':
			return values.eventDate;
		case 'organiser':
			return withoutLinks(oneLine(values.organiser, 200));
		default:
			return values.ticketLabel;
	}
}

/** A line with its placeholders put in, such as a subject. A link has no place in it: its words stand there. */
export const fillLine = (line: string, values: PlaceholderValues): string =>
	splitPlaceholders(line)
		.map((part) => ('text' in part ? part.text : wordsFor(part.placeholder, values)))
		.join('');

/** Before a name, as `Dr.`; with a full stop any other too. */
const title = /^(?:\p{L}{1,5}\.|dr|prof|mr|mrs|ms|miss|mx|sir|herr|frau|sr|sra|mme|m)$/iu;
/** Scripts in which the family name comes first. */
const familyFirst = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The name for a greeting: its first word that is no title, of `Hopper, Grace` the part after the comma; the whole name where the
 * family name comes first. Without a name `fallback`. Bidirectional marks and what is longer than a name go.
 */
export function firstNameOf(name: string, fallback: string): string {
	const whole = oneLine(name.replace(/[\u200e\u200f\u061c]/g, ''), 200);
	if (familyFirst.test(whole)) return oneLine(whole, 60);
	const [family = '', given = ''] = whole.split(',', 2);
	const words = (given.trim() || family).trim().split(' ');
	const first = words.find((word) => !title.test(word)) ?? words[0] ?? '';
	return oneLine(first, 60) || fallback;
}

function textSpans(node: TextNode, values: PlaceholderValues): ProseSpan[] {
	const marks = node.marks ?? [];
	const has = (type: string) => marks.some((mark) => mark.type === type);
	const href = marks.find(({ type }) => type === 'link')?.attrs?.href;
	const style: Omit<ProseText, 'text'> = {
		...(has('bold') && { isBold: true }),
		...(has('italic') && { isItalic: true }),
		...(has('strike') && { isStruck: true }),
		...(href !== undefined && {
			url: isTicketLink(String(href)) ? values.ticketLink : String(href),
		}),
	};
	const text = node.text ?? '';
	// Code stands as it was typed, and so does an address that has a placeholder in it: it would say what it does not lead to.
	if (has('code')) return [{ text, isCode: true }];
	if (href !== undefined && !isTicketLink(String(href)) && /%7b/i.test(String(href)))
		return [{ ...style, text }];
	return splitPlaceholders(text).map((part) => {
		if ('text' in part) return { ...style, text: part.text };
		const words = { ...style, text: wordsFor(part.placeholder, values) };
		return part.placeholder === 'ticket_link' && href === undefined
			? { ...words, url: values.ticketLink }
			: words;
	});
}

const spansOf = (nodes: readonly TextNode[], values: PlaceholderValues): ProseSpan[] =>
	nodes.flatMap((node): ProseSpan[] => {
		if (node.type === 'hardBreak') return [{ isBreak: true }];
		if (node.type === PICTURE) return [{ text: String(node.attrs?.alt ?? '') }];
		return textSpans(node, values);
	});

function nodesOf(nodes: readonly TextNode[] = [], values: PlaceholderValues): ProseNode[] {
	return nodes.map((node): ProseNode => {
		const content = node.content ?? [];
		switch (node.type) {
			case 'heading':
				return { kind: 'heading', spans: spansOf(content, values) };
			case 'bulletList':
			case 'orderedList':
				return {
					kind: 'list',
					start: node.type === 'orderedList' ? Number(node.attrs?.start ?? 1) : null,
					items: content.map((item) => nodesOf(item.content, values)),
				};
			case 'blockquote':
				return { kind: 'quote', nodes: nodesOf(content, values) };
			case 'codeBlock':
				return { kind: 'code', text: content[0]?.text ?? '' };
			case 'horizontalRule':
				return { kind: 'line' };
			default:
				return { kind: 'paragraph', spans: spansOf(content, values) };
		}
	});
}

/** Most characters of HTML that a text with marks makes, about: mailboxes cut off emails of more than 100 kB. */
const mostHtml = 70_000;

const spanSize = (span: ProseSpan) =>
	'isBreak' in span ? 4 : span.text.length + 40 + (span.url ? span.url.length + 60 : 0);

/** How long the HTML of some parts is, about. */
const sizeOf = (nodes: readonly ProseNode[]): number =>
	nodes.reduce((sum, node) => {
		if ('spans' in node) return sum + 150 + node.spans.reduce((all, span) => all + spanSize(span), 0);
		if (node.kind === 'list') return sum + 200 + node.items.reduce((all, item) => all + 40 + sizeOf(item), 0);
		return sum + 250 + (node.kind === 'quote' ? sizeOf(node.nodes) : 0);
	}, 0);

/** A text as it was typed, but for its placeholders. */
const asTyped = (source: string, values: PlaceholderValues): ProseNode[] => [
	{ kind: 'paragraph', spans: [{ text: fillLine(source, values) }] },
];

/**
 * Markdown of an organiser as part of an email: paragraphs, line breaks, bold, italics, headings, lists, quotes, code and links to web pages
 * and addresses. HTML is shown as it was typed, a picture as its alternative text. Placeholders are put in after it was read, as plain words,
 * so that no name or title becomes Markdown, HTML or a link; `{ticket_link}` is a link, also as the target of one. A text with very many parts
 * stands as it was typed.
 * @param source at most 20,000 characters; the edge sees to it
 */
export function proseBlock(source: string, values: PlaceholderValues): Block {
	const nodes = nodesOf(treeOf(source).content, values);
	return { kind: 'prose', nodes: sizeOf(nodes) > mostHtml ? asTyped(source, values) : nodes };
}

const noValues: PlaceholderValues = {
	...{ firstName: '', eventTitle: '', eventDate: '', organiser: '' },
	...{ ticketLink: null, ticketLabel: '' },
};

/** The same as plain text with every link written out, without what placeholders stand for. @param source at most 20,000 characters */
export function plainProse(source: string): string {
	const block = proseBlock(source, noValues);
	return block.kind === 'prose' ? proseText(block.nodes, { leftOut: '' }) : source;
}
