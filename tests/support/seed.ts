/**
 * One number drives everything that is left to chance in the tests of faults. `FAULT_SEED=…` plays a run again as far as the
 * machine allows: the same buyers, the same instants, the same victims; what the scheduler makes of them is its own.
 */
export const faultSeed = Number(process.env.FAULT_SEED ?? 1);

/** `npm run test:long` sets it: the same tests with more rounds. */
export const isLong = process.env.FAULT_LONG === '1';

/** How often something is done: a few times in `npm test`, many times in `npm run test:long`. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);

/** The scenes of a file that take turns in `npm test`: all of them in the long run, one that the seed picks otherwise. */
export const takesTurn = <T>(purpose: string, scenes: readonly T[]): ((scene: T) => boolean) => {
	const chosen = createChance(purpose).pick(scenes);
	return (scene) => isLong || scene === chosen;
};

export interface Chance {
	/** From 0 up to, not including, 1. */
	next(): number;
	/** A whole number from `min` to `max`. */
	between(min: number, max: number): number;
	pick<T>(from: readonly T[]): T;
	shuffle<T>(items: readonly T[]): T[];
}

/** Chance of its own for each use, so that one test more does not change the others. */
export function createChance(purpose: string, seed = faultSeed): Chance {
	let state = seed >>> 0;
	for (const char of purpose) state = (Math.imul(state ^ char.charCodeAt(0), 0x9e3779b1) + 0x7f4a7c15) >>> 0;
	// Mulberry32.
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
	return {
		next,
		between,
		pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
		shuffle(items) {
			const left = [...items];
			for (let at = left.length - 1; at > 0; at -= 1) {
				const other = between(0, at);
				[left[at], left[other]] = [left[other] as (typeof left)[number], left[at] as (typeof left)[number]];
			}
			return left;
		},
	};
}

/** The product gives up waiting within five seconds. A machine that does much else takes its time to say so; a hang lasts longer. */
export const hangMs = 120_000;
