/** What a description may have that is in brackets and none: `[link](…)`, `[x]`, `[name]: …`. An editor writes a bracket as `\[`. */
const inBrackets = /(?<!\])\\?\[([^[\]\\\n]{4,200})\\?\](?![(:[])/gu;

/** A text to fill in: what is in the brackets, and the place of them. */
export interface FillIn {
	text: string;
	from: number;
	to: number;
}

/** What a template left for its organiser to fill in: `title, speaker` of "Talk one: [title, speaker]". */
export const findFillIns = (text: string): FillIn[] =>
	[...text.matchAll(inBrackets)]
		.map(({ index, 0: whole, 1: inside = '' }) => ({
			text: inside.trim(),
			from: index,
			to: index + whole.length,
		}))
		.filter((one) => /\p{L}{2}/u.test(one.text));

/** What guests read of a ticket type or a question. */
export interface OfferTexts {
	name?: string;
	description?: string;
	priceTiers?: readonly { name: string }[];
	label?: string;
	help?: string;
	choices?: readonly { label: string }[];
}

/** The same of several texts, in their order, each once. */
export const fillInsOf = (...texts: readonly string[]): string[] => [
	...new Set(texts.flatMap(findFillIns).map(({ text }) => text)),
];

/** What is left to fill in of ticket types and questions, each once. */
export const offerFillInsOf = (offer: readonly OfferTexts[]): string[] =>
	fillInsOf(
		...offer.flatMap(
			({ name = '', description = '', priceTiers = [], label = '', help = '', choices = [] }) => [
				...[name, description, label, help],
				...priceTiers.map((tier) => tier.name),
				...choices.map((choice) => choice.label),
			],
		),
	);
