import { fold, holdsAll, spelledWords } from '#shared/rules/text-search.ts';

/**
 * Search as one types over a guest list of a hundred thousand names, on the device. Accents, case and the order of words
 * do not matter; every typed word must stand somewhere in the name or, where the link sees addresses, in the address.
 */

/** Whether every typed word stands in the guest's name or address. */
export function matchesGuest(guest: { guestName: string; guestEmail: string }, typed: string): boolean {
	const text = fold(`${guest.guestName} ${guest.guestEmail}`);
	return holdsAll(text, spelledWords(typed));
}

/**
 * An index of folded texts, by position. What was found for "an" is all that "ann" can find, so that each further letter
 * looks only at what is left.
 */
export class GuestSearch {
	readonly #texts: string[] = [];
	#last: { words: string[][]; found: Int32Array; version: number } | null = null;
	#version = 0;
	#searches = 0;

	/** How many texts were looked at since the index was made: what a search costs, without a clock. */
	get looks(): number {
		return this.#searches;
	}

	get size(): number {
		return this.#texts.length;
	}

	/** The folded text at a position. */
	at(position: number): string {
		return this.#texts[position] ?? '';
	}

	/** Puts the text of a guest in; a position may be set again. */
	set(position: number, text: string): void {
		this.#texts[position] = fold(text);
		this.#version++;
	}

	/** The positions of all guests that fit, in their order; all of them when nothing is typed. */
	search(typed: string): Int32Array {
		const words = spelledWords(typed);
		const last = this.#last;
		const isNarrower = last?.version === this.#version && narrows(last.words, words);
		const from = isNarrower && last ? last.found : null;
		const count = from ? from.length : this.#texts.length;
		if (from && last && last.words.join('\n') === words.join('\n')) return from;
		const found = new Int32Array(count);
		let length = 0;
		for (let index = 0; index < count; index++) {
			const position = from ? from[index]! : index;
			if (words.length > 0) this.#searches++;
			if (holdsAll(this.#texts[position] ?? '', words)) found[length++] = position;
		}
		const result = found.slice(0, length);
		this.#last = { words, found: result, version: this.#version };
		return result;
	}
}

/** Whether everything that fits the later words also fits the earlier ones. */
function narrows(earlier: readonly (readonly string[])[], later: readonly (readonly string[])[]): boolean {
	return earlier.every((word) =>
		later.some((other) => other.every((spelling) => word.some((one) => spelling.includes(one)))),
	);
}
