/** Placeholders in subject and text of a message. A closed list: others are refused when it is saved. */
export const placeholders = ['first_name', 'event_title', 'event_date', 'ticket_link', 'organiser'] as const;
export type Placeholder = (typeof placeholders)[number];

/** `ticket_link` is an address, so it can stand in the text alone. */
export const subjectPlaceholders = placeholders.filter((name) => name !== 'ticket_link');

/** `{first_name}` and what is written in its way. */
const inBraces = /\{([a-z][a-z_]{0,39})\}/g;

/** Whatever stands in braces, also in the double ones of other programs. */
const anyBraces = /\{(\{[^{}]{1,60}\}|[^{}]{1,60})\}/g;
const oneWord = /^\p{L}[\p{L}\p{N}_.-]*$/u;

/** `First Name`, `first-name` and `firstName` as `first_name`. */
const spelt = (name: string) =>
	name
		.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
		.replaceAll(/[\s.-]/g, '_')
		.toLowerCase();

/** One word in braces is meant as a placeholder; of several words only those that are the name of one are. */
function isMeant(inside: string): boolean {
	const name = inside.replaceAll(/[{}]/g, '').trim();
	return oneWord.test(name) || placeholders.some((known) => known === spelt(name));
}

/**
 * What is meant as a placeholder and is none, which guests would read as it was typed: each once, in its order, without the outer braces.
 * `{{first_name}}` is `{first_name}`.
 */
export function unknownPlaceholders(text: string, known: readonly string[] = placeholders): string[] {
	return [...new Set([...text.matchAll(anyBraces)].map(([, inside]) => inside as string))].filter(
		(inside) => !known.includes(inside) && isMeant(inside),
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
