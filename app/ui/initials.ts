/** Who a face stands for: by first and last name, or by the whole name where it is not known in parts. */
export interface Person {
	name?: string | null;
	firstName?: string | null;
	lastName?: string | null;
	email?: string | null;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters allowed as an initial: a letter, a digit or a pictogram; quotation marks, brackets and marks of direction are none. */
const isInitial = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** First character as a reader sees it: an accent or a joined emoji stays whole. */
function firstLetter(text: string | null | undefined): string {
	for (const { segment } of segmenter.segment(text ?? ''))
		if (isInitial.test(segment)) return segment.replaceAll(/^\p{Cf}+/gu, '').toLocaleUpperCase();
	return '';
}

/** The first and the last word of a name in one text that have an initial; what stands in brackets (pronouns, a company) is no part of it. */
function endsOf(name: string): [string, string] {
	const bare = name.replaceAll(/\([^()]*\)/gu, ' ');
	const words = (isInitial.test(bare) ? bare : name).split(/\s+/u).filter((word) => isInitial.test(word));
	return [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''];
}

/** The initials of first and last name; without a name the first letter of the email; else nothing. */
export function initialsOf({ name, firstName, lastName, email }: Person): string {
	const [first, last] = name ? endsOf(name) : [firstName, lastName];
	return firstLetter(first) + firstLetter(last) || firstLetter(email);
}
