/** What can stand in subject and text of a message for what differs from guest to guest. A closed list: others are refused when it is saved. */
export const placeholders = ['first_name', 'event_title', 'event_date', 'ticket_link', 'organiser'] as const;
export type Placeholder = (typeof placeholders)[number];

/** `ticket_link` is an address, so it can stand in the text alone. */
export const subjectPlaceholders = placeholders.filter((name) => name !== 'ticket_link');

/** `{first_name}` and what looks like one. */
const inBraces = /\{([a-z][a-z_]{0,39})\}/g;

/** Names in braces that are no placeholders, each once, in their order. */
export function unknownPlaceholders(text: string, known: readonly string[] = placeholders): string[] {
	return [...new Set([...text.matchAll(inBraces)].map(([, name]) => name as string))].filter(
		(name) => !known.includes(name),
	);
}

/** Parts of a text: words as they were typed, and placeholders. */
export type TextPart = { text: string } | { placeholder: Placeholder };

export function splitPlaceholders(source: string): TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const match of source.matchAll(inBraces)) {
		const name = match[1] as Placeholder;
		if (!placeholders.includes(name)) continue;
		if (match.index > end) parts.push({ text: source.slice(end, match.index) });
		parts.push({ placeholder: name });
		end = match.index + match[0].length;
	}
	if (end < source.length) parts.push({ text: source.slice(end) });
	return parts;
}
