/** Letters and digits of a text: what a source and its document have in common. */
export const countLetters = (text: string) => [...text.matchAll(/[\p{L}\p{N}]/gu)].length;

/** The characters after the last letter or digit of a text: punctuation, blanks and Markdown signs. */
export const afterLetters = (text: string) => /[^\p{L}\p{N}]*$/u.exec(text)?.[0] ?? '';

/** How many characters of `text` are those of `signs`, in their order; signs that it does not have are passed over. */
export function countShared(text: string, signs: string): number {
	let count = 0;
	for (const sign of signs) if (text[count] === sign) count += 1;
	return count;
}
