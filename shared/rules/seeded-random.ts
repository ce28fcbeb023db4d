/** 32-bit hash of a text (FNV-1a with a final mix), the same on every machine. */
export function hashText(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** Draws that depend on the seed alone. */
export interface Random {
	/** At least `min`, less than `max`. */
	between(min: number, max: number): number;
	/** A whole number, both ends included. */
	whole(min: number, max: number): number;
	chance(probability: number): boolean;
	pick<T>(items: readonly T[]): T;
}

/** A generator (mulberry32) started from a text. */
export function randomFrom(seed: string): Random {
	let state = hashText(seed);
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	return {
		between: (min, max) => min + next() * (max - min),
		whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
		chance: (probability) => next() < probability,
		pick: (items) => items[Math.floor(next() * items.length)]!,
	};
}
