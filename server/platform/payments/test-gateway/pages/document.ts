import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const style = read('page.css');
const named = (source: string): string => `'sha256-${hash('sha256', source, 'base64')}'`;

/** A script of this folder, for `respond`. */
export const pageScript = read;

/** JSON inside of a script element, which it cannot end. */
export const embedJson = (value: unknown): Html =>
	html`<script type="application/json" id="data">${raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>`;

/**
 * A whole page with a policy of its own: nothing is loaded, style and script are named by hash, and only this installation may frame it.
 * @param options `formTargets`: origins that a form may lead to besides this one
 */
export async function respond(
	body: Html,
	options: {
		title: string;
		language: string;
		scheme: 'light' | 'dark' | null;
		script?: string;
		formTargets?: readonly string[];
		status?: number;
	},
): Promise<Response> {
	const { script } = options;
	const page = await html`<!doctype html>
<html lang="${options.language}" ${options.scheme ? html`data-scheme="${options.scheme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${options.title}</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
${script ? html`<script type="module">${raw(script)}</script>` : ''}
</body>
</html>`;
	const policy = [
		"default-src 'none'",
		`style-src ${named(style)}`,
		script ? `script-src ${named(script)}` : '',
		script ? "connect-src 'self'; font-src 'self'" : '',
		`form-action ${["'self'", ...(options.formTargets ?? [])].join(' ')}`,
		"base-uri 'none'",
		"frame-ancestors 'self'",
		"require-trusted-types-for 'script'",
	];
	return new Response(String(page), {
		status: options.status ?? 200,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': policy.filter(Boolean).join('; '),
			'Cache-Control': 'no-store',
			// The address may hold the secret of a payment.
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			'X-Robots-Tag': 'noindex',
		},
	});
}
