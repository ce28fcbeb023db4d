/**
 * What of a page in the pseudo-locale a reader sees or hears in plain English: it went past the message layer. In that
 * locale every letter of a message is accented; names, codes and dates are data: they are passed in and taken out.
 */
export function plainTexts(html: string, data: readonly (string | RegExp)[] = []): string[] {
	const body = html
		.replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, '')
		.replace(/<!--[\s\S]*?-->/g, '');
	const found = [
		...[...body.matchAll(/>([^<]+)</g)].map((match) => match[1]!),
		...[...body.matchAll(/\s(?:aria-label|title|alt|placeholder)="([^"]+)"/g)].map((match) => match[1]!),
		...[...body.matchAll(/<meta name="description" content="([^"]+)"/g)].map((match) => match[1]!),
	];
	return found
		.map((text) => text.replace(/&#?\w+;/g, ' ').trim())
		.filter((text) =>
			/[A-Za-z]{2}/.test(data.reduce<string>((rest, item) => rest.replaceAll(item, ' '), text)),
		);
}
