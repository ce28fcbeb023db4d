import type { BenchOptions, Figure } from './row.ts';

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	if (sorted.length % 2 === 1) return sorted[middle] as number;
	return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The median of the rounds with its spread. */
export function figure(values: readonly number[], unit: string): Figure {
	return { value: median(values), unit, spread: [Math.min(...values), Math.max(...values)] };
}

/**
 * Measures several things in turn, round after round, so that a neighbour's noise falls on all of them alike. Each function
 * answers one figure; the odd rounds go through them backwards.
 */
export async function inRounds<Name extends string>(
	{ rounds, say }: BenchOptions,
	measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
	const names = Object.keys(measures) as Name[];
	const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
	for (let round = 0; round < rounds; round += 1) {
		for (const name of round % 2 === 0 ? names : names.toReversed()) {
			const value = await measures[name]();
			values[name].push(value);
			say(`round ${round + 1}: ${name} ${Math.round(value * 100) / 100}`);
		}
	}
	return values;
}
