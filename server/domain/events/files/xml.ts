const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text for XML 1.0: marks escaped, characters that XML cannot hold left out. */
export function escapeXml(text: string): string {
	return text
		.toWellFormed()
		.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
		.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}
