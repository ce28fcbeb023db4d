/** Who a face stands for. */
export interface Person {
	firstName?: string | null;
	lastName?: string | null;
	email?: string | null;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First character as a reader sees it: an accent or a joined emoji stays whole. */
function firstLetter(text: string | null | undefined): string {
	const trimmed = text?.trim();
	if (!trimmed) return '';
	return segmenter.segment(trimmed)[Symbol.iterator]().next().value?.segment.toLocaleUpperCase() ?? '';
}

/** The initials of first and last name; without a name the first letter of the email; else nothing. */
export function initialsOf(person: Person): string {
	return firstLetter(person.firstName) + firstLetter(person.lastName) || firstLetter(person.email);
}
