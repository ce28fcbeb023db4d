import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { answerBytes } from '#server/domain/events/files/answers.ts';
import { cardPolicy } from '#server/http/csp.ts';
import { NO_HUE } from '#shared/rules/cover/hues.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const style = read('card.css');
const script = read('card-script.js');
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
const scriptSource = sourceOf(script);

/**
 * A whole document that any site may frame: style and script named by hash, pictures of this installation, nothing else. It stores
 * nothing and takes nothing in.
 */
export async function cardDocument(
	request: Request,
	options: {
		title: string;
		body: Markup;
		/** Absolute address of the page that the card is of. */
		canonical?: string;
		/** Of the accent, 0 to 360, or `NO_HUE`. */
		hue: number;
		base: string;
		status?: number;
	},
): Promise<Response> {
	const { title, body, canonical, hue, base, status = 200 } = options;
	const colours = `:root{--hue:${hue === NO_HUE ? 270 : hue};--chroma:${hue === NO_HUE ? 0.012 : 0.1}}\n${style}`;
	const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${canonical ? html`<link rel="canonical" href="${canonical}">` : ''}
<style>${raw(colours)}</style>
</head>
<body>
<main>${body}</main>
<script type="module">${raw(script)}</script>
</body>
</html>`;
	const headers = {
		'Content-Security-Policy': cardPolicy({ style: sourceOf(colours), script: scriptSource, origin: base }),
		'Cross-Origin-Resource-Policy': 'cross-origin',
		'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
		'Referrer-Policy': 'strict-origin-when-cross-origin',
		'X-Content-Type-Options': 'nosniff',
		'X-Robots-Tag': 'noindex',
	};
	const answer = answerBytes(request, {
		body: String(page),
		type: 'text/html; charset=utf-8',
		cacheControl: 'public, max-age=60',
		headers,
	});
	return status === 200 ? answer : new Response(answer.body, { status, headers: answer.headers });
}

/** The one way out of a card, in a tab of its own. */
export const linkOut = (href: string, label: Markup): Markup =>
	html`<a class="more" href="${href}" target="_blank" rel="noopener">${label}</a>`;
