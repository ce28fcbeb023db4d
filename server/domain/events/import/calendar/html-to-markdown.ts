import sanitizeHtml from 'sanitize-html';

const looksLikeHtml = /<(p|br|a|b|i|u|strong|em|ul|ol|li|div|span|h[1-6]|html|body|table)\b[^<>]*>/i;

/**
 * Description of a calendar entry as Markdown. Some programs write HTML into it; most write plain text, whose line breaks
 * Markdown has.
 */
export function descriptionOf(text: string): string {
	return looksLikeHtml.test(text) ? htmlToMarkdown(text) : plainToMarkdown(text);
}

/** Plain text whose indents would read as code and whose rows of dashes as headings. */
function plainToMarkdown(text: string): string {
	return text
		.split('\n')
		.map((line) => line.replace(/^[\t \u00a0]+/, ''))
		.map((line) => (/^([-=_*~#+.])\1{2,}$/.test(line.trim()) ? '\n---\n' : line))
		.join('\n');
}

/**
 * HTML to Markdown, for the few marks that descriptions use. The HTML is brought into order first, so that simple
 * replacements suffice; what comes out is Markdown and is made safe like any other when it is shown.
 */
export function htmlToMarkdown(html: string): string {
	const clean = sanitizeHtml(html.replace(/\s+/g, ' '), {
		allowedTags: [
			'p',
			'br',
			'a',
			'b',
			'strong',
			'i',
			'em',
			'ul',
			'ol',
			'li',
			'h1',
			'h2',
			'h3',
			'h4',
			'div',
			'tr',
		],
		allowedAttributes: { a: ['href'] },
		allowedSchemes: ['http', 'https', 'mailto'],
		allowProtocolRelative: false,
	});
	return decodeEntities(
		clean
			.replace(/<a>(.*?)<\/a>/g, '$1')
			.replace(/<a href="([^"]*)">\s*(.*?)\s*<\/a>/g, (_, href: string, label: string) => linkOf(href, label))
			.replace(/<(b|strong)>\s*(.*?)\s*<\/\1>/g, (_, _tag: string, inner: string) =>
				inner === '' ? '' : `**${inner}**`,
			)
			.replace(/<(i|em)>\s*(.*?)\s*<\/\1>/g, (_, _tag: string, inner: string) =>
				inner === '' ? '' : `*${inner}*`,
			)
			.replace(/<h[1-4]>\s*(.*?)\s*<\/h[1-4]>/g, '\n\n## $1\n\n')
			.replace(/<li>\s*/g, '\n- ')
			.replace(/<br \/>\s*/g, '\n')
			.replace(/<\/?(p|ul|ol|div|tr)>/g, '\n\n')
			.replace(/<[^<>]*>/g, ''),
	)
		.replace(/^[ \t]+/gm, '')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

function linkOf(href: string, label: string): string {
	const bare = label.replace(/<[^<>]*>/g, '');
	if (bare === '' || bare === href) return href;
	return `[${bare.replaceAll(']', '\\]')}](${href.replace(/[()\s]/g, encodeURIComponent)})`;
}

function decodeEntities(text: string): string {
	return text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&nbsp;', ' ')
		.replaceAll('\u00a0', ' ')
		.replaceAll('&amp;', '&');
}
