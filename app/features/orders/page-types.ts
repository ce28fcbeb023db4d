import type { TicketType } from '#shared/contracts/tickets.ts';

/** Size limit of the ticket types in one document, in bytes; the page with the longest description stays below 300 kB. */
const MOST_BYTES = 90_000;
/** A line of the form, its data for hydration and its offer for search engines, without texts. */
const LINE_BYTES = 3_500;

/** A price tier with the longest name, in the data for hydration. */
const TIER_BYTES = 900;

/**
 * The ticket types as a document carries them. Those that would make it too heavy, and those before the first, come without name and
 * description: what is on sale and what it costs is judged over all, and their texts are fetched when somebody wants to see them.
 * @param first place of the first one with its texts; at least one is sent whole
 */
export function typesOfPage(types: readonly TicketType[], first = 0): TicketType[] {
	let bytes = 0;
	return types.map((type, index) => {
		if (index >= first)
			bytes += LINE_BYTES + TIER_BYTES * type.tiers.length + 3 * weigh(type.name) + weigh(type.description);
		const isSent = index >= first && (bytes <= MOST_BYTES || index === first);
		if (isSent) return type;
		const tiers = type.tiers.slice(0, 1).map((tier) => ({ ...tier, name: '' }));
		return { ...type, name: '', description: '', tiers };
	});
}

/** Whether the texts of a type are still to be fetched: every type has a name. */
export const isCut = (type: TicketType): boolean => type.name === '';

/** At most what a text takes in HTML and, escaped twice, in the data for hydration. */
function weigh(text: string): number {
	return (
		2 * new TextEncoder().encode(text).length + 11 * (text.match(/[<>&"'\\\n\u2028\u2029]/g)?.length ?? 0)
	);
}
