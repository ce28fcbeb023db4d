import { fillInsOf } from './fill-ins.ts';

/** Where a template leaves something to fill in: as the title, in the texts of the page, in tickets and questions. */
export const fillInParts = ['title', 'page', 'offer'] as const;

/** Placeholders left to fill in. */
export interface FillIn {
	part: (typeof fillInParts)[number];
	text: string;
}

/** Texts of a ticket type or a question that guests read. */
export interface OfferTexts {
	name?: string;
	description?: string;
	priceTiers?: readonly { name: string }[];
	label?: string;
	help?: string;
	choices?: readonly { label: string }[];
}

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
 * Placeholders of its template that are left in an event, each once in each part.
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
