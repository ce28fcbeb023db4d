/** A reader types a key every few milliseconds; the slowest over radio still leave less than this. */
const MAX_GAP_MS = 80;

/** Shorter bursts are people: nobody types this many keys at that pace and ends with Enter. */
const MIN_LENGTH = 8;

/** One key press: what a keyboard event says of it. */
export interface KeyPress {
	key: string;
	atMs: number;
}

/**
 * Finds the codes of hardware readers that act as keyboards: a burst of fast keys that ends with Enter or Tab.
 */
export class KeyBurst {
	#text = '';
	#lastAtMs = Number.NEGATIVE_INFINITY;

	/** How many keys the present burst has; 1 right after its first key. */
	get length(): number {
		return this.#text.length;
	}

	/** @returns the code when this key ended one, else null */
	press({ key, atMs }: KeyPress): string | null {
		// Shift, Alt and the like stand between the keys of a reader.
		if (key.length !== 1 && key !== 'Enter' && key !== 'Tab') return null;
		const isFast = atMs - this.#lastAtMs <= MAX_GAP_MS;
		this.#lastAtMs = atMs;
		if (key.length === 1) {
			this.#text = isFast ? this.#text + key : key;
			return null;
		}
		const code = this.#text;
		this.#text = '';
		return isFast && code.length >= MIN_LENGTH ? code : null;
	}
}
