/** What a description may have that is in brackets and none: `[link](…)`, `[x]`, `[name]: …`. An editor writes a bracket as `\[`. */
const inBrackets = /(?<!\])\\?\[([^[\]\\\n]{4,200})\\?\](?![(:[])/gu;

/** What is in brackets, and the place of them: `title, speaker` of "Talk one: [title, speaker]". */
export const findFillIns = (text: string): { text: string; from: number; to: number }[] =>
	[...text.matchAll(inBrackets)]
		.map(({ index, 0: whole, 1: inside = '' }) => ({
			text: inside.trim(),
			from: index,
			to: index + whole.length,
		}))
		.filter((one) => /\p{L}{2}/u.test(one.text));

/** The same of several texts, in their order, each once. */
export const fillInsOf = (...texts: readonly string[]): string[] => [
	...new Set(texts.flatMap(findFillIns).map(({ text }) => text)),
];
