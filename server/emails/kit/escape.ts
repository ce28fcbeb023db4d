const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Control characters, which no mail may carry, and lone surrogates, which no mail can. Line breaks and tabs stay. */
const unprintable = /(?![\n\t])\p{Cc}|\p{Cs}/gu;

/** What somebody typed, as plain text with `\n` for line breaks. */
export function plainText(text: string): string {
	return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(unprintable, '');
}

/** For text and attributes of HTML. */
export function escapeHtml(text: string): string {
	return plainText(text).replace(/[&<>"']/g, (character) => entities[character] as string);
}

/** Escaped text with its line breaks. */
export function escapeLines(text: string): string {
	return escapeHtml(text).replaceAll('\n', '<br>');
}

/** A host name or a scheme: what mail programs turn into links by themselves. Addresses (around an @) stay as they are. */
const looksLinked =
	/(?<![\p{L}\p{N}@._-])(?:(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,24}(?![\p{L}\p{N}@-])|[a-z]{2,10}:\/\/)/giu;

/**
 * What people typed without what mail programs would make a link of: behind each dot and colon of it stands a space of no width, which
 * nobody sees. Links are ours alone, or in the organiser's own message to their guests.
 */
export function withoutLinks(text: string): string {
	return plainText(text).replace(looksLinked, (found) => found.replace(/[.:]/g, '$&\u200b'));
}

/** One line for a header or a list: line breaks and tabs become blanks. Bidirectional overrides, which could turn a line round, go. */
export function oneLine(text: string, max = 200): string {
	const line = plainText(text)
		.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > max
		? `${[...line]
				.slice(0, max - 1)
				.join('')
				.trimEnd()}…`
		: line;
}

/** A link of ours for an attribute; anything but http and https is a fault of the template. */
export function escapeUrl(url: string): string {
	if (!/^https?:\/\//.test(url))
		throw new Error(`A mail links to what is no web address: ${url.slice(0, 40)}`);
	return escapeHtml(url);
}
