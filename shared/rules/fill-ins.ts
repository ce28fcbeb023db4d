/** What a description may have that is in brackets and none: `[link](…)`, `[x]`, `[name]: …`. An editor writes a bracket as `\[`. */
const inBrackets = /(?<!\])\\?\[([^[\]\\\n]{4,200})\\?\](?![(:[])/gu;

/**
 * What a template left for its organiser to fill in, in the order of the texts: `title, speaker` of "Talk one: [title, speaker]". Templates
 * write it in square brackets, as people do in templates of their own; each once.
 */
export function fillInsOf(...texts: readonly string[]): string[] {
	const found = texts.flatMap((text) =>
		[...text.matchAll(inBrackets)].map(([, inside = '']) => inside.trim()),
	);
	return [...new Set(found)].filter((text) => /\p{L}{2}/u.test(text));
}
