/** What a description may have that is in brackets and none: `[link](…)`, `[x]`, `[name]: …`. An editor writes a bracket as `\[`. */
const inBrackets = /(?<!\])\\?\[([^[\]\\\n]{4,200})\\?\](?![(:[])/gu;

/** Where a template leaves something to fill in: as the title, in the texts of the page, in tickets and questions. */
export const fillInParts = ['title', 'page', 'offer'] as const;

/** What is left to fill in. */
export interface FillIn {
	part: (typeof fillInParts)[number];
	text: string;
}

/** What is in brackets, and the place of them: `title, speaker` of "Talk one: [title, speaker]". */
export const findFillIns = (text: string): { text: string; from: number; to: number }[] =>
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

const textsOf = ({
	name = '',
	description = '',
	priceTiers = [],
	label = '',
	help = '',
	choices = [],
}: OfferTexts) => [
	...[name, description, label, help],
	...priceTiers.map((tier) => tier.name),
	...choices.map((choice) => choice.label),
];

/**
 * What its template left to fill in of an event, each once in each part.
 * @param offer its ticket types and questions
 * @param isTemplateTitle its title is the name of a template that comes with the product
 */
export function eventFillIns(
	event: Record<'title' | 'summary' | 'description' | 'refundPolicy', string>,
	offer: readonly OfferTexts[],
	isTemplateTitle: boolean,
): FillIn[] {
	const { title, summary, description, refundPolicy } = event;
	const texts: Record<FillIn['part'], string[]> = {
		title: isTemplateTitle ? [title] : [],
		page: fillInsOf(title, summary, description, refundPolicy),
		offer: fillInsOf(...offer.flatMap(textsOf)),
	};
	return fillInParts.flatMap((part) => texts[part].map((text) => ({ part, text })));
}
