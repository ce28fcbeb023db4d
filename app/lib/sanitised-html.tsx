import { type ComponentProps, useMemo } from 'react';

interface HtmlPolicy {
	createHTML(html: string): unknown;
}

let policy: HtmlPolicy | undefined;

/** Marks HTML as fit for the page, where the browser asks for that (Trusted Types). Only for what the server made. */
export function trustedHtml(html: string): string {
	const factory = (
		globalThis as { trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } }
	).trustedTypes;
	if (!factory || typeof document === 'undefined') return html;
	policy ??= factory.createPolicy('foyer-html', { createHTML: (text) => text });
	return policy.createHTML(html) as string;
}

/** HTML of unknown origin as a document that runs no scripts and loads nothing. Only its structure is read; never put it into a page. */
export function parseInert(html: string): Document {
	return new DOMParser().parseFromString(trustedHtml(html), 'text/html');
}

/**
 * HTML that the server made and sanitised (`descriptionHtml` of an event, a blog post). The one place that puts HTML text
 * into a page: never give it anything that a browser put together.
 */
export function SanitisedHtml({ html, ...rest }: { html: string } & Omit<ComponentProps<'div'>, 'children'>) {
	const content = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
	return <div {...rest} dangerouslySetInnerHTML={content} />;
}
