import type { MailFrame } from './content.ts';
import { escapeHtml, escapeLines, plainText } from './escape.ts';
import { accent, hairline, ink } from './palette.ts';

/** Words of one kind. */
export interface ProseText {
	text: string;
	isBold?: boolean;
	isItalic?: boolean;
	isStruck?: boolean;
	isCode?: boolean;
	/** Leads there: http, https or mailto. Null: a link that is left out. */
	url?: string | null;
}

export type ProseSpan = ProseText | { isBreak: true };

/** A part of what an organiser wrote, as data: every text is plain, and only `url` is a link. */
export type ProseNode =
	| { kind: 'paragraph'; spans: ProseSpan[] }
	/** A line of its own in bold. */
	| { kind: 'heading'; spans: ProseSpan[] }
	/** Numbered from `start`; null: with bullets. */
	| { kind: 'list'; start: number | null; items: ProseNode[][] }
	| { kind: 'quote'; nodes: ProseNode[] }
	| { kind: 'code'; text: string }
	| { kind: 'line' };

const mono = `ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;
const words = `font-size:16px;line-height:24px;color:${ink.light}`;

type LeftOut = Pick<MailFrame, 'leftOut'>;

/** Nothing but web pages and addresses of emails is linked to. */
const isSafe = (url: string) => /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(url);

function spanHtml(span: ProseSpan, frame: MailFrame): string {
	if ('isBreak' in span) return '<br>';
	const text = escapeLines(span.text);
	if (span.isCode) return `<code style="font-family:${mono};font-size:14px">${text}</code>`;
	let html = text;
	if (span.url === null) html = `${text} ${escapeHtml(frame.leftOut)}`;
	else if (span.url !== undefined && isSafe(span.url))
		html = `<a href="${escapeHtml(span.url)}" class="m-link" style="color:${accent.light}">${text}</a>`;
	if (span.isStruck) html = `<s>${html}</s>`;
	if (span.isItalic) html = `<em>${html}</em>`;
	return span.isBold ? `<strong>${html}</strong>` : html;
}

const spansHtml = (spans: readonly ProseSpan[], frame: MailFrame) =>
	spans.map((span) => spanHtml(span, frame)).join('');

/** @param gap pixels above it */
function nodeHtml(node: ProseNode, frame: MailFrame, gap: number): string {
	const top = `margin:${gap}px 0 0`;
	switch (node.kind) {
		case 'paragraph':
			return `<p class="m-ink" dir="auto" style="${top};${words}">${spansHtml(node.spans, frame)}</p>`;
		case 'heading':
			return `<p class="m-ink" dir="auto" style="${top};${words};font-weight:650">${spansHtml(node.spans, frame)}</p>`;
		case 'list': {
			const tag = node.start === null ? 'ul' : 'ol';
			const start = node.start === null || node.start === 1 ? '' : ` start="${node.start}"`;
			const items = node.items.map((item) => `<li style="margin:4px 0 0">${itemHtml(item, frame)}</li>`);
			return `<${tag} class="m-ink" dir="auto"${start} style="${top};padding:0;padding-inline-start:24px;${words}">${items.join('')}</${tag}>`;
		}
		case 'quote':
			return `<blockquote class="m-ink m-line" dir="auto" style="${top};padding:4px 16px;border-inline-start:3px solid ${hairline.light};${words}">${nodesHtml(node.nodes, frame)}</blockquote>`;
		case 'code':
			return `<pre class="m-ink" dir="ltr" style="${top};font-family:${mono};font-size:14px;line-height:20px;white-space:pre-wrap;color:${ink.light}">${escapeHtml(node.text)}</pre>`;
		case 'line':
			return `<hr class="m-line" style="margin:${gap + 4}px 0 4px;border:0;border-top:1px solid ${hairline.light}">`;
	}
}

/** The first paragraph of an item stands beside its mark, without one of its own. */
function itemHtml([first, ...others]: readonly ProseNode[], frame: MailFrame): string {
	if (!first) return '';
	const words = first.kind === 'paragraph' ? spansHtml(first.spans, frame) : nodeHtml(first, frame, 0);
	return words + others.map((node) => nodeHtml(node, frame, 4)).join('');
}

const nodesHtml = (nodes: readonly ProseNode[], frame: MailFrame) =>
	nodes.map((node, index) => nodeHtml(node, frame, index === 0 ? 0 : 12)).join('');

/** An organiser's words as HTML of an email. */
export const proseHtml = (nodes: readonly ProseNode[], frame: MailFrame): string => nodesHtml(nodes, frame);

/** Where a link leads stands behind its words, unless they say it. */
function spanText(span: ProseSpan, frame: LeftOut): string {
	if ('isBreak' in span) return '\n';
	const text = plainText(span.text);
	if (span.url === null) return `${text} ${frame.leftOut}`;
	if (span.url === undefined || !isSafe(span.url)) return text;
	const url = span.url.replace(/^mailto:/i, '');
	return text.includes(url) ? text : `${text} (${span.url})`;
}

const spansText = (spans: readonly ProseSpan[], frame: LeftOut) =>
	spans.map((span) => spanText(span, frame)).join('');

function nodeText(node: ProseNode, frame: LeftOut): string {
	switch (node.kind) {
		case 'paragraph':
		case 'heading':
			return spansText(node.spans, frame);
		case 'list':
			return node.items
				.map((item, index) => {
					const mark = node.start === null ? '- ' : `${node.start + index}. `;
					return `${mark}${proseText(item, frame).replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`;
				})
				.join('\n');
		case 'quote':
			return proseText(node.nodes, frame).replace(/^/gm, '> ');
		case 'code':
			return plainText(node.text);
		case 'line':
			return '---';
	}
}

/** The same as plain text, links written out. */
export const proseText = (nodes: readonly ProseNode[], frame: LeftOut): string =>
	nodes.map((node) => nodeText(node, frame)).join('\n\n');
